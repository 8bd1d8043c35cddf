// One choice of game, number of players, field, and games lost or won, for all habits, tips and tournaments. Without this script all of them are there.
document.querySelectorAll(".picker").forEach((form) => {
  form.hidden = false;
  document.body.dataset.shown = "lost";
  form.addEventListener("input", () => {
    const { game, players, field, result } = Object.fromEntries(new FormData(form));
    document.body.dataset.shown = result;
    for (const part of document.querySelectorAll(".habit, .tip, .answer, .contest")) part.dataset.other = String(Boolean(game) && part.dataset.game !== game);
    for (const cell of document.querySelectorAll("[data-field]")) {
      cell.hidden = (Boolean(players) && cell.dataset.players !== players) || (Boolean(field) && cell.dataset.field !== field);
    }
    for (const part of document.querySelectorAll(".habit, .tip, .answer, .contest")) {
      const cells = [...part.querySelectorAll("[data-field]")];
      part.hidden = part.dataset.other === "true" || (cells.length > 0 && cells.every((cell) => cell.hidden));
    }
  });
});

// Of each group that says so, one place to stop with the tabulator; the up and down arrow keys go on from there.
document.querySelectorAll("[data-roving]").forEach((group) => {
  const inSight = () => [...group.querySelectorAll("[data-rove]")].filter((item) => item.checkVisibility());
  const stopAt = (chosen) => group.querySelectorAll("[data-rove]").forEach((item) => (item.tabIndex = item === chosen ? 0 : -1));
  stopAt(inSight()[0]);
  group.addEventListener("focusin", ({ target }) => target.matches("[data-rove]") && stopAt(target));
  group.addEventListener("keydown", (event) => {
    const items = inSight();
    const place = items.indexOf(event.target);
    const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: items.length - 1 }[event.key];
    if (place < 0 || next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    items[next]?.focus();
  });
  document.addEventListener("input", (event) => event.target.closest(".picker") && stopAt(inSight()[0]));
});
