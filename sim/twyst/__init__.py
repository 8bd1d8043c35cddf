"""Twyst: rulings TY-1 to TY-6 and TY-8, one deal at a time (the deals of a match, TY-7, are put together elsewhere)."""

from sim.protocol import Game
from sim.twyst import events, log, rules
from sim.twyst.settings import PRESETS, SETTINGS, check, prepare
from sim.twyst.state import BIDDING, HIDDEN, MAX_MOVES, MOVE_KINDS, SEATS, VIEW, VIEW_FIELDS, Move

GAME = Game(
    name="twyst",
    title="Twyst",
    rules=rules,
    view=VIEW,
    hidden=HIDDEN,
    move=Move,
    max_moves=MAX_MOVES,
    view_fields=VIEW_FIELDS,
    move_kinds=MOVE_KINDS,
    settings=SETTINGS,
    presets=PRESETS,
    players=(SEATS, SEATS),
    result_fields=(("tricks", "u1"), ("score", "i2")),
    prepare=prepare,
    check=check,
    events=events,
    log=log,
    first_part=(BIDDING,),
)
