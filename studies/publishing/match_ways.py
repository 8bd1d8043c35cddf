"""How `match-wise` bids, by the state of a match.

Command: python -m knotlab.studies.publishing.match_ways
Result: strategies/twyst/_match_ways.py
Page: docs/match.md
"""

import base64
import zlib
from pathlib import Path

import numpy as np

from knotlab.analysis.bidding.match_chances import chances
from knotlab.analysis.bidding.match_kernels import LOWEST, STEP
from knotlab.analysis.bidding.match_wise import MatchWise, match_wise
from knotlab.sim.storage.result_files import write_whole
from knotlab.strategies.twyst import match_wise as strategy

BIDDER = "threshold@v3"
DEALS = 6_000  # on which each way is tried in each seat
COLUMNS = 118  # of a line
FILE = Path(strategy.__file__).with_name("_match_ways.py")

TEXT = '''"""Which way to bid `match-wise` takes, by the totals of a match. Written by
`knotlab.studies.publishing.match_ways`.
"""

import base64
import zlib

import numpy as np

LOWEST, STEP, TARGET = {lowest}, {step}, {target}  # of the grid of totals, in points
PACKED = """
{packed}
"""
N_TOTALS = (TARGET - LOWEST) // STEP

# By the totals of seats 0 to 3 as places on the grid, and by seat: the number of the way.
WAY_AT = np.frombuffer(zlib.decompress(base64.b85decode("".join(PACKED.split()))), np.int8).reshape(*[N_TOTALS] * 4, 4)
'''


def text_of(wise: MatchWise) -> str:
    """The module that the strategy reads."""
    packed = base64.b85encode(zlib.compress(wise.way.astype(np.int8).tobytes(), 9)).decode()
    lines = "\n".join(packed[i : i + COLUMNS] for i in range(0, len(packed), COLUMNS))
    return TEXT.format(lowest=LOWEST, step=STEP, target=wise.chances.match.target, packed=lines)


if __name__ == "__main__":
    write_whole(FILE, text_of(match_wise(chances(BIDDER), BIDDER, deals=DEALS)[0]).encode())
