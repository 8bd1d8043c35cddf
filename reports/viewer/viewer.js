// The replay viewer: an analysis board for recorded games. It knows no game; GAMES says how each one's events change the table and how
// it is drawn.
const SWING = 0.15; // a change of the chance to lose, or of the share of the points at stake, that surprises
const AHEAD = 50; // steps that a seat's slider has room for beyond the furthest place seen, wherever the game ends

// Who looks: everybody's cards open, or what one seat sees; its seat sits at the lower side of the table.
function eyesOf(choice, state, step) {
  if (choice === "all") return { seat: null, open: true, bottom: 0, state, sees: () => true };
  const seat = choice === "mover" ? (step?.seat ?? 0) : Number(choice);
  return { seat, open: false, moving: choice === "mover", bottom: choice === "mover" ? 0 : seat, state, sees: (other) => other === seat };
}

// Words of at most so many letters, cut between two words; what stands in brackets at their end is kept.
function shortened(words, room) {
  if (words.length <= room) return words;
  const [, text, end = ""] = /^(.*?)( \([^()]*\))?$/.exec(words);
  return `${text.slice(0, room - end.length).replace(/[\s,:;]+\S*$/, "")}…${end}`;
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

class Viewer {
  constructor(root) {
    this.root = root;
    root.hidden = false;
    this.part = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    this.timer = null;
    this.moves = new MoveList(this.part.list, (step) => this.walk(step));
    this.course = new Course(this.part.course, (step) => this.walk(step));
    this.begin();
  }

  // The games of the page; several are packed.
  async begin() {
    const { packed, records } = this.part;
    const games = packed ? await unpacked(packed.textContent) : JSON.parse(records.textContent);
    this.open(games);
    this.listen();
    this.follow();
  }

  listen() {
    const { part } = this;
    const go = {
      first: () => this.walk(0),
      back: () => this.walk(this.stop(-1)),
      forward: () => this.walk(this.stop(1)),
      last: () => this.walk(Infinity),
      surprise: () => this.walk(this.surprise()),
      play: () => (this.timer === null ? this.start() : this.pause()),
    };
    for (const [name, act] of Object.entries(go)) part[name].addEventListener("click", act);
    part.slider.addEventListener("input", () => this.walk(Number(part.slider.value)));
    part.speed.addEventListener("change", () => this.timer !== null && this.start());
    part.eyes.addEventListener("change", () => this.look());
    part.game.addEventListener("change", () => this.choose(Number(part.game.value)));
    part.file.addEventListener("change", () => this.read(part.file.files[0]));
    window.addEventListener("hashchange", () => this.follow());
    document.addEventListener("click", ({ target }) => target.closest("a[href^='#watch=']")?.hash === location.hash && this.follow()); // no change
    const keys = { ArrowLeft: go.back, ArrowRight: go.forward, ArrowUp: () => this.walk(this.turn(-1)), ArrowDown: () => this.walk(this.turn(1)) };
    Object.assign(keys, { Home: go.first, End: go.last, n: go.surprise, " ": go.play, ",": () => this.walk(this.position - 1), ".": () => this.walk(this.position + 1) });
    (this.root.dataset.keys === "page" ? document : this.root).addEventListener("keydown", (press) => this.press(press, keys));
  }

  press(event, keys) {
    const { target, key } = event;
    if (!(key in keys) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("select, textarea, input:not([type=range])")) return;
    if (key === " " && target.closest("button, a, summary, input")) return;
    event.preventDefault();
    keys[key]();
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
    this.number = 0;
    this.offer();
    this.show(first, 0);
  }

  // The games to choose from.
  offer() {
    const { part, records } = this;
    const title = (record) => `${GAMES[record.game].title}${record.names ? "" : `, game ${record.index}`}: ${namesOf(record).join(", ")}`;
    const room = Math.floor(((this.root.clientWidth || innerWidth) - 50) / 9.5); // letters, where they are wide
    const names = records.map((record) => shortened(record.about ?? title(record), room));
    part.game.replaceChildren(...names.map((name, number) => element("option", { value: String(number) }, name)));
    part.game.value = String(this.number);
    part.choice.hidden = records.length < 2;
  }

  choose(number) {
    try {
      this.show(new Replay(this.records[number]), number);
    } catch (error) {
      this.say(`this game cannot be shown: ${error.message}`);
    }
  }

  show(replay, number) {
    this.pause();
    this.say("");
    this.replay = replay;
    this.number = number;
    const { part } = this;
    const { record, game } = replay;
    part.game.value = String(number);
    const players = record.names ? `: ${namesOf(record, true).join("; ")}` : `, game ${record.index} of seed ${record.seed}`;
    part.title.textContent = `${game.title}${record.about ? `: ${record.about}` : players}`;
    const rules = Object.entries(record.rules).map(([name, value]) => `${name} ${value === null ? "none" : Array.isArray(value) ? value.join(" ") || "none" : value}`);
    part.rules.textContent = `${rules.join("; ")}.`;
    part.rules.parentElement.hidden = Boolean(record.names); // a page has the rules elsewhere, in words
    part.table.className = `table ${record.game}`;
    const seats = record.players.map((_, seat) => element("option", { value: String(seat) }, replay.name(seat)));
    part.eyes.replaceChildren(element("option", { value: "all" }, "all cards open"), ...seats, element("option", { value: "mover" }, "the player to move"));
    this.position = replay.stepOf(record.opens);
    this.furthest = this.position;
    this.look();
    if (record.names && this.position === 0) this.walk(this.stop(1)); // where there is something on the table
    this.begins = this.position;
  }

  // --- where to go ---

  // The links of a page to its games: `tk0` is the first of Twisted Knot.
  key(number) {
    const { game } = this.records[number];
    const place = this.records.slice(0, number).filter((record) => record.game === game).length;
    return (GAMES[game].letters ?? game) + place;
  }

  // Go where the page's address says, as `#watch=tk0:142`.
  follow() {
    const [, key, step] = /^#watch=([\w-]+):(\d+)(?:&|$)/.exec(location.hash) ?? [];
    const number = key === undefined ? -1 : this.records.findIndex((_, place) => this.key(place) === key);
    if (number < 0) return;
    if (number !== this.number) this.choose(number);
    this.walk(Number(step));
    this.root.scrollIntoView();
    this.root.focus({ preventScroll: true });
  }

  // The next place in one direction where the eyes see a choice; the start or the end if there is none.
  stop(direction) {
    const { steps } = this.replay;
    for (let at = this.position + direction; at > 0 && at < steps.length; at += direction) {
      if (this.replay.isChoice(steps[at], this.eyes)) return at;
    }
    return direction < 0 ? 0 : steps.length;
  }

  // The beginning of the next turn, or of this one, or of the one before.
  turn(direction) {
    const { steps } = this.replay;
    const begins = steps.map((step, at) => at).filter((at) => at === 0 || steps[at].turn !== steps[at - 1].turn);
    if (direction > 0) return begins.find((at) => at > this.position) ?? steps.length;
    return begins.findLast((at) => at < this.position) ?? 0;
  }

  // The next move that is certainly worse than the best, was a tremble, or came after the player's chances had changed a lot.
  surprise() {
    const { steps } = this.replay;
    const swings = this.swings();
    const surprises = (step, number) => this.replay.isSlip(step) || step.tremble || swings.has(number);
    const at = steps.findIndex((step, number) => number > this.position && this.eyes.sees(step.seat) && surprises(step, number));
    return at < 0 ? steps.length : at;
  }

  swings() {
    const courses = this.replay.valued ? coursesOf(this.replay) : [];
    const values = courses.flat().map(([, value]) => value);
    const limit = unitOf(this.replay.valued?.metric).better < 0 ? SWING : SWING * (Math.max(...values) - Math.min(...values));
    return new Set(courses.flatMap((points) => points.filter(([, value], i) => i && Math.abs(value - points[i - 1][1]) >= limit).map(([number]) => number)));
  }

  start() {
    clearInterval(this.timer);
    if (this.position >= this.replay.steps.length) this.walk(0);
    this.timer = setInterval(() => {
      this.walk(this.stop(1));
      if (this.position >= this.replay.steps.length) this.pause();
    }, 1000 / Number(this.part.speed.value));
    this.part.play.textContent = "Pause";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.part.play.textContent = "Play";
  }

  walk(position) {
    this.position = Math.max(0, Math.min(position, this.replay.steps.length));
    this.furthest = Math.max(this.furthest, this.position);
    this.draw();
  }

  // How many steps the slider and the course have room for: a seat does not know when the game ends.
  get room() {
    return this.eyes.open ? this.replay.steps.length : this.furthest + AHEAD;
  }

  // --- drawing ---

  // Draw all anew, as the eyes are others: the list and the course too.
  look() {
    this.stale = true;
    this.draw();
  }

  draw() {
    const { replay, position, part } = this;
    const { steps } = replay;
    const state = replay.at(position);
    const step = steps[position];
    this.eyes = eyesOf(part.eyes.value, state, step);
    const { eyes } = this;
    this.drawPlace();
    part.table.replaceChildren(...boardOf(replay, state, eyes, step?.seat));
    part.whose.textContent = !step ? "The end" : step.moves.length && eyes.sees(step.seat) ? `${replay.name(step.seat)} decides` : `Next: ${replay.name(step.seat)}`;
    part.why.replaceChildren(...reasons(replay, step, eyes));
    if (this.stale || !eyes.open) {
      const end = eyes.open ? steps.length : position;
      this.moves.draw(replay, eyes, end);
      this.course.draw(replay, eyes, end, this.room);
      this.stale = false;
    }
    this.moves.mark(replay, position);
    this.course.mark(position);
  }

  // Where the game stands: the slider, the count, the headline, the link.
  drawPlace() {
    const { part, position, replay } = this;
    const { steps } = replay;
    const words = replay.place(position, this.eyes.open);
    part.slider.max = this.room;
    part.slider.value = position;
    part.slider.setAttribute("aria-valuetext", words);
    part.count.textContent = words;
    part.told.textContent = position ? replay.told(this.stop(-1), position, this.eyes) || "…" : "The cards are dealt. Nobody has moved yet: ▶ goes to the first choice.";
    part.link.href = `#watch=${this.key(this.number)}:${position}`;
    for (const name of ["first", "back"]) part[name].setAttribute("aria-disabled", String(position === 0));
    for (const name of ["forward", "last", "surprise"]) part[name].setAttribute("aria-disabled", String(position === steps.length));
  }
}

document.querySelectorAll(".viewer[data-keys]").forEach((root) => new Viewer(root));
