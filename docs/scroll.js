// The theme wraps each table in a box that scrolls where the table is too wide; the keyboard reaches those that do.
const reach = () =>
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((box) => (box.scrollWidth > box.clientWidth ? (box.tabIndex = 0) : box.removeAttribute("tabindex")));
addEventListener("load", reach);
addEventListener("resize", reach);
