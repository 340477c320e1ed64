"""The texts around a picture's field stay whole, in every language and with the longest names."""

from itertools import pairwise

import pytest

from dashboard.pictures.captions import Caption, Margins, PlayerCaption, captions
from dashboard.printing.page_drawing import Path, Rectangle, Shape, Text
from dashboard.printing.typeface import text_width_mm
from engine.core.ids import Seat
from engine.core.phrase import LANGUAGES
from engine.core.sentences import Interpreter
from engine.games.dozen_war.texts import TEXTS
from engine.games.registry import open_look

UNIT_MM = 17.0
BOX = Rectangle(0.0, 0.0, 828.0, 700.0)
"""Dozen War's board, with the room around it."""
SEATS = tuple(map(Seat, ("west", "south", "east", "north")))
NAMES = (
    "Nguyễn Hoàng Phương Thảo Trần Thị Ánh Hà",
    "Trần Đình Nguyên Khang Lê Phước Thiện An",
    "Bartholomäus Wolfeschlegelsteinhausen MW",
    "Đặng Quỳnh Hương Giang Vũ Minh Nguyệt QX",
)
OUTCOMES = sorted(key for key in TEXTS.keys if key.startswith("outcomes."))


def drawn(caption: Caption) -> list[Shape]:
    return captions(caption, BOX, Margins(UNIT_MM, len(caption.players)), open_look("dozen_war"))


def written(shapes: list[Shape]) -> list[Text]:
    return [one for one in shapes if isinstance(one, Text)]


def right_of(text: Text) -> float:
    return text.at[0] + text_width_mm(text.text, text.size_mm, bold=text.bold)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_is_whole_above_and_below_the_field_with_the_longest_names(language: str) -> None:
    for key in OUTCOMES:
        why = TEXTS.say(key)
        said = TEXTS.say("headlines.shared", seats=f"{NAMES[0]}, {NAMES[1]}", why=why)
        expect_whole(Interpreter([TEXTS]).said(said, language))


def expect_whole(said: str) -> None:
    """Check that a text is whole above and below the field, and covers nothing there."""
    texts = written(drawn(Caption(said, said)))
    above = [one for one in texts if one.at[1] > BOX.height / 2]
    below = [one for one in texts if one.at[1] < BOX.height / 2]
    for lines in (above, below):
        assert "".join(one.text for one in lines).replace(" ", "") == said.replace(" ", "")
        assert all(right_of(one) <= BOX.right - UNIT_MM / 2 for one in lines)
        # Letters are at most 1.05 sizes high with their marks, and reach 0.25 sizes down.
        assert all(BOX.bottom < one.at[1] - 0.25 * one.size_mm for one in lines)
        assert all(one.at[1] + 1.05 * one.size_mm < BOX.top for one in lines)
        for upper, lower in pairwise(lines):
            assert upper.at[1] - lower.at[1] >= 1.1 * lower.size_mm
    margins = Margins(UNIT_MM, 0)
    assert min(one.at[1] - 0.25 * one.size_mm for one in above) > BOX.top - 2.4 * UNIT_MM, "over the players"
    assert max(one.at[1] + 1.05 * one.size_mm for one in below) < BOX.bottom + margins.foot, "over the field"


def test_a_text_that_fits_in_a_line_stays_in_one_in_the_usual_size() -> None:
    (line,) = written(drawn(Caption("Vòng 3 · Lượt của Tây")))
    assert line.size_mm == UNIT_MM


def test_a_text_longer_than_two_lines_ends_in_an_ellipsis() -> None:
    lines = written(drawn(Caption(" ".join(NAMES * 3))))
    assert len(lines) == 2
    assert lines[1].text.endswith("…")
    assert all(right_of(one) <= BOX.right for one in lines)


def test_a_long_name_leaves_its_player_half_of_the_plate_for_counts() -> None:
    players = tuple(
        PlayerCaption(seat, name, ("3 thành", "5 lá bài")) for seat, name in zip(SEATS, NAMES, strict=True)
    )
    shapes = drawn(Caption("", players=players))
    texts = [one for one in written(shapes) if one.text]
    assert [one.text for one in texts[1::2]] == ["3 thành"] * 4
    plates = [one.box for one in shapes if isinstance(one, Path) and one.box.width > 100]
    assert len(plates) == 4
    for plate, name, counts in zip(plates, texts[::2], texts[1::2], strict=True):
        assert len(name.text) >= 10
        assert right_of(name) < counts.at[0]
        assert right_of(counts) <= plate.right
