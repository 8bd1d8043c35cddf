"""What the report draws besides the tips: the records of `pictures.csv`, which a study writes and the report reads."""

from dataclasses import dataclass

from knotlab.analysis.claims.evidence.rows import reader_of
from knotlab.analysis.stats.estimate import Between

PICTURES = "pictures.csv"
CARDS, PICKED_UP, COURSE = "cards", "pick-ups", "course"
SOLOS = ("solo by ace", "solo by court", "solo by deuce")
NUMERAL = "numeral"  # what is shown instead of a solo
EXCHANGED, OBSERVED = "exchanged", "observed"  # what a card is worth, by cause and as seen
TURNS = "turns"  # of a game, in place of a part of them


@dataclass(frozen=True)
class PicturePoint:
    """A point of a picture.

    picture: `cards`, `pick-ups`, `course` or one of `SOLOS`. against: who the others are, `plain` or `strong`. group:
    the card; the rank on top; per cent of the turns, or `turns`; the least number of a class of what the bidding card
    counts for a solo. series: what is compared at a group: `exchanged` and `observed`; how many cards of the rank were
    laid; the packs; the solo and the numeral. value: the share of games lost fewer, or points more, with the card; the
    share of pick-ups; the share of games lost, or the turns of a game; points a deal. cases: deals, players of a deal,
    or decisions with such a case.
    """

    picture: str
    game: str
    players: int
    against: str
    group: str
    series: str
    value: Between
    cases: int


published_pictures = reader_of(PicturePoint, PICTURES)  # in their order
