"""Pictures of real output, taken from a report's folder.

Command: python -m knotlab.studies.publishing.gallery FOLDER (make gallery)
Result: reports/gallery
Page: README.md
"""

import io
import shutil
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from playwright.sync_api import FloatRect, Page, sync_playwright

from knotlab.studies.command import ROOT, parser, run

GALLERY = ROOT / "reports" / "gallery"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WINDOW = 1440, 1000
WIDTH = 1180
COLOURS = 96
VERDICT = "TK-C1"


def save(name: str, picture: bytes) -> None:
    """Keep a picture small: few colours, no more than the gallery's width."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.thumbnail((WIDTH, WIDTH))
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(GALLERY / f"{name}.png", optimize=True)


def around(page: Page, first: str, last: str) -> FloatRect:
    """The part of a page from one element down to another, which is as wide."""
    top, bottom = (page.locator(name).first.bounding_box() for name in (first, last))
    assert top and bottom
    return {
        "x": bottom["x"],
        "y": top["y"],
        "width": bottom["width"],
        "height": bottom["y"] + bottom["height"] - top["y"],
    }


def take(page: Page, scheme: str) -> None:
    """The pictures of one colour scheme."""
    save(f"page-{scheme}", page.screenshot())
    page.locator(".picker").evaluate("(form) => form.remove()")  # it stays in sight, above the first rows
    save(f"habits-{scheme}", page.screenshot(full_page=True, clip=around(page, ".legend", ".forest")))
    if scheme == "dark":
        page.locator("#watch").scroll_into_view_if_needed()
        page.locator("[data-part=slider]").evaluate(
            "(slider) => { slider.value = 30; slider.dispatchEvent(new Event('input')); }"
        )
        save("viewer", page.locator(".viewer").screenshot())
    else:
        page.locator(f"#tip-{VERDICT} summary").click()
        save("verdict", page.locator(f"#tip-{VERDICT}").screenshot())


def main(words: Sequence[str] | None = None) -> None:
    """Take all pictures of the report in a folder."""
    reader = parser(__doc__)
    reader.add_argument("folder", type=Path, help="of a report")
    page_of_report = (reader.parse_args(words).folder / "report.html").resolve().as_uri()
    GALLERY.mkdir(exist_ok=True)
    executable = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport={"width": WINDOW[0], "height": WINDOW[1]}, color_scheme=scheme)
            page.goto(page_of_report)
            take(page, scheme)
        browser.close()
    for picture in sorted(GALLERY.glob("*.png")):
        print(f"{picture.name}: {picture.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    run(main)
