"""Finds fonts of this machine, for the letters of names that the program's typeface lacks.

Fontconfig knows them: its programs `fc-match` and `fc-list` say which font has some letters. A machine
without these programs has no such fonts as far as pictures go.
"""

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from unicodedata import category, east_asian_width

from fontTools.ttLib import TTFont, TTLibError
from PIL import Image, ImageDraw, ImageFont, features

from engine.core.programs import find_program

_ANSWERS_WITHIN_S = 20.0
_TRIED = 6
"""The most fonts that are tried for some letters; each is opened."""
_REGULAR_WEIGHT, _BOLD_WEIGHT = 400, 700
_REFERENCE_PX = 100
_NAMED_INSTANCE = 0xFFFF
"""Fontconfig numbers the instances of a variable font above these bits."""
_EMOJI = range(0x1F000, 0x20000)
_AS_PICTURE, _KEYCAP = "\ufe0f", "\u20e3"


@dataclass(frozen=True, slots=True)
class MachineFont:
    """A font of this machine that Pillow can draw with."""

    file: str
    """The path of its file."""
    index: int
    """The number of the font within its file; 0 where a file is one font."""
    bold: bool
    """Whether a font that has every weight is set to bold."""
    strike_px: int = 0
    """The only size that it can be drawn in, if its letters are pictures of pixels; 0: any size."""

    def sized(self, size_px: int) -> tuple[ImageFont.FreeTypeFont, float]:
        """Return the font to draw with for a size, and how much larger than the size it draws."""
        own = self.own_px(size_px)
        return _opened(self, own), own / size_px

    def own_px(self, size_px: int) -> int:
        """Return the size that the font draws in for a size."""
        return self.strike_px or size_px

    def width(self, letters: str, *, from_right: bool) -> float:
        """Return the width of some letters, in sizes of the font."""
        font, larger = self.sized(_REFERENCE_PX)
        return font.getlength(letters, direction=direction(from_right=from_right)) / larger / _REFERENCE_PX


def can_shape() -> bool:
    """Tell whether letters can be joined and run from the right: Pillow needs libfribidi for it."""
    return bool(features.check("raqm"))


def direction(*, from_right: bool) -> str | None:
    """Return the direction of letters as Pillow takes it; None: it can't take any."""
    return ("rtl" if from_right else "ltr") if can_shape() else None


def is_emoji(cluster: str) -> bool:
    """Tell whether a letter, as people count them, is a coloured sign."""
    return any(ord(sign) in _EMOJI or sign in (_AS_PICTURE, _KEYCAP) for sign in cluster)


@lru_cache(maxsize=1024)
def font_for(letters: str, *, bold: bool) -> MachineFont | None:
    """Return the first font in this machine's order that draws all of these letters; None: none does.

    The letters are either all emoji or none.
    """
    if not can_shape() and not all(east_asian_width(letter) == "W" for letter in letters):
        return None  # Unjoined letters from the left are worse to read than the name of the seat.
    seen = sorted({ord(letter) for letter in letters if not _is_unseen(letter)})
    charset = " ".join(f"{code:x}" for code in seen)
    having = {(file, index) for file, index in _fonts("fc-list", f":charset={charset}")}
    family = "emoji" if is_emoji(letters) else "sans-serif"
    order = _fonts("fc-match", f"{family}{':bold' if bold else ''}:charset={charset}")
    fitting = [one for one in order if one in having]
    for file, index in dict.fromkeys([*fitting, *sorted(having)][:_TRIED]):
        found = _loaded(file, index & _NAMED_INSTANCE, bold=bold)
        if found is not None and _shows(found, letters):
            return found
    return None


def _is_unseen(letter: str) -> bool:
    """Tell whether a sign only says how others are drawn; fonts do what it says without having it."""
    return category(letter) == "Cf" or 0xFE00 <= ord(letter) <= 0xFE0F


def _fonts(program: str, pattern: str) -> Iterable[tuple[str, int]]:
    """Return files and numbers of fonts as a program of Fontconfig says them; nothing if it can't."""
    path = find_program(program)
    if path is None:
        return ()
    sort = ["--sort"] if program == "fc-match" else []
    try:
        said = subprocess.run(  # noqa: S603  # Fontconfig's own program, with letters as numbers
            [path, *sort, "--format", "%{file}\t%{index}\n", pattern],
            capture_output=True,
            timeout=_ANSWERS_WITHIN_S,
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    rows = (line.rpartition("\t") for line in said.decode("utf-8", "replace").splitlines())
    return [(file, int(index)) for file, _, index in rows if index.isdecimal()]


@cache
def _loaded(file: str, index: int, *, bold: bool) -> MachineFont | None:
    """Return a font that can be opened; None: it is damaged, or of a kind that Pillow can't draw."""
    try:
        with TTFont(file, fontNumber=index, lazy=True) as tables:
            outlined = any(name in tables for name in ("glyf", "CFF ", "CFF2"))
            sizes: list[int] = []
            if "CBLC" in tables:
                sizes = [strike.bitmapSizeTable.ppemX for strike in tables["CBLC"].strikes]
            elif "sbix" in tables:
                sizes = [*tables["sbix"].strikes]
        if not outlined and not sizes:
            return None
        found = MachineFont(file, index, bold, 0 if outlined and "CBLC" not in tables else max(sizes))
        found.sized(_REFERENCE_PX)
    except (OSError, TTLibError, ValueError, AssertionError, KeyError):
        return None
    return found


@lru_cache(maxsize=256)
def _opened(font: MachineFont, size_px: int) -> ImageFont.FreeTypeFont:
    opened = ImageFont.truetype(font.file, size_px, index=font.index)
    try:
        axes = opened.get_variation_axes()
    except (OSError, NotImplementedError):
        return opened  # it has one weight
    # A variable font of Chinese begins with hairlines, its lightest weight.
    weight = _BOLD_WEIGHT if font.bold else _REGULAR_WEIGHT
    opened.set_variation_by_axes(
        [
            min(max(weight, int(one["minimum"] or 0)), int(one["maximum"] or weight))
            if one["name"] == b"Weight"
            else int(one["default"] or 0)
            for one in axes
        ]
    )
    return opened


def _shows(font: MachineFont, letters: str) -> bool:
    """Tell whether something is drawn; emoji as gradients (COLR version 1) come out empty from FreeType."""
    size, _ = font.sized(_REFERENCE_PX)
    side, at = 2 * font.own_px(_REFERENCE_PX), font.own_px(_REFERENCE_PX) // 2
    tried = Image.new("RGBA", (side, side))
    ImageDraw.Draw(tried).text((at, at), letters, font=size, embedded_color=True)
    return tried.getbbox() is not None
