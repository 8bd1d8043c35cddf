"""Designs on the real games: exact numbers, against games played and counted apart."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from knotlab.analysis.duels import pilot as the_pilot
from knotlab.analysis.duels.designs import DESIGNS, Design, effect_unit, effects, make_design, play_deals
from knotlab.analysis.duels.partings import partings
from knotlab.analysis.duels.pilot import play_pilot, variance_reduction
from knotlab.analysis.runs.fields import groups
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.metrics import Metric, metrics_of
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing import job
from knotlab.sim.playing.batches import play_games, play_numbers
from knotlab.sim.playing.job import batch_kernel, traced_kernel
from knotlab.sim.playing.players import compiled
from knotlab.strategies.resolve import player

PLAYERS = {
    "twisted-knot": ("hoard-aces", "shed"),
    "knotweed": ("hold-back", "dump"),
    "twyst": ("threshold+solid", "cautious+high"),
}
TABLE = {"twisted-knot": 3, "knotweed": 3, "twyst": 4}
SEED = 7


def design_of(
    name: str, game: str, a: str, b: str, field: str = "mixed", n: int | None = None, rules: tuple[str, ...] = ()
) -> Design:
    n = n or TABLE[game]
    opponents = groups(game, field, n - 1) if name == "field" else ()
    return make_design(
        name, player(game, a), player(game, b), opponents, make_job(game, [a] * n, seed=SEED, rules=rules)
    )


def numbers(design: Design, metric: Metric, deals: int = 60, first: int = 0) -> np.ndarray:
    return effects(play_deals(design, [metric], first, deals), metric)


def cases() -> list[tuple[str, str]]:
    return [(game, name) for game in PLAYERS for name in DESIGNS if name != "partners" or TABLE[game] % 2 == 0]


@pytest.mark.more
@pytest.mark.parametrize(("game", "name"), cases())
def test_a_strategy_against_itself_comes_out_at_exactly_zero_on_every_deal(game: str, name: str) -> None:
    metrics = metrics_of(games.find(game))
    strategy, other = PLAYERS[game]
    for metric in metrics:
        assert (numbers(design_of(name, game, strategy, strategy), metric) == 0).all()
        assert (numbers(design_of(name, game, strategy, other), metric) != 0).any()  # the twin: two strategies do not


@pytest.mark.long
@pytest.mark.parametrize("game", PLAYERS)
def test_a_strategy_against_itself_in_a_field_comes_out_at_zero_in_one_seating_too(game: str) -> None:
    each = PLAYERS[game][0]
    design = replace(design_of("field", game, each, each), single=True)
    assert (numbers(design, metrics_of(games.find(game))[0]) == 0).all()


def by_hand(game: str, table: list[str], deal: int, rotation: int, field: str) -> list[float]:
    """What each seat got in one game, played alone, as plain numbers."""
    n = len(table)
    result = play_games(make_job(game, table, seed=SEED), deal * n + rotation, 1)[0]
    return [float(value) for value in result[field][:n]]


def test_a_field_deal_is_the_mean_over_seats_of_what_a_got_less_what_b_got() -> None:
    a, b = PLAYERS["twisted-knot"]
    design, metric = design_of("field", "twisted-knot", a, b, "simple"), metrics_of(games.find("twisted-knot"))[2]
    values = numbers(design, metric, 20, first=5) / effect_unit(design, metric)
    for deal in range(5, 25):
        u = []
        for rotation in range(3):
            seat = (0 - rotation) % 3
            places = [by_hand("twisted-knot", [each, "shed", "shed"], deal, rotation, "place")[seat] for each in (a, b)]
            u.append([1 - 2 * (place - 1) / 2 for place in places])
        assert values[deal - 5] == pytest.approx(np.mean([x - y for x, y in u]))


@pytest.mark.more
def test_a_mixed_field_takes_its_strategies_in_turn() -> None:
    a, b = PLAYERS["twisted-knot"]
    mixed = design_of("field", "twisted-knot", a, b)
    metric = metrics_of(games.find("twisted-knot"))[0]
    values = numbers(mixed, metric, 24)
    opponents = groups("twisted-knot", "mixed", 2)
    n = len(opponents)
    assert 2 < n < 24
    for deal in (0, 1, n - 1, n, n + 1, 23):
        alone = make_design(
            "field",
            player("twisted-knot", a),
            player("twisted-knot", b),
            [opponents[deal % n]],
            make_job("twisted-knot", [a] * 3, seed=SEED),
        )
        assert numbers(alone, metric, 1, first=deal)[0] == values[deal]


@pytest.mark.more
@pytest.mark.parametrize("name", ["invader", "resident"])
def test_an_invader_is_rescaled_so_that_it_tells_a_minus_b(name: str) -> None:
    """Winning shares add up to 1 at every table: u(A) - 1/n, times n / (n - 1)."""
    a, b = PLAYERS["knotweed"]
    focal, other = (a, b) if name == "invader" else (b, a)
    design, metric = design_of(name, "knotweed", a, b), metrics_of(games.find("knotweed"))[1]
    values = numbers(design, metric, 15) / effect_unit(design, metric)
    for deal in range(15):
        wins = [
            by_hand("knotweed", [focal, other, other], deal, rotation, "place")[(0 - rotation) % 3] == 1
            for rotation in range(3)
        ]
        gain = (np.mean(wins) - 1 / 3) * 3 / 2
        assert values[deal] == pytest.approx(gain if name == "invader" else -gain)


def test_points_are_compared_seat_by_seat_with_a_table_of_b() -> None:
    a, b = PLAYERS["twyst"]
    design, metric = design_of("points", "twyst", a, b), metrics_of(games.find("twyst"))[0]
    assert design.games == 5
    values = numbers(design, metric, 15) / effect_unit(design, metric)
    for deal in range(15):
        with_a = [by_hand("twyst", [a, b, b, b], deal, (0 - seat) % 4, "score")[seat] for seat in range(4)]
        assert values[deal] == pytest.approx(
            np.mean(with_a) - np.mean(by_hand("twyst", [b, b, b, b], deal, 0, "score"))
        )


def test_partners_sit_opposite_each_other_both_ways() -> None:
    a, b = PLAYERS["twyst"]
    design, metric = design_of("partners", "twyst", a, b), metrics_of(games.find("twyst"))[0]
    assert design.games == 2
    values = numbers(design, metric, 15) / effect_unit(design, metric)
    for deal in range(15):
        first, second = (by_hand("twyst", table, deal, 0, "score") for table in ([a, b, a, b], [b, a, b, a]))
        difference = np.mean([first[0], first[2], second[1], second[3]]) - np.mean(
            [first[1], first[3], second[0], second[2]]
        )
        assert values[deal] == pytest.approx(difference)


@pytest.mark.parametrize("name", ["field", "partners"])
def test_exchanging_a_and_b_turns_the_sign(name: str) -> None:
    a, b = PLAYERS["twyst"]
    metric = metrics_of(games.find("twyst"))[0]
    assert (numbers(design_of(name, "twyst", a, b), metric) == -numbers(design_of(name, "twyst", b, a), metric)).all()


def test_games_without_an_end_lie_within_their_bounds_and_are_counted() -> None:
    """Three plain scripts repeat themselves for ever in many games."""
    a, b, rest = (
        player("twisted-knot", name) for name in ("shed:tremble=0", "hoard-nines:tremble=0", "shed:tremble=0")
    )
    design = make_design("field", a, b, [(rest, rest)], make_job("twisted-knot", [rest.name] * 3, seed=SEED))
    metrics = metrics_of(games.find("twisted-knot"))
    frame = play_deals(design, metrics, 0, 100)
    assert frame["unfinished"].sum() > 50
    for metric in metrics:
        values = effects(frame, metric)
        least, most = (frame[f"{metric.name}_{part}"].to_numpy() for part in ("least", "most"))
        assert (least <= values).all() and (values <= most).all()
        open_deals = frame["unfinished"].to_numpy() > 0
        assert (least < most)[open_deals].any() and (least == most)[~open_deals].all()


@pytest.mark.more
def test_deals_are_the_same_in_whatever_pieces_they_are_played() -> None:
    a, b = PLAYERS["knotweed"]
    metric = metrics_of(games.find("knotweed"))[0]
    for single in (False, True):
        design = replace(design_of("field", "knotweed", a, b), single=single)
        whole = numbers(design, metric, 50)
        assert (
            np.concatenate(
                [numbers(design, metric, 7), numbers(design, metric, 30, 7), numbers(design, metric, 13, 37)]
            )
            == whole
        ).all()


def test_one_seating_of_each_deal_and_all_of_them_tell_the_same() -> None:
    a, b = PLAYERS["twyst"]
    metric = metrics_of(games.find("twyst"))[0]
    full = design_of("field", "twyst", a, b, "simple")
    single = replace(full, single=True)
    assert (full.games, single.games) == (8, 2)
    means = []
    for design in (full, single):
        values = numbers(design, metric, 4000) / effect_unit(design, metric)
        means.append((values.mean(), values.std() / np.sqrt(len(values))))
    assert abs(means[0][0] - means[1][0]) < 4 * np.hypot(means[0][1], means[1][1])  # z = 4


def test_partners_take_an_even_number_of_players() -> None:
    with pytest.raises(InputError, match="even number of players, not 3"):
        design_of("partners", "twisted-knot", *PLAYERS["twisted-knot"])


# --- the pilot ---


@pytest.mark.long
def test_the_variance_reduction_is_that_of_independent_games_played_apart() -> None:
    """Second source: blocks of 24 games of the design against blocks of 24 games each on a deal of its own; z = 4 on
    the ratio of two variances.
    """
    game, n_blocks = "twisted-knot", 1500
    a, b = PLAYERS[game]
    metric = metrics_of(games.find(game))[0]
    design = design_of("field", game, a, b, "simple")
    pilot = play_pilot(design, metric, 1)
    assert pilot.vrf_error < 0.1 * pilot.vrf
    by_design = (numbers(design, metric, 4 * n_blocks) / effect_unit(design, metric)).reshape(n_blocks, 4).mean(axis=1)
    lost = []
    for name, first in ((a, 10_000), (b, 50_000)):
        table = make_job(game, [name, "shed", "shed"], seed=SEED)
        index = (first + np.arange(12 * n_blocks)) * 3 + np.arange(12 * n_blocks) % 3
        places = play_numbers(table, index)["place"][np.arange(len(index)), (0 - index) % 3]
        lost.append((places == 3).reshape(n_blocks, 12).mean(axis=1))
    ratio = (lost[1] - lost[0]).var(ddof=1) / by_design.var(ddof=1)
    error = np.hypot(ratio * np.sqrt(4 / n_blocks), pilot.vrf_error)
    assert abs(ratio - pilot.vrf) < 4 * error


def test_the_standard_error_of_the_variance_reduction_is_its_spread_over_samples() -> None:
    """On normal numbers with correlation 0.5 between A and B the factor is 2; its spread over samples is measured."""
    rng = np.random.default_rng(3)
    results = []
    for _ in range(100):
        common = rng.normal(size=(1000, 1)) * np.sqrt(0.5)
        a, b = (common + rng.normal(size=(1000, 1)) * np.sqrt(0.5) for _ in range(2))
        results.append(variance_reduction([a, -b], False))
    values, errors = np.array(results).T
    assert values.mean() == pytest.approx(2.0, abs=4 * values.std() / 10)
    assert errors.mean() == pytest.approx(values.std(ddof=1), rel=4 / np.sqrt(2 * 99))


@pytest.mark.more
def test_strategies_that_play_alike_differ_nowhere_and_others_do() -> None:
    alike = design_of("field", "twisted-knot", "shed", "shed", "simple")
    metric = metrics_of(games.find("twisted-knot"))[0]
    pilot = play_pilot(alike, metric, 1)
    assert (pilot.in_play, pilot.in_choices, pilot.sd, pilot.largest) == (0.0, 0.0, 0.0, 0.0)
    assert np.isnan(pilot.vrf)
    for game, (a, b) in PLAYERS.items():
        assert 0.01 < partings(design_of("field", game, a, b, "simple"), 20)[0] < 1


def test_pilot_deals_are_not_those_of_the_play() -> None:
    a, b = PLAYERS["twisted-knot"]
    design, metric = design_of("field", "twisted-knot", a, b, "simple"), metrics_of(games.find("twisted-knot"))[0]
    assert (numbers(design, metric) != numbers(design.on("pilot"), metric)).any()


def test_a_pilot_of_slow_games_has_the_first_deals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As slow as any are, where the limit is nothing; their numbers are those of the first 200 deals."""
    a, b = PLAYERS["twisted-knot"]
    design, metric = design_of("invader", "twisted-knot", a, b), metrics_of(games.find("twisted-knot"))[0]
    assert play_pilot(design, metric, 1).deals == 2000
    monkeypatch.setattr(the_pilot, "SLOW", 0.0)
    slow = play_pilot(design, metric, 1)
    apart = numbers(replace(design, single=slow.single).on("pilot"), metric, 200)
    unit = effect_unit(replace(design, single=slow.single), metric)
    assert slow.deals == 200 and (slow.single or slow.sd == pytest.approx(apart.std(ddof=1) / unit))


def test_a_duel_compiles_all_of_its_pilot_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(job, "make_ready", lambda kernels: asked.append({kernel.make for kernel in kernels}))
    design_of("field", "twisted-knot", "hoard-aces", "shed", "simple").compile(traced=True)
    assert asked == [{traced_kernel, batch_kernel, compiled}]
