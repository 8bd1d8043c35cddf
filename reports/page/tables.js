// Tables that sort by a click on a head and filter by words or by a column's values. Without this script they are plain tables.
const LONG = 8; // rows from which on words can be looked for

// What a cell sorts by: the number it begins with, if its column holds numbers, else its text. Cells without a number come last.
function sortKey(cell, isNumber) {
  const text = cell.textContent.trim();
  if (!isNumber) return text.toLowerCase();
  const number = parseFloat(text.replace(/,/g, "").replace("−", "-").replace(/^\+/, ""));
  return Number.isNaN(number) ? Infinity : number;
}

function sortBy(table, head, column) {
  const isNumber = head.classList.contains("number");
  const first = isNumber ? "descending" : "ascending";
  const other = isNumber ? "ascending" : "descending";
  const order = head.getAttribute("aria-sort") === first ? other : first;
  const sign = order === "ascending" ? 1 : -1;
  const body = table.tBodies[0];
  const keyed = [...body.rows].map((row) => [sortKey(row.cells[column], isNumber), row]);
  keyed.sort(([upper], [lower]) => {
    if (upper === lower) return 0;
    if (upper === Infinity || lower === Infinity) return upper === Infinity ? 1 : -1;
    return sign * (isNumber ? upper - lower : upper.localeCompare(lower));
  });
  body.append(...keyed.map(([, row]) => row));
  for (const each of head.parentElement.cells) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
}

function addSorting(table) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortBy(table, head, column));
    head.append(button);
  });
}

function labelled(words, control) {
  const label = document.createElement("label");
  label.append(`${words} `, control);
  return label;
}

// A choice of one of a column's values.
function choiceOf(table, column) {
  const select = document.createElement("select");
  const values = new Set([...table.tBodies[0].rows].map((row) => row.cells[column].textContent.trim()));
  select.append(new Option("all", ""), ...[...values].sort((one, two) => one.localeCompare(two, "en", { numeric: true })).map((value) => new Option(value, value)));
  return select;
}

function addFilters(holder, table) {
  const rows = [...table.tBodies[0].rows];
  const heads = [...table.tHead.rows[0].cells];
  const choices = heads.flatMap((head, column) => (head.hasAttribute("data-choose") ? [{ column, words: head.textContent, select: choiceOf(table, column) }] : []));
  if (!choices.length && rows.length < LONG) return;
  const search = document.createElement("input");
  search.type = "search";
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  const filter = () => {
    const words = search.value.trim().toLowerCase();
    for (const row of rows) {
      const chosen = choices.every(({ column, select }) => !select.value || row.cells[column].textContent.trim() === select.value);
      row.hidden = !(chosen && row.textContent.toLowerCase().includes(words));
    }
    count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows`;
  };
  const bar = document.createElement("div");
  bar.className = "filters";
  bar.append(labelled("Find", search), ...choices.map(({ words, select }) => labelled(words, select)), count);
  bar.addEventListener("input", filter);
  holder.prepend(bar);
  filter();
}

document.querySelectorAll(".sortable").forEach((holder) => {
  const table = holder.querySelector("table");
  addFilters(holder, table);
  addSorting(table);
});

// A region that scrolls is a landmark, and a place to stop with the keyboard, only where something of it is out of sight.
const overflow = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const isCut = target.scrollWidth > target.clientWidth + 1;
    const landmark = { tabindex: "0", role: "region", "aria-label": target.dataset.label };
    for (const [name, value] of Object.entries(landmark)) isCut ? target.setAttribute(name, value) : target.removeAttribute(name);
  }
});
