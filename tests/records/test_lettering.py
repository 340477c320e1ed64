"""Names of every script are drawn by a machine's fonts; a word that no font has is left out whole."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from dashboard.pictures.lettering import (
    PictureText,
    UndrawnName,
    drawable,
    isolated,
    packages_for,
    picture_runs,
    text_width_mm,
    undrawn_names,
    wrapped,
)
from dashboard.pictures.machine_fonts import MachineFont, font_for
from dashboard.pictures.raster import Picture, paint, paper, reduced
from dashboard.printing.page_drawing import Rectangle, drawing_of
from tests.needs import expect_packages
from tests.records.made_fonts import PINK, bare_machine, collection, coloured, machine_with, made, variable

FAMILY, FACE = "👨‍👩", "😀"
BOX = Rectangle(0.0, 0.0, 100.0, 20.0)
PX_PER_MM = 4
ALEF, BET = "א", "ב"


@pytest.fixture
def bare() -> Iterator[None]:
    with bare_machine():
        yield


@pytest.fixture(autouse=True)
def fontconfig() -> None:
    expect_packages("fontconfig", "libfribidi0")


def painted(text: str, *, bold: bool = False) -> Picture:
    """Return a line of 10 mm in a picture of 4 pixels a millimetre."""
    image = paper(BOX, "#ffffff", width_px=round(BOX.width * PX_PER_MM))
    paint(image, drawing_of(PictureText((0.0, 5.0), text, 10.0, "#000000", bold=bold)), BOX)
    return reduced(image)


def bars_mm(picture: Picture) -> list[tuple[float, float]]:
    """Return where each bar begins and how wide it is, from the left, in mm."""
    inked = (np.asarray(picture.convert("L")) < 128).any(axis=0)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], inked.astype(int), [0]))))
    starts, ends = edges[::2], edges[1::2]
    return [(start / PX_PER_MM, (end - start) / PX_PER_MM) for start, end in zip(starts, ends, strict=True)]


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
        ("Nguye\u0302\u0303n", "Nguyễn"),
        ("田中 さくら", "田中 さくら"),
        ("👨‍👩‍👧‍👦 Müller", "Müller"),
        ("Lan😀 Mai", "Lan Mai"),
        ("Anna سلمى", "Anna"),
        ("محمد", ""),
        ("שלום", ""),
        ("김민수", ""),
        # The rest of these words would be other names.
        ("陳𠮷龍", ""),
        ("x\u030cyz", ""),
    ],
)
@pytest.mark.usefixtures("bare")
def test_of_a_name_whole_words_are_drawn_or_none_where_no_font_has_them(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


@pytest.mark.usefixtures("bare")
def test_packages_are_named_for_the_letters_that_nothing_here_draws() -> None:
    assert packages_for("Lan") == ()
    assert packages_for("Lan 김 👨‍👩 ש") == ("fonts-noto-cjk", "fonts-noto-color-emoji", "fonts-noto-core")


@pytest.mark.usefixtures("bare")
def test_each_name_that_pictures_lack_is_reported_once_with_what_they_say_instead() -> None:
    assert undrawn_names(["Lan 김", "Mai", "Lan 김", "ש"]) == (
        UndrawnName("Lan 김", "Lan", ("fonts-noto-cjk",)),
        UndrawnName("ש", "", ("fonts-noto-core",)),
    )


def test_the_second_font_of_a_collection_draws_its_letters(tmp_path: Path) -> None:
    with machine_with(tmp_path, collection("김민")):
        assert drawable("김민 A") == "김민 A"
        bars = [at for bar in bars_mm(painted("김민")) for at in bar]
        assert bars == pytest.approx([0.0, 5.0, 10.0, 5.0], abs=0.5)
        assert text_width_mm("김민", 10.0) == pytest.approx(20.0, abs=0.2)


def test_a_font_of_every_weight_is_drawn_regular_and_bold_and_never_as_a_hairline(tmp_path: Path) -> None:
    with machine_with(tmp_path, variable("김")):
        ((_, regular),) = bars_mm(painted("김"))
        ((_, bold),) = bars_mm(painted("김", bold=True))
        # The bar is 1 mm wide in the thinnest weight, and 9 mm in the boldest.
        assert 3.0 < regular < bold < 9.0


def test_a_coloured_font_of_one_size_is_drawn_in_its_colours_and_in_any_size(tmp_path: Path) -> None:
    with machine_with(tmp_path, coloured(FACE)):
        pink = [int(PINK[at : at + 2], 16) for at in (1, 3, 5)]
        ink = abs(np.asarray(painted(f"{FACE}{FACE}")).astype(int) - pink) < 64
        inked = np.asarray(ink.all(axis=2))
        rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
        assert columns.size / PX_PER_MM == pytest.approx(20.0, abs=1.0)
        assert rows.size / PX_PER_MM == pytest.approx(10.0, abs=1.0)
        assert text_width_mm(FACE, 10.0) == pytest.approx(10.0, abs=0.1)


def test_signs_that_a_font_joins_are_one_picture(tmp_path: Path) -> None:
    with machine_with(tmp_path, coloured(FAMILY, joined=FAMILY)):
        assert text_width_mm(FAMILY, 10.0) == pytest.approx(10.0, abs=0.1)
        assert drawable(f"{FAMILY} Müller") == f"{FAMILY} Müller"


def test_a_font_that_draws_nothing_of_a_letter_is_passed_over(tmp_path: Path) -> None:
    empty, full = made("김", wide=0, family="Empty"), made("김", wide=500, family="Full")
    with machine_with(tmp_path / "one", empty):
        assert drawable("김") == ""
    with machine_with(tmp_path / "both", empty, full):
        found = font_for("김", bold=False)
        assert isinstance(found, MachineFont)
        assert Path(found.file).name == "Full.ttf"


def test_hebrew_letters_run_from_the_right(tmp_path: Path) -> None:
    with machine_with(tmp_path, made(ALEF + BET, wide={ALEF: 200, BET: 800})):
        assert [round(wide) for _, wide in bars_mm(painted(ALEF + BET))] == [8, 2]


def test_each_name_runs_in_its_own_direction_within_a_sentence(tmp_path: Path) -> None:
    with machine_with(tmp_path, made(f"{ALEF}{BET} 42")):
        lan, alef, bet = (isolated(name) for name in (f"{ALEF} Lan", f"{ALEF} 42", BET))
        assert isolated("Lan") == "Lan"
        # Two names from the right keep their order: the sentence runs from the left.
        runs = picture_runs(f"{alef}, {bet} share", bold=False)
        assert [run.letters for run in runs] == [f"{ALEF} 42", ", ", BET, " share"]
        assert [run.from_right for run in runs] == [True, False, True, False]
        # The name begins with a letter from the right, so its Latin half stands to the left.
        assert [run.letters for run in picture_runs(lan, bold=False)] == ["Lan", f"{ALEF} "]


def test_without_joining_only_letters_that_stand_alone_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with machine_with(tmp_path, made(f"김{ALEF}")):
        monkeypatch.setattr("dashboard.pictures.machine_fonts.can_shape", lambda: False)
        assert drawable(f"김 {ALEF}") == "김"
        assert len(bars_mm(painted("김"))) == 1


@pytest.mark.usefixtures("bare")
def test_a_letter_that_nobody_has_is_a_box_in_a_remark() -> None:
    assert "".join(run.letters for run in picture_runs("a김b", bold=False)) == "a□b"


def test_a_long_name_is_wrapped_between_letters_and_loses_none(tmp_path: Path) -> None:
    with machine_with(tmp_path, coloured(FACE), made("김")):
        for name in ("김" * 40, FACE * 40, "W" * 40, "김" * 20 + " " + "W" * 19):
            lines = wrapped(name, 60.0, 5.0, bold=True)
            assert "".join(lines) == name.replace(" ", "")
            assert all(text_width_mm(line, 5.0, bold=True) <= 60.0 for line in lines)
