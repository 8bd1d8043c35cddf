"""Pages that we write, as a browser reads them: what their policy says of scripts."""

import base64
import hashlib
import re
from dataclasses import dataclass, field
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


VOID = ("br", "hr", "img", "input", "link", "meta")


@dataclass
class Element:
    """An element of a page: its tag, attributes, words before and between its parts, and parts."""

    tag: str
    attributes: dict[str, str]
    inside: list["Element | str"] = field(default_factory=list)

    def all(self, *tags: str, **wanted: str) -> list["Element"]:
        """All elements within it of some tags, with some values of attributes (class_: one of its classes)."""
        found = []
        for part in self.inside:
            if isinstance(part, Element):
                is_one = (not tags or part.tag in tags) and all(part._has(*each) for each in wanted.items())
                found += ([part] if is_one else []) + part.all(*tags, **wanted)
        return found

    def _has(self, name: str, value: str) -> bool:
        if name == "class_":
            return value in self.attributes.get("class", "").split()
        return self.attributes.get(name.replace("_", "-")) == value

    @property
    def own(self) -> str:
        """The words that stand directly in it."""
        return "".join(part for part in self.inside if isinstance(part, str)).strip()

    @property
    def text(self) -> str:
        """All its words, spaces made one."""
        words = "".join(part if isinstance(part, str) else f" {part.text} " for part in self.inside)
        return " ".join(words.split())

    def at(self, key: str) -> "Element":
        """It as it is shown at a choice of table."""
        kept: list[Element | str] = []
        for part in self.inside:
            if isinstance(part, str):
                kept.append(part)
            elif not part.attributes.get("data-at") or key in part.attributes["data-at"].split():
                kept.append(part.at(key))
        return Element(self.tag, self.attributes, kept)


class _Tree(HTMLParser):
    """Reads a page as elements."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def tree_of(page: str) -> Element:
    """A page, or a part of one, as elements."""
    read = _Tree()
    read.feed(page)
    (root,) = read.open
    return root


def untimed_page(page: str) -> str:
    """A page without the times that it took, which are not known of what was stopped and went on, and the day."""
    rows = r'<tr><th scope="row">(time for the tournaments|time of this command|date)<.*?</tr>\n'
    return re.sub(rows, "", page, flags=re.DOTALL)
