// Tables that are made from the CSV within the page when they are opened, and the CSV as a file. Without this script the CSV itself is there.

// The rows of a CSV text; a field in quotes may have commas, line ends and doubled quotes.
function rowsOf(text) {
  const rows = [];
  let row = [];
  for (const [, quoted, plain, end] of text.trimEnd().matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
    if (!end) break;
  }
  return rows;
}

function made(name, texts, fill = () => {}) {
  const row = document.createElement("tr");
  texts.forEach((text, i) => {
    const cell = document.createElement(name === "th" || i === 0 ? "th" : "td");
    cell.scope = name === "th" ? "col" : "row";
    if (cell.tagName === "TD") cell.removeAttribute("scope");
    cell.textContent = text;
    fill(cell, i, text);
    row.append(cell);
  });
  return row;
}

const isNumber = (text) => /^[-+−]?[\d,.]+/.test(text);

// A table with the colour of each share: blue above a half, orange below, the stronger the further. Rows of players without a column have no number.
function matrixOf([heads, ...rows]) {
  const table = document.createElement("table");
  table.className = "matrix";
  const numbered = rows.map(([name, ...cells], i) => [i < heads.length - 1 ? `${i + 1} ${name}` : name, ...cells]);
  table.createTHead().append(made("th", ["", ...heads.slice(1).map((_, i) => String(i + 1))], (cell, i) => i && (cell.title = heads[i])));
  table.createTBody().append(
    ...numbered.map((row) =>
      made("td", row, (cell, i, text) => {
        if (!i || !text) return;
        const share = parseFloat(text) - 50;
        cell.style.setProperty("--strength", `${Math.min(Math.abs(share) * 1.6, 75)}%`);
        cell.className = share > 0 ? "ahead" : "behind";
      }),
    ),
  );
  return table;
}

function tableOf([heads, ...rows]) {
  const table = document.createElement("table");
  const numbers = heads.map((_, i) => i > 0 && rows.every((row) => row[i] === "" || isNumber(row[i])));
  const mark = (cell, i) => cell.classList.toggle("number", numbers[i]);
  table.createTHead().append(made("th", heads, mark));
  const shown = (row) => row.map((text, i) => (numbers[i] ? text.replaceAll(/-(?=\d)/g, "−") : text));
  table.createTBody().append(...rows.map((row) => made("td", shown(row), mark)));
  addSorting(table);
  return table;
}

function showData(details) {
  const text = details.querySelector("pre");
  const rows = rowsOf(text.textContent);
  const holder = document.createElement("div");
  holder.className = "sortable scroll";
  holder.dataset.label = details.querySelector("summary").textContent;
  holder.append(details.dataset.kind === "matrix" ? matrixOf(rows) : tableOf(rows));
  text.before(holder);
  text.hidden = true;
  overflow.observe(holder);
}

document.querySelectorAll("main .scroll[data-label]").forEach((target) => overflow.observe(target));
document.querySelectorAll("a[data-csv]").forEach((link) => (link.hidden = false));
document.querySelectorAll("details.data").forEach((details) => {
  details.addEventListener("toggle", () => details.open && !details.querySelector("table") && showData(details));
});

// Who beats whom at the chosen size of table is opened once it comes into sight, where there is room for it.
const sight = new IntersectionObserver((seen) =>
  seen.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => {
    target.open = true;
    sight.unobserve(target);
  }),
);
if (matchMedia("(min-width: 64rem)").matches) document.querySelectorAll("[data-kind=matrix]").forEach((target) => sight.observe(target));

// What is packed within the page, as JSON.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
}

const cells = document.getElementById("cells");
const tables = cells ? await unpacked(cells.textContent) : {}; // the experiments of each tip
// Pictures at the chosen table, in place of those that the page comes with.
const others = document.getElementById("pictures-at");
if (others) {
  const place = others.previousElementSibling;
  const usual = place.innerHTML;
  const at = await unpacked(others.textContent);
  const draw = () => (place.innerHTML = at[document.body.dataset.table] ?? usual);
  new MutationObserver(draw).observe(document.body, { attributeFilter: ["data-table"] });
  draw();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-csv]");
  if (!link) return;
  const text = tables[link.dataset.csv] ?? document.getElementById(link.dataset.csv).textContent;
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
});
