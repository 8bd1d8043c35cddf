"""Counting the cases of the rulings in a deal, from its record alone."""

from collections import Counter
from collections.abc import Iterator, Sequence

SEATS = range(4)
SOLOS = ("ace-solo", "court-solo", "twist-solo", "misere")
TOUCHED_BY_LOST = ("ace-solo", "court-solo", "trump-duo")
LOST = ("others", "shortfall")

MUST_OCCUR = (
    *(f"{name} alone, {end}" for name in SOLOS for end in ("made", "failed")),
    *(f"{name} among several, {end}" for name in ("ace-solo", "misere") for end in ("made", "failed")),
    *(f"{aces} Aces and {deuces} deuces" for aces in range(4) for deuces in range(4) if 1 <= aces + deuces <= 3),
    "four Aces and deuces",
    "both an Ace solo and a Misere made",
    "an Ace or deuce makes courts count for nothing",
    *(f"court solo by a {face}" for face in "JQK"),
    *(f"the eldest of {n} equal courts" for n in (2, 3)),
    "a court solo by another than the eldest court",
    "the eldest of equal numerals in a Twist solo",
    "a Twist solo by another than the eldest",
    "a Twist solo fails by a tie",
    "a Twist solo fails by fewer tricks",
    "a Twist solo made with fewer than 7 tricks",
    *(f"a trump duo with target {target}, {end}" for target in range(7, 12) for end in ("made", "failed")),
    *(f"a trump duo's {kind} numeral is the target" for kind in ("elder's", "younger's")),
    *(f"a trump duo's sum of {target}" for target in range(7, 12)),
    *(f"a trump duo of {pair}" for pair in ("01", "02", "03", "12", "13", "23")),
    *(f"a plain duo of {pair}, {end}" for pair in ("01", "02", "03", "12", "13", "23") for end in ("made", "failed")),
    *(f"Nemo by {n} of {suit}" for n in (3, 4) for suit in "CDHS"),
    "Nemo with clean tricks only",
    "Nemo with clean tricks and others",
    "Nemo with no clean trick but others",
    "Nemo without a trick",
    *(f"seat {by} names seat {seat}" for by in SEATS for seat in SEATS),
    *(f"a {name} names the leader" for name in SOLOS),
    *(f"the eldest leads by rule to {name}" for name in ("trump-duo", "plain-duo", "nemo", "several")),
    *(f"{name} failed, lost {lost}" for name in TOUCHED_BY_LOST for lost in LOST),
    *(f"trump {suit} in {name}" for suit in "CDHS" for name in ("court-solo", "twist-solo", "trump-duo")),
    "a trump wins a trick led in another suit",
    "a trick with two trumps led in another suit",
    "a card of neither trump nor the suit led",
)


def cases(record: dict) -> Counter[str]:
    """The cases of one deal, each with its number."""
    bids = [event["card"] for event in record["events"] if event["do"] == "bid"]
    contracts = [event for event in record["events"] if event["do"] == "contract"]
    tricks = record["result"]["tricks"]
    counts: Counter[str] = Counter()
    counts.update(_solos(contracts, record["result"], record["rules"]["lost"]))
    counts.update(_bids(bids, contracts))
    counts.update(_duos(bids, contracts, tricks))
    counts.update(_twists(contracts, tricks))
    counts.update(_nemos(bids, contracts, record))
    counts.update(_leads(record["events"], contracts))
    counts.update(_trumps(record["events"], contracts[0]["trump"]))
    return counts


def _solos(contracts: Sequence[dict], result: dict, lost: str) -> Iterator[str]:
    """What each contractor made of it, by the sign of the score."""
    how = "alone" if len(contracts) == 1 else "among several"
    made = set()
    for contract in contracts:
        end = "made" if result["score"][contract["contractors"][0]] > 0 else "failed"
        if len(contract["contractors"]) == 1:
            yield f"{contract['name']} {how}, {end}"
        if end == "made":
            made.add(contract["name"])
        elif contract["name"] in TOUCHED_BY_LOST:
            yield f"{contract['name']} failed, lost {lost}"
    if {"ace-solo", "misere"} <= made:
        yield "both an Ace solo and a Misere made"


def _bids(bids: Sequence[str], contracts: Sequence[dict]) -> Iterator[str]:
    """How the contract came about (TY-3, 1 to 3)."""
    faces = [card[:-1] for card in bids]
    name, contractor = contracts[0]["name"], contracts[0]["contractors"][0]
    if name in ("ace-solo", "misere"):
        if len(contracts) == 4:
            yield "four Aces and deuces"
        yield f"{faces.count('A')} Aces and {faces.count('2')} deuces"
        if {"J", "Q", "K"} & set(faces):
            yield "an Ace or deuce makes courts count for nothing"
    elif name == "court-solo":
        yield f"court solo by a {faces[contractor]}"
        yield f"the eldest of {faces.count(faces[contractor])} equal courts"
        if any(face in ("J", "Q", "K") for face in faces[:contractor]):
            yield "a court solo by another than the eldest court"
    elif name == "twist-solo":
        if faces.count(faces[contractor]) > 1:
            yield "the eldest of equal numerals in a Twist solo"
        if contractor > 0:
            yield "a Twist solo by another than the eldest"
    if contracts[0]["trump"]:
        yield f"trump {contracts[0]['trump']} in {name}"


def _twists(contracts: Sequence[dict], tricks: Sequence[int]) -> Iterator[str]:
    """How a Twist solo ended (TY-6)."""
    if contracts[0]["name"] == "twist-solo":
        own = tricks[contracts[0]["contractors"][0]]
        if own == max(tricks) and tricks.count(own) > 1:
            yield "a Twist solo fails by a tie"
        elif own < max(tricks):
            yield "a Twist solo fails by fewer tricks"
        elif own < 7:
            yield "a Twist solo made with fewer than 7 tricks"


def _duos(bids: Sequence[str], contracts: Sequence[dict], tricks: Sequence[int]) -> Iterator[str]:
    """Partners, targets and ends of duos (TY-3, 4 and 5)."""
    for contract in contracts:
        seats, target = contract["contractors"], contract["target"]
        pair = "".join(map(str, seats))
        if contract["name"] == "plain-duo":
            yield f"a plain duo of {pair}, {_end(contract, tricks)}"
        elif contract["name"] == "trump-duo":
            elder, younger = (int(bids[seat][:-1]) for seat in seats)
            yield f"a trump duo of {pair}"
            yield f"a trump duo with target {target}, {_end(contract, tricks)}"
            kind = "elder's" if target == elder else "younger's"
            yield (
                f"a trump duo's {kind} numeral is the target"
                if target in (elder, younger)
                else f"a trump duo's sum of {target}"
            )


def _end(contract: dict, tricks: Sequence[int]) -> str:
    """Whether a duo won its tricks."""
    return "made" if sum(tricks[seat] for seat in contract["contractors"]) >= contract["target"] else "failed"


def _nemos(bids: Sequence[str], contracts: Sequence[dict], record: dict) -> Iterator[str]:
    """What made a Nemo and what each player scored (TY-3, 6; TY-6)."""
    if contracts[0]["name"] == "nemo":
        suit = contracts[0]["suit"]
        yield f"Nemo by {sum(card[-1] == suit for card in bids)} of {suit}"
        for tricks, score in zip(record["result"]["tricks"], record["result"]["score"], strict=True):
            if tricks == 0:
                yield "Nemo without a trick"
            elif score == 0:
                yield "Nemo with no clean trick but others"
            else:
                yield "Nemo with clean tricks only" if score == 20 * tricks else "Nemo with clean tricks and others"


def _leads(events: Sequence[dict], contracts: Sequence[dict]) -> Iterator[str]:
    """Who leads and by whose will (TY-4)."""
    lead = next(event for event in events if event["do"] == "lead")
    name = contracts[0]["name"]
    if lead["by"] is not None:
        yield f"seat {lead['by']} names seat {lead['seat']}"
        yield f"a {name} names the leader"
    elif name in SOLOS:
        yield "the eldest leads by rule to several"
    else:
        yield f"the eldest leads by rule to {name}"


def _trumps(events: Sequence[dict], trump: str | None) -> Iterator[str]:
    """Tricks in which trumps or other suits were thrown in (TY-5)."""
    cards: list[dict] = []
    for event in events:
        if event["do"] == "card":
            cards.append(event)
        elif event["do"] == "trick":
            suits = [card["card"][-1] for card in cards]
            if trump in suits and suits[0] != trump:
                yield "a trump wins a trick led in another suit"
                if suits.count(trump) > 1:
                    yield "a trick with two trumps led in another suit"
            if set(suits) - {suits[0], trump}:
                yield "a card of neither trump nor the suit led"
            cards = []
