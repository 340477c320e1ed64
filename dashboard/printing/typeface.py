"""The typeface of all prints. It comes with the program, so that every language can be printed anywhere.

Latin letters with Vietnamese are DejaVu Sans. Letters that it lacks, such as Japanese ones, are Noto Sans JP.
A line is drawn in runs; each run is a row of letters in one face.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont as Outlines
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from uniseg.linebreak import line_break_units

from engine.core.faults import InputFault

FONTS_FOLDER = Path(__file__).parent / "fonts"

REGULAR, BOLD = ("DejaVuSans", "NotoSansJP-Regular"), ("DejaVuSans-Bold", "NotoSansJP-Bold")
"""The regular and the bold faces, each in the order of the search for a letter."""

LETTERS = "it has Latin letters with Vietnamese, composed ones (NFC), and Japanese (JIS X 0208)"
"""The letters of the typeface, for a message about one that it lacks."""


def faces(*, bold: bool) -> tuple[str, ...]:
    """Return the names of the regular or the bold faces, in the order of the search for a letter."""
    return BOLD if bold else REGULAR


def font_file(name: str) -> Path:
    """Return the path of a face's file."""
    return FONTS_FOLDER / f"{name}.ttf"


def font_with(name: str, letters: str) -> bytes:
    """Return a face with only these letters, as a TrueType file; the same letters give the same bytes."""
    options = subset.Options(notdef_outline=True, recalc_timestamp=False)
    with Outlines(font_file(name), recalcTimestamp=False) as font:
        cutting = subset.Subsetter(options)
        cutting.populate(text=letters)
        cutting.subset(font)
        written = BytesIO()
        font.save(written)
    return written.getvalue()


@cache
def register() -> None:
    """Register the faces with the PDF writer, once a process."""
    for name in (*REGULAR, *BOLD):
        pdfmetrics.registerFont(TTFont(name, str(font_file(name))))


def expect_letters(text: str) -> None:
    """Check that a text can be printed.

    Raises:
        InputFault: the typeface lacks a letter.
    """
    lacking = {letter for letter in text if letter not in places()}
    if lacking:
        raise InputFault(
            f"'{text}' can't be printed: the typeface doesn't have {' '.join(sorted(lacking))}; {LETTERS}"
        )


def runs(text: str, *, bold: bool) -> tuple[tuple[str, str], ...]:
    """Return the runs of a line, each as (face, letters).

    A letter that no face has is in a run of the first face.
    """
    known, names = places(), faces(bold=bold)
    return tuple((names[at], "".join(run)) for at, run in groupby(text, lambda letter: known.get(letter, 0)))


@cache
def places() -> Mapping[str, int]:
    """Return the number of the face for each letter; the regular and the bold face both have the letter."""
    register()
    found: dict[str, int] = {}
    for at, both in enumerate(zip(REGULAR, BOLD, strict=True)):
        regular, bold = (set(pdfmetrics.getFont(name).face.charToGlyph) for name in both)
        for code in regular & bold:
            found.setdefault(chr(code), at)
    return found


def text_width_mm(text: str, size_mm: float, *, bold: bool = False) -> float:
    """Return the width of a line of text, in mm."""
    return float(sum(pdfmetrics.stringWidth(run, name, size_mm) for name, run in runs(text, bold=bold)))


def wrapped(
    text: str,
    width_mm: float,
    size_mm: float,
    *,
    bold: bool = False,
    measured: Callable[..., float] = text_width_mm,
) -> tuple[str, ...]:
    """Return the text in lines of at most this width, broken between words, or in Japanese by UAX #14.

    A wider word that can't be broken has a line of its own. `measured` measures as `text_width_mm` does.
    """
    lines: list[str] = []
    for unit in _units(text):
        longer = lines[-1] + unit if lines else unit
        if lines and measured(longer.rstrip(), size_mm, bold=bold) <= width_mm:
            lines[-1] = longer
        else:
            lines.append(unit)
    return tuple(line.rstrip() for line in lines)


@lru_cache(maxsize=4096)
def _units(text: str) -> tuple[str, ...]:
    """Return the unbreakable parts of a text. They're cached for the tries with other sizes."""
    found: list[str] = []
    for word in text.split():
        # The search for breaks is slow, and a word in Latin letters has none.
        latin = all(places().get(letter) == 0 for letter in word)
        found += [f"{word} "] if latin else line_break_units(f"{word} ")
    return tuple(found)
