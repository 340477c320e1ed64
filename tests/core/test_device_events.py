"""Device events and their three words: each kind comes back as it was, and unknown words are kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.device_events import (
    ButtonPress,
    CellChange,
    DeviceContent,
    DiceAtRest,
    PadReading,
    PadReadingKind,
    TagWords,
    UnknownContent,
    format_content,
    format_tag_words,
    format_tags,
    parse_content,
    parse_tag_words,
    parse_tags,
)
from engine.core.ids import Cell

KINDS = st.sampled_from(["button", "tag", "content", "refused", "cell", "dice", "smoke", ""])
TEXTS = st.text(max_size=12)
VALUES = TEXTS | st.sampled_from(["covered", "clear", "3", "3 5", "03", " 3", "3.5", "9" * 5000, "-1"])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (ButtonPress("end_turn"), ("button", "end_turn", "")),
        (PadReading(PadReadingKind.TAGS, "west", "04A1 04B2"), ("tag", "west", "04A1 04B2")),
        (PadReading(PadReadingKind.MEMORY, "west", "04A1 card"), ("content", "west", "04A1 card")),
        (PadReading(PadReadingKind.REFUSAL, "west", "04A1 why"), ("refused", "west", "04A1 why")),
        (CellChange(Cell("e4"), covered=True), ("cell", "e4", "covered")),
        (CellChange(Cell("e4"), covered=False), ("cell", "e4", "clear")),
        (DiceAtRest((3, 5)), ("dice", "die", "3 5")),
        (DiceAtRest(()), ("dice", "die", "")),
        (UnknownContent("smoke", "kitchen", "thick"), ("smoke", "kitchen", "thick")),
    ],
)
def test_each_kind_of_event_has_three_words(content: DeviceContent, words: tuple[str, str, str]) -> None:
    assert format_content(content) == words
    assert parse_content(*words) == content


@given(event=KINDS | TEXTS, name=TEXTS | st.just("die"), value=VALUES)
def test_any_three_words_are_written_again_as_they_came(event: str, name: str, value: str) -> None:
    assert format_content(parse_content(event, name, value)) == (event, name, value)


@pytest.mark.parametrize(
    "words",
    [
        ("cell", "e4", "half"),
        ("cell", "e4", ""),
        ("dice", "die", "three"),
        ("dice", "die", "03"),
        ("dice", "coin", "1"),
        ("button", "end_turn", "twice"),
    ],
)
def test_words_that_a_kind_hasnt_in_just_this_way_are_kept_as_unknown(words: tuple[str, str, str]) -> None:
    assert parse_content(*words) == UnknownContent(*words)


def test_an_open_reading_names_the_tags_on_a_pad() -> None:
    assert parse_tags(format_tags(("04A1B2C3", "04FF00AA"))) == ("04A1B2C3", "04FF00AA")
    assert (format_tags(()), parse_tags("")) == ("", ())


def test_an_open_reading_says_what_a_tag_keeps() -> None:
    said = TagWords("04A1B2C3", "boardwarden: card búa chiến")
    assert format_tag_words(said) == "04A1B2C3 boardwarden: card búa chiến"
    assert parse_tag_words(format_tag_words(said)) == said
    assert format_tag_words(TagWords("04A1B2C3", "")) == "04A1B2C3"
