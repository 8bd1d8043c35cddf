"""What axe-core finds wrong with a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = ("serious", "critical")


def grave_faults(page: Page) -> list[str]:
    """The serious and critical faults of a page, each with the first element concerned."""
    violations = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html']} {each['nodes'][0]['failureSummary']}"
        for each in violations
        if each["impact"] in GRAVE
    ]
