// Cards and small pieces of a page, shared by all games. GAMES holds a drawing of each game by its name; the games' own files fill it.
const GAMES = {};

const SUITS = { C: ["♣", "clubs"], D: ["♦", "diamonds"], H: ["♥", "hearts"], S: ["♠", "spades"] };
const UNSEEN = "?"; // a card that was not seen, in a game as one seat knows it
const MANY = 9; // cards of one line from which on they are small
const RANK_WORDS = { A: "ace", K: "king", Q: "queen", J: "jack", Jk: "joker" };

// A new element; children are nodes or texts, so nothing in a record is ever read as markup.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

// The rank and suit of a card; games without suits have only ranks.
function halves(code) {
  const suit = SUITS[code.slice(-1)];
  return suit && code.length > 1 ? [code.slice(0, -1), suit] : [code, null];
}

function spoken(code) {
  const [rank, suit] = halves(code);
  return (RANK_WORDS[rank] ?? rank) + (suit ? ` of ${suit[1]}` : "");
}

// A card as it is written in a sentence: `10♥`.
function short(code) {
  const [rank, suit] = halves(code);
  return rank + (suit ? suit[0] : "");
}

function shortAll(codes) {
  return codes.map(short).join(" ");
}

// Sorted cards in few letters: `9×3 K`, and with suits `9♣♦ K♥`.
function tally(codes) {
  const byRank = new Map();
  for (const code of codes) {
    const [rank, suit] = halves(code);
    byRank.set(rank, [...(byRank.get(rank) ?? []), suit?.[0] ?? ""]);
  }
  const written = ([rank, suits]) => rank + (suits.join("") || (suits.length > 1 ? `×${suits.length}` : ""));
  return [...byRank].map(written).join(" ");
}

// A card with its face up; `kind` is a set of class names, such as fresh (just played).
function face(code, kind = "") {
  const [rank, suit] = halves(code);
  const red = suit && (suit[1] === "hearts" || suit[1] === "diamonds");
  const made = element("span", { class: `card ${red ? "red" : ""} ${kind}`, role: "img", "aria-label": spoken(code) });
  made.append(element("b", {}, code === "Jk" ? "★" : rank));
  if (suit) made.append(element("i", {}, suit[0]));
  return made;
}

// Elements in one line that never breaks: they overlap as far as the place makes it necessary, so the line keeps its height.
function fan(elements, kind = "") {
  return element("div", { class: `fan ${kind}` }, ...elements.map((one) => element("span", { class: "slot" }, one)));
}

// Cards with their faces up; many of them are small and in several lines, so that none is cut.
function row(codes) {
  const faces = codes.map((code) => face(code));
  return codes.length > MANY ? element("div", { class: "fan many", role: "group", "aria-label": counted(codes.length, "card"), tabindex: "0" }, ...faces) : fan(faces);
}

// So many cards face down, the last of them with their number on it.
function backs(count, words) {
  const shown = Math.min(count, 12);
  const cards = Array.from({ length: shown }, (_, i) => element("span", { class: "card back", "aria-hidden": "true" }, i === shown - 1 ? String(count) : ""));
  const made = fan(cards, "tight");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", `${count} ${words}`);
  return made;
}

// Cards that are seen or not: faces or backs.
function closed(codes, seen, words) {
  if (codes.length === 0) return fan([element("span", { class: "card place", "aria-hidden": "true" })]);
  return seen ? row(codes) : backs(codes.length, `hidden ${words}`);
}

function label(words) {
  return element("p", { class: "label" }, words);
}

// A line of facts that keeps room for so many lines on a narrow table, whatever it says.
function facts(words, lines = 1) {
  return element("p", { class: `facts lines-${lines}` }, words);
}

// Cards that belong together, under their name.
function group(words, cards) {
  return element("div", { class: "group" }, label(words), cards);
}

// A pile face down, its number on it; its cards if they are to be seen.
function faceDown(codes, seen, words) {
  if (seen || codes.length === 0) return closed(codes, seen, words);
  const card = element("span", { class: `card back${codes.length > 1 ? " deep" : ""}`, role: "img", "aria-label": `${codes.length} hidden ${words}` }, String(codes.length));
  return fan([card]);
}

// Take one card out of a list; where it is not among them, one that was not seen.
function drop(cards, code) {
  const at = cards.includes(code) ? cards.indexOf(code) : cards.indexOf(UNSEEN);
  if (at < 0) throw new Error(`there is no ${code} to play`);
  cards.splice(at, 1);
}

// A list of cards in an order of ranks, and of suits where there are any.
function sorted(cards, ranks, bySuit = false) {
  const place = (code) => {
    const [rank] = halves(code);
    const suit = "CDSH".indexOf(code.slice(-1));
    return bySuit ? 100 * suit + ranks.indexOf(rank) : 10 * ranks.indexOf(rank) + suit;
  };
  return [...cards].sort((left, right) => place(left) - place(right));
}

function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
