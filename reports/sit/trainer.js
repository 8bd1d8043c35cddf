// A hand of Twyst to bid: the answer is made beforehand, and the score of points lost is kept as long as the tab.
const trainer = document.querySelector("[data-sit=trainer]");
const trained = { hands: 0, lost: 0, ...JSON.parse(sessionStorage.getItem("trained") ?? "{}") };
const pointsOf = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;
const part = (name) => trainer.querySelector(`[data-train=${name}]`);

function tellScore() {
  const each = trained.hands ? `, ${(trained.lost / trained.hands).toFixed(1)} a hand` : "";
  part("score").textContent = `${trained.hands} ${trained.hands === 1 ? "hand" : "hands"} bid, ${trained.lost.toFixed(1)} points lost${each}.`;
}

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
  trained.hands += 1;
  trained.lost += lost;
  sessionStorage.setItem("trained", JSON.stringify(trained));
  tellScore();
  const { shows, parts } = saidBy(card, columns, hand.cards);
  const isNear = lost <= best.half + shown.half;
  const verdict = lost === 0 ? "the best bid" : `${lost.toFixed(1)} points less than the ${nameOf(best.card)}${isNear ? ", perhaps as good" : ""}`;
  const holder = element("div", "", { class: "scroll", "data-label": "all thirteen bids" });
  holder.append(bidTable(bids, own, shows));
  overflow.observe(holder);
  part("answer").replaceChildren(element("h3", `The ${nameOf(own)}: ${verdict}`), holder, element("h3", `The card shows the ${nameOf(shows)}`), ...parts);
  part("hand").querySelectorAll("button").forEach((button) => {
    button.disabled = true;
    button.ariaPressed = Number(button.value) === own;
  });
  part("next").focus();
}

async function dealHand() {
  const asked = await fetch("hand").then((answer) => (answer.ok ? answer.json() : null), () => null);
  part("answer").replaceChildren();
  if (!asked) return part("answer").append(element("p", "The table does not answer. If knotlab sit has ended, start it again."));
  const rows = [3, 2, 1, 0].map((suit) => {
    const row = element("div", "", { role: "group", "aria-label": ["clubs", "diamonds", "hearts", "spades"][suit] });
    const held = asked.hand.cards.filter((each) => Math.floor(each / 13) === suit).reverse();
    row.append(...held.map((each) => element("button", nameOf(each), { type: "button", value: each, class: suit === 1 || suit === 2 ? "red" : "black" })));
    return row;
  });
  part("hand").replaceChildren(...rows.filter((row) => row.children.length));
  part("hand").onclick = ({ target }) => target.tagName === "BUTTON" && !target.disabled && answerTo(asked, Number(target.value));
  part("seat").textContent = `You are seat ${asked.hand.seat}${asked.hand.seat === 0 ? ", the eldest" : ""}. Which card do you show?`;
}

if (trainer) {
  tellScore();
  trainer.addEventListener("toggle", () => trainer.open && !part("hand").children.length && dealHand());
  part("next").addEventListener("click", dealHand);
}
