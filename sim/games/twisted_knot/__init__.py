"""Twisted Knot, with its Southampton variant as a preset: rulings TK-1 to TK-29."""

from knotlab.sim.games.twisted_knot import events, log, rules
from knotlab.sim.games.twisted_knot.settings import PRESETS, SETTINGS, check, prepare
from knotlab.sim.games.twisted_knot.state import HIDDEN, MAX_MOVES, MOVE_KINDS, VIEW, VIEW_FIELDS, Move
from knotlab.sim.protocol import Game

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
    tremble=0.02,  # strategies that always do the same can repeat themselves until the limit of turns
    order=1,
    credit="Toby Galbraith, Steve Lewis, Seamus Constance and Paul Mabley",
)
