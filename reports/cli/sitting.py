"""The command that lays a table for a person."""

import secrets
import socket
from collections.abc import Sequence
from typing import Annotated

from knotlab.api import options, reading
from knotlab.api.declare import Argument, Option
from knotlab.api.sitting import You
from knotlab.sim.errors import InputError

Others = Annotated[
    Sequence[options.StrategyGiven],
    Argument(
        "a strategy for each of the other seats, as NAME or NAME:PARAMETER=VALUE,tremble=0",
        "STRATEGY",
        completes="strategy",
        repeats=True,
    ),
]
Seed = Annotated[int | None, Option("random seed of the first game", "S", reading.seed, default="a new one each time")]
Port = Annotated[int, Option("port of the page; 0 for any that is free", "N", reading.whole(0, 65535))]
Quiet = Annotated[bool, Option("do not open the page in the browser")]


def sit(
    game: options.Game,
    strategies: Others = (),
    seed: Seed = None,
    you: You = 0,
    set: options.Settings = (),
    target: options.Target = None,
    rounds: options.Rounds = None,
    strategies_from: options.From = (),
    port: Port = 0,
    no_browser: Quiet = False,
) -> None:
    """Take a seat among strategies, on a page served by this machine. The command ends with Ctrl-C, or a minute
    after the page is closed.
    """
    try:
        from knotlab.reports.sit.server import HERE, Host, serve
    except ImportError:
        raise InputError("the page needs the extra 'sit': pip install 'knotlab[sit]'") from None
    import webbrowser

    from knotlab.analysis.decisions.sitting import Sitting
    from knotlab.api.given import job_of
    from knotlab.api.sitting import seated, sit_at
    from knotlab.reports.output import say
    from knotlab.reports.sit.page import sit_page
    from knotlab.reports.sit.table import LaidTable

    def begin(number: int) -> Sitting:
        return sit_at(
            game,
            players=strategies,
            seed=number,
            you=you,
            set=set,
            target=target,
            rounds=rounds,
            strategies_from=strategies_from,
        )

    first = secrets.randbits(32) if seed is None else seed
    others = seated(strategies, you)  # what is wrong is said at once
    job_of(game, others, first, set, False, strategies_from, target, rounds)
    page = sit_page(game)
    with socket.socket() as listening:
        try:
            listening.bind((HERE, port))
            listening.listen()  # the browser may ask before the server is ready
        except OSError as error:
            raise InputError(f"port {port} cannot be used ({error.strerror}); name another one, or none") from None
        host = Host(LaidTable(begin, first), page, f"http://{HERE}:{listening.getsockname()[1]}")
        say(f"Your table is at {host.address}\nIt ends with Ctrl-C, or a minute after you have closed the page.")
        if not no_browser:
            webbrowser.open(host.address)
        serve(host, listening)
    print("The table is cleared.")
