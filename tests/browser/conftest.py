"""A browser for the tests of this folder, and pages in it that must stay quiet and ask for nothing."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, TABLET, DESKTOP = 390, 768, 1440

Opener = Callable[..., Page]
expect.set_options(timeout=20_000)  # ms, of machines that are busy with other tests


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or whatever goes by such a name."""
    executable = next(filter(None, map(shutil.which, NAMES)), None)
    if executable is None:
        pytest.skip(
            f"no browser is installed (none of {', '.join(NAMES)}); with Debian's package chromium these tests run"
        )
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable, args=OPTIONS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def free_pages() -> list[Page]:
    """Pages that no test looks at any more: a new one is a new process, which takes longer than most tests."""
    return []


@pytest.fixture
def open_page(browser: Browser, free_pages: list[Page]) -> Iterator[Opener]:
    """Opens a file from disk; at the end of the test no page has said anything on its console, failed or asked for
    anything else.
    """
    heard: list[str] = []
    listeners: list[tuple[Page, dict[str, Callable[..., None]]]] = []

    def opened(file: Path, width: int = DESKTOP, scheme: str = "light") -> Page:
        page, uri = free_pages.pop() if free_pages else browser.new_page(), file.resolve().as_uri()
        listening: dict[str, Callable[..., None]] = {
            "console": lambda message: heard.append(f"console: {message.text}"),
            "pageerror": lambda error: heard.append(f"error: {error}"),
            "request": lambda request: heard.append(f"request: {request.url}") if request.url != uri else None,
        }
        listeners.append((page, listening))
        for event, listener in listening.items():
            page.on(event, listener)  # type: ignore[call-overload]
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media="screen", color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(uri)
        return page

    yield opened
    for page, listening in listeners:
        for event, listener in listening.items():
            page.remove_listener(event, listener)
        page.mouse.move(0, 0)
        page.goto("about:blank")
        free_pages.append(page)
    assert heard == []


@pytest.fixture
def with_clock(free_pages: list[Page]) -> Iterator[None]:
    """For a test that stops the clock of its page, which no other one is to use."""
    before = [*free_pages]
    free_pages.clear()
    yield
    for page in free_pages:
        page.context.close()
    free_pages[:] = before
