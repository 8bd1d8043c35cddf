"""Twisted Knot, with its Southampton variant as a preset: rulings TK-1 to TK-29."""

from sim.protocol import Game
from sim.twisted_knot import events, log, rules
from sim.twisted_knot.settings import PRESETS, SETTINGS, check, prepare
from sim.twisted_knot.state import HIDDEN, MAX_MOVES, MOVE_KINDS, VIEW, VIEW_FIELDS, Move

GAME = Game(
    name="twisted-knot",
    title="Twisted Knot",
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
    log=log,
)
