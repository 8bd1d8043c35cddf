"""Game records: one finished game as a JSON object, complete enough that somebody with only the rules can referee it.

`sim/games/records.md` has the format: `game`, `rules`, `seed`, `index`, `players` by seat, `deal`, `events`,
`result`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.kernels.trace import DECISION, FORCED, TREMBLED, rows_of
from knotlab.sim.playing.job import NO_MATCH, Job
from knotlab.sim.playing.traced import TracedGame, play_traced
from knotlab.sim.protocol import ENDS
from knotlab.sim.settings import plain_rules
from knotlab.sim.storage.result_files import json_ready


def record_game(job: Job, index: int, why: bool = False, totals: np.ndarray = NO_MATCH) -> dict[str, Any]:
    """Play one game of a job and write it down.

    job: the run that the game belongs to. why: whether to put every decision's legal moves and scores next to what was
    done. totals (int array of shape (1, seats)): what each seat has won in the match before the game; without rows for
    a game by itself. Returns the record, fit for JSON. Raises StrategyError if a strategy fails.
    """
    traced = play_traced(job, index, totals)
    if traced.failure:
        raise traced.failure
    return record_of(traced, why)


def record_of(traced: TracedGame, why: bool = False) -> dict[str, Any]:
    """A traced game as a record; `why` as in `record_game`."""
    job, game = traced.job, games.find(traced.job.game)
    view, hidden = traced.states.views[0], traced.states.hiddens[0]
    return {
        "game": job.game,
        "rules": plain_rules({name: job.rules[name] for name in game.events.FIELDS}),
        "seed": job.seed,
        "index": traced.index,
        "players": [job.players[player].name for player in job.players_by_seat(traced.index)],
        "deal": game.events.deal_of(view, hidden),
        "events": list(events_of(traced, why)),
        "result": game.events.result_of(traced.result, traced.end, int(traced.result.turns), job.n_players),
    }


def events_of(traced: TracedGame, why: bool) -> Iterator[dict[str, Any]]:
    """A trace's events in order. A decision stands with the event it caused; one without an event of its own, with the
    next.
    """
    game, seen = games.find(traced.job.game), traced.trace
    view, hidden = traced.states.views[0], traced.states.hiddens[0]
    pending: list[dict[str, Any]] = []
    next_move = 0
    for row in rows_of(seen):
        if row[0] == DECISION:
            if why:
                pending.append(_decision(traced, row, next_move))
            next_move += int(row[2])
            continue
        event = game.events.event_of(hidden, view, row)
        if pending:
            event |= pending[-1]
            if len(pending) > 1:
                event["before"] = pending[:-1]
        pending = []
        yield event


def _decision(traced: TracedGame, row: list[int], first: int) -> dict[str, Any]:
    """The legal moves of one decision with their scores (null where no strategy was asked), and whether it trembled."""
    events = games.find(traced.job.game).events
    n, how = int(row[2]), int(row[3]) % 4
    moves = []
    for move, score in zip(traced.trace.moves[first : first + n], traced.trace.scores[first : first + n], strict=True):
        moves.append([events.move_of(move), None if how == FORCED else json_ready(float(score))])
    return {"moves": moves} | ({"tremble": True} if how == TREMBLED else {})


def decisions_of(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The decisions of a record with reasons, in order, forced ones too."""
    return [each for event in record["events"] for each in [*event.get("before", ()), event] if "moves" in each]


REQUIRED = ("game", "rules", "seed", "index", "players", "deal", "events", "result")


def check_shape(candidate: Mapping[str, Any]) -> None:
    """Raise ValueError if a record lacks a field or names an unknown game or end."""
    missing = [name for name in REQUIRED if name not in candidate]
    if missing:
        raise ValueError(f"the record has no field {', '.join(missing)}")
    if candidate["game"] not in games.names():
        raise ValueError(f"there is no game '{candidate['game']}'")
    if candidate["result"].get("end", "finished") not in ENDS:
        raise ValueError(f"a game cannot end '{candidate['result']['end']}'")
    for name in ("seed", "index"):
        if type(candidate[name]) is not int or candidate[name] < 0:
            raise ValueError(f"{name} must be a whole number from 0, not {candidate[name]!r}")
    names, n = candidate["players"], candidate["rules"].get("players", len(candidate["deal"]))
    if type(names) is not list or len(names) != n or not all(isinstance(name, str) for name in names):
        raise ValueError(f"players must name a strategy for each of {n} seats")
