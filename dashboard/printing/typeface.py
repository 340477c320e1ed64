"""The typeface of everything that is printed: shipped with the program, so that Vietnamese always prints."""

from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from engine.core.faults import InputFault

FONTS_FOLDER = Path(__file__).parent / "fonts"

REGULAR, BOLD = "DejaVuSans", "DejaVuSans-Bold"


def face(*, bold: bool) -> str:
    """Return the name of the regular or the bold face."""
    return BOLD if bold else REGULAR


def font_file(name: str) -> Path:
    """Return a face's file."""
    return FONTS_FOLDER / f"{name}.ttf"


@cache
def register() -> None:
    """Make the faces known to the PDF writer, once a process."""
    for name in (REGULAR, BOLD):
        pdfmetrics.registerFont(TTFont(name, str(font_file(name))))


def expect_letters(text: str) -> None:
    """Check that a text can be printed.

    Raises:
        InputFault: a letter that the typeface doesn't have.
    """
    lacking = {letter for letter in text if letter not in _letters()}
    if lacking:
        raise InputFault(
            f"'{text}' can't be printed: the typeface doesn't have {' '.join(sorted(lacking))}; it has Latin "
            "letters with Vietnamese, composed ones (NFC)"
        )


def with_letters(text: str) -> str:
    """Return a text with a box for each letter that the typeface doesn't have."""
    known = _letters()
    return "".join(letter if letter in known else "□" for letter in text)


@cache
def _letters() -> frozenset[str]:
    """Return the letters that both faces have."""
    register()
    both = [pdfmetrics.getFont(name).face.charToGlyph for name in (REGULAR, BOLD)]
    return frozenset(chr(code) for code in set(both[0]) & set(both[1]))


def text_width_mm(text: str, size_mm: float, *, bold: bool = False) -> float:
    """Return how wide a line is."""
    register()
    return float(pdfmetrics.stringWidth(text, face(bold=bold), size_mm))


def wrapped(text: str, width_mm: float, size_mm: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return the text as lines that are no wider; a word that is wider has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width_mm(longer, size_mm, bold=bold) <= width_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)
