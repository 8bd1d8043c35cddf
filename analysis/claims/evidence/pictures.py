"""What the report draws besides the tips: the records of `pictures.csv`, which a study writes and the report reads."""

from dataclasses import dataclass

from knotlab.analysis.claims.evidence.rows import reader_of
from knotlab.analysis.stats.estimate import Between

PICTURES = "pictures.csv"
CARDS, COURSE, SOLOS = "cards", "course", ("solo by ace", "solo by court", "solo by deuce")
NUMERAL = "numeral"  # what is shown instead of a solo
EXCHANGED, OBSERVED = "exchanged", "observed"  # what a card is worth, by cause and as seen


@dataclass(frozen=True)
class PicturePoint:
    """A point of a picture.

    picture: `cards`, `course` or one of `SOLOS`. group: the card; per cent of the turns; the least number of a class of
    what the bidding card counts for a solo. series: what is compared at a group: `exchanged` and `observed`; the packs;
    the solo and the numeral. value: the share of games lost fewer, or points more, with the card; the share of games
    lost; points a deal. cases: deals, or players of a deal, with such a case.
    """

    picture: str
    game: str
    players: int
    group: str
    series: str
    value: Between
    cases: int


published_pictures = reader_of(PicturePoint, PICTURES)  # in their order
