"""Crazy Eights: rulings CE-1 to CE-15. The rules play one round; `series.py` says how rounds make a match."""

from knotlab.sim.games.crazy_eights import events, log, rules
from knotlab.sim.games.crazy_eights.series import MATCH_RULES
from knotlab.sim.games.crazy_eights.settings import PRESETS, SETTINGS, check, prepare
from knotlab.sim.games.crazy_eights.state import HIDDEN, MAX_MOVES, MOVE_KINDS, VIEW, VIEW_FIELDS, Move
from knotlab.sim.protocol import Game, Measure

GAME = Game(
    name="crazy-eights",
    title="Crazy Eights",
    rules=rules,
    view=VIEW,
    hidden=HIDDEN,
    move=Move,
    max_moves=MAX_MOVES,
    view_fields=VIEW_FIELDS,
    move_kinds=MOVE_KINDS,
    settings=SETTINGS,
    presets=PRESETS,
    players=(2, 6),
    result_fields=(("score", "i4"),),
    prepare=prepare,
    check=check,
    events=events,
    log=log,
    match_rules=MATCH_RULES,
    measures=(Measure("score", "points", even=0.0),),
)
