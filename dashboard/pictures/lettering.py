"""The lines of text in pictures. Letters that the typeface lacks are drawn by the fonts of this machine.

A print is passed on and must come out alike everywhere, so it has the program's own letters alone. A picture
is drawn where the players are, and a font with their names' letters is mostly there too.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from unicodedata import bidirectional, category, normalize

from uniseg.graphemecluster import grapheme_clusters

from dashboard.pictures.machine_fonts import MachineFont, font_for, is_emoji
from dashboard.printing import typeface
from dashboard.printing.page_drawing import Text
from engine.core.ids import Seat

_ISOLATED, _ENDED = "\u2068", "\u2069"
"""Unicode's signs around words whose direction is theirs alone."""
_PART = re.compile(f"[{_ISOLATED}{_ENDED}]")
_FROM_RIGHT = ("R", "AL")
_LACKING = "□"
_CJK = re.compile("[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]")


@dataclass(frozen=True, slots=True)
class PictureText(Text):
    """One line of text in a picture. It may have letters that only fonts of this machine have."""

    def __post_init__(self) -> None:
        """Take any letters: pictures draw a box in the place of one that nobody has."""


@dataclass(frozen=True, slots=True)
class PictureRun:
    """A row of letters that are drawn at once."""

    letters: str
    """The letters, in the order of reading."""
    font: MachineFont | str
    """The font of the machine, or the name of a face of the typeface."""
    from_right: bool = False
    """Whether the letters run from the right."""

    def width(self, size_mm: float, *, bold: bool) -> float:
        """Return the width, in mm, at this size of the letters."""
        if isinstance(self.font, str):
            return typeface.text_width_mm(self.letters, size_mm, bold=bold)
        return self.font.width(self.letters, from_right=self.from_right) * size_mm


def drawable(name: str) -> str:
    """Return a name with what can be drawn; perhaps empty.

    An emoji that nothing here draws is left out. So is a whole word with such a letter: half of it would be
    another word.
    """
    words: list[str] = []
    for word in normalize("NFC", name).split():
        known = [one for one in grapheme_clusters(word) if not (is_emoji(one) and _is_lacking(one))]
        if known and not any(map(_is_lacking, known)):
            words.append("".join(known))
    return " ".join(words)


def isolated(name: str) -> str:
    """Return a name that keeps its own direction within a sentence."""
    from_right = any(bidirectional(letter) in _FROM_RIGHT for letter in name)
    return f"{_ISOLATED}{name}{_ENDED}" if from_right else name


def drawn_names(players: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return the players' names as pictures have them; a name is left out if nothing of it can be drawn."""
    shown = {seat: drawable(name) for seat, name in players.items()}
    return {seat: isolated(name) for seat, name in shown.items() if name}


@dataclass(frozen=True, slots=True)
class UndrawnName:
    """A player's name that pictures can't have whole."""

    name: str
    """The name as the player gave it."""
    shown: str
    """The part of it that pictures say; empty: they say the name of the seat."""
    packages: tuple[str, ...]
    """The Debian packages of fonts that have its letters."""


def undrawn_names(names: Iterable[str]) -> tuple[UndrawnName, ...]:
    """Return the names that no font here can draw whole, each once."""
    return tuple(
        UndrawnName(name, drawable(name), packages_for(name))
        for name in dict.fromkeys(names)
        if drawable(name) != normalize("NFC", name)
    )


def packages_for(name: str) -> tuple[str, ...]:
    """Return the Debian packages of fonts for the letters of a name that nothing here draws."""
    lacking = [one for one in grapheme_clusters(normalize("NFC", name)) if _is_lacking(one)]
    return tuple(dict.fromkeys(map(_package, lacking)))


def _package(cluster: str) -> str:
    if is_emoji(cluster):
        return "fonts-noto-color-emoji"
    return "fonts-noto-cjk" if _CJK.search(cluster) else "fonts-noto-core"


def text_width_mm(text: str, size_mm: float, *, bold: bool = False) -> float:
    """Return the width of a line in a picture, in mm."""
    return sum(run.width(size_mm, bold=bold) for run in picture_runs(text, bold=bold))


def wrapped(text: str, width_mm: float, size_mm: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return the text in lines of at most this width.

    They are broken as in print, and a word wider than a line between any two letters.
    """
    lines: list[str] = []
    for line in typeface.wrapped(text, width_mm, size_mm, bold=bold, measured=text_width_mm):
        lines.append("")
        for letter in (
            [line] if text_width_mm(line, size_mm, bold=bold) <= width_mm else grapheme_clusters(line)
        ):
            if lines[-1] and text_width_mm(lines[-1] + letter, size_mm, bold=bold) > width_mm:
                lines.append("")
            lines[-1] += letter
    return tuple(lines)


@lru_cache(maxsize=4096)
def picture_runs(text: str, *, bold: bool) -> tuple[PictureRun, ...]:
    """Return the runs of a line, from the left to the right.

    This is Unicode's bidirectional algorithm (UAX #9) as far as names need it: each name, and what stands
    between two names, runs as its first letter with a direction does.
    """
    if all(letter in typeface.places() for letter in text):
        return tuple(PictureRun(letters, face) for face, letters in typeface.runs(text, bold=bold))
    return tuple(run for part in _PART.split(text) for run in _directed(part, bold=bold))


def _directed(part: str, *, bold: bool) -> Iterable[PictureRun]:
    clusters = [*grapheme_clusters(part)]
    strong = [*map(_direction, clusters)]
    base = next(filter(None, strong), "L")
    directions = [
        one or (before if before == after else base)
        for one, before, after in zip(
            strong, _carried(strong, base), _carried(strong[::-1], base)[::-1], strict=True
        )
    ]
    runs: list[list[PictureRun]] = []
    for from_right, group in groupby(zip(directions, clusters, strict=True), lambda each: each[0] == "R"):
        found = [*_fonted([letter for _, letter in group], bold=bold, from_right=from_right)]
        runs.append(found[::-1] if from_right else found)
    return (run for one in (runs[::-1] if base == "R" else runs) for run in one)


def _direction(cluster: str) -> str:
    """Return the direction of a letter: L, R, or nothing for spaces, numbers and signs."""
    kinds = {bidirectional(sign) for sign in cluster}
    return "R" if kinds & {*_FROM_RIGHT} else "L" if "L" in kinds else ""


def _carried(strong: list[str], base: str) -> list[str]:
    """Return for each letter the last direction up to it."""
    found: list[str] = []
    for one in strong:
        found.append(one or (found[-1] if found else base))
    return found


def _fonted(clusters: list[str], *, bold: bool, from_right: bool) -> Iterator[PictureRun]:
    """Yield runs, in the order of reading; letters side by side are of one font if one has them all."""

    def kind(cluster: str) -> str:
        if is_emoji(cluster) and not _is_ours(cluster):
            return "emoji"
        return "words" if from_right or not _is_ours(cluster, latin=True) else "latin"

    for which, group in groupby(clusters, kind):
        letters = [*group]
        text = "".join(letters)
        if which == "latin" or (all(map(_is_ours, letters)) and not from_right):
            yield from (PictureRun(run, face) for face, run in typeface.runs(text, bold=bold))
        elif font := font_for(text, bold=bold):
            yield PictureRun(text, font, from_right)
        else:
            yield from (_alone(one, bold=bold, from_right=from_right) for one in letters)


def _alone(cluster: str, *, bold: bool, from_right: bool) -> PictureRun:
    if not _is_ours(cluster) and (font := font_for(cluster, bold=bold)):
        return PictureRun(cluster, font, from_right)
    shown = cluster if _is_ours(cluster) else _LACKING
    ((face, letters), *_) = typeface.runs(shown, bold=bold)
    return PictureRun(letters, face)


def _is_ours(cluster: str, *, latin: bool = False) -> bool:
    """Tell whether the typeface has a letter, or its Latin face if so asked."""
    places = typeface.places()
    return all(sign in places and not (latin and places[sign]) for sign in cluster)


def _is_lacking(cluster: str) -> bool:
    unseen = all(category(sign) == "Cf" for sign in cluster)
    return not unseen and not _is_ours(cluster) and font_for(cluster, bold=False) is None
