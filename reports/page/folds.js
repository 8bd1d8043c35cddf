// Folded sections: closed once the page is there, and opened when something in them is linked to. Without this script they stay open.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folds = [];
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) folds.push(fold);
  folds.forEach((fold) => (fold.open = true));
  if (folds.length) target.scrollIntoView();
}

document.querySelectorAll("details.folded").forEach((fold) => (fold.open = false));
openTarget();
window.addEventListener("hashchange", openTarget);
document.addEventListener("click", (event) => {
  if (event.target.closest("a")?.hash === location.hash) openTarget(); // the same link once more changes no hash
});
