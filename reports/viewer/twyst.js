// Twyst on the table: hands, bids, the contract and the trick (rulings TY-1 to TY-8).
const TWYST_RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];
const CONTRACTS = {
  "ace-solo": "Ace solo",
  misere: "Misere",
  "court-solo": "Court solo",
  "twist-solo": "Twist solo",
  "trump-duo": "Trump duo",
  "plain-duo": "Plain duo",
  nemo: "Nemo",
};

function contractWords(event, names) {
  const by = event.contractors.map((seat) => names[seat]).join(" and ");
  const trump = event.trump ? `trump ${SUITS[event.trump][0]}` : "no trump";
  const target = event.target === null ? "" : event.target === 0 ? ", no trick" : `, ${event.target} tricks or more`;
  const unwanted = event.suit ? `, unwanted ${SUITS[event.suit][0]}` : "";
  return `${CONTRACTS[event.name] ?? event.name} by ${by}: ${trump}${target}${unwanted}`;
}

const TWYST_EVENTS = {
  bid(state, { seat, card }) {
    state.bids[seat] = card;
  },
  contract(state, event) {
    state.turned = true;
    state.contracts.push(contractWords(event, state.names));
  },
  lead(state, { seat }) {
    state.leader = seat;
  },
  card(state, { seat, card }) {
    drop(state.hands[seat], card);
    const suit = card.slice(-1);
    if (state.suit === null) state.suit = suit;
    else if (suit !== state.suit && !state.voids[seat].includes(state.suit)) state.voids[seat].push(state.suit);
    state.trick[seat] = card;
  },
  trick(state, { seat }) {
    state.tricks[seat] += 1;
    state.trick = [null, null, null, null];
    state.suit = null;
    state.leader = seat;
  },
};

GAMES["twyst"] = {
  title: "Twyst",
  letters: "ty",

  start(record) {
    const four = (value) => record.deal.map(() => value);
    return {
      hands: record.deal.map((hand) => [...hand]),
      bids: four(null),
      turned: false,
      contracts: [],
      leader: null,
      trick: four(null),
      suit: null,
      tricks: four(0),
      voids: record.deal.map(() => []),
      places: four(0),
    };
  },

  apply(state, event) {
    TWYST_EVENTS[event.do](state, event);
  },

  tell(event, eyes) {
    const words = {
      bid: () => (eyes.sees(event.seat) || eyes.state.turned ? `bids ${short(event.card)}` : "puts down a bid face down"),
      contract: () => contractWords(event, eyes.state.names),
      lead: () => (event.by === null ? "leads as the eldest" : `leads, named by ${eyes.state.names[event.by]}`),
      card: () => `plays ${short(event.card)}`,
      trick: () => "takes the trick",
    };
    return words[event.do]();
  },

  // The list goes by tricks; the bidding and the choice of a leader come before the first.
  beginsTurn(step, before) {
    const opens = step.event.do === "card" && before.event.do !== "card";
    return opens || before.event.do === "trick";
  },

  turnName(turn) {
    return turn === 0 ? "Bidding" : `Trick ${turn}`;
  },

  // Whether others have decided before a step, and nobody has seen what.
  isHidden({ event }) {
    return event.do === "bid" && event.seat > 0;
  },

  option(move, names) {
    if (move.do === "lead") return `let ${names[move.seat]} lead`;
    return `${move.do === "bid" ? "bid" : "play"} ${short(move.card)}`;
  },

  decider(moves, event) {
    return event.by ?? event.seat;
  },

  taken(move, event) {
    return event !== null && move.do === event.do && (move.do === "lead" ? move.seat === event.seat : move.card === event.card);
  },

  centre(state, eyes) {
    const laid = state.trick.map((card, seat) => {
      const shown = card === null ? element("span", { class: "card place", "aria-hidden": "true" }) : face(card, "fresh");
      const mark = seat === state.leader ? `${state.names[seat]}, leads` : state.names[seat];
      return element("div", { class: `pile at-${(seat - eyes.bottom + 4) % 4}` }, shown, element("small", {}, ...breakable(mark)));
    });
    const contracts = state.contracts.length ? state.contracts : ["Bidding: all cards are turned up at once"];
    const number = state.tricks.reduce((sum, tricks) => sum + tricks, 0);
    return [
      element("div", { class: "contracts" }, ...contracts.map((words) => element("p", {}, words))),
      label(number === 13 ? "All 13 tricks are played" : `Trick ${number + 1} of 13`),
      element("div", { class: state.turned ? "trick" : "trick idle" }, ...laid),
    ];
  },

  seat(state, seat, eyes) {
    const hand = sorted(state.hands[seat], TWYST_RANKS, true);
    const mine = eyes.sees(seat);
    const bid = state.bids[seat];
    const shown = bid === null ? "none yet" : state.turned || mine ? short(bid) : "not yet turned";
    const voids = state.voids[seat].map((suit) => SUITS[suit][0]).join(" ");
    return [
      group(`Hand, ${hand.length}; tricks won, ${state.tricks[seat]}`, closed(hand, mine, "cards in hand")),
      facts(`Bid: ${shown}${stillHeld(state, seat) ? ", still in hand" : ""}`),
      facts(voids && `Failed to follow: ${voids}`),
    ];
  },
};

// Words that may be broken behind a plus sign, as in `carded+champion`.
function breakable(words) {
  return words.split(/(?<=\+)/).flatMap((part) => [part, element("wbr")]);
}

// Whether everybody knows that the bid card has not been played.
function stillHeld(state, seat) {
  return state.turned && state.hands[seat].includes(state.bids[seat]);
}
