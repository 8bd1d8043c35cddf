// Knotweed on the table: hands, the piles laid out, the draw pile and the heap of played cards (rulings KW-1 to KW-13).
const WEED_RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

// A new turn: what a cheat who is caught gets back, and which piles are still open (KW-3, KW-11).
function openTurn(state, seat) {
  if (state.turn.seat === seat) return;
  state.piles.forEach((pile) => (pile.fresh = false));
  state.turn = { seat, hand: [...state.hands[seat]], piles: state.piles.map((pile) => ({ ...pile })), played: [...state.played] };
}

const WEED_EVENTS = {
  play(state, { seat, pile, cards }) {
    for (const card of cards) drop(state.hands[seat], card);
    state.played.push(...cards);
    const made = cards.map((top) => ({ top, fresh: true }));
    state.piles[pile] = made[0];
    state.piles.push(...made.slice(1));
  },
  pass() {},
  draw(state, { seat, cards }) {
    state.draw.splice(0, cards.length);
    state.hands[seat].push(...cards);
  },
  reset(state, { start, draw }) {
    state.piles = [{ top: start, fresh: false }];
    state.played = [start];
    state.draw = [...draw];
  },
  out(state, { seat, place }) {
    state.places[seat] = place;
  },
  prune(state, { piles }) {
    state.piles = state.piles.filter((_, number) => !piles.includes(number));
  },
  caught(state, { seat }) {
    state.hands[seat] = [...state.turn.hand];
    state.piles = state.turn.piles.map((pile) => ({ ...pile }));
    state.played = [...state.turn.played];
  },
};

// Cards without those that lie on top of a pile.
function heap(state) {
  const cards = [...state.played];
  for (const pile of state.piles) drop(cards, pile.top);
  return cards;
}

GAMES["knotweed"] = {
  title: "Knotweed",
  letters: "kw",

  start(record) {
    return {
      hands: record.deal.hands.map((hand) => [...hand]),
      piles: [{ top: record.deal.start, fresh: false }],
      played: [record.deal.start],
      draw: [...record.deal.draw],
      places: record.deal.hands.map(() => 0),
      turn: { seat: null },
      cards: 1 + record.deal.draw.length + record.deal.hands.flat().length,
    };
  },

  apply(state, event) {
    if (event.seat !== undefined) openTurn(state, event.seat);
    WEED_EVENTS[event.do](state, event);
  },

  tell(event, eyes) {
    const own = eyes.sees(event.seat);
    const cheating = event.cheat && own ? " (cheating)" : "";
    const drawn = () => (own ? shortAll(event.cards) : counted(event.cards.length, "card"));
    const words = {
      play: () => `plays ${shortAll(event.cards)} onto pile ${event.pile}${cheating}`,
      pass: () => "passes",
      draw: () => `draws ${event.cards.length ? drawn() : "nothing"}${cheating}`,
      reset: () => `the table is reset: ${short(event.start)} is the only pile, ${counted(event.draw.length, "card")} to draw`,
      out: () => `is out: place ${event.place}`,
      prune: () => `discards ${event.piles.length === 1 ? "pile" : "piles"} ${event.piles.join(", ")}`,
      caught: () => "is caught cheating and takes the cards of this turn back",
    };
    return words[event.do]();
  },

  option(move) {
    const cheating = move.cheat ? " (cheating)" : "";
    const words = {
      play: () => `play ${shortAll(move.cards)} onto pile ${move.pile}${cheating}`,
      pass: () => "pass",
      stop: () => "play no more",
      prune: () => `discard pile ${move.pile}`,
      draw: () => `draw ${move.count}${cheating}`,
    };
    return words[move.do]();
  },

  // Who stops playing has no event of that: it is the player of the event before.
  decider(moves, event, previous) {
    return moves.some(([move]) => move.do === "stop") ? previous.seat : (event.seat ?? previous.seat);
  },

  taken(move, event, following, number) {
    if (move.do === "prune") return (event ?? following).piles[event ? event.piles.length - 1 : number] === move.pile;
    if (event === null) return move.do === "stop";
    if (move.do === "stop") return event.do !== "play";
    if (move.do === "draw") return event.do === "draw" && event.cards.length === move.count;
    return move.do === event.do && move.pile === event.pile && String(move.cards) === String(event.cards) && !move.cheat === !event.cheat;
  },

  centre(state, eyes) {
    const piles = state.piles.map((pile, number) =>
      element("div", { class: "pile" }, face(pile.top, pile.fresh ? "fresh" : ""), element("small", {}, `pile ${number}`)),
    );
    const buried = sorted(heap(state), WEED_RANKS);
    return [
      label(`${counted(state.piles.length, "pile")}, those played this turn raised`),
      fan(piles, "piles"),
      label(`Draw pile, ${state.draw.length}${eyes.open ? ", next card first" : ""}`),
      faceDown(state.draw, eyes.open, "cards in the draw pile"),
      facts(`Played and buried, ${buried.length}: ${tally(buried) || "none"}`, state.cards > 60 ? 7 : 4),
    ];
  },

  seat(state, seat, eyes) {
    const hand = sorted(state.hands[seat], WEED_RANKS);
    return [group(`Hand, ${hand.length}`, closed(hand, eyes.sees(seat), "cards in hand"))];
  },
};
