"""Decision records can be named by their numbers."""

from collections import Counter

from tests.conftest import TOP

RECORDS = sorted((TOP / "docs" / "develop" / "decisions").glob("0*.md"))


def test_no_two_decisions_have_one_number() -> None:
    assert len(RECORDS) > 50
    counted = Counter(path.name[:4] for path in RECORDS)
    assert [number for number, count in counted.items() if count > 1] == []


def test_every_decision_begins_with_its_number() -> None:
    begins = {path.name: path.read_text(encoding="utf-8").split(maxsplit=2)[1] for path in RECORDS}
    assert {name: number for name, number in begins.items() if name[:4] != number} == {}
