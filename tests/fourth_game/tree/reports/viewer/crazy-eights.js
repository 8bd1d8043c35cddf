// Crazy Eights on the table: hands, the pile, the suit asked for and the stock (rulings CE-1 to CE-15).
const EIGHTS_RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

const EIGHTS_EVENTS = {
  "turn-up"(state, { cards }) {
    state.stock.splice(0, cards.length);
    state.stock.push(...cards.slice(0, -1));
    state.pile = cards.slice(-1);
    state.suit = cards.at(-1).slice(-1);
  },
  play(state, { seat, card }) {
    drop(state.hands[seat], card);
    state.pile.push(card);
    state.suit = card.slice(-1);
  },
  name(state, { suit }) {
    state.suit = suit;
  },
  draw(state, { seat, card }) {
    drop(state.stock, card);
    state.hands[seat].push(card);
  },
  reshuffle(state, { stock }) {
    state.pile = state.pile.slice(-1);
    state.stock = [...stock];
  },
  pass() {},
};

GAMES["crazy-eights"] = {
  title: "Crazy Eights",
  letters: "ce",

  start(record) {
    return {
      hands: record.deal.hands.map((hand) => [...hand]),
      stock: [...record.deal.stock],
      pile: [],
      suit: null,
      places: record.deal.hands.map(() => 0),
    };
  },

  apply(state, event) {
    EIGHTS_EVENTS[event.do](state, event);
  },

  tell(event, eyes) {
    const words = {
      "turn-up": () => {
        const eights = event.cards.slice(0, -1);
        return `the table shows ${short(event.cards.at(-1))}${eights.length ? `, turned up after ${shortAll(eights)}` : ""}`;
      },
      play: () => `plays ${short(event.card)}`,
      name: () => `names ${SUITS[event.suit][1]}`,
      draw: () => `draws ${eyes.sees(event.seat) ? short(event.card) : "a card"}`,
      reshuffle: () => `shuffles ${counted(event.stock.length, "card")} of the pile, which become the stock`,
      pass: () => "passes",
    };
    return words[event.do]();
  },

  option(move) {
    if (move.do === "name") return `name ${SUITS[move.suit][1]}`;
    return move.card ? `${move.do} ${short(move.card)}` : move.do;
  },

  decider(moves, event) {
    return event.seat;
  },

  // Whoever reshuffles is about to draw (CE-10).
  taken(move, event) {
    if (event.do === "reshuffle") return move.do === "draw";
    if (move.do !== event.do) return false;
    return move.do === "play" ? move.card === event.card : move.do !== "name" || move.suit === event.suit;
  },

  centre(state, eyes) {
    const buried = sorted(state.pile.slice(0, -1), EIGHTS_RANKS);
    return [
      label(state.suit === null ? "No card is turned up" : `Pile, ${state.pile.length}; ${SUITS[state.suit][1]} asked for`),
      row(state.pile.slice(-1)),
      label(`Stock, ${state.stock.length}${eyes.open ? ", next card first" : ""}`),
      faceDown(state.stock, eyes.open, "cards in the stock"),
      facts(`Beneath the top, ${buried.length}: ${tally(buried) || "none"}`, 4),
    ];
  },

  seat(state, seat, eyes) {
    const hand = sorted(state.hands[seat], EIGHTS_RANKS, true);
    return [group(`Hand, ${hand.length}`, closed(hand, eyes.sees(seat), "cards in hand"))];
  },
};
