"""Looking ahead: a slow yardstick, which shows how much sound play leaves on the table."""

from pathlib import Path

from knotlab.sim.compiling.jit import strict
from knotlab.strategies.declare import looks_ahead
from knotlab.strategies.networks.critic import critic_of
from knotlab.strategies.twisted_knot._guess import count_unseen
from knotlab.strategies.twisted_knot._judgement import describe_decision


@strict
def describe(view, rows, values):
    """Describe what a player sees as his turn begins; how many entries that takes."""
    count_unseen(view)
    return describe_decision(view, rows, values)


critic = critic_of(Path(__file__).with_name("critic.npz"), describe)


@looks_ahead("twisted-knot", title="Looks ahead", base="all-round", opponents="all-round", critic=critic)
def thinker(view, seat):
    """Try each legal move by playing the game to its end on many deals of the unseen cards, and leave the base's
    move only for one that surely loses less often.

    base: whose move is played unless another is better, and who plays on for oneself in rollouts. opponents: who all
    others are thought to be. rollouts: of each move at most; moves share their deals, each uniform among all
    that agree with what is known, and a move that gains too little after an eighth, a quarter or half of them is tried
    no more. level: how likely mere luck may make it leave the base's move. noise: how often the players
    of the rollouts do something at random, without which some games would never end. cut: which share of the rollouts
    ends at one's own first turn after so many turns (after), with the chance to lose that a network sees there, which
    learnt it from games among champions. Assumed: a rollout of 300 turns in which one still holds cards is lost as
    often as by any other who does.
    """
    if view.places[seat] == 0:
        return 1.0 - 1.0 / view.holding
    return 1.0 if view.places[seat] < view.players else 0.0
