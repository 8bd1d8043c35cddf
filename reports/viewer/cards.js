// Cards and small pieces of a page, shared by all games. GAMES holds a drawing of each game by its name; the games' own files fill it.
const GAMES = {};

const SUITS = { C: ["♣", "clubs"], D: ["♦", "diamonds"], H: ["♥", "hearts"], S: ["♠", "spades"] };
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

// A card with its face up; `kind` is a set of class names: hidden (the player to move cannot see it), fresh (just played).
function face(code, kind = "") {
  const [rank, suit] = halves(code);
  const red = suit && (suit[1] === "hearts" || suit[1] === "diamonds");
  const words = spoken(code) + (kind.includes("hidden") ? ", hidden" : "");
  const made = element("span", { class: `card ${red ? "red" : ""} ${kind}`, role: "img", "aria-label": words });
  made.append(element("b", {}, code === "Jk" ? "★" : rank));
  if (suit) made.append(element("i", {}, suit[0]));
  else if (code === "Jk") made.append(element("i", {}, "Jk"));
  return made;
}

// Cards in a row, with words for those who do not see them.
function row(codes, kind = "") {
  return element("div", { class: "cards" }, ...codes.map((code) => face(code, kind)));
}

// So many cards face down, the last of them with their number on it.
function backs(count, words) {
  const shown = Math.min(count, 12);
  const cards = Array.from({ length: shown }, (_, i) => element("span", { class: "card back", "aria-hidden": "true" }, i === shown - 1 ? String(count) : ""));
  return element("div", { class: "cards tight", role: "img", "aria-label": `${count} ${words}` }, ...cards);
}

// Cards that somebody may or may not see: faces, or dimmed faces if all is to be shown, or backs.
function closed(codes, seen, reveal, words) {
  if (codes.length === 0) return element("p", { class: "none" }, "none");
  if (seen) return row(codes);
  return reveal ? row(codes, "hidden") : backs(codes.length, `hidden ${words}`);
}

function label(words) {
  return element("p", { class: "label" }, words);
}

// Cards that belong together, under their name.
function group(words, cards) {
  return element("div", {}, label(words), cards);
}

// A pile face down, its number on it; face up and dimmed if all is to be shown.
function faceDown(codes, reveal, words) {
  if (reveal || codes.length === 0) return closed(codes, false, reveal, words);
  const card = element("span", { class: `card back${codes.length > 1 ? " deep" : ""}`, role: "img", "aria-label": `${codes.length} hidden ${words}` }, String(codes.length));
  return element("div", { class: "cards" }, card);
}

// Take one card out of a list.
function drop(cards, code) {
  const at = cards.indexOf(code);
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
  return [...cards].sort((one, other) => place(one) - place(other));
}

function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
