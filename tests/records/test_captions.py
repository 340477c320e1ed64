"""The texts around a picture's field stay whole, in every language and with the longest names."""

from itertools import pairwise

import pytest

from dashboard.pictures.captions import Caption, PlayerCaption, captions, margins_of
from dashboard.pictures.lettering import text_width_mm
from dashboard.printing.page_drawing import Path, Rectangle, Shape, Text
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


def drawn(caption: Caption, *names: str) -> list[Shape]:
    return captions(caption, BOX, margins_of(UNIT_MM, names, BOX.width), open_look("dozen_war"))


def written(shapes: list[Shape]) -> list[Text]:
    return [one for one in shapes if isinstance(one, Text)]


def right_of(text: Text) -> float:
    return text.at[0] + text_width_mm(text.text, text.size_mm, bold=text.bold)


@pytest.mark.parametrize("winners", [2, 3, 4])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_is_whole_above_and_below_the_field_with_the_longest_names(
    language: str, winners: int
) -> None:
    for key in OUTCOMES:
        why = TEXTS.say(key)
        said = TEXTS.say("headlines.shared", seats=", ".join(NAMES[:winners]), why=why)
        expect_whole(Interpreter([TEXTS]).said(said, language))


def test_an_outcome_of_the_widest_letters_is_whole() -> None:
    expect_whole(f"Shared by {', '.join(letter * 40 for letter in 'WMQ王')}: the last ones left")


def expect_whole(said: str) -> None:
    """Check that a text is whole above and below the field, and covers nothing there."""
    margins = margins_of(UNIT_MM, NAMES, BOX.width)
    texts = written(drawn(Caption(said, said), *NAMES))
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
    over_players = BOX.top - margins.above_players
    assert min(one.at[1] - 0.25 * one.size_mm for one in above) > over_players, "over the players"
    assert max(one.at[1] + 1.05 * one.size_mm for one in below) < BOX.bottom + margins.foot, "over the field"


def test_a_text_that_fits_in_a_line_stays_in_one_in_the_usual_size() -> None:
    (line,) = written(drawn(Caption("Vòng 3 · Lượt của Tây")))
    assert line.size_mm == UNIT_MM


def test_an_outcome_that_names_everybody_is_no_smaller_than_one_in_two_lines() -> None:
    said = f"Shared by {', '.join(NAMES)}: the last ones left"
    assert all(one.size_mm >= UNIT_MM * 0.7 for one in written(drawn(Caption(said), *NAMES)))


def test_a_picture_of_short_names_has_as_much_room_around_its_field_as_ever() -> None:
    margins = margins_of(UNIT_MM, ("West", "South", "East", "North"), BOX.width)
    assert [margins.head, margins.foot] == pytest.approx([UNIT_MM * 4.45, UNIT_MM * 2.4])


def test_a_short_name_has_its_counts_beside_it() -> None:
    players = tuple(PlayerCaption(seat, "Lan", ("3 castles", "5 cards")) for seat in SEATS)
    texts = written(drawn(Caption("", players=players), *["Lan"] * 4))[1:]
    assert [one.text for one in texts] == ["Lan", "3 castles · 5 cards"] * 4
    assert len({one.at[1] for one in texts}) == 1


@pytest.mark.parametrize("names", [NAMES, ("W" * 40, "王" * 40, "Lan", "Nguyễn Văn Minh")])
def test_long_names_and_their_counts_are_whole_on_plates_of_their_own(names: tuple[str, ...]) -> None:
    players = tuple(
        PlayerCaption(seat, name, ("3 thành", "5 lá bài")) for seat, name in zip(SEATS, names, strict=True)
    )
    shapes = drawn(Caption("", players=players), *names)
    texts = [one for one in written(shapes) if one.text]
    plates = [one.box for one in shapes if isinstance(one, Path) and one.box.width > 100]
    assert len(plates) == 4
    over_field = BOX.top - margins_of(UNIT_MM, names, BOX.width).head
    for plate, name in zip(plates, names, strict=True):
        on_it = [one for one in texts if plate.left <= one.at[0] <= plate.right]
        assert "".join(one.text for one in on_it).replace(" ", "") == f"{name}3 thành · 5 lá bài".replace(
            " ", ""
        )
        assert all(right_of(one) <= plate.right for one in on_it)
        assert on_it[0].at[1] + 1.05 * on_it[0].size_mm < plate.top
        assert on_it[-1].at[1] - 0.25 * on_it[-1].size_mm > plate.bottom
        for upper, lower in pairwise(on_it):
            assert upper.at[1] - lower.at[1] >= 1.1 * lower.size_mm
        assert plate.bottom > over_field
