"""Pages that we write, as a browser reads them: what their policy says of scripts."""

import base64
import hashlib
import re
from html.parser import HTMLParser

DATA = ("application/json", "text/plain")  # types of scripts that no browser runs


class _Scripts(HTMLParser):
    """Collects the policy of a page, and the text of each script that would run, byte for byte."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.policies: list[str] = []
        self.texts: list[str] = []
        self.is_within = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if attributes.get("http-equiv") == "Content-Security-Policy":
            assert not self.texts, "a policy counts only for scripts after it"
            self.policies.append(attributes["content"] or "")
        assert not [name for name in attributes if name.startswith("on")], "no script in an attribute"
        self.is_within = tag == "script" and attributes.get("type") not in DATA
        if self.is_within:
            assert "src" not in attributes
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.is_within = False

    def handle_data(self, data: str) -> None:
        if self.is_within:
            self.texts[-1] += data


def scripts_of(page: str) -> tuple[set[str], set[str]]:
    """The scripts that a page's one policy allows, and those that the page has, as the policy names them."""
    read = _Scripts()
    read.feed(page)
    (policy,) = read.policies
    (allowed,) = re.findall(r"script-src ([^;]*)", policy)
    digests = [hashlib.sha256(text.encode()).digest() for text in read.texts]
    return set(allowed.split()), {f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests}
