"""Pictures of real output: of a report, from its folder, and the plots of the documentation's gallery, by its code.

Command: python -m knotlab.studies.publishing.gallery FOLDER (make gallery)
Result: reports/gallery, docs/pictures/gallery
Page: README.md, docs/gallery.md
"""

import contextlib
import hashlib
import io
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import Page, sync_playwright

from knotlab.analysis.bidding.card import STANDARD
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.reports.page.first_screen import first_screen
from knotlab.studies.command import ROOT, parser, run

GALLERY = ROOT / "reports" / "gallery"
PLOTS = ROOT / "docs" / "pictures" / "gallery"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WINDOW, PHONE = (1440, 1000), (390, 900)
WIDTH = 1180
COLOURS = 96
TIP = "TK-C1"  # whose game is in the picture of the viewer
STYLE = ROOT / "reports" / "page" / "first_screen.css"
SHOWN = ("cells.csv", "curves.csv", "habits.csv", "moments.jsonl", "tips.csv")  # what the pictures show of the findings


def stamp() -> str:
    """A hash of what the pictures are drawn from: findings, tournaments, the bidding card, and the first screen with
    its style.
    """
    files = [*(FINDINGS / name for name in SHOWN), *sorted((FINDINGS / "contests").iterdir()), STANDARD, STYLE]
    shown = [file.read_bytes() for file in files]
    return hashlib.sha256(b"".join([*shown, first_screen().encode("utf-8")])).hexdigest()[:16]


def save(name: str, picture: bytes) -> None:
    """Keep a picture small, of few colours and no wider than the gallery, with the hash of the findings it shows."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.thumbnail((WIDTH, WIDTH))
    facts = PngInfo()
    facts.add_text("findings", stamp())
    few = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(GALLERY / f"{name}.png", optimize=True, pnginfo=facts)


def draw_plots() -> None:
    """Run the code of the gallery's page, and keep what it draws."""
    page = (ROOT / "docs" / "gallery.md").read_text("utf-8")
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    files = re.findall(r'^```python title="([^"]+)"\n(.*?)^```', page, re.MULTILINE | re.DOTALL)
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in files:
            Path(name).write_text(text, "utf-8")
        exec(compile(code, "docs/gallery.md", "exec"), {})
        for picture in Path(folder).glob("*.svg"):
            shutil.copy(picture, PLOTS / picture.name)


def take(page: Page, scheme: str) -> None:
    """The pictures of one colour scheme."""
    save(f"page-{scheme}", page.screenshot())
    page.locator(".chooser").evaluate("(form) => form.remove()")  # it stays in sight, above the other pictures
    if scheme == "light":
        page.locator(f"#tip-{TIP} a[href^='#watch=']").click()
        save("viewer", page.locator(".viewer-main").screenshot())
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.evaluate("scrollTo(0, 0)")
    save(f"phone-{scheme}", page.screenshot())


def main(words: Sequence[str] | None = None) -> None:
    """Take all pictures of the report in a folder."""
    reader = parser(__doc__)
    reader.add_argument("folder", type=Path, help="of a report")
    page_of_report = (reader.parse_args(words).folder / "report.html").resolve().as_uri()
    GALLERY.mkdir(exist_ok=True)
    draw_plots()
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
