// What each move is worth: a table beside the board, and the course of the chances over the game.
const LISTED = 60; // legal moves listed at most

// A score as a number; infinite ones are words in a record.
function worth(score) {
  return { inf: Infinity, "-inf": -Infinity }[score] ?? Number(score);
}

function scored(score) {
  if (score === null) return "-";
  return typeof score === "string" ? score : String(Number(score.toPrecision(6))).replace(/^-/, "−");
}

// A number of points, with its sign.
function signed(value, words = String(value)) {
  return (value > 0 ? "+" : "") + words.replace("-", "−");
}

// In which unit values are told: games lost in 100, or points.
function unitOf(metric) {
  return metric === "loss_rate"
    ? { head: "lost in\u00a0100", better: -1, write: (value) => (100 * value).toFixed(1), axis: "chance to lose" }
    : { head: "points a\u00a0deal", better: 1, write: (value) => signed(value, value.toFixed(1)), axis: "points expected" };
}

// Best first: by worth where that is known, else by score.
function ranked(options, unit) {
  const rank = (option) => (option.value === null ? worth(option.score) : unit.better * option.value);
  return [...options].sort((left, right) => (rank(right) > rank(left)) - (rank(right) < rank(left)));
}

function optionRow({ words, score, value, taken }, unit, values) {
  const cells = [taken ? element("td", {}, `✓ ${words}`, element("span", { class: "unseen" }, " (taken)")) : element("td", {}, words)];
  if (values) cells.push(element("td", { class: "number" }, value === null ? "-" : unit.write(value)));
  else cells.push(element("td", { class: "number score" }, scored(score)));
  return element("tr", { class: taken ? "taken" : "" }, ...cells);
}

function notesOn(step, options, unlisted, { rollouts, tricks, anew } = {}) {
  const notes = [];
  if (options.some(({ taken, worse }) => taken && worse)) notes.push("The move played is certainly worse than the best.");
  if (step.tremble) notes.push("The player trembled here: a random legal move, whatever the scores.");
  if (unlisted) notes.push(`${unlisted} more moves, which are no better.`);
  if (step.values && tricks) notes.push("Points of the contract with all four hands open, if everybody plays their best from here on.");
  else if (step.values) notes.push(`The mean, each move played out ${rollouts.toLocaleString("en")} times with hidden cards redealt${anew ? ", and earlier bids made anew with them" : ""}.`);
  return notes.map((words) => element("p", { class: "note" }, words));
}

// The table of moves at one decision: what each is worth, or else how the player rated it.
function optionTable(options, step, valued) {
  const unit = unitOf(valued?.metric);
  const values = options.some(({ value }) => value !== null);
  const best = ranked(options, unit);
  const listed = best.filter((option, place) => place < LISTED || option.taken);
  const heads = ["move", values ? unit.head : "own\u00a0rating, no\u00a0unit"];
  const head = element("thead", {}, element("tr", {}, ...heads.map((words, i) => element("th", { scope: "col", class: i ? "number" : "" }, words))));
  const table = element("table", {}, head, element("tbody", {}, ...listed.map((option) => optionRow(option, unit, values))));
  return [table, ...notesOn(step, options, options.length - listed.length, valued)];
}

// What the player to move could do, best first, the move taken marked.
function reasons(replay, step, eyes) {
  if (!step) {
    const [words, lines] = replay.ending();
    return [element("p", { class: "ending" }, words), element("ul", { class: "ending" }, ...lines.map((line) => element("li", {}, line)))];
  }
  if (!eyes.sees(step.seat)) return [element("p", { class: "none" }, `What ${replay.name(step.seat)} could do is hidden from ${replay.name(eyes.seat)}.`)];
  const options = replay.options(step);
  if (!options.length) return [element("p", { class: "none" }, replay.explained ? "Nothing to decide: this follows from the rules." : "No scores are recorded in this file.")];
  if (options.length === 1) return [element("p", { class: "none" }, `The only thing to do: ${options[0].words}.`)];
  return optionTable(options, step, replay.valued && { ...replay.valued, anew: replay.game.isHidden?.(step) });
}

// --- the course of the game ---

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;
const HEIGHT = 100;

function drawn(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

// For each seat its points [step, value]: what it could expect of the move it took, from what it knew at its own choices.
function coursesOf(replay) {
  if (replay.courses) return replay.courses;
  const courses = replay.record.players.map(() => []);
  replay.steps.forEach((step, number) => {
    if (!step.values) return;
    const taken = replay.options(step).find((option) => option.taken);
    if (taken) courses[step.seat].push([number, taken.value]);
  });
  replay.courses = courses;
  return courses;
}

// A line that keeps its height from one point to the next, up to the end.
function stairs(points, x, y, end) {
  const parts = points.map(([step, value], i) => `${i ? `H${x(step)}V${y(value)}` : `M${x(step)} ${y(value)}`}`);
  return `${parts.join("")}H${x(end)}`;
}

class Course {
  constructor(root, go) {
    this.root = root;
    root.addEventListener("click", (event) => {
      const svg = event.target.closest("svg");
      if (!svg) return;
      const { left, width } = svg.getBoundingClientRect();
      go(Math.round(((event.clientX - left) / width) * this.room));
    });
  }

  // Draw the seats that some eyes see, up to a position, on a line with room for so many steps; the scale is that of what is
  // drawn, and tells no more.
  draw(replay, eyes, end, room) {
    const { valued } = replay;
    this.room = room;
    this.root.hidden = !valued || coursesOf(replay).flat().length < 2; // one choice is no course
    if (this.root.hidden) return;
    const unit = unitOf(valued.metric);
    const courses = coursesOf(replay).map((points, seat) => (eyes.sees(seat) ? points.filter(([step]) => step < end) : []));
    const values = courses.flat().map(([, value]) => value);
    const [low, high] = unit.better < 0 ? [0, 1] : [Math.min(0, ...values), Math.max(0, ...values)];
    const x = (step) => ((step / room) * WIDTH).toFixed(1);
    const y = (value) => (HEIGHT - ((value - low) / (high - low || 1)) * HEIGHT).toFixed(1);
    const lines = courses.map((seen, seat) =>
      seen.length ? drawn("path", { class: `seat-${seat % 6}`, d: stairs(seen, x, y, end) }) : "",
    );
    this.cursor = drawn("line", { class: "cursor", y1: 0, y2: HEIGHT });
    const zero = drawn("line", { class: "zero", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) });
    const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" };
    this.root.querySelector("[data-part=lines]").replaceChildren(drawn("svg", box, zero, ...lines, this.cursor));
    const scale = unit.better < 0 ? "from 0 at the bottom to 100% at the top" : `from ${unit.write(low)} to ${unit.write(high)}`;
    this.root.querySelector("figcaption").textContent = `${unit.axis[0].toUpperCase()}${unit.axis.slice(1)} ${valued.tricks ? "with all four hands open" : "as each player could know it"} at that player's choices, ${scale}. Colours are those of the players; click to go there.`;
  }

  mark(position) {
    if (this.root.hidden) return;
    const at = (position / this.room) * WIDTH;
    this.cursor.setAttribute("x1", at);
    this.cursor.setAttribute("x2", at);
  }
}
