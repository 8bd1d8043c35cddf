// The practice below a table: the answers are made beforehand, and the score of what was lost is kept as long as the tab.
const trainer = document.querySelector("[data-sit=trainer]");
const { game: trainedIn, one, many, unit } = trainer.dataset; // what is practised, and what is lost
const trained = { hands: 0, lost: 0, ...JSON.parse(sessionStorage.getItem(`trained ${trainedIn}`) ?? "{}") };
const practised = (name) => trainer.querySelector(`[data-train=${name}]`);

function tellScore() {
  const each = trained.hands ? `, ${(trained.lost / trained.hands).toFixed(1)} a ${one}` : "";
  practised("score").textContent = `${trained.hands} ${trained.hands === 1 ? one : many}, ${trained.lost.toFixed(1)} ${unit} lost${each}.`;
}

function score(lost) {
  trained.hands += 1;
  trained.lost += lost;
  sessionStorage.setItem(`trained ${trainedIn}`, JSON.stringify(trained));
  tellScore();
}

// Mark the one that was chosen, by the value of its button, and go on to the next.
function closeChoices(own) {
  practised("hand").querySelectorAll("button").forEach((button) => {
    button.disabled = true;
    button.ariaPressed = Number(button.value) === own;
  });
  practised("next").focus();
}

// Ask for the next one, and have it drawn.
function practise(draw) {
  async function next() {
    practised("answer").textContent = "One moment …"; // the first time, the card's rules may have to be compiled
    const asked = await fetch(`hand?game=${trainedIn}`).then((answer) => (answer.ok ? answer.json() : null), () => null);
    practised("answer").replaceChildren();
    if (asked) draw(asked);
    else practised("answer").textContent = "The table does not answer. If knotlab sit has ended, start it again.";
  }
  tellScore();
  trainer.addEventListener("toggle", () => trainer.open && !practised("hand").children.length && next());
  practised("next").addEventListener("click", next);
}
