"""The vocabulary of all verdicts and answers, in one place: whatever says what evidence comes to takes its words from
here.
"""

from enum import StrEnum


class Verdict(StrEnum):
    """What the evidence says about a claim: a tip, or a duel's "A is better than B by an effect that matters".

    - `holds`: of a duel, A is better. The whole interval is above the margin, or, at the maximum number of deals, above
      zero ("size open").
    - `holds, if not overdone`: of a tip, right in the amount that was found best, but harmful word for word.
    - `wrong`: the opposite, in the same sense.
    - `depends`: of a tip, right at some tables and wrong at others.
    - `makes no difference`: whichever is better, the difference is smaller than the margin.
    - `rarely comes up`: A and B play alike, or the case in question is too rare, so nothing was tried.
    - `open`: none of these is certain yet.

    An experiment fixes beforehand what each of its own verdicts says about the tip (`means`): a tip that denies a gain
    holds where its experiment is wrong. Claims that are shown and not judged have `no verdict`.
    """

    HOLDS = "holds"
    NOT_OVERDONE = "holds, if not overdone"
    WRONG = "wrong"
    DEPENDS = "depends"
    NO_DIFFERENCE = "makes no difference"
    RARE = "rarely comes up"
    OPEN = "open"
    NO_VERDICT = "no verdict"


class HeadlineAnswer(StrEnum):
    """What a headline says about following a tip's advice.

    - `better`, `worse`: than not following it, on average over all tables.
    - `better at times`: of a tip that says no more than that: certainly better at some table, however seldom it acts.
    - `makes no difference`: whichever is better, the mean difference is below the margin.
    - `depends`: certainly better at some tables, and certainly worse at others.
    - `rarely comes up`: the tip changes too few choices to be tried.
    - `open`: none of these is known yet.
    """

    BETTER = "better"
    WORSE = "worse"
    AT_TIMES = "better at times"
    NO_DIFFERENCE = Verdict.NO_DIFFERENCE.value
    DEPENDS = Verdict.DEPENDS.value
    RARE = Verdict.RARE.value
    OPEN = Verdict.OPEN.value


NO_ANSWER = (Verdict.OPEN, Verdict.RARE)  # said where nothing was decided
