// The replay viewer: steps through a record. It knows no game; GAMES says how each one's events change the table and how it is drawn.
const CHECKPOINT = 64; // steps between two kept positions; going back starts from the last of them
const LISTED = 60; // legal moves listed at most

// The steps of a record: its events, and between them decisions to do nothing, which have no event of their own.
function stepsOf(record) {
  const game = GAMES[record.game];
  const steps = [];
  let previous = { seat: 0 };
  for (const event of record.events) {
    (event.before ?? []).forEach(({ moves, tremble }, number) => {
      if (moves.length > 1) steps.push({ event: null, seat: game.decider(moves, event, previous), moves, tremble, following: event, number });
    });
    const moves = event.moves ?? [];
    const seat = moves.length ? game.decider(moves, event, previous) : (event.by ?? event.seat ?? previous.seat);
    steps.push({ event, seat, moves, tremble: event.tremble });
    if (event.seat !== undefined) previous = event;
  }
  return steps;
}

// One recorded game, at any of its steps. Raises an error if it is not a record of a known game.
class Replay {
  constructor(record) {
    if (!record || typeof record !== "object" || !Object.hasOwn(GAMES, record.game)) throw new Error("it is not a record of a game known here");
    this.record = record;
    this.game = GAMES[record.game];
    this.steps = stepsOf(record);
    this.explained = this.steps.some((step) => step.moves.length);
    this.kept = [structuredClone(this.game.start(record))];
    const state = this.game.start(record);
    this.steps.forEach((step, number) => {
      this.play(state, step, number);
      if ((number + 1) % CHECKPOINT === 0) this.kept.push(structuredClone(state));
    });
  }

  play(state, step, number) {
    if (step.event === null) return;
    try {
      this.game.apply(state, step.event);
    } catch (error) {
      throw new Error(`step ${number + 1} cannot be drawn: ${error.message}`);
    }
  }

  // The position after so many steps.
  at(position) {
    const nearest = Math.floor(position / CHECKPOINT);
    const state = structuredClone(this.kept[nearest]);
    for (let number = nearest * CHECKPOINT; number < position; number++) this.play(state, this.steps[number], number);
    return state;
  }

  name(seat) {
    return `seat ${seat} (${this.record.players[seat]})`;
  }

  // The same at the beginning of a sentence.
  who(seat) {
    return `Seat ${seat} (${this.record.players[seat]})`;
  }

  // The legal moves of a step in words, each with its score, and whether it was taken.
  options({ moves, event, following, number }) {
    return moves.map(([move, score]) => ({ words: this.game.option(move), score, taken: this.game.taken(move, event, following, number) }));
  }

  // What happened at a step, in words.
  told(number) {
    const { event, seat } = this.steps[number];
    if (event === null) return `${this.who(seat)} decides: ${this.options(this.steps[number]).find((option) => option.taken)?.words ?? "nothing"}`;
    const words = this.game.tell(event);
    return event.seat === undefined ? (event.do === "reset" ? `The table ${words}` : words) : `${this.who(event.seat)} ${words}`;
  }

  // How the game ended, and what each player got, as lines.
  ending() {
    const { end, places, turns, score } = this.record.result;
    if (score) {
      const early = (end ?? "finished") === "finished" ? "" : `, ${end} after ${counted(turns, "turn")}`;
      return [`The scores${early}`, score.map((points, seat) => `${this.name(seat)}: ${points > 0 ? "+" : ""}${points}`)];
    }
    const order = places.map((place, seat) => [place, seat]).sort((one, other) => (one[0] || Infinity) - (other[0] || Infinity));
    const lines = order.map(([place, seat]) => (place ? `${place}. ${this.name(seat)}` : `${this.name(seat)} still holds cards`));
    return [`${end[0].toUpperCase()}${end.slice(1)} after ${counted(turns, "turn")}`, lines];
  }
}

// A score as a number; infinite ones are words in a record.
function worth(score) {
  return { inf: Infinity, "-inf": -Infinity }[score] ?? Number(score);
}

function scored(score) {
  if (score === null) return "-";
  return typeof score === "string" ? score : String(Number(score.toPrecision(6)));
}

// What the player to move could do, best first, the move taken marked.
function reasons(replay, step) {
  if (!step) {
    const [words, lines] = replay.ending();
    return [element("p", { class: "ending" }, words), element("ul", { class: "ending" }, ...lines.map((line) => element("li", {}, line)))];
  }
  const options = replay.options(step);
  if (!options.length) return [element("p", { class: "none" }, replay.explained ? "Nothing to decide: this follows of itself." : "No scores are recorded in this file.")];
  if (options.length === 1) return [element("p", { class: "none" }, `The only thing to do: ${options[0].words}.`)];
  const best = [...options].sort((one, other) => (worth(other.score) > worth(one.score)) - (worth(other.score) < worth(one.score)));
  const listed = best.filter((option, place) => place < LISTED || option.taken);
  const rows = listed.map(({ words, score, taken }) =>
    element("tr", { class: taken ? "taken" : "" }, element("td", {}, taken ? `✓ ${words} (taken)` : words), element("td", { class: "number" }, scored(score))),
  );
  const head = element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "move"), element("th", { scope: "col", class: "number" }, "score")));
  const notes = step.tremble ? [element("p", { class: "facts" }, "It trembled here: a random legal move, whatever the scores.")] : [];
  if (listed.length < options.length) notes.push(element("p", { class: "facts" }, `${options.length - listed.length} more moves, with lower scores.`));
  const table = element("table", {}, head, element("tbody", {}, ...rows));
  return [element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "legal moves with scores" }, table), ...notes];
}

// A file of records, one to a line. Raises an error that says which line is none.
function parseRecords(text) {
  const lines = text.split("\n").map((line, number) => [line.trim(), number + 1]);
  const found = lines.filter(([line]) => line).map(([line, number]) => {
    try {
      const record = JSON.parse(line);
      if (!record || !Object.hasOwn(GAMES, record.game)) throw new Error("no game that is known here");
      return record;
    } catch (error) {
      throw new Error(`line ${number} is not a record (${error.message})`);
    }
  });
  if (!found.length) throw new Error("there is no record in it");
  return found;
}

class Viewer {
  constructor(root) {
    this.root = root;
    this.part = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, one]));
    this.timer = null;
    this.listen();
    this.open(JSON.parse(this.part.records.textContent));
  }

  listen() {
    const { part } = this;
    const moves = { first: () => 0, back: () => this.position - 1, forward: () => this.position + 1, last: () => Infinity };
    for (const [name, target] of Object.entries(moves)) part[name].addEventListener("click", () => this.walk(target()));
    part.play.addEventListener("click", () => (this.timer === null ? this.start() : this.stop()));
    part.slider.addEventListener("input", () => this.walk(Number(part.slider.value)));
    part.speed.addEventListener("change", () => this.timer !== null && this.start());
    part.reveal.addEventListener("change", () => this.draw());
    part.eyes.addEventListener("change", () => this.draw());
    part.game.addEventListener("change", () => this.choose(Number(part.game.value)));
    part.file.addEventListener("change", () => this.read(part.file.files[0]));
    const keys = { ArrowLeft: moves.back, ArrowRight: moves.forward, Home: moves.first, End: moves.last };
    (this.root.dataset.keys === "page" ? document : this.root).addEventListener("keydown", (press) => {
      if (!(press.key in keys) || press.altKey || press.ctrlKey || press.metaKey || press.target.closest("select, input[type=file], .scroll")) return;
      press.preventDefault();
      this.walk(keys[press.key]());
    });
  }

  async read(file) {
    if (!file) return;
    try {
      this.open(parseRecords(await file.text()));
    } catch (error) {
      this.say(`${file.name} cannot be shown: ${error.message}`);
    }
  }

  say(problem) {
    this.part.problem.textContent = problem;
    this.part.problem.hidden = !problem;
  }

  // Show the first of some records, the others to choose from; raises an error, and stays where it is, if that is no record.
  open(records) {
    const first = new Replay(records[0]);
    this.records = records;
    const names = records.map((record) => `${GAMES[record.game].title}, game ${record.index}: ${record.players.join(", ")}`);
    this.part.game.replaceChildren(...names.map((name, number) => element("option", { value: String(number) }, name)));
    this.part.choice.hidden = records.length < 2;
    this.show(first);
  }

  choose(number) {
    try {
      this.show(new Replay(this.records[number]));
    } catch (error) {
      this.say(`this game cannot be shown: ${error.message}`);
    }
  }

  show(replay) {
    this.stop();
    this.say("");
    this.replay = replay;
    const { record, game, steps } = replay;
    this.part.title.textContent = `${game.title}, game ${record.index} of seed ${record.seed}`;
    const rules = Object.entries(record.rules).map(([name, value]) => `${name} ${value === null ? "none" : Array.isArray(value) ? value.join(" ") || "none" : value}`);
    this.part.rules.textContent = `Rules: ${rules.join("; ")}. ${counted(steps.length, "step")}.`;
    this.part.slider.max = steps.length;
    const seats = record.players.map((_, seat) => element("option", { value: String(seat) }, replay.name(seat)));
    this.part.eyes.replaceChildren(element("option", { value: "" }, "the player to move"), ...seats);
    this.walk(0);
  }

  start() {
    clearInterval(this.timer);
    if (this.position >= this.replay.steps.length) this.walk(0);
    this.timer = setInterval(() => {
      this.walk(this.position + 1);
      if (this.position >= this.replay.steps.length) this.stop();
    }, 1000 / Number(this.part.speed.value));
    this.part.play.textContent = "Pause";
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.part.play.textContent = "Play";
  }

  walk(position) {
    this.position = Math.max(0, Math.min(position, this.replay.steps.length));
    this.draw();
  }

  draw() {
    const { replay, position, part } = this;
    const { steps, record, game } = replay;
    const state = replay.at(position);
    const step = steps[position];
    const chosen = part.eyes.value === "" ? (step?.seat ?? null) : Number(part.eyes.value);
    const reveal = part.reveal.checked;
    const eyes = { seat: chosen, reveal, sees: (seat) => chosen === null || seat === chosen };
    part.slider.value = position;
    part.slider.setAttribute("aria-valuetext", `step ${position} of ${steps.length}`);
    part.count.textContent = `step ${position} of ${steps.length}`;
    part.told.textContent = position ? replay.told(position - 1) : "The cards are dealt.";
    for (const name of ["first", "back"]) part[name].setAttribute("aria-disabled", String(position === 0));
    for (const name of ["forward", "last"]) part[name].setAttribute("aria-disabled", String(position === steps.length));
    part.table.replaceChildren(...this.layout(record.players.length, (seat) => this.place(state, seat, step, eyes), game.centre(state, eyes)));
    part.whose.textContent = !step ? "The end" : step.moves.length ? `${replay.who(step.seat)} decides` : `Next: ${replay.name(step.seat)}`;
    part.why.replaceChildren(...reasons(replay, step));
  }

  // Seats round the table, clockwise from the lower left: half of them above the middle, half below.
  layout(n, place, centre) {
    const above = Array.from({ length: Math.ceil(n / 2) }, (_, i) => (i + 1) % n);
    const below = Array.from({ length: n }, (_, i) => (n - i) % n).filter((seat) => !above.includes(seat));
    return [
      element("div", { class: "side" }, ...above.map(place)),
      element("div", { class: "centre" }, ...centre),
      element("div", { class: "side" }, ...below.map(place)),
    ];
  }

  place(state, seat, step, eyes) {
    const { replay } = this;
    const marks = [];
    if (step && step.seat === seat) marks.push(element("span", { class: "mark" }, "to move"));
    if (state.places[seat]) marks.push(element("span", { class: "mark" }, `out, place ${state.places[seat]}`));
    const heading = element("p", { class: "who" }, element("b", {}, `Seat ${seat}`), ` ${replay.record.players[seat]} `, ...marks);
    return element("div", { class: `seat${step && step.seat === seat ? " moving" : ""}` }, heading, element("div", { class: "groups" }, ...replay.game.seat(state, seat, eyes)));
  }
}

document.querySelectorAll(".viewer").forEach((root) => new Viewer(root));
