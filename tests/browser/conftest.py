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


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """Opens a file from disk; at the end of the test no page has said anything on its console, failed or asked for
    anything else.
    """
    heard: list[str] = []
    contexts = []

    def opened(file: Path, width: int = DESKTOP, scheme: str = "light") -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: heard.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: heard.append(f"error: {error}"))
        page.on(
            "request",
            lambda request: heard.append(f"request: {request.url}") if request.url != file.resolve().as_uri() else None,
        )
        page.goto(file.resolve().as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert heard == []
