// One choice of game, number of players and company for all habits and tips. Without this script all of them are there.
document.querySelectorAll(".picker").forEach((form) => {
  form.hidden = false;
  form.addEventListener("input", () => {
    const { game, players, company } = Object.fromEntries(new FormData(form));
    for (const part of document.querySelectorAll(".habit, .tip, .answer")) part.dataset.other = String(Boolean(game) && part.dataset.game !== game);
    for (const cell of document.querySelectorAll("[data-company]")) {
      cell.hidden = (Boolean(players) && cell.dataset.players !== players) || (Boolean(company) && cell.dataset.company !== company);
    }
    for (const part of document.querySelectorAll(".habit, .tip, .answer")) {
      const cells = [...part.querySelectorAll("[data-company]")];
      part.hidden = part.dataset.other === "true" || (cells.length > 0 && cells.every((cell) => cell.hidden));
    }
  });
});
