"""Players who have a printed table card and know nothing else: this file imports no code that reads cards. That a turn
is certain to go out is the one thing they are told.
"""

import re
from collections.abc import Callable
from typing import Any

LINE = re.compile(
    r"(?P<who>(?:Two|Three|Four)[^:]*players)?(?:: )?(?:if (?P<ifs>.+?), )?(?P<dont>do not )?"
    r"(?P<move>(?:go|lay|pick|give|top|play|stop|pass)\b.*)\.",
    re.IGNORECASE,
)
COUNTED = r"(no|at most \d+|at least \d+) (?:other )?(?:card|rank|pile|play)s?"
KNOT, WEED = "2 5 Q 7 9 10 Jk 6 J K A 3 4 8".split(), "A 2 3 4 5 6 7 8 9 10 J Q K".split()
Words = Callable[[Any, str], bool]
Meant = Callable[[Any, Any, str], bool]


def liked(text: str, view: Any, moves: list[Any], holds: Words, meant: Meant) -> list[Any]:
    """The moves that a line of a card leaves."""
    line = LINE.fullmatch(text)
    assert line, text
    sizes = {"Two": (2,), "Three": (3,), "Four": range(4, 99), "two": (2,), "three": (3,), "four": range(4, 99)}
    named = re.findall("Two|Three|Four|two|three|four", line["who"] or "")
    here = any(view.players in sizes[name] for name in named) or not named
    if named and "Three or more" in line["who"]:
        here = view.players > 2
    if not here or not all(holds(view, words) for words in (line["ifs"].split(" and ") if line["ifs"] else [])):
        return moves
    words, against = line["move"][0].lower() + line["move"][1:], bool(line["dont"])
    kept = [move for move in moves if meant(view, move, words) != against]
    return kept or moves


def within(number: int, words: str) -> bool:
    """Whether a number is `no`, `at most 3` or `at least 3`."""
    if words == "no":
        return number == 0
    bound = int(words.split()[-1])
    return number <= bound if words.startswith("at most") else number >= bound


def others(view: Any) -> list[int]:
    """The seats of all other players who still hold cards."""
    return [seat for seat in range(view.players) if seat != view.seat and view.places[seat] == 0]


# --- Twisted Knot ---

LAY, PICK_UP, TOP_UP, GO_ON, DISCARD, PASS = range(6)
OFTEN = {"at most one ": "at most 1", "at most two ": "at most 2", "at most three ": "at most 3", "no ": "no"}
OFTEN |= {"two or more ": "at least 2", "at least two ": "at least 2", "": "at least 1"}
OFTEN |= {"three or more ": "at least 3", "at least three ": "at least 3"}


def ranks_in(words: str) -> set[int]:
    """`3, 8 or A`, `any card` or `any card but 3`, as numbers of ranks."""
    names = set(re.split(", | or ", words.removeprefix("any card but "))) - {"any card"}
    listed = {KNOT.index(name) for name in names}
    return set(range(14)) - listed if words.startswith("any card") else listed


def knot_holds(view: Any, words: str) -> bool:
    """Whether a condition of Twisted Knot is so."""
    left = {seat: int(view.hand_sizes[seat] + view.pile_sizes[seat]) for seat in range(view.players)}
    sizes = {
        "you hold": view.hand_sizes[view.seat],
        "your pile has": view.pile_sizes[view.seat],
        "the next player holds": view.hand_sizes[view.next],
        "the next player, pile included, has": left[int(view.next)],
        "the stack has": view.stack_size,
        "somebody else, pile included, has": min(left[seat] for seat in others(view)),
        "everybody else, pile included, has": min(left[seat] for seat in others(view)),
    }
    if said := re.fullmatch(rf"({'|'.join(sizes)}) {COUNTED}", words):
        return within(int(sizes[said[1]]), said[2])
    said = re.fullmatch(
        rf"(the stack has|you hold|on top is) ({'|'.join(filter(None, OFTEN))}|)(?:of |cards? that (?:is|are) )?(.+)",
        words,
    )
    assert said, words
    ranks = ranks_in(said[3])
    if said[1] == "on top is":
        return within(int(view.top_count) if int(view.top) in ranks else 0, OFTEN[said[2]])
    cards = view.stack_counts if said[1] == "the stack has" else view.hand
    return within(int(sum(cards[rank] for rank in ranks)), OFTEN[said[2]])


def knot_meant(goes_out: Callable[[Any, Any], bool]) -> Meant:
    """Whether a move of Twisted Knot is what some words name."""

    def meant(view: Any, move: Any, words: str) -> bool:
        if words.startswith("go out"):
            return goes_out(view, move)
        if words in ("pick up", "top up"):
            return move.kind == {"pick up": PICK_UP, "top up": TOP_UP}[words]
        if words.startswith("give away "):
            return move.kind in (DISCARD, PASS) and move.rank in ranks_in(words.removeprefix("give away "))
        words = words.replace("all your cards of a rank, but not ", "all your any card but ")
        said = re.fullmatch(
            r"lay (all your cards of a rank|all your |a single |two or more of |only some of your |)(.*?)"
            r"( as the last of your hand| as the fourth alike on top|)",
            words,
        )
        assert said, words
        if move.kind != LAY or not (words == "lay all your cards of a rank" or move.rank in ranks_in(said[2])):
            return False
        alike = move.count + (view.alike if view.top == move.rank else 0)
        return {
            "": True,
            "all your cards of a rank": move.count == view.hand[move.rank],
            "all your ": move.count == view.hand[move.rank],
            "a single ": move.count == 1,
            "two or more of ": move.count >= 2,
            "only some of your ": move.count < view.hand[move.rank],
            " as the last of your hand": move.count == view.hand_sizes[view.seat],
            " as the fourth alike on top": alike >= 4,
        }[said[1] or said[3]]

    return meant


def knot_rest(moves: list[Any]) -> list[Any]:
    """Of the moves that are left: the lowest rank, all cards of it; a pick-up only for want of anything else."""
    lays = [move for move in moves if move.kind == LAY]
    if lays:
        return [min(lays, key=lambda move: (move.rank, -move.count))]
    usual = [move for move in moves if move.kind not in (PICK_UP, GO_ON)]
    return [min(usual, key=lambda move: move.rank)] if usual else moves[:1]


# --- Knotweed ---

PLAY, STOP, PASSES = 0, 1, 2


def cards_in(group: int) -> dict[str, int]:
    """How many cards of each suit are in a group, an octal digit for each."""
    return {suit: group >> 3 * place & 7 for place, suit in enumerate("CDHS")}


def n_cards(group: int) -> int:
    """How many cards are in a group."""
    return sum(cards_in(group).values())


def ranks_of_suit(view: Any, suit: str) -> set[int]:
    """The ranks of the hand with a card of a suit."""
    return {rank for rank in range(13) if cards_in(int(view.hand[rank]))[suit]}


def ranks_held(view: Any) -> set[int]:
    """The ranks of the hand."""
    return {rank for rank in range(13) if view.hand[rank]}


def against_piles(number: int, words: str) -> bool:
    """Whether so many piles more than there are, are `no more`, `at least 2 fewer`, .."""
    if words in ("no more", "no fewer"):
        return number <= 0 if words == "no more" else number >= 0
    said = re.fullmatch(r"at (most|least) (\d+) (more|fewer)", words)
    assert said, words
    apart = int(said[2]) if said[3] == "more" else -int(said[2])
    return number <= apart if (said[1] == "most") == (said[3] == "more") else number >= apart


def weed_holds(view: Any, words: str) -> bool:
    """Whether a condition of Knotweed is so."""
    ranks = len(ranks_held(view))
    if said := re.fullmatch("you need (.+) piles? than there are", words):
        return against_piles(ranks + int(view.penalty) - int(view.piles), said[1])
    fewest = min(int(view.hand_sizes[seat]) for seat in others(view))
    numbers = {
        "you hold . card": view.hand_sizes[view.seat],
        "you hold . rank": ranks,
        "the next player holds . card": view.hand_sizes[view.next],
        "somebody else holds . card": fewest,
        "everybody else holds . card": fewest,
        "the draw pile has . card": view.draw_size,
        "the turn has cost you . card": view.penalty,
        "the table has . pile": view.piles,
        "you have made . play": view.plays,
    }
    said = re.fullmatch(r"(.+) (no|at most \d+|at least \d+) (card|rank|pile|play)s?", words)
    assert said, words
    return within(int(numbers[f"{said[1]} . {said[3]}"]), said[2])


def weed_has(view: Any, move: Any, words: str) -> bool:
    """Whether a play of Knotweed has a trait."""
    top = int(view.tops[move.pile]) // 4
    cost, played = min((move.rank - top) % 13, 3), n_cards(move.cards)
    kept = n_cards(int(view.hand[move.rank])) - played
    rest = ranks_held(view) - (set() if kept else {move.rank})
    if words == "has a card of your longest suit":
        lengths = {each: len(ranks_of_suit(view, each)) for each in "CDHS"}
        return any(n and lengths[each] == max(lengths.values()) for each, n in cards_in(move.cards).items())
    if said := re.fullmatch("leaves you needing (.+) piles? than there are", words):
        piles = int(view.piles) + played - 1
        return against_piles(len(rest) + max(cost, int(view.penalty)) - piles, said[1])
    said = re.fullmatch(rf"(.+?) {COUNTED}( .+)?", words)
    assert said, words

    def fitting(pile: int) -> set[int]:
        rank, of = int(view.tops[pile]) // 4, "CDHS"[int(view.tops[pile]) % 4]
        return (ranks_of_suit(view, of) | {rank}) & rest

    elsewhere = [fitting(pile) for pile in range(view.standing) if pile != move.pile and view.open[pile]]
    new = [ranks_of_suit(view, each) for each, n in cards_in(move.cards).items() if n]
    numbers = {
        "costs": cost,
        "adds": max(0, cost - int(view.penalty)),
        "has": played,
        "keeps back": kept,
        "is of a rank of which you hold": played + kept,
        "leaves you": int(view.hand_sizes[view.seat]) - played,
        "makes a pile of a suit that": len(set().union(*new) & rest),
        "uses the only pile for": len(fitting(move.pile).difference(*elsewhere)),
    }
    return within(numbers[said[1]], said[2])


def weed_meant(goes_out: Callable[[Any, Any], bool]) -> Meant:
    """Whether a move of Knotweed is what some words name."""

    def meant(view: Any, move: Any, words: str) -> bool:
        if words.startswith("go out"):
            return goes_out(view, move)
        if words in ("stop", "pass"):
            return move.kind == {"stop": STOP, "pass": PASSES}[words]
        traits = [] if words == "play anything" else words.removeprefix("play what ").split(" and ")
        return move.kind == PLAY and all(weed_has(view, move, trait) for trait in traits)

    return meant


def weed_rest(view: Any, moves: list[Any]) -> list[Any]:
    """Of the plays that are left: the one that adds least to the cost; of those, the most cards. Stop before a play
    that adds to the cost. Pass only if nothing goes. The last cards go whatever they cost.
    """

    def likes(move: Any) -> tuple[int, int, int]:
        if move.kind != PLAY:
            return 0, -4 if move.kind == PASSES else 0, 0
        cost = min((move.rank - int(view.tops[move.pile]) // 4) % 13, 3)
        last = n_cards(move.cards) == view.hand_sizes[view.seat]
        return int(last), 0 if last else -max(0, cost - int(view.penalty)), 0 if last else n_cards(move.cards)

    best = max(map(likes, moves))
    return [move for move in moves if likes(move) == best]
