"""Decision records can be named by their numbers, and one page lists them all."""

import re
from collections import Counter
from pathlib import Path

from tests.conftest import TOP

FOLDER = TOP / "docs" / "develop" / "decisions"
RECORDS = sorted(FOLDER.glob("0*.md"))
_ROW = re.compile(r"^\| (\d{4}) \| \[(.+)\]\((\S+)\) \| (.+) \|$", re.MULTILINE)
_STATE = re.compile(r"State: (holds|replaced by (\d{4}))")


def _title(record: Path) -> str:
    return record.read_text(encoding="utf-8").splitlines()[0]


def _state(record: Path) -> str:
    return record.read_text(encoding="utf-8").splitlines()[2]


def test_no_two_decisions_have_one_number() -> None:
    assert len(RECORDS) > 50
    counted = Counter(path.name[:4] for path in RECORDS)
    assert [number for number, count in counted.items() if count > 1] == []


def test_every_decision_begins_with_its_number() -> None:
    unlike = [path.name for path in RECORDS if not _title(path).startswith(f"# {path.name[:4]} ")]
    assert unlike == []


def test_every_decision_says_whether_it_holds() -> None:
    numbers = {path.name[:4] for path in RECORDS}
    stated = {path.name: _STATE.fullmatch(_state(path)) for path in RECORDS}
    assert [name for name, state in stated.items() if state is None] == []
    replaced = {name: state[2] for name, state in stated.items() if state and state[2]}
    assert {name: by for name, by in replaced.items() if by not in numbers - {name[:4]}} == {}


def test_the_index_lists_every_decision_once() -> None:
    files = {path.name[:4]: path.name for path in RECORDS}
    listed = [
        (number, title, file, state)
        for number, title, file, state in _ROW.findall((FOLDER / "index.md").read_text("utf-8"))
    ]
    said = []
    for path in RECORDS:
        state = _state(path).removeprefix("State: ")
        by = state.removeprefix("replaced by ")
        shown = state.replace(by, f"[{by}]({files[by]})") if by in files else state
        said.append((path.name[:4], _title(path)[len("# 0000 ") :], path.name, shown))
    assert sorted(listed) == said


def test_every_file_is_named_after_its_title() -> None:
    words = {path.name: re.sub(r"[`']", "", _title(path).lower()) for path in RECORDS}
    named = {name: "-".join(re.findall(r"[a-z0-9]+", title)) + ".md" for name, title in words.items()}
    assert {name: title for name, title in named.items() if name != title} == {}


def test_every_decision_says_what_was_there_and_what_was_chosen() -> None:
    parts = ("**Context.**", "**Choice.**")
    unlike = [path.name for path in RECORDS if any(part not in path.read_text("utf-8") for part in parts)]
    assert unlike == []
