"""What `strategies`, `rules` and `view` do."""

from collections.abc import Sequence
from pathlib import Path

from knotlab.reports.output import console, print_json, print_markdown
from knotlab.reports.words import rulings, tables
from knotlab.sim import games as game_list
from knotlab.sim.protocol import Game
from knotlab.strategies.catalogue import catalogue


def strategies(game: str | None, files: Sequence[Path] | None, json: bool) -> None:
    """The catalogue of one game or all."""
    names = [game] if game else list(game_list.names())
    by_game = {name: catalogue(name, files or ()) for name in names}
    if json:
        facts = {
            name: [tables.strategy_facts(strategy) for strategy in known.values()] for name, known in by_game.items()
        }
        print_json(facts)
        return
    for name, known in by_game.items():
        console().print(tables.strategies(name, known))
    print("NAME@VERSION plays a strategy with the tuned parameters of a version.")
    print("Every strategy also takes tremble=P (a random legal move with probability P) and temperature=T.")


def rules(game: str | None, numbers: Sequence[str], text: bool, json: bool) -> None:
    """The settings of one game or all; with `text` their rulings instead, or only those with the numbers given."""
    games = [game_list.find(name) for name in ([game] if game else game_list.names())]
    if json:
        print_json({each.name: tables.rules_facts(each) | _chosen_rulings(each, numbers, text) for each in games})
    elif numbers or text:
        for each in games:
            print_markdown("\n".join(rulings.ruling(each, number) for number in numbers) or rulings.page(each))
    else:
        for each in games:
            console().print(tables.rules(each))
            for preset, changes in each.presets.items():
                print(f"preset={preset}: {tables.changed_settings(changes) or 'the defaults'}")
            print(f"How it is played: knotlab rules {each.name} --text")


def _chosen_rulings(game: Game, numbers: Sequence[str], text: bool) -> dict[str, dict[str, str]]:
    """The rulings asked for, in the form in which `--json` has them."""
    if numbers:
        return {"rulings": {number.upper(): rulings.ruling(game, number) for number in numbers}}
    return {"rulings": rulings.rulings(game)} if text else {}


def view(game: str, json: bool) -> None:
    """The fields of a game's view, the kinds of move and the columns of the event log."""
    rules_of_game = game_list.find(game)
    if json:
        print_json(
            {
                "fields": tables.view_facts(rules_of_game),
                "moves": tables.move_facts(rules_of_game),
                "log": tables.log_facts(rules_of_game),
            }
        )
        return
    for table in tables.view(rules_of_game):
        console().print(table)
    if rulings.has_page(rules_of_game):
        number = next(iter(rulings.rulings(rules_of_game)))
        print(f"What a ruling says: knotlab rules {rules_of_game.name} {number}")
