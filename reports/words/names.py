"""What players are called where people read about them; their spelling stays in tables of data."""

from collections.abc import Sequence

from knotlab.reports.words import uncapital
from knotlab.strategies.catalogue import title_of
from knotlab.strategies.spelling import bare_names

RANK_NAMES = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}
RANK_NAMES |= {"10": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace", "Jk": "joker"}


def reader_name(game: str, spelling: str) -> str:
    """What a player is called on a page, without the parameters of his strategy.

    spelling: a strategy as players are named: with parameters, and of two parts where the game combines strategies.

    Examples
    --------
    >>> reader_name("twisted-knot", "hoard-aces:others=2")
    'Ace hoarder'
    >>> reader_name("twyst", "threshold:ace=7+solid@v1")
    'Hand-strength bidder, sound player'
    >>> reader_name("knotweed", "my-own-idea:weight=3")
    'My own idea'
    """
    first, *others = dict.fromkeys(title_of(game, name) for name in bare_names(spelling))
    return ", ".join([first, *map(uncapital, others)])


def reader_names(game: str, spellings: Sequence[str]) -> dict[str, str]:
    """The names of some strategies that are shown together, by spelling: with parameters or version if two would be
    alike.

    Examples
    --------
    >>> reader_names("knotweed", ["dump:tremble=0", "dump:tremble=0.1", "finisher"])
    {'dump:tremble=0': 'Dumper (tremble=0)', 'dump:tremble=0.1': 'Dumper (tremble=0.1)', 'finisher': 'Finisher'}
    """
    names = {spelling: reader_name(game, spelling) for spelling in spellings}
    taken = list(names.values())
    plain = [name for spelling, name in names.items() if not _settings(spelling)]

    def full(spelling: str, name: str) -> str:
        if taken.count(name) == 1 or (not _settings(spelling) and plain.count(name) == 1):
            return name
        return f"{name} ({_settings(spelling) or spelling})"

    return {spelling: full(spelling, name) for spelling, name in names.items()}


def _settings(spelling: str) -> str:
    """The parameters of a strategy, or its version."""
    return spelling.partition(":")[2] or spelling.partition("+")[0].partition("@")[2]


def rank_name(rank: str) -> str:
    """A card's rank as a player says it.

    >>> rank_name("A"), rank_name("7")
    ('an ace', 'a seven')
    """
    return f"{'an' if rank in ('A', '8') else 'a'} {RANK_NAMES[rank]}"
