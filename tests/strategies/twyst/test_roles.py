"""Sound play is better than plain play in every role, and looking ahead better than sound play. Bounds are z = 4
standard errors over deals.
"""

import pytest

from knotlab.sim.games.twyst.state import CONTRACTS
from tests.strategies.twyst.roles import gains

Z = 4
SOLOS = ("ace-solo", "court-solo", "twist-solo", "misere")
ROLES = {*CONTRACTS, *(f"against {name}" for name in (*SOLOS, "trump-duo")), "against ace-solo and misere"}


@pytest.mark.parametrize("plain", [pytest.param("high", marks=pytest.mark.long), "random"])
def test_solid_is_better_in_the_usual_roles(plain: str) -> None:
    gained = gains("solid", plain, ["threshold"], 1500, seed=21)
    for role in ("court-solo", "misere", "trump-duo", "plain-duo", "against court-solo", "against trump-duo"):
        assert gained[role].mean > Z * gained[role].error, (role, gained[role])


@pytest.mark.long
def test_sampler_is_better_than_solid_in_the_usual_roles() -> None:
    gained = gains("sampler", "solid", ["threshold"], 1500, seed=22)
    for role in ("court-solo", "trump-duo", "against trump-duo"):
        assert gained[role].mean > Z * gained[role].error, (role, gained[role])


@pytest.mark.long
@pytest.mark.parametrize("plain", ["high", "random"])
def test_solid_is_better_in_every_role(plain: str) -> None:
    """Random bids make solos of poor hands, thresholds those of good ones."""
    gained = gains("solid", plain, ["threshold", "random"], 20_000, seed=23)
    assert set(gained) == ROLES
    for role, each in gained.items():
        print(f"solid v {plain:8} {role:28} {each.mean:8.2f} +- {1.96 * each.error:5.2f}  {each.n:7,} seats")
        assert each.mean > Z * each.error, (role, each)


@pytest.mark.long
def test_sampler_is_better_than_solid_with_every_contract_and_worse_in_no_role() -> None:
    """A Misere apart, where sound play comes close to it."""
    gained = gains("sampler:samples=40", "solid", ["threshold", "random"], 10_000, seed=24)
    for role, each in gained.items():
        print(f"sampler v solid {role:28} {each.mean:8.2f} +- {1.96 * each.error:5.2f}  {each.n:7,} seats")
        assert each.mean > (Z if role in CONTRACTS and role != "misere" else -Z) * each.error, (role, each)
