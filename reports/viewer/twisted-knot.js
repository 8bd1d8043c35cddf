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

// Take a card out of a hand; where a card left it unseen, the others may not be those that are there.
function forget(state, seat, card) {
  const hand = state.hands[seat];
  const isAmongOthers = card === UNSEEN || state.unsure[seat];
  if (isAmongOthers && !hand.includes(card) && !hand.includes(UNSEEN)) hand.pop();
  else drop(hand, card);
  state.unsure[seat] ||= card === UNSEEN;
}

const KNOT_EVENTS = {
  take(state, { seat, cards }) {
    state.piles[seat].splice(0, cards.length);
    state.hands[seat].push(...cards);
  },
  lay(state, { seat, card, count }) {
    for (let i = 0; i < count; i++) {
      forget(state, seat, card);
      state.stack.push(card);
    }
    for (const viewer of others(state, seat)) learn(state, viewer, seat, card, -count);
    state.lastLay = count;
  },
  discard(state, { seat, card }) {
    forget(state, seat, card);
    state.discards[seat].push(card);
  },
  pass(state, { seat, to, card }) {
    forget(state, seat, card);
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
  letters: "tk",

  start(record) {
    const seats = record.deal.map((_, seat) => seat);
    const { packs, jokers } = record.rules;
    const deck = Object.fromEntries(KNOT_ORDER.map((card) => [card, packs * (card === "Jk" ? jokers : 4)]));
    return {
      deck,
      hands: seats.map(() => []),
      piles: record.deal.map((pile) => [...pile]),
      stack: [],
      lastLay: 0,
      cleared: [],
      discards: seats.map(() => []),
      known: seats.map(() => seats.map(() => ({}))),
      unsure: seats.map(() => false),
      places: seats.map(() => 0),
    };
  },

  apply(state, event) {
    KNOT_EVENTS[event.do](state, event);
  },

  tell(event, eyes) {
    const own = eyes.sees(event.seat);
    const words = {
      take: () => `takes ${own ? event.cards.join(" ") : counted(event.cards.length, "card")} from the pile`,
      lay: () => `lays ${Array(event.count).fill(event.card).join(" ")}`,
      discard: () => `discards ${own ? event.card : "a card"} unseen`,
      pass: () => `gives ${own || eyes.sees(event.to) ? event.card : "a card"} to ${eyes.state.names[event.to]}`,
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
    const stack = cards.length > MANY ? element("div", { class: "fan many" }, ...cards) : cards.length ? fan(cards) : closed([], true);
    const unseen = state.discards.reduce((sum, cards) => sum + cards.length, 0);
    const seen = state.discards.flatMap((cards, seat) => (eyes.sees(seat) ? cards : []));
    const whose = eyes.open ? "namely" : "of their own:";
    return [
      label(cards.length ? `Table stack, ${counted(cards.length, "card")}, the last lay raised` : "No cards on the table"),
      stack,
      facts(`Left in clearings: ${tally(sorted(state.cleared, KNOT_ORDER)) || "none"}`, 2),
      facts(`Discarded unseen: ${unseen}${seen.length ? `, ${whose} ${tally(sorted(seen, KNOT_ORDER))}` : ""}`, 3),
    ];
  },

  seat(state, seat, eyes) {
    const hand = sorted(state.hands[seat], KNOT_ORDER);
    const pile = state.piles[seat];
    const parts = [
      group(`Hand, ${hand.length}`, closed(hand, eyes.sees(seat), "cards in hand")),
      group(`Pile, ${pile.length}${eyes.open ? ", top first" : ""}`, faceDown(pile, eyes.open, "cards in the pile")),
    ];
    if (eyes.open) return parts;
    const known = eyes.sees(seat) ? [] : KNOT_ORDER.flatMap((card) => Array(state.known[eyes.seat][seat][card] ?? 0).fill(card));
    const seen = known.length && hand.length ? `Seen to get (some may have left unseen): ${tally(known)}` : "";
    return [...parts, facts(seen, 4)];
  },
};
