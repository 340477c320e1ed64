"""Small fonts of every kind that machines have, made for a test, and a machine that has only these.

A letter is drawn as a bar. So a test sees which font has drawn, and no machine needs large fonts for it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont, newTable
from fontTools.ttLib.tables.BitmapGlyphMetrics import SmallGlyphMetrics
from fontTools.ttLib.tables.C_B_D_T_ import cbdt_bitmap_format_17
from fontTools.ttLib.tables.E_B_L_C_ import BitmapSizeTable, SbitLineMetrics, Strike, eblc_index_sub_table_1
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from PIL import Image

from dashboard.pictures.lettering import picture_runs
from dashboard.pictures.machine_fonts import font_for

EM = 1000
STRIKE_PX = 109
"""The only size of the coloured font; Noto Color Emoji has it, too."""
PINK = "#ff2080"
THIN, REGULAR, BOLD = 100, 400, 700

Made = Callable[[Path], None]


def letters_of(
    letters: str, *, wide: int | Mapping[str, int] = 500, family: str = "Made", joined: str = ""
) -> FontBuilder:
    """Return a font with these letters, each a bar of its width in a square; 0: nothing is drawn.

    `joined`: letters that are drawn as the last one of them.
    """
    found = FontBuilder(EM, isTTF=True)
    names = {ord(letter): f"u{ord(letter):X}" for letter in letters}
    found.setupGlyphOrder([".notdef", *names.values()])
    found.setupCharacterMap(names)
    each = {letter: wide if isinstance(wide, int) else wide[letter] for letter in letters}
    found.setupGlyf({".notdef": _bar(0)} | {names[ord(letter)]: _bar(own) for letter, own in each.items()})
    found.setupHorizontalMetrics(dict.fromkeys((".notdef", *names.values()), (EM, 0)))
    found.setupHorizontalHeader(ascent=800, descent=-200)
    found.setupNameTable({"familyName": family, "styleName": "Regular"})
    found.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    found.setupPost()
    if joined:
        parts = " ".join(names[ord(letter)] for letter in joined)
        found.addOpenTypeFeatures(f"feature ccmp {{ sub {parts} by {names[ord(joined[-1])]}; }} ccmp;")
    return found


def made(letters: str, **how: Any) -> Made:
    """Make a font as `letters_of` says."""
    return lambda folder: letters_of(letters, **how).save(folder / f"{how.get('family', 'Made')}.ttf")


def _bar(wide: int) -> object:
    pen = TTGlyphPen(None)
    if not wide:
        return pen.glyph()
    pen.moveTo((0, 0))
    for point in ((0, 700), (wide, 700), (wide, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def collection(letters: str) -> Made:
    """Make a file of two fonts; the second one has the letters."""

    def make(folder: Path) -> None:
        both = TTCollection()
        both.fonts = [letters_of("ab", family="First").font, letters_of(letters, family="Second").font]
        both.save(folder / "both.ttc")

    return make


def variable(letters: str) -> Made:
    """Make a font of every weight, which begins with the thinnest: 100 wide, and 900 at the boldest."""

    def make(folder: Path) -> None:
        found = letters_of(letters, wide=100)
        found.setupFvar([("wght", THIN, THIN, 900, "Weight")], [])
        names = [name for name in found.font.getGlyphOrder() if name != ".notdef"]
        wider = TupleVariation({"wght": (0.0, 1.0, 1.0)}, [(0, 0), (0, 0), (800, 0), (800, 0), *[(0, 0)] * 4])
        found.setupGvar({name: [wider] for name in names})
        found.save(folder / "variable.ttf")

    return make


def coloured(letters: str, *, joined: str = "") -> Made:
    """Make a font of pictures in one size (CBDT), without outlines, as Noto Color Emoji is."""

    def make(folder: Path) -> None:
        found = letters_of(letters, family="Noto Color Emoji", joined=joined).font
        names = [name for name in found.getGlyphOrder() if name != ".notdef"]
        found["CBDT"], found["CBLC"] = newTable("CBDT"), newTable("CBLC")
        found["CBDT"].version = found["CBLC"].version = 3.0
        found["CBDT"].strikeData = [{name: _picture(found) for name in names}]
        found["CBLC"].strikes = [_strike(found, names)]
        for outlines in ("glyf", "loca"):
            del found[outlines]
        found.save(folder / "coloured.ttf")

    return make


def _picture(font: TTFont) -> object:
    written = BytesIO()
    Image.new("RGBA", (STRIKE_PX, STRIKE_PX), PINK).save(written, format="PNG")
    found = cbdt_bitmap_format_17(b"", font)
    found.metrics = SmallGlyphMetrics()
    found.metrics.height = found.metrics.width = found.metrics.Advance = STRIKE_PX
    found.metrics.BearingX, found.metrics.BearingY = 0, STRIKE_PX
    found.imageData = written.getvalue()
    return found


def _strike(font: TTFont, names: list[str]) -> object:
    line = SbitLineMetrics()
    for name in ("ascender", "widthMax"):
        setattr(line, name, STRIKE_PX)
    for name in (
        *("descender", "caretSlopeNumerator", "caretSlopeDenominator", "caretOffset", "minOriginSB"),
        *("minAdvanceSB", "maxBeforeBL", "minAfterBL", "pad1", "pad2"),
    ):
        setattr(line, name, 0)
    size = BitmapSizeTable()
    size.hori = size.vert = line
    size.colorRef, size.bitDepth, size.flags = 0, 32, 1
    size.ppemX = size.ppemY = STRIKE_PX
    size.startGlyphIndex, size.endGlyphIndex = (font.getGlyphID(names[at]) for at in (0, -1))
    table = eblc_index_sub_table_1(b"", font)
    table.names, table.indexFormat, table.imageFormat = names, 1, 17
    table.firstGlyphIndex, table.lastGlyphIndex = size.startGlyphIndex, size.endGlyphIndex
    table.imageDataOffset, table.locations = 0, [(0, 0)] * len(names)
    found = Strike()
    found.bitmapSizeTable, found.indexSubTables = size, [table]
    return found


@contextmanager
def machine_with(folder: Path, *fonts: Made) -> Iterator[None]:
    """Have Fontconfig know these fonts and no others."""
    held = folder / "fonts"
    held.mkdir(parents=True)
    for make in fonts:
        make(held)
    config = folder / "fonts.conf"
    config.write_text(
        "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
        f"<dir>{held}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>"
    )
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("FONTCONFIG_FILE", str(config))
        yield from forgotten()


@contextmanager
def bare_machine() -> Iterator[None]:
    """Have a machine without Fontconfig's programs."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("BOARDWARDEN_WITHOUT", "fc-match,fc-list")
        yield from forgotten()


def forgotten() -> Iterator[None]:
    """Forget which fonts the machine has, before and after."""
    for one in (font_for, picture_runs):
        one.cache_clear()
    yield
    for one in (font_for, picture_runs):
        one.cache_clear()
