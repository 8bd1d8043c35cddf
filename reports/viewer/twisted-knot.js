// Twisted Knot on the table: hands, piles, the table stack, and what each player was seen to get (rulings TK-1 to TK-29).
const KNOT_ORDER = ["2", "5", "Q", "7", "9", "10", "Jk", "6", "J", "K", "A", "3", "4", "8"];

// How many cards of a rank one player knows another to have got (at most all there are).
function learn(state, viewer, seat, card, change) {
  const known = state.known[viewer][seat];
  known[card] = Math.max(0, Math.min((known[card] ?? 0) + change, state.deck[card]));
}

function others(state, seat) {
  return state.hands.map((_, other) => other).filter((other) => other !== seat);
}

const KNOT_EVENTS = {
  take(state, { seat, cards }) {
    state.piles[seat].splice(0, cards.length);
    state.hands[seat].push(...cards);
  },
  lay(state, { seat, card, count }) {
    for (let i = 0; i < count; i++) {
      drop(state.hands[seat], card);
      state.stack.push(card);
    }
    for (const viewer of others(state, seat)) learn(state, viewer, seat, card, -count);
    state.lastLay = count;
  },
  discard(state, { seat, card }) {
    drop(state.hands[seat], card);
    state.discards[seat].push(card);
  },
  pass(state, { seat, to, card }) {
    drop(state.hands[seat], card);
    state.hands[to].push(card);
    learn(state, seat, to, card, 1);
    learn(state, to, seat, card, -1);
  },
  clear(state) {
    state.cleared.push(...state.stack.splice(0));
    state.lastLay = 0;
  },
  "pick-up"(state, { seat }) {
    for (const viewer of others(state, seat)) state.stack.forEach((card) => learn(state, viewer, seat, card, 1));
    state.hands[seat].push(...state.stack.splice(0));
    state.lastLay = 0;
  },
  out(state, { seat, place }) {
    state.places[seat] = place;
  },
};

GAMES["twisted-knot"] = {
  title: "Twisted Knot",

  start(record) {
    const seats = record.deal.map((_, seat) => seat);
    const deck = {};
    for (const card of record.deal.flat()) deck[card] = (deck[card] ?? 0) + 1;
    return {
      deck,
      hands: seats.map(() => []),
      piles: record.deal.map((pile) => [...pile]),
      stack: [],
      lastLay: 0,
      cleared: [],
      discards: seats.map(() => []),
      known: seats.map(() => seats.map(() => ({}))),
      places: seats.map(() => 0),
    };
  },

  apply(state, event) {
    KNOT_EVENTS[event.do](state, event);
  },

  tell(event) {
    const words = {
      take: () => `takes ${event.cards.join(" ")} from the pile`,
      lay: () => `lays ${Array(event.count).fill(event.card).join(" ")}`,
      discard: () => `discards ${event.card} unseen`,
      pass: () => `gives ${event.card} to seat ${event.to}`,
      clear: () => "clears the stack out of the game",
      "pick-up": () => "picks the stack up",
      out: () => `is out: place ${event.place}`,
    };
    return words[event.do]();
  },

  option(move) {
    const words = {
      lay: () => `lay ${Array(move.count).fill(move.card).join(" ")}`,
      discard: () => `discard ${move.card}`,
      pass: () => `give away ${move.card}`,
      "pick-up": () => "pick up",
      "top-up": () => `top up with ${counted(move.count, "card")}`,
      "go-on": () => "do not top up",
    };
    return words[move.do]();
  },

  decider(moves, event) {
    return event.seat;
  },

  taken(move, event) {
    if (event === null) return move.do === "go-on";
    if (move.do === "top-up") return event.do === "take";
    return move.do === event.do && move.card === event.card && (move.count ?? 1) === (event.count ?? 1);
  },

  centre(state, eyes) {
    const cards = state.stack.map((card, i) => face(card, i >= state.stack.length - state.lastLay ? "fresh" : ""));
    const stack = cards.length ? element("div", { class: "cards" }, ...cards) : element("p", { class: "none" }, "the table is empty");
    const gone = state.discards.reduce((sum, cards) => sum + cards.length, 0);
    const own = eyes.seat === null ? [] : state.discards[eyes.seat];
    return [
      label(`Table stack, ${counted(state.stack.length, "card")}${state.stack.length ? ", the last lay raised" : ""}`),
      stack,
      element("p", { class: "facts" }, `Left in clearings: ${sorted(state.cleared, KNOT_ORDER).join(" ") || "none"}`),
      element("p", { class: "facts" }, `Discarded unseen: ${gone}${own.length ? `, of seat ${eyes.seat}'s own: ${own.join(" ")}` : ""}`),
    ];
  },

  seat(state, seat, eyes) {
    const mine = eyes.sees(seat);
    const hand = sorted(state.hands[seat], KNOT_ORDER);
    const pile = state.piles[seat];
    const parts = [
      group(`Hand, ${hand.length}`, closed(hand, mine, eyes.reveal, "cards in hand")),
      group(`Pile, ${pile.length}${eyes.reveal ? ", top first" : ""}`, faceDown(pile, eyes.reveal, "cards in the pile")),
    ];
    if (!mine && eyes.seat !== null && hand.length) {
      const known = KNOT_ORDER.flatMap((card) => Array(state.known[eyes.seat][seat][card] ?? 0).fill(card));
      if (known.length) parts.push(element("p", { class: "facts" }, `Seen to get (some may have left unseen): ${known.join(" ")}`));
    }
    return parts;
  },
};
