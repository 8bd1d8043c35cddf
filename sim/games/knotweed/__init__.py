"""Knotweed: rulings KW-1 to KW-13. The rules play one round; `series.py` says how rounds make a series."""

from knotlab.sim.games.knotweed import events, log, rules
from knotlab.sim.games.knotweed.series import MATCH_RULES
from knotlab.sim.games.knotweed.settings import PRESETS, SETTINGS, check, prepare
from knotlab.sim.games.knotweed.state import HIDDEN, MAX_MOVES, MOVE_KINDS, VIEW, VIEW_FIELDS, Move
from knotlab.sim.protocol import Game

GAME = Game(
    name="knotweed",
    title="Knotweed",
    rules=rules,
    view=VIEW,
    hidden=HIDDEN,
    move=Move,
    max_moves=MAX_MOVES,
    view_fields=VIEW_FIELDS,
    move_kinds=MOVE_KINDS,
    settings=SETTINGS,
    presets=PRESETS,
    players=(2, 8),
    result_fields=(("place", "u1"),),
    prepare=prepare,
    check=check,
    events=events,
    match_rules=MATCH_RULES,
    log=log,
    tremble=0.02,  # strategies that always do the same can repeat themselves until the limit of turns
    order=2,
    credit="Daniel Schulman",
)
