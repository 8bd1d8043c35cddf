"""The vocabulary of all verdicts: what the evidence says about a duel's question or about a tip."""

from enum import StrEnum


class Verdict(StrEnum):
    """What the evidence says, in one vocabulary for duels, for the cells of claims, and for tips.

    Of a duel (or another experiment with a verdict), about "A is better than B by an effect that matters":

    - `supported`: A is better. The whole interval is above the margin, or, at the cap, above zero ("size open").
    - `refuted`: A is worse, in the same sense.
    - `equivalent`: whichever is better, the difference is smaller than the margin.
    - `undecided`: none of these yet.
    - `never came up`: A and B play alike, or the case in question is too rare, so nothing was tried.
    - `no large effect yet`: of a quick pass, which looks for effects beyond several times the margin and saw none;
      smaller ones that matter are possible.

    Of a tip, about "the tip is right", the same words: an experiment fixes beforehand what each of its own verdicts
    says about the tip (`means`). A tip that denies a gain is supported where its duel is refuted. Two more words are
    of tips alone:

    - `mixed`: some cells support the tip, others refute it or find no difference.
    - `descriptive`: shown without a verdict, or, of one cell, saying nothing about the tip by itself.
    """

    SUPPORTED = "supported"
    REFUTED = "refuted"
    EQUIVALENT = "equivalent"
    UNDECIDED = "undecided"
    NEVER_CAME_UP = "never came up"
    NO_LARGE_EFFECT = "no large effect yet"
    MIXED = "mixed"
    DESCRIPTIVE = "descriptive"


NO_ANSWER = (Verdict.UNDECIDED, Verdict.NEVER_CAME_UP, Verdict.NO_LARGE_EFFECT)  # said where nothing was decided
