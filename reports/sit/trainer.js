// A hand of Twyst to bid.
const pointsOf = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;

// The bids by their points, with what each loses against the best.
function bidTable(bids, own, shows) {
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  head.append(...["bid", "points a deal", "between", ""].map((words) => element("th", words, { scope: "col" })));
  const body = table.createTBody();
  for (const { card, points, half } of bids) {
    const row = body.insertRow();
    const marks = [card === own && "yours", card === shows && "the card’s"].filter(Boolean).join(", ");
    row.append(element("th", nameOf(card), { scope: "row" }), element("td", pointsOf(points)), element("td", `${pointsOf(points - half)} and ${pointsOf(points + half)}`), element("td", marks));
    row.classList.toggle("shown", card === own);
  }
  return table;
}

function answerTo({ hand, card, columns }, own) {
  const bids = hand.cards.map((each, i) => ({ card: each, points: hand.points[i], half: hand.halves[i] })).sort((one, other) => other.points - one.points);
  const [best, shown] = [bids[0], bids.find((bid) => bid.card === own)];
  const lost = best.points - shown.points;
  score(lost);
  const { shows, parts } = saidBy({ card, columns }, hand.cards);
  const isNear = lost <= best.half + shown.half;
  const verdict = lost === 0 ? "the best bid" : `${lost.toFixed(1)} points less than the ${nameOf(best.card)}${isNear ? ", perhaps as good" : ""}`;
  const holder = element("div", "", { class: "scroll", "data-label": "all thirteen bids" });
  holder.append(bidTable(bids, own, shows));
  overflow.observe(holder);
  practised("answer").replaceChildren(element("h3", `The ${nameOf(own)}: ${verdict}`), holder, element("h3", `The card shows the ${nameOf(shows)}`), ...parts);
  closeChoices(own);
}

practise((asked) => {
  const rows = [3, 2, 1, 0].map((suit) => {
    const row = element("div", "", { role: "group", "aria-label": ["clubs", "diamonds", "hearts", "spades"][suit] });
    const held = asked.hand.cards.filter((each) => Math.floor(each / 13) === suit).reverse();
    row.append(...held.map((each) => element("button", nameOf(each), { type: "button", value: each, class: suit === 1 || suit === 2 ? "red" : "black" })));
    return row;
  });
  practised("hand").replaceChildren(...rows.filter((row) => row.children.length));
  practised("hand").onclick = ({ target }) => target.tagName === "BUTTON" && !target.disabled && answerTo(asked, Number(target.value));
  practised("seat").textContent = `You are seat ${asked.hand.seat}${asked.hand.seat === 0 ? ", the eldest" : ""}. Which card do you show?`;
});
