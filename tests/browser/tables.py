"""What lies on the table at each step of a record: by the referee's position, and as the viewer draws it."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from playwright.sync_api import Page

from knotlab.sim.games.knotweed.cards import NAMES as WEED_CARDS
from knotlab.sim.games.twisted_knot.cards import NAMES as KNOT_CARDS
from knotlab.sim.games.twyst.cards import NAMES as TWYST_CARDS
from knotlab.sim.games.twyst.cards import spell
from knotlab.sim.playing.verify import Referee
from knotlab.sim.protocol import DECIDE

Facts = dict[str, Any]


class Watcher(Referee):
    """A referee that notes what the player to move sees of the table at every decision: number of events so far ->
    facts.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        super().__init__(record)
        self.seen: dict[int, Facts] = {}

    def follow(self) -> None:
        super().follow()
        if self.step.status == DECIDE and self.at < len(self.events):  # at the end of a capped game nobody is to move
            view = self.step.view
            self.seen[self.at] = {"seat": int(view.seat)} | FACTS[self.game.name](view)


def of_rank(counts: np.ndarray) -> list[str]:
    """Cards of Twisted Knot from their numbers by rank."""
    return [name for name, count in zip(KNOT_CARDS, counts, strict=False) for _ in range(count)]


def knot(view: np.record) -> Facts:
    """Hands and piles by size, one's own hand, the stack, what is known of others."""
    n = int(view.players)
    known = [
        " ".join(of_rank(view.known[seat])) for seat in range(n) if seat != view.seat and view.hand_sizes[seat] > 0
    ]
    return {
        "hands": view.hand_sizes[:n].tolist(),
        "own": sorted(of_rank(view.hand)),
        "centre": [KNOT_CARDS[rank] for rank in view.stack[: int(view.stack_size)]],
        "piles": view.pile_sizes[:n].tolist(),
        "facts": sorted(
            [
                f"Left in clearings: {' '.join(of_rank(view.cleared)) or 'none'}",
                f"Discarded unseen: {int(view.discarded)}" + own_discards(view),
            ]
            + [f"Seen to get (some may have left unseen): {cards}" for cards in known if cards]
        ),
    }


def own_discards(view: np.record) -> str:
    """One's own discards, as the viewer words them; sorted, as the view does not keep their order."""
    return f", of their own: {' '.join(sorted(of_rank(view.discards)))}" if view.discards.any() else ""


def weed(view: np.record) -> Facts:
    """Hands by size, one's own hand, the piles' tops, the draw pile and the heap by size."""
    n, tops = int(view.players), view.tops[: int(view.piles)].tolist()
    hand = [
        WEED_CARDS[4 * rank + suit]
        for rank in range(13)
        for suit in range(4)
        for _ in range(int(view.hand[rank]) >> 3 * suit & 7)
    ]
    return {
        "hands": view.hand_sizes[:n].tolist(),
        "own": sorted(hand),
        "centre": [WEED_CARDS[card] for card in tops],
        "draw": int(view.draw_size),
        "buried": int(view.n_played) - len(tops),
    }


def twyst(view: np.record) -> Facts:
    """Hands by size, one's own hand, the trick, tricks won, bids that are turned, suits that somebody failed to
    follow.
    """
    shown = [TWYST_CARDS[card] for card in view.table if card >= 0]
    glyphs = "♣♦♥♠"
    voids = [
        "Failed to follow: " + "".join(sorted(glyph for suit, glyph in enumerate(glyphs) if voids >> suit & 1))
        for voids in view.voids
        if voids
    ]
    return {
        "hands": view.hand_sizes.tolist(),
        "own": sorted(spell(view.hand)),
        "centre": shown,
        "tricks": view.tricks.tolist(),
        "voids": sorted(voids),
    }


FACTS: dict[str, Callable[[np.record], Facts]] = {"twisted-knot": knot, "knotweed": weed, "twyst": twyst}

# Reads the table at the given steps as some eyes see it: for each seat its name's line, labels, cards and facts, and
# the same of the middle.
READ = """
([steps, eyes]) => {
  const look = document.querySelector("[data-part=eyes]");
  const slider = document.querySelector("[data-part=slider]");
  const choose = (who) => {
    look.value = who;
    look.dispatchEvent(new Event("change"));
  };
  choose("all");
  slider.value = slider.max; // once to the end: the slider of a seat reaches no further than has been seen, and a bit
  slider.dispatchEvent(new Event("input"));
  choose(eyes);
  return steps.map((step) => {
  slider.value = step;
  slider.dispatchEvent(new Event("input"));
  const read = (box) => ({
    seat: Number(box.dataset.seat),
    who: box.querySelector(".who")?.textContent ?? "",
    labels: [...box.querySelectorAll(".label")].map((one) => one.textContent),
    cards: [...box.querySelectorAll(".card:not(.back):not(.place)")].map((one) => one.getAttribute("aria-label")),
    facts: [...box.querySelectorAll(".facts")].map((one) => one.textContent).filter((words) => words),
  });
  const seats = [...document.querySelectorAll(".seat")].map(read);
  return { seats, centre: read(document.querySelector(".centre")),
    last: document.querySelector("[data-part=told]").textContent };
  });
}
"""


def read_tables(page: Page, steps: list[int], eyes: str = "mover") -> list[Any]:
    """What is drawn at some steps, as the player to move, one seat or (`all`) everybody sees it: seats in the order of
    their numbers, and the middle of the table.
    """
    tables = page.evaluate(READ, [steps, eyes])
    for table in tables:
        table["seats"].sort(key=lambda seat: seat["seat"])
    return tables
