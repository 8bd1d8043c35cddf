"""The page of a table, served on this machine alone: to whoever knows the secret in its address, and to no other site.

It ends with an interrupt, or once no page has been open for a minute.
"""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from knotlab.reports.sit.page import PRACTISED
from knotlab.reports.sit.table import LaidTable
from knotlab.reports.sit.trainer import practice

HERE = "127.0.0.1"
LONGEST = 10_000  # bytes of a message
BEAT = 5.0  # seconds between two signs that the table is there
PATIENCE = 60.0  # seconds without a page
OPENING = 540.0  # more of them before the first
HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff"}


class Host:
    """Who serves a table: its page and its messages, below a secret.

    table: the table. page: its HTML. origin: `http://127.0.0.1:PORT`, the only one that is answered.
    """

    def __init__(self, table: LaidTable, page: str, origin: str) -> None:
        self.table, self.page, self.origin = table, page, origin
        self.secret = secrets.token_urlsafe(16)
        self.open_pages, self.last_seen = 0, time.monotonic() + OPENING
        routes = [
            ("", self._show, "GET"),
            ("do", self._do, "POST"),
            ("alive", self._stay, "GET"),
            ("hand", self._train, "GET"),
        ]
        self.app = Starlette(
            routes=[Route(f"/{{secret}}/{path}", self._kept(serve), methods=[how]) for path, serve, how in routes]
        )

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"{self.origin}/{self.secret}/"

    @property
    def is_deserted(self) -> bool:
        """Whether no page has been open for a while."""
        return not self.open_pages and time.monotonic() - self.last_seen > PATIENCE

    def _kept(self, serve: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Serve those only who know the secret and come from this page or from no page."""

        async def kept(request: Request) -> Response:
            own = self.origin.removeprefix("http://")
            is_known = secrets.compare_digest(request.path_params["secret"].encode(), self.secret.encode())
            from_here = request.headers.get("origin", self.origin) == self.origin
            is_direct = request.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
            if not (is_known and from_here and is_direct and request.headers.get("host") == own):
                return Response("There is no such page.", 404, HEADERS)
            self.last_seen = time.monotonic()
            return await serve(request)

        return kept

    async def _show(self, request: Request) -> Response:
        return HTMLResponse(self.page, headers=HEADERS)

    async def _do(self, request: Request) -> Response:
        body = await request.body()
        try:
            message = json.loads(body) if len(body) <= LONGEST else None
        except ValueError:
            message = None
        if not isinstance(message, dict):
            return Response("The message is not a JSON object.", 400, HEADERS)
        return JSONResponse(await run_in_threadpool(self.table.answer, message), headers=HEADERS)

    async def _train(self, request: Request) -> Response:
        game = request.query_params.get("game", "")
        if game not in PRACTISED:
            return Response("Nothing of this game can be practised.", 404, HEADERS)
        return JSONResponse(await run_in_threadpool(practice, game), headers=HEADERS)

    async def _stay(self, request: Request) -> Response:
        return StreamingResponse(self._beats(), media_type="text/event-stream", headers=HEADERS)

    async def _beats(self) -> AsyncIterator[str]:
        """The table's version, now and then, as long as the page is open."""
        self.open_pages += 1
        try:
            while True:
                yield f"data: {self.table.version}\n\n"
                await asyncio.sleep(BEAT)
        finally:
            self.open_pages -= 1
            self.last_seen = time.monotonic()


class _Server(uvicorn.Server):
    """A server for which an interrupt is the usual end, of what is worked out for its table, too."""

    def __init__(self, config: uvicorn.Config, table: LaidTable) -> None:
        super().__init__(config)
        self.table = table

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note an interrupt."""
        self.table.clear()
        super().handle_exit(sig, frame)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            yield
            self._captured_signals.clear()  # or they would be raised again, which counts as a second interrupt


def serve(host: Host, socket: Any) -> None:
    """Serve until an interrupt, or until the page is closed for a minute."""
    config = uvicorn.Config(host.app, log_level="critical", timeout_graceful_shutdown=1, lifespan="off")
    server = _Server(config, host.table)

    async def run() -> None:
        serving = asyncio.ensure_future(server.serve([socket]))
        while not serving.done():
            await asyncio.wait([serving], timeout=1)
            server.should_exit |= host.is_deserted
        await serving

    asyncio.run(run())
