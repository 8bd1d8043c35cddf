"""Twyst: rulings TY-1 to TY-8. The rules play one deal; `series.py` says how deals make a match."""

from knotlab.sim.games.twyst import events, log, rules
from knotlab.sim.games.twyst.cards import N_RANKS
from knotlab.sim.games.twyst.series import MATCH_RULES
from knotlab.sim.games.twyst.settings import PRESETS, SETTINGS, check, largest_score, prepare
from knotlab.sim.games.twyst.state import BIDDING, HIDDEN, MAX_MOVES, MOVE_KINDS, SEATS, VIEW, VIEW_FIELDS, Move
from knotlab.sim.games.twyst.unseen import deal_others
from knotlab.sim.protocol import Game, Measure

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
    match_rules=MATCH_RULES,
    # Bids made before are not seen, and would have to be made again.
    can_redeal=lambda view: view.decision != BIDDING or view.seat == 0,
    deal_others=deal_others,
    first_part=(BIDDING,),
    part_names=("bidder", "player"),
    measures=(
        Measure("score", "points", even=0.0, most=largest_score),
        Measure("tricks", "tricks", even=N_RANKS / SEATS, digits=3),
    ),
    order=3,
    credit="David Parlett",
)
