// A recorded game as a list of steps: what happened, who decided, and how the table stands after any of them.
const CHECKPOINT = 64; // steps between two kept positions; going back starts from the last of them

// The steps of a record: its events, and between them decisions to do nothing, which have no event of their own; each with the
// number of the decision that it is or comes before, as `knotlab replay --why` counts them.
function stepsOf(record) {
  const game = GAMES[record.game];
  const steps = [];
  let previous = { seat: 0 };
  let made = 0;
  for (const event of record.events) {
    (event.before ?? []).forEach((decision, number) => {
      const { moves } = decision;
      if (moves.length > 1) steps.push({ ...decision, decision: made, values: decision.whatif, event: null, seat: game.decider(moves, event, previous), following: event, number });
      made += 1;
    });
    const moves = event.moves ?? [];
    const seat = moves.length ? game.decider(moves, event, previous) : (event.by ?? event.seat ?? previous.seat);
    steps.push({ event, decision: made, seat, moves, tremble: event.tremble, values: event.par ?? event.whatif });
    if (moves.length) made += 1;
    if (event.seat !== undefined) previous = event;
  }
  return steps;
}

// Number each step's turn (or trick): a new one begins where the seat changes, unless the game says otherwise.
function numberTurns(game, steps) {
  const begins = game.beginsTurn ?? ((step, before) => step.seat !== before.seat);
  let turn = 0;
  steps.forEach((step, number) => {
    if (number && begins(step, steps[number - 1])) turn += 1;
    step.turn = turn;
  });
}

// One recorded game, at any of its steps. Raises an error if it is not a record of a known game.
// The names of a record's players, for readers where the page gives some; numbered where several have one name. Of a player in two
// parts, who bids in one way and plays in another, the first will do where it tells all apart.
function namesOf(record, isWhole = false) {
  const given = record.names?.length === record.players.length ? record.names.map(String) : record.players;
  const first = given.map((name) => name.split(", ")[0]);
  const isEnough = record.names && new Set(first).size === new Set(given).size && record.players.every((name) => name.includes("+"));
  const names = isEnough && !isWhole ? first : given;
  const alike = (name) => names.filter((other) => other === name).length;
  return names.map((name, seat) => (alike(name) > 1 ? `${name} ${names.slice(0, seat + 1).filter((other) => other === name).length}` : name));
}

class Replay {
  constructor(record) {
    if (!record || typeof record !== "object" || !Object.hasOwn(GAMES, record.game)) throw new Error("it is not a record of a game known here");
    this.record = record;
    this.game = GAMES[record.game];
    this.names = namesOf(record);
    this.steps = stepsOf(record);
    numberTurns(this.game, this.steps);
    this.valued = record.par ?? record.whatif;
    this.explained = this.steps.some((step) => step.moves.length);
    const state = { ...this.game.start(record), names: this.names };
    this.kept = [structuredClone(state)];
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
    return this.names[seat];
  }

  // Where the game stands, in words: the decision that is next, as far as a record has decisions.
  place(position, isOpen) {
    const { steps } = this;
    if (!this.explained) return isOpen ? `step ${position} of ${steps.length}` : `step ${position}`;
    if (position === steps.length) return "the end";
    const { decision, moves } = steps[position];
    const last = steps.findLast((step) => step.moves.length).decision;
    const words = moves.length ? `decision ${decision}` : `before decision ${decision}`;
    if (!isOpen) return words;
    return decision > last ? "after the last decision" : `${words} of ${last}`;
  }

  // The step at which a decision is taken; the start if it is not in the record.
  stepOf(decision) {
    return Math.max(0, this.steps.findIndex((step) => step.moves.length && step.decision === decision));
  }

  // Whether some eyes see a choice at a step. That a move of another's was forced is more than a player knows.
  isChoice(step, eyes) {
    if (!this.explained) return true;
    return eyes.sees(step.seat) ? step.moves.length > 1 : step.event !== null && step.moves.length > 0;
  }

  // The legal moves of a step in words, each with its score and what it is worth, and whether it was taken.
  options({ moves, event, following, number, values }) {
    return moves.map(([move, score], i) => ({
      words: this.game.option(move, this.names),
      score,
      value: values?.values[i] ?? null,
      worse: values?.worse.includes(i) ?? false,
      taken: this.game.taken(move, event, following, number),
    }));
  }

  // Whether the move taken gives something away for certain.
  isSlip(step) {
    return this.options(step).some(({ taken, worse }) => taken && worse);
  }

  // What happened at a step, in words, as far as some eyes see it; null if they see nothing.
  words(step, eyes) {
    if (step.event !== null) return this.game.tell(step.event, eyes);
    return eyes.sees(step.seat) ? `decides: ${this.options(step).find((option) => option.taken)?.words ?? "nothing"}` : null;
  }

  // What happened from one position to another as sentences, one a player; of many the last two.
  told(from, to, eyes) {
    const sentences = [];
    let speaker = null;
    for (const step of this.steps.slice(from, to)) {
      const words = this.words(step, eyes);
      if (words === null) continue;
      const who = step.event?.seat === undefined && step.event !== null ? null : (step.event?.seat ?? step.seat);
      if (who !== null && who === speaker) sentences[sentences.length - 1] += `, ${words}`;
      else sentences.push(who === null ? words : `${this.name(who)} ${words}`);
      speaker = who;
    }
    const shown = sentences.length > 6 ? sentences.slice(-2) : sentences;
    const text = shown.map((sentence) => `${sentence[0].toUpperCase()}${sentence.slice(1)}.`).join(" ");
    return shown === sentences ? text : `… ${text}`;
  }

  // How the game ended, and what each player got, as lines.
  ending() {
    const { end, places, turns, score } = this.record.result;
    if (score) {
      const early = (end ?? "finished") === "finished" ? "" : `, ${end} after ${counted(turns, "turn")}`;
      return [`The scores${early}`, score.map((points, seat) => `${this.name(seat)}: ${signed(points)}`)];
    }
    const order = places.map((place, seat) => [place, seat]).sort((left, right) => (left[0] || Infinity) - (right[0] || Infinity));
    const lines = order.map(([place, seat]) => (place ? `${place}. ${this.name(seat)}` : `${this.name(seat)} still holds cards`));
    return [`${end[0].toUpperCase()}${end.slice(1)} after ${counted(turns, "turn")}`, lines];
  }
}

// A file of records, one to a line. Raises an error that says which line is none.
function parseRecords(text) {
  const lines = text.split("\n").map((line, number) => [line.trim(), number + 1]);
  const records = lines.filter(([line]) => line).map(([line, number]) => {
    try {
      const record = JSON.parse(line);
      if (!record || !Object.hasOwn(GAMES, record.game)) throw new Error("no game that is known here");
      return record;
    } catch (error) {
      throw new Error(`line ${number} is not a record (${error.message})`);
    }
  });
  if (!records.length) throw new Error("there is no record in it");
  return records;
}
