// The list of a game's moves, turn by turn or trick by trick. What was forced or follows of itself stands in one soft line.

const RECENT = 20; // turns listed where the eyes change from move to move, and the whole list with them

// A step in words; where a turn of the list is several players' (a trick), with the seat before.
function pieceOf(replay, step, number, eyes) {
  const words = replay.words(step, eyes);
  const seat = replay.game.turnName && step.event?.seat !== undefined ? `${replay.name(step.event.seat)}: ` : "";
  return words === null ? null : { words: seat + words, number, choice: replay.isChoice(step, eyes), step };
}

// The steps of one turn: each choice with what followed from it.
function piecesOf(replay, numbers, eyes) {
  return numbers.map((number) => pieceOf(replay, replay.steps[number], number, eyes)).filter((piece) => piece !== null);
}

function moveButton(replay, { step, number, words }, eyes) {
  const slip = eyes.sees(step.seat) && replay.isSlip(step);
  const mark = slip ? element("span", { class: "slip", role: "img", "aria-label": "certainly worse than the best move" }, " ✗") : "";
  return element("button", { type: "button", tabindex: "-1", "data-step": String(number) }, words, mark);
}

// One line of the list: the number of the turn's first decision (of the turn, where no decisions are known), whose it is, and
// its moves.
function turnLine(replay, turn, numbers, eyes) {
  const first = replay.steps[numbers[0]];
  const { title } = replay.game;
  const heading = replay.game.turnName?.(turn, first) ?? `${replay.explained ? first.decision : turn + 1} ${replay.name(first.seat)}`;
  const head = element("button", { type: "button", tabindex: "-1", class: "turn", "data-step": String(numbers[0]), "aria-label": `${title}, ${heading}` }, heading);
  const rest = piecesOf(replay, numbers, eyes).map((piece) => (piece.choice ? moveButton(replay, piece, eyes) : element("span", { class: "auto" }, piece.words)));
  return element("li", { "data-turn": String(turn) }, head, ...rest.flatMap((one) => [" ", one]));
}

// The numbers of the steps of each turn.
function turnsOf(replay) {
  const turns = [];
  replay.steps.forEach((step, number) => (turns[step.turn] ??= []).push(number));
  return turns;
}

// The whole list, or what some eyes have seen of it so far.
class MoveList {
  constructor(root, go) {
    this.root = root;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-step]");
      if (button) go(Number(button.dataset.step));
    });
  }

  // Draw the moves up to a position, all of them if it is the end. What a seat knows of bids changes as they are turned.
  draw(replay, eyes, end) {
    const drawnFor = `${eyes.seat} ${eyes.state.turned}`;
    if (this.replay !== replay) this.drawn = new Map();
    if (this.replay !== replay || !this.drawn.has(drawnFor)) this.drawn.set(drawnFor, []);
    this.replay = replay;
    const whole = this.drawn.get(drawnFor);
    const turns = turnsOf(replay);
    const full = end < replay.steps.length ? replay.steps[end].turn : turns.length;
    for (let turn = whole.length; turn < full; turn++) whole.push(turnLine(replay, turn, turns[turn], eyes));
    const begun = (turns[full] ?? []).filter((number) => number < end);
    this.hold([...whole.slice(eyes.moving ? Math.max(0, full - RECENT) : 0, full), ...(begun.length ? [turnLine(replay, full, begun, eyes)] : [])]);
  }

  // Make these the lines of the list; those that stand there already are not touched.
  hold(lines) {
    const { root } = this;
    let same = 0;
    while (same < lines.length && root.children[same] === lines[same]) same += 1;
    while (root.children.length > same) root.lastChild.remove();
    root.append(...lines.slice(same));
  }

  // Mark where the game stands, and bring it into view without moving the page.
  mark(replay, position) {
    const { root } = this;
    for (const old of root.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const buttons = [...root.querySelectorAll(`[data-turn="${replay.steps[position]?.turn}"] [data-step]`)];
    const current = buttons.findLast((button) => Number(button.dataset.step) <= position) ?? root.lastElementChild?.firstElementChild;
    if (!current) return;
    current.setAttribute("aria-current", "step");
    const { top, bottom } = current.getBoundingClientRect();
    const box = root.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) root.scrollTop += top - box.top - box.height / 3;
  }
}
