"""Draws portraits of a game's people from their names and factions; the same person always looks the same.

A portrait is a face of radius 5 about (0, 1) in a symbol's box, under the hat of its faction. Skin, hair,
beard and marks follow from the name, so that no two of a dozen people look alike.
"""

from zlib import crc32

from engine.core.appearance import Appearance, Symbol, SymbolLayer

_SKIN = ("#f1cfa8", "#d9a878", "#b57b4d", "#8a5a38")
_HAIR = ("#2a211b", "#6b4423", "#b8b2a6", "#a33c1e", "#d8b25a", "#4a4f63")
_EYES = "#1d1714"
_MARKS = ("beard", "moustache", "scar", "patch", "paint", "braids")

_BUST = "M-9.4,10.4 C-9,6.4 -5,5.2 0,5.2 C5,5.2 9,6.4 9.4,10.4 Z"
_COLLAR = "M-3.6,5.4 L0,9 L3.6,5.4 Z"
_FACE = "M-4.7,.2 C-4.9,-5 4.9,-5 4.7,.2 C4.7,3.6 2.6,6.6 0,6.6 C-2.6,6.6 -4.7,3.6 -4.7,.2 Z"
_LONG = (
    "M-5.8,-1 C-6.6,-8 6.6,-8 5.8,-1 C6.2,2.6 7.4,5.6 6.8,8.6 "
    "C4.4,9.8 -4.4,9.8 -6.8,8.6 C-7.4,5.6 -6.2,2.6 -5.8,-1 Z"
)
_DRAWN = {
    "beard": "M-4.6,1.4 C-3,3 -1.4,2.6 0,2.6 C1.4,2.6 3,3 4.6,1.4 "
    "C5,5 2.4,8.8 0,8.8 C-2.4,8.8 -5,5 -4.6,1.4 Z",
    "moustache": "M-3.6,4.2 C-2.6,2.4 -1,2.6 0,3 C1,2.6 2.6,2.4 3.6,4.2 "
    "C2.2,4 1,4 0,3.8 C-1,4 -2.2,4 -3.6,4.2 Z",
    "braids": "M-5.4,-.6 C-7.4,2 -7,5.6 -5.6,8.4 L-4,8 C-5,5 -4.8,2 -4.4,0 Z "
    "M5.4,-.6 C7.4,2 7,5.6 5.6,8.4 L4,8 C5,5 4.8,2 4.4,0 Z",
}


def portrait(look: Appearance, person: str, faction: str, *, woman: bool | None = None) -> Symbol:
    """Return the layers of a person's portrait; the same arguments give the same layers.

    A woman has long hair. A person of unknown sex (`woman` is None) has no beard.
    """
    seed = crc32(f"portrait {person}".encode())
    skin, hair = _SKIN[seed % 4], _HAIR[(seed >> 3) % 6]
    marks = _MARKS if woman is False else _MARKS[2:]
    mark = marks[(seed >> 7) % len(marks)]
    dark = skin == _SKIN[3]
    layers = [
        *([SymbolLayer(_LONG, hair, _EYES, 0.35)] if woman else []),
        SymbolLayer(_BUST, "edge", "ink", 0.5),
        SymbolLayer(_COLLAR, "tint"),
        *([SymbolLayer(_DRAWN["braids"], hair)] if mark == "braids" else []),
        SymbolLayer(_FACE, skin, _EYES, 0.45),
        *_eyes(mark, skin_is_dark=dark),
        *_below(mark, hair),
        *look.symbols.get(look.hats.get(faction, ""), ()),
    ]
    return tuple(layers)


def _eyes(mark: str, *, skin_is_dark: bool) -> list[SymbolLayer]:
    white = (
        [SymbolLayer("M-3.4,.7 H-.8 V1.9 H-3.4 Z M.8,.7 H3.4 V1.9 H.8 Z", "#f6f2ea")] if skin_is_dark else []
    )
    eyes = [*white, SymbolLayer("M-2.8,.5 H-1.3 V2 H-2.8 Z M1.3,.5 H2.8 V2 H1.3 Z", _EYES)]
    match mark:
        case "patch":
            return [*eyes, SymbolLayer("M-4.6,-.6 L4.8,-.9 M.6,-.6 H3.8 V2.6 H.6 Z", _EYES, _EYES, 0.5)]
        case "scar":
            return [*eyes, SymbolLayer("M3.4,-1.2 L1.4,4.2", "", "#a8322a", 0.8)]
        case "paint":
            return [*eyes, SymbolLayer("M-4.2,2.6 L-1.2,3.2 M4.2,2.6 L1.2,3.2", "", "#b3261e", 1.1)]
        case _:
            return eyes


def _below(mark: str, hair: str) -> list[SymbolLayer]:
    if mark in ("beard", "moustache"):
        return [SymbolLayer(_DRAWN[mark], hair, _EYES, 0.35)]
    return [SymbolLayer("M-1.3,4.4 H1.3", "", _EYES, 0.7)]
