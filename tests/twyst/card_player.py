"""A player who has the bidding card of Twyst as a text and knows nothing else: this file imports no code that counts
hands. `python -m tests.twyst.card_player` tries it on fresh hands.
"""

import sys
import tomllib
from pathlib import Path

PIPS = {str(pips): pips for pips in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 14}
CARD = Path(__file__).parents[2] / "strategies" / "twyst" / "cards" / "second.toml"


def show(text: str, hand: list[str]) -> str:
    """The card that is shown with a hand such as `["AS", "10H", ...]`."""
    card = tomllib.loads(text)
    suits = {suit: sorted(PIPS[name[:-1]] for name in hand if name[-1] == suit) for suit in "CDHS"}
    points = sum(card["points"].get(name[:-1], 0) for name in hand)
    ace, court, deuce = card["ace"], card["court"], card["deuce"]

    def first(rank: str) -> str:
        return next(rank + suit for suit in "CDHS" if PIPS[rank] in suits[suit])

    ranks = {name[:-1] for name in hand}
    sure = {}
    for suit, cards in suits.items():
        row = 0
        while 14 - row in cards:
            row += 1
        sure[suit] = row
        if row >= 3:
            sure[suit] += len(cards[: len(cards) - row][: max(0, len(cards) - 4)])
            if len(cards) > 6:
                sure[suit] = len(cards)
    if "A" in ranks and (sum(sure.values()) >= ace["tricks"] or points >= ace["points"]):
        return first("A")
    courts = {}
    for suit, cards in suits.items():
        if any(10 < pips < 14 for pips in cards):
            elsewhere = sum(tricks for other, tricks in sure.items() if other != suit)
            lacking = sum(max(0, 2 - len(others)) for other, others in suits.items() if other != suit)
            own = sum(card["points"].get(name[:-1], 0) for name in hand if name[-1] == suit)
            courts[suit] = points + own + court["trump"] * len(cards)
            courts[suit] += court["sure"] * elsewhere + court["short"] * lacking
    if courts and max(courts.values()) >= court["least"]:
        suit = max(courts, key=lambda suit: courts[suit])
        return next(rank + suit for rank in "KQJ" if PIPS[rank] in suits[suit])
    danger = 0
    for cards in suits.values():
        for pips, limit, times in zip(cards, deuce["limits"], deuce["times"], strict=False):
            danger += times * max(0, pips - limit)
    if "2" in ranks and danger <= deuce["most"]:
        return first("2")
    column = [column for column in card["numerals"] if points >= column["least"]][-1]
    worth = {}
    with_numeral = [suit for suit in "CDHS" if any(2 < pips < 11 for pips in suits[suit])]
    if column.get("one_suit") and with_numeral:
        with_numeral = [max(with_numeral, key=lambda suit: len(suits[suit]))]
    for number in range(10, 2, -1):
        for suit in with_numeral:
            if number in (cards := suits[suit]):
                value = column["number"][str(number)] + column["length"][str(min(7, len(cards)))]
                value += column["top"] * sum({13: 1, 14: 2}.get(pips, 0) for pips in cards)
                value += column["middle"] * sum(pips in (9, 10, 11, 12) for pips in cards)
                if number > 7 and len(cards) > 4:
                    value += column["long"] * (number - 7) * (len(cards) - 4)
                worth[f"{number}{suit}"] = value
    if worth:
        best = max(worth.values())
        number = max(int(name[:-1]) for name in worth if worth[name] == best)
        return next(f"{number}{suit}" for suit in "CDHS" if worth.get(f"{number}{suit}") == best)
    return first("2") if "2" in ranks else first(max(ranks, key=lambda rank: PIPS[rank]))


def main(n_hands: int, n_deals: int, seed: int) -> None:
    """Print what the card loses per deal on fresh hands against the best of all thirteen bids. Hands of the usual seed
    were not looked at when the card was made.
    """
    import numpy as np

    from knotlab.analysis.bidding.card_measure import bid_scores, draw, loss, places
    from knotlab.analysis.runs.play import make_job
    from knotlab.sim.games.twyst.cards import CODE, NAMES

    text, hands = CARD.read_text("utf-8"), draw(np.random.default_rng(seed), n_hands)
    shown = np.array([CODE[show(text, [NAMES[card] for card in cards])] for cards in hands.cards])
    tried = bid_scores(make_job("twyst", ["carded+champion"] * 4, seed=seed), hands, n_deals)
    lost, losses = loss(tried, places(hands, shown))
    print(
        f"{n_hands:,} hands, {n_deals:,} deals of the others for each: the card loses {lost.value:.2f} points per deal"
    )
    print(f"[{lost.low:.2f}, {lost.high:.2f}]; within 3 points of the best bid: {(losses <= 3).mean():.0%} of hands")


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:] or ("1000", "400", "20261125")))
