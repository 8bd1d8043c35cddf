// What the card for the table says with a hand of Twyst, and why: the same sums as `knotlab bid` makes, from the card's own numbers. A card
// is a number, 13 * suit + rank: the suits are clubs, diamonds, hearts and spades, the ranks 2 to ace.

const [TEN, JACK, KING, ACE] = [8, 9, 11, 12];
const SUIT_LETTERS = "CDHS";
const RANK_LETTERS = "23456789TJQKA";
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

// A hand as text with suits as letters, be they named or drawn, and a ten as T.
function inLetters(text) {
  const drawn = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
  const counted = { DEUCE: "2", TWO: "2", THREE: "3", FOUR: "4", FIVE: "5", SIX: "6", SEVEN: "7", EIGHT: "8", NINE: "9" };
  const plain = text.toUpperCase().replace(/[♧♢♡♤]/g, (white) => "♣♦♥♠"["♧♢♡♤".indexOf(white)]).replace(/\bAND\b|\uFE0F/g, " ");
  const words = /\b(?:(SPADE|HEART|DIAMOND|CLUB|ACE|KING|QUEEN|JACK|TEN|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|DEUCE)(?:E?S)?)\b|[♣♦♥♠]/g;
  return plain.replace(words, (sign, word) => drawn[sign] ?? counted[word] ?? word[0]).replaceAll("10", "T").replace(/\bOF\b/g, " ");
}

// Its suits, where letters name none: spades first, with points, commas, strokes, wide or else single spaces between.
const BETWEEN = [/\s*[.,;/|\n]\s*/, /\s{2,}/, /\s+/];
const suitsIn = (letters) => letters.trim().split(BETWEEN.find((between) => between.test(letters.trim())));

// The cards of a hand as text names them: the suit before its ranks (S AKQ72 H 83 ..) or after them (AKQ72S 83H .., AS 10H ..), or no suit, spades first.
function cardsIn(text) {
  const letters = inLetters(text);
  const named = /[CDHS]/.test(letters) ? letters : suitsIn(letters).map((ranks, i) => "SHDC"[i] + ranks).join(" ");
  const found = named.replace(/[^CDHS2-9TJQKA]/g, "");
  const groups = found.match(SUIT_LETTERS.includes(found[0]) ? /[CDHS][^CDHS]*/g : /[^CDHS]+[CDHS]/g) ?? [];
  const cards = groups.flatMap((group) => {
    const suit = SUIT_LETTERS.indexOf(group.match(/[CDHS]/)[0]);
    return [...group.replace(/[CDHS]/, "")].map((rank) => 13 * suit + RANK_LETTERS.indexOf(rank));
  });
  return cards.sort((one, other) => one - other);
}

// What of a hand cannot be read, if anything: words of other letters.
function unreadIn(text) {
  const words = inLetters(text).split(/[\s,;:./|-]+/);
  return words.filter((word) => /[^SHDCAKQJT2-9]/.test(word)).join(" ").toLowerCase();
}

// Whether the suits of a hand can be told from each other: they are named, or four, or as yet fewer, none with a rank twice.
function isPlaced(text) {
  const letters = inLetters(text);
  const suits = suitsIn(letters).map((ranks) => ranks.replace(/\s/g, ""));
  const isBegun = suits.length < 4 && !isShort(text) && suits.every((ranks) => new Set(ranks).size === ranks.length);
  return /[SHDC]/.test(letters) || suits.length === 4 || isBegun;
}

// Whether thirteen ranks stand in two or three suits without names: a void may be any.
function isShort(text) {
  const letters = inLetters(text);
  return !/[SHDC]/.test(letters) && [2, 3].includes(suitsIn(letters).length) && letters.replace(/[^2-9TJQKA]/g, "").length === 13;
}

// Thirteen ranks in a row with spaces between the suits, each from its highest card down, where that makes four of them.
function spaced(text) {
  const ranks = [...inLetters(text).replace(/[^2-9TJQKA]/g, "")];
  const isNext = (i) => i && RANK_LETTERS.indexOf(ranks[i]) >= RANK_LETTERS.indexOf(ranks[i - 1]);
  const suits = ranks.map((rank, i) => (isNext(i) ? " " : "") + rank).join("").replaceAll("T", "10");
  return ranks.length === 13 && suits.split(" ").length === 4 ? suits : "";
}

// What is counted in a hand: of each suit its ranks, the lowest first, and its hand points; the hand points of all.
function countedIn(card, cards) {
  const suits = [0, 1, 2, 3].map((suit) => cards.filter((each) => Math.floor(each / 13) === suit).map((each) => each % 13).sort((a, b) => a - b));
  const points = suits.map((ranks) => total(ranks.map((rank) => (rank >= JACK ? card.honours[ACE - rank] : 0))));
  return { suits, points, all: total(points) };
}

// The sure tricks of a suit: its cards in sequence from the ace down, and with three of them also each other card beyond the fourth, or all cards if there are seven.
function sureTricks(ranks) {
  let inSequence = 0;
  while (ranks.includes(ACE - inSequence)) inSequence += 1;
  if (inSequence < 3) return inSequence;
  return ranks.length >= 7 ? ranks.length : inSequence + Math.max(ranks.length - Math.max(inSequence, 4), 0);
}

// Each row of the card with its parts: the sum, what it takes, and the card that it would show, if any.
function aceRow(card, { suits, all }) {
  const bySuit = suits.map(sureTricks);
  const suit = suits.findIndex((ranks) => ranks.includes(ACE));
  const sum = total(bySuit);
  return { row: "ace", bySuit, sum, shows: suit < 0 ? null : 13 * suit + ACE, isGood: suit >= 0 && (sum >= card.ace.tricks || all >= card.ace.points) };
}

function courtRow(card, { suits, points, all }) {
  const short = suits.map((ranks) => Math.max(2 - ranks.length, 0));
  const sure = suits.map(sureTricks);
  const rows = suits.map((ranks, suit) => {
    const courts = ranks.filter((rank) => rank >= JACK && rank <= KING);
    const missing = total(short) - short[suit];
    const others = total(sure) - sure[suit];
    const sum = all + points[suit] + card.court.trump * ranks.length + card.court.sure * others + card.court.short * missing;
    return { row: "court", suit, own: points[suit], length: ranks.length, others, missing, sum, shows: courts.length ? 13 * suit + Math.max(...courts) : null };
  });
  const best = rows.filter((each) => each.shows !== null).reduce((one, other) => (one && one.sum >= other.sum ? one : other), null);
  return best ? { ...best, isGood: best.sum >= card.court.least } : { row: "court", shows: null, isGood: false };
}

function deuceRow(card, { suits }) {
  const { limits, times, most } = card.deuce;
  const bySuit = suits.map((ranks) => total(ranks.slice(0, limits.length).map((rank, place) => times[place] * Math.max(rank + 2 - limits[place], 0))));
  const suit = suits.findIndex((ranks) => ranks[0] === 0);
  const sum = total(bySuit);
  return { row: "deuce", bySuit, sum, shows: suit < 0 ? null : 13 * suit, isGood: suit >= 0 && sum <= most };
}

// The longest suit that has a numeral, the first of equals; -1 of a hand without any.
const isNumeral = (rank) => rank > 0 && rank <= TEN;
const longestOf = (suits) =>
  suits.reduce((best, ranks, suit) => (ranks.some(isNumeral) && ranks.length > (suits[best]?.length ?? 0) ? suit : best), -1);

// The numerals of a hand, the one to be shown first: of equals the highest, then the first suit.
function numeralsOf(card, { suits, all }) {
  const place = card.columns.findLastIndex((column) => all >= column.least);
  const column = card.columns[place];
  const numerals = suits.flatMap((ranks, suit) => {
    if (column.one_suit && suit !== longestOf(suits)) return [];
    const tops = ranks.includes(KING) + 2 * ranks.includes(ACE);
    const middles = ranks.filter((rank) => rank >= TEN - 1 && rank < KING).length;
    const length = column.length[Math.min(ranks.length, column.length.length) - 1];
    return ranks
      .filter(isNumeral)
      .map((rank) => {
        const long = column.long * Math.max(ranks.length - 4, 0) * Math.max(rank - 5, 0);
        const parts = [column.number[rank - 1], length, column.top * tops, column.middle * middles, long];
        return { shows: 13 * suit + rank, parts, sum: total(parts) };
      });
  });
  numerals.sort((a, b) => b.sum - a.sum || (b.shows % 13) - (a.shows % 13) || a.shows - b.shows);
  return { place, numerals };
}

// What the card says with thirteen cards: the rows that are tried before a numeral, the numerals, and what is shown by which row.
function advised(card, cards) {
  const counted = countedIn(card, cards);
  const rows = [aceRow(card, counted), courtRow(card, counted), deuceRow(card, counted)];
  const { place, numerals } = numeralsOf(card, counted);
  const good = rows.find((each) => each.isGood);
  if (good) return { counted, rows, place, numerals, by: good.row, shows: good.shows };
  if (numerals.length) return { counted, rows, place, numerals, by: "numeral", shows: numerals[0].shows };
  const highest = cards.reduce((one, other) => (other % 13 > one % 13 ? other : one));
  return { counted, rows, place, numerals, by: "none", shows: rows[2].shows ?? highest };
}

// What is shown without counting where no solo is: the first numeral of the longest suit that has one; nothing of a hand without any.
function glanced({ numbers }, cards) {
  const suits = [0, 1, 2, 3].map((suit) => cards.filter((each) => Math.floor(each / 13) === suit).map((each) => each % 13));
  const suit = longestOf(suits);
  return suit < 0 ? null : 13 * suit - 2 + numbers.find((number) => suits[suit].includes(number - 2));
}
