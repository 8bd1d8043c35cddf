// A hand of Twyst that is tapped or typed, and what the card for the table says of it, row by row.

const SIGNS = ["♣", "♦", "♥", "♠"];
const rankOf = (each) => RANK_LETTERS[each % 13].replace("T", "10");
const nameOf = (each) => `${rankOf(each)}${SIGNS[Math.floor(each / 13)]}`;
const suitOf = (cards, suit) => cards.filter((each) => Math.floor(each / 13) === suit).map(rankOf).reverse().join("");
const bySuits = (cards) => [3, 2, 1, 0].map((suit) => `${SIGNS[suit]} ${suitOf(cards, suit) || "–"}`).join("  ");
const inShort = (cards) => [3, 2, 1, 0].map((suit) => suitOf(cards, suit) || "-").join(" ");

function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// The rows that are tried before a numeral, in words: the sum, what it takes, and whether it is enough.
function tried(card, { counted, rows }) {
  const [ace, court, deuce] = rows;
  const points = `${counted.all} hand points`;
  const verdict = (row, limit) => `${row.isGood ? "enough" : "not enough"} (it takes ${limit})`;
  const said = [];
  const sure = ace.bySuit.map((sum, suit) => `${SIGNS[suit]} ${sum}`).reverse();
  said.push(["An ace?", ace.shows === null ? "You have none." : `Sure tricks ${sure.join(" + ")} = ${ace.sum} with ${points}, ${verdict(ace, `${card.ace.tricks} or more, or ${card.ace.points} hand points`)}.`]);
  if (court.shows === null) said.push(["A king, queen or jack?", "You have none."]);
  else {
    const short = court.missing && card.court.short ? ` + ${card.court.short} × ${court.missing} that other suits fall short of two cards` : "";
    const others = court.others && card.court.sure ? ` + ${card.court.sure} × ${court.others} sure tricks of other suits` : "";
    const own = `${points} + ${court.own} for those of ${SIGNS[court.suit]} once more + ${card.court.trump} × ${court.length} cards of ${SIGNS[court.suit]}`;
    said.push(["A king, queen or jack?", `${own}${others}${short} = ${court.sum}, ${verdict(court, `${card.court.least} or more`)}.`]);
  }
  const danger = deuce.bySuit.map((sum, suit) => `${SIGNS[suit]} ${sum}`).reverse();
  said.push(["A deuce?", deuce.shows === null ? "You have none." : `${danger.join(" + ")} = ${deuce.sum}, ${verdict(deuce, `${card.deuce.most} or less`)}.`]);
  return said;
}

function numeralTable(answer, column) {
  const table = document.createElement("table");
  const heads = ["numeral", "number", "length of its suit", "its K and A", "its Q, J, 10, 9", "8 to 10 of a long suit", "points"];
  table.createCaption().textContent = `With ${answer.counted.all} hand points the numerals count as in the column “${column}”.`;
  const row = table.createTHead().insertRow();
  row.append(...heads.map((head) => element("th", head, { scope: "col" })));
  const body = table.createTBody();
  for (const { shows, parts, sum } of answer.numerals) {
    const line = body.insertRow();
    line.append(element("th", nameOf(shows), { scope: "row" }), ...[...parts, sum].map((part) => element("td", String(part).replace("-", "−"))));
    line.classList.toggle("shown", shows === answer.shows);
  }
  return table;
}

// What the card says with thirteen cards, and why: what is to be shown, then the rows one by one.
function saidBy({ card, columns, glance }, cards) {
  const answer = advised(card, cards);
  const list = document.createElement("ol");
  const isSolo = ["ace", "court", "deuce"].indexOf(answer.by);
  for (const [i, [question, sum]] of tried(card, answer).entries()) {
    if (isSolo >= 0 && i > isSolo) break; // the first that is good enough is shown
    const line = element("li", ` ${sum}`);
    line.prepend(element("b", question));
    list.append(line);
  }
  const parts = [list];
  if (answer.by === "none") list.append(element("li", "No numeral: a deuce, or else the highest card."));
  if (answer.by === "numeral") {
    list.append(element("li", whyNumeral(answer, columns)));
    const holder = element("div", "", { class: "scroll", "data-label": "points of the numerals" });
    holder.append(numeralTable(answer, columns[answer.place]));
    parts.push(holder);
    overflow.observe(holder);
  }
  return { shows: answer.shows, named: [nameOf(answer.shows), ...equals(answer)].join(" or "), parts, why: isSolo >= 0 ? list.lastChild.textContent : `${inALine(card, answer, columns)}${byGlance(glance, answer, cards)}` };
}

// The same for the first screen, with what hand points are.
function inALine(card, answer, columns) {
  const { by, counted, place, numerals } = answer;
  const honours = card.honours.map((points, i) => `${RANK_LETTERS[ACE - i]} ${points}`).join(", ");
  const hand = `A ${columns[place].split(" ")[0]} hand (${counted.all} points: ${honours}) and no solo`;
  if (by === "none") return `${hand}, nor is there a numeral.`;
  const [number, length] = numerals[0].parts;
  const why = length < Math.max(...numerals.map(({ parts }) => parts[1])) ? ` Another suit has a better length, but a ${rankOf(answer.shows)} counts ${number}.` : "";
  return `${hand}; ${equals(answer).length ? "these numerals count" : "this numeral counts"} most.${why}`;
}

// What the rule without counting shows with a hand of which a numeral is shown, by its side.
function byGlance(glance, { by, shows }, cards) {
  if (!glance || by !== "numeral") return ""; // the trainer has a card alone
  const shown = glanced(glance, cards);
  const told = shown === shows ? "the same" : nameOf(shown);
  return ` Without counting: ${told}.`;
}

// The numerals that count as much as the one shown, which is the first.
const equals = ({ by, numerals }) => (by === "numeral" ? numerals.slice(1).filter((each) => each.sum === numerals[0].sum).map((each) => nameOf(each.shows)) : []);

// Why a hand without a solo shows what it does; of numerals that count as much as the one shown, which they are.
function whyNumeral(answer, columns) {
  const { by, counted, place, numerals } = answer;
  const equal = equals(answer);
  const sum = numerals[0]?.sum;
  const tie = equal.length ? `, as much as the ${equal.join(" and the ")}; of equals the highest is shown, and of these the first of ${SIGNS.join(" ")}` : "";
  const points = `With ${counted.all} hand points (${columns[place]}) no solo is good enough`;
  return by === "none" ? `${points}, and there is no numeral.` : `${points}; of its numerals this one counts most: ${sum}${tie}.`;
}

document.querySelectorAll("form.tap:not(.ask)").forEach((form) => {
  const numbers = JSON.parse(document.getElementById("card-numbers").textContent);
  const held = new Set(numbers.example);
  let isExample = true; // nobody's hand: the first tap or letter begins another
  const [output, typed] = [form.querySelector("output"), form.elements.typed];
  const asked = document.querySelector("form.ask"); // on the first screen, where the hand is typed as well, and told in one line
  const [short, answer] = [asked.elements.typed, asked.querySelector("output")];
  const pads = [form, asked].map((each) => each.querySelector(".suits"));
  form.hidden = asked.hidden = false;

  function say(words, cards = [], why = "") {
    answer.classList.toggle("example", isExample);
    output.replaceChildren(element("p", words));
    answer.replaceChildren(...(short.value || held.size ? [element(cards.length === 13 ? "b" : "span", words), element("small", cards.length ? `${isExample ? "Example: " : ""}${bySuits(cards)}` : ""), element("small", why)] : []));
  }

  function tell() {
    const cards = [...held].sort((one, other) => one - other);
    asked.elements.tap.textContent = pads[1].hidden ? "tap cards" : "hide cards";
    for (const pad of pads) for (const button of pad.querySelectorAll("button")) button.ariaPressed = held.has(Number(button.value));
    if (cards.length !== 13) {
      const shown = glanced(numbers.glance, cards);
      const soFar = cards.length < 13 && shown !== null ? `Without counting, so far: ${nameOf(shown)}.` : "";
      say(cards.length < 13 ? `${cards.length} of 13 cards; ${13 - cards.length} to go.` : `${cards.length} cards; a hand has 13.`, cards, soFar);
      return;
    }
    const { named, parts, why } = saidBy(numbers, cards);
    say(`Show the ${named}`, cards, why);
    output.replaceChildren(element("h4", `Show the ${named}`), ...parts);
  }

  function hold(cards, isDealt = false) {
    isExample = isDealt;
    held.clear();
    cards.forEach((each) => held.add(each));
    tell();
  }

  function read(written) {
    const isInARow = [1, 13].includes(suitsIn(inLetters(written)).length); // thirteen ranks without a word on their suits
    const text = (isInARow && !isPlaced(written) && spaced(written)) || written;
    const [cards, unread] = [cardsIn(text), unreadIn(text)];
    const twice = cards.find((each, place) => cards.indexOf(each) < place);
    const isRead = !unread && isPlaced(text);
    hold(isRead && twice === undefined ? cards : []);
    const isUnclear = isShort(text) ? "Of which suit have you no card? Write - in its place." : "Which cards are of which suit?";
    const known = unread ? `Not understood: ${unread}.` : isUnclear;
    if (!isRead) say(`${known} Put spaces between the suits, spades first, then ♥, ♦ and ♣: ${spaced(text) || short.placeholder}`);
    else if (twice !== undefined) say(`${nameOf(twice)} stands there twice; a pack has it once.`);
  }

  function forget() {
    typed.value = short.value = answer.textContent = "";
  }

  function lay(pad) {
    for (const suit of [3, 2, 1, 0]) {
      const name = `${["clubs", "diamonds", "hearts", "spades"][suit]}; the arrow keys move from one to the next`;
      const row = element("div", "", { role: "group", "aria-label": name, "data-roving": "" });
      for (let rank = ACE; rank >= 0; rank--) {
        const each = 13 * suit + rank;
        row.append(element("button", `${rankOf(each)}\n${SIGNS[suit]}`, { type: "button", value: each, "aria-label": nameOf(each), "data-rove": "", tabindex: rank === ACE ? 0 : -1, class: suit === 1 || suit === 2 ? "red" : "black" }));
      }
      pad.append(row);
    }
  }

  lay(pads[0]);
  for (const pad of pads) pad.addEventListener("click", ({ target }) => {
    if (target.tagName !== "BUTTON") return;
    const each = Number(target.value);
    if (isExample || !target.value) held.clear();
    isExample = false;
    if (target.value && !held.delete(each)) held.add(each);
    typed.value = short.value = held.size ? inShort([...held].sort((one, other) => one - other)) : "";
    tell();
  });
  for (const [field, other] of [[typed, short], [short, typed]]) {
    field.addEventListener("input", () => {
      other.value = field.value;
      read(field.value);
    });
    field.form.addEventListener("submit", (event) => event.preventDefault());
  }
  // Whoever comes to a whole hand, or clicks into it once, finds all of it chosen, so that another can be typed.
  let isChosen = false;
  short.addEventListener("focus", () => held.size === 13 && short.select());
  short.addEventListener("click", () => {
    if (held.size === 13 && !isChosen) short.select();
    isChosen = true;
  });
  for (const ended of ["input", "blur"]) short.addEventListener(ended, () => { isChosen = false; });
  asked.elements.tap.addEventListener("click", ({ target }) => {
    if (!pads[1].hasChildNodes()) {
      lay(pads[1]);
      pads[1].append(element("button", "clear hand", { type: "button", value: "" }));
    }
    pads[1].hidden = !pads[1].hidden;
    target.ariaExpanded = !pads[1].hidden;
    tell();
  });
  // Wherever one clicks beside the field, the next letter is typed into it.
  asked.closest("section").addEventListener("click", ({ target }) => {
    if (target.closest("button, input, a, .suits") || String(getSelection())) return;
    short.focus({ preventScroll: true });
    short.select();
  });
  form.elements.clear.addEventListener("click", () => {
    forget();
    hold([]);
  });
  form.elements.deal.addEventListener("click", () => {
    forget();
    const pack = Array.from({ length: 52 }, (_, each) => [Math.random(), each]).sort((one, other) => one[0] - other[0]);
    hold(pack.slice(0, 13).map(([, each]) => each), true);
  });
  short.value = inShort(numbers.example);
  tell();
});
