// A table at which the person in front of the page plays. Every answer of the table is how it stands as a whole, so that a reload, a
// second tab or a lost message loses nothing.
const PATIENCE = 400; // ms between two questions while something is worked on
const DEAREST = 3; // choices of a review that are named

class Sitting {
  constructor() {
    this.part = Object.fromEntries([...document.querySelectorAll("[data-sit]")].map((part) => [part.dataset.sit, part]));
    this.buttons = Object.fromEntries([...document.querySelectorAll("[data-do]")].map((button) => [button.dataset.do, button]));
    this.state = { version: -1 };
    for (const [name, button] of Object.entries(this.buttons)) button.addEventListener("click", () => this.ask(name));
    document.addEventListener("keydown", (press) => this.press(press));
    this.part.rules.open = true;
    new EventSource("alive").addEventListener("message", ({ data }) => Number(data) !== this.state.version && this.ask("look"));
    this.ask("look");
  }

  async ask(what, more = {}) {
    clearTimeout(this.timer);
    const body = JSON.stringify({ do: what, version: this.state.version, ...more });
    const state = await fetch("do", { method: "POST", body }).then((answer) => (answer.ok ? answer.json() : null), () => null);
    if (state) this.show(state);
    else {
      this.say("The table does not answer. If knotlab sit has ended, start it again.");
      this.timer = setTimeout(() => this.ask("look"), 5 * PATIENCE);
    }
  }

  say(problem) {
    this.part.problem.textContent = problem;
    this.part.problem.hidden = !problem;
  }

  press(event) {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest("select, input, textarea, [data-sit=viewer], [data-sit=trainer]")) return;
    const choices = [...this.part.moves.querySelectorAll("button")];
    const at = choices.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    const button = { h: this.buttons.hint, u: this.buttons.back, n: this.buttons.next }[key] ?? (key >= "1" && key <= "9" ? choices[key - 1] : undefined);
    if (step && choices.length && (at >= 0 || target === document.body)) choices[at < 0 ? (step > 0 ? 0 : choices.length - 1) : (at + step + choices.length) % choices.length].focus();
    else if (button && !button.hidden && !button.disabled) button.click();
    else return;
    event.preventDefault();
  }

  show(state) {
    const isNew = state.version !== this.state.version;
    const before = this.state;
    this.state = state;
    this.say(state.problem);
    this.waits &&= !state.problem;
    if (state.is_ready) {
      if (isNew) this.draw(before);
      this.drawHint();
      if (state.is_over) this.look(before);
    }
    const works = !state.is_ready || (state.hint && !state.hint.is_done) || (this.waits && !state.hint) || (state.is_over && state.review?.left !== 0);
    if (works && !state.problem) this.timer = setTimeout(() => this.ask(this.waits ? "hint" : "look"), PATIENCE);
  }

  // --- the table ---

  draw(before) {
    const { part, state } = this;
    const { seen, seat, moves } = state;
    const names = seen.players.map((name, number) => `Seat ${number} (${number === seat ? "you" : name})`);
    const replay = new Replay({ ...(state.is_over ? state.record : seen), names });
    const position = replay.steps.length;
    const table = replay.at(position);
    const eyes = { seat, open: state.is_over, bottom: seat, state: table, sees: (other) => state.is_over || other === seat };
    if (!before.is_ready) part.rules.open = false;
    part.table.className = `table ${seen.game}`;
    part.table.hidden = part.turn.hidden = false;
    part.table.replaceChildren(...boardOf(replay, table, eyes, state.is_over ? undefined : seat));
    part.told.textContent = replay.told(Math.min(state.since, position), position, eyes) || "The cards are dealt.";
    const score = state.is_match ? ` (${state.totals.map((points, number) => `seat ${number}: ${signed(points)}`).join(", ")} in the match)` : "";
    part.whose.textContent = (state.is_over ? replay.ending()[1].join("; ") : "Your move") + score;
    this.waits = false;
    this.drawMoves(replay, moves);
    const { buttons } = this;
    buttons.hint.hidden = state.is_over;
    buttons.back.disabled = !state.can_take_back;
    buttons.next.hidden = !state.is_over || state.is_all_over;
    buttons.again.hidden = !state.is_all_over;
    part.save.hidden = !state.is_over;
    part.keys.hidden = state.is_over;
    if (state.is_over) part.save.href = `data:application/jsonl,${encodeURIComponent(`${JSON.stringify(state.record)}\n`)}`;
    if (!state.is_over) this.forget();
  }

  drawMoves(replay, moves) {
    const hadFocus = this.part.moves.contains(document.activeElement);
    const play = (number) => this.ask("play", { move: number });
    this.choices = moves.map((move, number) => {
      const button = element("button", { type: "button" }, replay.game.option(move, replay.names));
      button.addEventListener("click", () => play(number));
      return button;
    });
    this.part.moves.replaceChildren(...this.choices);
    if (hadFocus) (this.choices[0] ?? this.buttons.again).focus();
    for (const card of this.part.table.querySelectorAll(".below .group:first-of-type .card")) {
      const numbers = moves.map((_, number) => number).filter((number) => cardsOf(moves[number]).some((code) => spoken(code) === card.getAttribute("aria-label")));
      if (!numbers.length) continue;
      card.classList.add("mine");
      card.addEventListener("click", () => (numbers.length === 1 ? play(numbers[0]) : this.choices[numbers[0]].focus()));
    }
  }

  // --- a hint ---

  drawHint() {
    const { part, state } = this;
    part.hint.hidden = !state.hint && !this.waits;
    if (!state.hint) {
      part.hint.replaceChildren(element("p", {}, "Playing your moves out …"));
      return;
    }
    this.waits = false;
    const { sentence, moves, metric, is_done: isDone } = state.hint;
    const unit = unitOf(metric);
    const words = sentence.replace(/\b(10|[2-9AKQJ])[CDHS]\b/g, short).replace(/-(?=\d)/g, "−");
    part.hint.replaceChildren(element("p", {}, element("b", {}, `${words[0].toUpperCase()}${words.slice(1)}.`), isDone ? "" : " Still counting …"));
    for (const { number, mean, low, high, is_worse: isWorse } of moves) {
      const choice = this.choices[number];
      choice.classList.toggle("best", !isWorse);
      choice.querySelector("small")?.remove();
      const ends = Number.isFinite(low) ? ` (${unit.write(low)} to ${unit.write(high)})` : "";
      choice.append(element("small", {}, `${unit.write(mean)}${ends} ${metric === "loss_rate" ? "lost of 100" : "points"}`));
    }
  }

  // --- after the game ---

  look({ review: before }) {
    const { part, state } = this;
    const { review } = state;
    const isDone = review?.left === 0;
    part.after.hidden = false;
    if (!review) part.reviewing.textContent = "Your choices are played out again …";
    if (!review || (this.viewer && before?.left === 0)) return;
    if (!this.viewer || isDone) this.watch(review.record);
    const unit = unitOf(review.record.whatif?.metric);
    const replay = new Replay(review.record);
    const costs = replay.steps.map((step, at) => this.costOf(replay, step, at, unit)).filter((each) => each && each.cost > 0);
    costs.sort((left, right) => right.cost - left.cost);
    const sure = costs.filter((each) => each.sure);
    const inAll = lossIn(unit, sure.reduce((sum, { cost }) => sum + cost, 0)); // a sum of guesses would be larger than what was lost
    const named = costs.slice(0, DEAREST).map(({ at, cost, taken, best, sure, reasons }) => {
      const button = element("button", { type: "button" }, "Show");
      button.addEventListener("click", () => {
        this.viewer.walk(at);
        part.viewer.scrollIntoView();
      });
      return element("li", {}, `${taken.words}: ${lossIn(unit, cost)}${sure ? "" : ", perhaps"}; better: ${best.words}. ${reasons.join(" ")} `, button);
    });
    const words = named.map((item) => item.textContent).join();
    if (words !== this.named) part.dearest.replaceChildren(...named);
    this.named = words;
    if (!isDone) {
      const open = `${counted(review.left, "choice")} of yours ${review.left === 1 ? "is" : "are"} played out again, those first that may have cost most …`;
      part.reviewing.textContent = `${open}${named.length ? " So far, the dearest:" : ""}`;
      return;
    }
    const certain = sure.length ? `${counted(sure.length, "move")} of yours certainly cost something, ${inAll} in all` : "No move of yours certainly cost anything";
    part.reviewing.textContent = `${certain}, as far as is known.${named.length ? " The dearest:" : ""}`;
  }

  // What a choice of the person's own cost, if it is known.
  costOf(replay, step, at, unit) {
    if (!step.values || step.seat !== this.state.seat) return null;
    const options = ranked(replay.options(step), unit);
    const taken = options.find((option) => option.taken);
    return taken && { at, taken, best: options[0], reasons: step.values.reasons ?? [], sure: taken.worse, cost: Math.max(0, unit.better * (options[0].value - taken.value)) };
  }

  watch(record) {
    const { part } = this;
    if (!this.viewer) {
      part.viewer.replaceChildren(part.template.content.cloneNode(true));
      const root = part.viewer.querySelector(".viewer");
      root.querySelector("[data-part=records]").textContent = JSON.stringify([record]);
      this.viewer = new Viewer(root);
    }
    const { position } = this.viewer;
    this.viewer.open([record]);
    this.viewer.walk(position);
    part.table.hidden = true;
  }

  forget() {
    this.viewer = null;
    this.named = "";
    this.part.viewer.replaceChildren();
    this.part.after.hidden = true;
    this.part.dearest.replaceChildren();
  }
}

function lossIn(unit, cost) {
  return unit.better < 0 ? `${(100 * cost).toFixed(1)} games of 100` : `${cost.toFixed(1)} points`;
}

// The cards of a move.
function cardsOf(move) {
  return move.cards ?? (move.card ? [move.card] : []);
}

const sitting = new Sitting();
sitting.buttons.hint.addEventListener("click", () => (sitting.waits = true), { capture: true });
