// Folded sections: closed once the page is there, and opened when something in them is linked to. Without this script they stay open.

// Opens all that hides the element of some id; that element.
function reveal(hash) {
  const target = document.getElementById(decodeURIComponent(hash.slice(1).split("&")[0]));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  return target;
}

document.querySelectorAll("details.folded").forEach((fold) => (fold.open = false));
reveal(location.hash)?.scrollIntoView();
window.addEventListener("hashchange", () => reveal(location.hash)?.scrollIntoView());
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link) reveal(link.hash); // before the browser goes there
});
