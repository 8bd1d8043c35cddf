// One choice of table, players and kind of table, for the whole page, kept in the address. All that can be shown is written into the page with
// the choices at which it is; this script says which choice that is, and puts what is ordered into the order written for it.
document.querySelectorAll(".chooser").forEach((form) => {
  form.hidden = false;
  const tables = form.dataset.tables.split(" ");
  const usual = document.body.dataset.table;
  const order = (item, place) => Number(item.dataset.order.split(" ")[place]);

  function show(table) {
    const place = tables.indexOf(table);
    if (place < 0) return;
    form.elements.table.value = table;
    document.body.dataset.table = table;
    for (const list of document.querySelectorAll("[data-ordered]")) {
      list.append(...[...list.children].sort((one, other) => order(one, place) - order(other, place)));
    }
  }

  // The choice that the address names, after a link's own part if there is one; empty where it names none.
  const named = () => {
    const parts = new URLSearchParams(location.hash.slice(1));
    return parts.has("players") || parts.has("against") ? `${parts.get("players") ?? usual[0]}-${parts.get("against") ?? usual.slice(2)}` : "";
  };
  const keep = () => {
    const [players, against] = document.body.dataset.table.split("-");
    const link = location.hash.slice(1).split("&").find((part) => part && !/^(players|against)=/.test(part));
    history.replaceState(null, "", `#${link ? `${link}&` : ""}players=${players}&against=${against}`);
  };

  form.addEventListener("input", () => {
    show(form.elements.table.value);
    keep();
  });
  window.addEventListener("hashchange", () => (named() ? show(named()) : document.body.dataset.table === usual || keep()));
  show(named());
});

// Boxes of tips beside each other without holes: each takes as many steps of the grid as it is high, and so the column that ends first.
const STEP = 8;
const heights = new ResizeObserver((seen) => seen.forEach(({ target }) => (target.style.gridRowEnd = `span ${Math.ceil(target.offsetHeight / STEP) + 1}`)));
document.querySelectorAll(".tip").forEach((tip) => {
  tip.parentElement.style.cssText = `--step:${STEP}px;--gap:0`;
  heights.observe(tip);
});

// Of each group that says so, one place to stop with the tabulator; the arrow keys go on from there.
const inSight = (group) => [...group.querySelectorAll("[data-rove]")].filter((item) => item.checkVisibility());
const stopAt = (group, chosen) => group.querySelectorAll("[data-rove]").forEach((item) => (item.tabIndex = item === chosen ? 0 : -1));
const stopAtFirst = () => document.querySelectorAll("[data-roving]").forEach((group) => stopAt(group, inSight(group)[0]));
stopAtFirst();
document.addEventListener("input", ({ target }) => target.closest(".chooser") && stopAtFirst());
document.addEventListener("focusin", ({ target }) => target.matches("[data-rove]") && stopAt(target.closest("[data-roving]"), target));
document.addEventListener("keydown", (event) => {
  const group = event.target.closest("[data-roving]");
  const items = group ? inSight(group) : [];
  const place = items.indexOf(event.target);
  const [on, back] = [place + 1, place - 1];
  const next = { ArrowDown: on, ArrowRight: on, ArrowUp: back, ArrowLeft: back, Home: 0, End: items.length - 1 }[event.key];
  if (place < 0 || next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  items[next]?.focus();
});
