"""Words that make a sentence be read twice are counted, and their number only goes down.

`allowances.yaml` says how many each place may still have. Who mends some lowers the number there.
To check another folder (code, texts of pages), add its row: the words are looked for in its files.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from tests.conftest import TOP

BANNED = {
    "the own": r"\b(?:the|an) own\b",
    "of which": r"\b(?:of|by|to|from) which\b",
    "whom": r"\bwhom\b",
    "told": r"\btold\b",
    "came to": r"\b(?:came|comes) to (?!the (?:table|board|page)\b)",
    "amid": r"\bamid\b",
    "anew": r"\banew\b",
    "besides": r"\bbesides\b",
    "nought": r"\bnought\b",
    "headless subject": r"(?:^|[.!?] )(?:Who|What) (?:\w+ ){1,6}(?:is|isn't|has|are|was|gets|may|can|must) ",
}
SUFFIXES = {".md", ".py", ".yaml"}
ALLOWED: dict[str, int] = yaml.safe_load(
    Path(__file__).with_name("allowances.yaml").read_text(encoding="utf-8")
)


def found_in(text: str) -> Counter[str]:
    """Count the banned words of a text; what stands in code or is a link's address counts nothing.

    >>> found_in("The page is told anew. `whom`")
    Counter({'told': 1, 'anew': 1})
    """
    bare = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)", "", text, flags=re.DOTALL)
    return (
        Counter({name: len(re.findall(one, bare, re.MULTILINE)) for name, one in BANNED.items()}) + Counter()
    )


def files_of(place: str) -> list[Path]:
    at = TOP / place
    return [at] if at.is_file() else sorted(one for one in at.rglob("*") if one.suffix in SUFFIXES)


@pytest.mark.parametrize("place", ALLOWED)
def test_a_place_has_no_more_of_these_words_than_it_may(place: str) -> None:
    files = files_of(place)
    counts = {str(one.relative_to(TOP)): found_in(one.read_text(encoding="utf-8")) for one in files}
    has = sum(sum(count.values()) for count in counts.values())
    worst = sorted(((sum(count.values()), name, dict(count)) for name, count in counts.items()), reverse=True)
    assert files
    assert has <= ALLOWED[place], f"{place}: {has}, allowed {ALLOWED[place]}; most: {worst[:3]}"


def test_every_banned_form_is_found() -> None:
    bad = (
        "It begins at the own pieces, of which two are left. The page, whom it is told, came to know anew. "
        "Amid it, or rather amid besides nought. What is felt is asked about. "
    )
    assert set(found_in(bad)) == BANNED.keys()
