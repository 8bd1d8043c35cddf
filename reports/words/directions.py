"""Effects with a word for their direction instead of a sign: fewer games lost, more games won."""

import math

MINUS = "\u2212"
IN_HUNDRED = {  # words for above and below zero, where there are any, and what is counted
    "loss_rate": (("fewer", "more"), "games lost in 100"),
    "win_rate": (("more", "fewer"), "games won in 100"),
    "share": (None, "in 100 cases"),
    "deals": (None, "in 100 deals"),
}


def amount(value: float, digits: int, ways: tuple[str, str] | None) -> str:
    """A number with a word for its direction, or a sign where there are none; nothing is "as many".

    >>> amount(5.12, 1, ("fewer", "more")), amount(-0.04, 1, ("fewer", "more")), amount(3.068, 2, None)
    ('5.1 fewer', 'as many', '+3.07')
    """
    number = f"{abs(value):.{digits}f}"
    if ways is None:
        return f"{'+' if value >= 0 else MINUS}{number}"
    if any(ways) and not float(number):
        return "as many"
    return f"{number} {ways[value < 0]}".strip()


def with_interval(unit: str, value: float, low: float, high: float) -> str:
    """An effect, + for what helps, with its interval; the direction of an end is named where it is another one.

    >>> with_interval("loss_rate", -0.171, -0.184, -0.158)
    '17.1 more [15.8, 18.4]'
    >>> with_interval("loss_rate", -0.004, -0.010, 0.002)
    '0.4 more [0.2 fewer to 1.0 more]'
    """
    scale = 100 if unit in IN_HUNDRED else 1
    ways, _ = IN_HUNDRED.get(unit, (None, ""))
    spelt = [amount(scale * number, 1, ways) for number in (value, low, high)]
    if math.isnan(low):
        return f"{spelt[0]}, interval open"
    if ways is None:
        return f"{spelt[0]} [{spelt[1]}, {spelt[2]}]"
    if low * high > 0:
        least, most = sorted(abs(scale * end) for end in (low, high))
        return f"{spelt[0]} [{least:.1f}, {most:.1f}]"
    return f"{spelt[0]} [{spelt[2]} to {spelt[1]}]"
