// A position of Twisted Knot or Knotweed, and the question which of its moves is best.

// The moves by what they lose, the best first.
function moveTable(rows, own, byCard) {
  const heads = ["move", "lost of 100", "between", ""].map((words) => element("th", { scope: "col" }, words));
  const body = rows.map(({ number, words, mean, low, high }) => {
    const marks = [number === own && "yours", number === byCard && "the card’s"].filter(Boolean).join(", ");
    const cells = [mean.toFixed(1), `${low.toFixed(1)} and ${high.toFixed(1)}`, marks].map((text) => element("td", {}, text));
    return element("tr", { class: number === own ? "shown" : undefined }, element("th", { scope: "row" }, words), ...cells);
  });
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...body));
}

function answerToMove({ values, card, lines, reasons }, own, words) {
  const rows = values.map(([mean, low, high, isWorse], number) => ({ number, words: words[number], mean, low, high, isWorse }));
  rows.sort((left, right) => left.isWorse - right.isWorse || left.mean - right.mean);
  const [best, taken] = [rows[0], rows.find(({ number }) => number === own)];
  const lost = Math.max(0, taken.mean - best.mean);
  score(lost);
  const verdict = taken === best ? "the best move" : `${lost.toFixed(1)} more games of 100 lost than after '${best.words}'${taken.isWorse ? "" : ", perhaps as good"}`;
  const byLine = lines[own] ? `, by its ${lines[own]}` : card === own ? "." : ", though none of its lines tells the two apart.";
  const byCard = `The table card plays ${card === own ? "it, too" : `'${words[card]}'`}${byLine}`;
  const why = [...reasons[own], byCard];
  practised("answer").replaceChildren(element("h3", {}, `${words[own]}: ${verdict}`), moveTable(rows, own, card), ...why.map((text) => element("p", {}, text)));
  closeChoices(own);
}

practise((asked) => {
  const { seat, players, board, moves, said } = asked;
  const names = Array.from({ length: players }, (_, number) => `Seat ${number}${number === seat ? " (you)" : ""}`);
  const state = { ...board, names };
  const shown = { record: { players: names }, game: GAMES[trainedIn], name: (number) => names[number] };
  const eyes = { seat, open: false, bottom: seat, state, sees: (other) => other === seat };
  const words = moves.map((move) => shown.game.option(move, names));
  practised("board").replaceChildren(...boardOf(shown, state, eyes, seat));
  practised("hand").replaceChildren(...words.map((text, number) => element("button", { type: "button", value: number }, text)));
  practised("hand").onclick = ({ target }) => target.tagName === "BUTTON" && !target.disabled && answerToMove(asked, Number(target.value), words);
  practised("seat").textContent = `${said} Which of these moves?`;
});
