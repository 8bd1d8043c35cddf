// The theme wraps each table in a box that scrolls where the table is too wide, and pictures of the gallery scroll on narrow screens; the
// keyboard reaches those that do.
const reach = () =>
  document.querySelectorAll(".md-typeset__scrollwrap, p:has(> img[src*='gallery/'])").forEach((box) => (box.scrollWidth > box.clientWidth ? (box.tabIndex = 0) : box.removeAttribute("tabindex")));
addEventListener("load", reach);
addEventListener("resize", reach);
