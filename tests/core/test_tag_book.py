"""The book of tags: kept as it was, and refused with its line when it is broken."""

from pathlib import Path

import pytest

from engine.core.faults import InputFault
from engine.core.tags import FILE, TagBook, dump_tags, load_tags


def test_a_book_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    # A uid of digits alone, or like a number with an exponent, stays a text.
    book = TagBook(
        {"04112233": "card búa", "04E55667": "piece w.inf.1", "E00401502DAB3C11": "skill gen.est 1"}
    )
    dump_tags(book, tmp_path / "new" / FILE)
    assert load_tags(tmp_path / "new" / FILE) == book
    assert [path.name for path in (tmp_path / "new").iterdir()] == [FILE]


def test_a_book_that_isn_t_there_yet_is_empty(tmp_path: Path) -> None:
    assert load_tags(tmp_path / FILE) == TagBook()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "tags:\n  04a1b2c3: piece a\n  04A1B2C3: piece b\n",
            "tags.yaml:3: .*'04A1B2C3' is piece a's already",
        ),
        ("tags:\n  xyz: card a\n", "tags.yaml:2: .*'xyz' is no uid"),
        ("tags:\n  '0411': card a\n", "'0411' is no uid; expected 8 to 20"),
        ("tags: [1]\n", "tags.yaml:1"),
        ("cards: {}\n", "cards"),
        ("{", "not YAML"),
    ],
)
def test_a_broken_book_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputFault, match=said):
        load_tags(tmp_path / FILE)
