"""What `strategies`, `rules` and `view` do."""

from collections.abc import Sequence
from pathlib import Path

from knotlab.reports.output import console, print_json
from knotlab.reports.words import tables
from knotlab.sim import games as game_list
from knotlab.strategies.catalogue import catalogue


def strategies(game: str | None, files: Sequence[Path] | None, json: bool) -> None:
    """The catalogue of one game or all."""
    names = [game] if game else list(game_list.names())
    found = {name: catalogue(name, files or ()) for name in names}
    if json:
        print_json({name: [tables.strategy_facts(one) for one in known.values()] for name, known in found.items()})
        return
    for name, known in found.items():
        console().print(tables.strategies(name, known))
    print("Every strategy also takes tremble=P (a random legal move with probability P) and temperature=T.")


def rules(game: str | None, json: bool) -> None:
    """The settings of one game or all."""
    found = [game_list.find(name) for name in ([game] if game else game_list.names())]
    if json:
        print_json({one.name: tables.rules_facts(one) for one in found})
        return
    for one in found:
        console().print(tables.rules(one))
        for preset, changes in one.presets.items():
            told = ", ".join(
                f"{key}={','.join(value) if isinstance(value, tuple) else value}" for key, value in changes.items()
            )
            print(f"preset={preset}: {told or 'the defaults'}")


def view(game: str, json: bool) -> None:
    """The fields of a game's view, the kinds of move and the columns of the event log."""
    found = game_list.find(game)
    if json:
        print_json(
            {"fields": tables.view_facts(found), "moves": tables.move_facts(found), "log": tables.log_facts(found)}
        )
        return
    for table in tables.view(found):
        console().print(table)
