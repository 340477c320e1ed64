"""One word means one thing in Vietnamese and Japanese too: the page's last column names the twins."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.core.phrase import ENGLISH, LANGUAGES
from tests.words.prose import TOP, tracked

PAGE = TOP / "docs" / "develop" / "languages.md"
SCOPES = {
    "Everywhere": "",
    "Dozen War": "engine/games/dozen_war/",
    "Địa Giới Anh Hùng (Hero Realms)": "engine/games/hero_realms/",
    "KingdomSquare": "engine/games/kingdom_square/",
    "Quốc Chiến": "engine/games/quoc_chien/",
}
"""The tables of the page by their headings, each with the folder whose texts it is about."""
PACKAGES = ("engine", "dashboard", "vision", "firmware_bridge")
EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff★]")
HALF_WIDTH = re.compile(r"[\u3040-\u9fff](?:[,!?(](?!\.\.\.)|\.(?:\s|$))|\uff5e")
"""A Latin mark behind a Japanese letter, or a tilde for a wave dash; a command's `,...` is none."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Twin:
    """A word that isn't used for a thing, in one language and in one folder."""

    word: str
    inside: tuple[str, ...]
    """The words that it may be a part of."""
    language: str
    folder: str

    def stands_in(self, text: str) -> bool:
        """Return True if the text has the word by itself."""
        for one in self.inside:
            text = text.replace(one, "")
        if self.language == "ja":
            return self.word in text
        return re.search(rf"(?<!\w){re.escape(self.word)}(?!\w)", text, re.IGNORECASE) is not None


def twins_of(page: str) -> Iterator[Twin]:
    for heading, table in re.findall(r"^### (.+?)\n(.*?)(?=^#|^Next|\Z)", page, re.DOTALL | re.MULTILINE):
        for row in re.findall(r"^\|.*\| ([^|]+) \|$", table, re.MULTILINE):
            for word, inside in re.findall(r"([^,(]+?)(?: \(but in ([^)]+)\))?(?:, |$)", row):
                if word not in {"not", "---"}:
                    language = "ja" if EAST_ASIAN.search(word) else "vi"
                    allowed = tuple(one for one in inside.split(", ") if one)
                    yield Twin(word.strip(), allowed, language, SCOPES[heading])


def strings(node: Any, language: str | None) -> Iterator[tuple[str, str]]:
    """Yield each text of a data file with its language: that of the file, or of the key above it."""
    if isinstance(node, str) and language:
        yield language, node
    elif isinstance(node, dict):
        for key, one in node.items():
            spoken = key if ENGLISH in node and key in LANGUAGES else language
            yield from strings(one, spoken)
    elif isinstance(node, list):
        for one in node:
            yield from strings(one, language)


def wordings(source: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg in LANGUAGES and isinstance(node.value, ast.Constant):
            yield node.arg, str(node.value.value)


@cache
def texts() -> tuple[tuple[str, str, str], ...]:
    """Each text in another language than English: its file, its language, its words."""
    found: list[tuple[str, str, str]] = []
    for path in tracked(*(f"{package}/*.yaml" for package in PACKAGES)):
        stem, source = Path(path).stem, (TOP / path).read_text(encoding="utf-8")
        if stem in LANGUAGES or "vi: " in source:
            for node in yaml.load_all(source, _LOADER):
                found += ((path, *one) for one in strings(node, stem if stem in LANGUAGES else None))
    for path in tracked("engine/games/*.py"):
        source = (TOP / path).read_text(encoding="utf-8")
        if "wording(" in source:
            found += ((path, *one) for one in wordings(source))
    return tuple(one for one in found if one[1] != ENGLISH)


@pytest.mark.parametrize("heading", SCOPES)
def test_no_twin_of_a_word_stands_in_a_text(heading: str) -> None:
    twins = [one for one in twins_of(PAGE.read_text(encoding="utf-8")) if one.folder == SCOPES[heading]]
    assert twins, "a table without twins holds nothing"
    found = [
        f"{path}: {twin.word!r} in {text!r}"
        for twin in twins
        for path, language, text in texts()
        if language == twin.language and path.startswith(twin.folder) and twin.stands_in(text)
    ]
    assert found == []


def test_a_twin_is_found_by_itself_and_not_inside_a_word_that_has_it() -> None:
    page = "### Everywhere\n\n| card | lá bài | カード | thẻ, 札 (but in 手札, 山札) |\n"
    vietnamese, japanese = twins_of(page)
    assert vietnamese.stands_in("Thẻ này")
    assert not vietnamese.stands_in("thẻn")
    assert japanese.stands_in("手札の札")
    assert not japanese.stands_in("手札と山札")


def test_the_texts_of_every_kind_of_file_are_looked_at() -> None:
    kinds = {(Path(path).suffix, language) for path, language, _ in texts()}
    assert kinds == {(".yaml", "vi"), (".yaml", "ja"), (".py", "vi"), (".py", "ja")}
    assert len(texts()) > 6000


@pytest.mark.parametrize(("language", "odd"), [("ja", HALF_WIDTH), ("vi", re.compile(r"'{"))])
def test_each_language_is_punctuated_in_its_own_way(language: str, odd: re.Pattern[str]) -> None:
    found = [f"{path}: {text!r}" for path, spoken, text in texts() if spoken == language and odd.search(text)]
    assert found == []
