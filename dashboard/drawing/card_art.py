"""Draws a card's art from the card's kind, effects, person and name; the same card always looks the same.

The art fills a box of `width` by `height` about (0, 0), y down, in any unit. Nothing reaches over the box.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from math import cos, hypot, pi, sin
from zlib import crc32

from dashboard.drawing.outlines import outlines
from dashboard.drawing.portraits import portrait
from engine.core.appearance import Appearance, CardLook, SeatLook, Symbol, SymbolLayer, mixed
from engine.core.depiction import PrintedCard
from engine.core.faults import CallerFault

_PAPER = "#ffffff"
_MOST_SIDE = 2
"""The number of effects beside the main one."""


def card_art(look: Appearance, card: PrintedCard, width: float, height: float) -> Symbol:
    """Return the layers of a card's art in a box of this size, with colours in the place of roles."""
    kind = look.card(card.face.kind)
    seed = crc32(f"art {card.face.card}".encode())
    # Each card varies its kind's colour, so that two cards of a kind differ from afar.
    colour = mixed(kind.colour, "#2a2018" if seed & 1 else "#e8c47a", (seed >> 1 & 7) / 40)
    ground = SymbolLayer(_box(-width / 2, -height / 2, width, height), mixed(colour, _PAPER, 0.74))
    return (
        ground,
        *_DRAWN[kind.pattern](width, height, colour, seed),
        *(
            _person(look, card, height, colour)
            # A card with an effect of its own name, such as a beast, shows that effect's symbol and no face.
            if card.person and card.face.card not in look.effects
            else _signs(look, card, kind, (width, height), colour)
        ),
    )


def svg_of(art: Symbol, size: tuple[float, float]) -> str:
    """Return a card's art as an SVG document; `size` is in mm, and whole tenths of mm keep the file small."""
    width, height = size
    layers = "".join(
        f'<path d="{_in_tenths(one.d)}" fill="{one.fill or "none"}"'
        + (f' stroke="{one.line}" stroke-width="{one.width * 10:.1f}"/>' if one.line else "/>")
        for one in art
    )
    box = f"{-width * 5:g} {-height * 5:g} {width * 10:g} {height * 10:g}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" stroke-linejoin="round" fill-rule="evenodd" '
        f'viewBox="{box}">{layers}</svg>'
    )


_STEP = re.compile(r"[A-Za-z]|-?[0-9]*\.?[0-9]+")


def _in_tenths(path: str) -> str:
    """Return a path of moves and straight lines in whole tenths, with relative lines.

    The end of each line is rounded by itself, so rounding errors don't add up.
    """
    steps, written = deque(_STEP.findall(path)), []
    at = start = (0, 0)
    command = ""
    while steps:
        if steps[0].isalpha():
            command = steps.popleft()
        match command:
            case "Z":
                written.append("z")
                at = start
            case "h" | "v":
                by = round(float(steps.popleft()) * 10)
                written.append(f"{command}{by}")
                at = (at[0] + by, at[1]) if command == "h" else (at[0], at[1] + by)
            case "M" | "L":
                to = round(float(steps.popleft()) * 10), round(float(steps.popleft()) * 10)
                if command == "M":
                    written.append(f"M{to[0]} {to[1]}")
                    start = to
                    command = "L"
                elif to != at:
                    written.append(f"l{to[0] - at[0]} {to[1] - at[1]}")
                at = to
            case _:
                raise CallerFault(f"a card's art has moves and straight lines, no {command!r}")
    return "".join(written).replace(" -", "-")


def _person(look: Appearance, card: PrintedCard, height: float, colour: str) -> Iterator[SymbolLayer]:
    yield SymbolLayer(_circle(0, 0, height * 0.47), mixed(colour, _PAPER, 0.86), colour, height * 0.02)
    own = SeatLook("", colour, mixed(colour, "#000000", 0.35), _PAPER)
    layers = portrait(look, card.person, card.faction, woman=card.woman)
    yield from _placed(layers, (0.0, height * 0.04), height * 0.042, own.colour)


def _signs(
    look: Appearance, card: PrintedCard, kind: CardLook, size: tuple[float, float], colour: str
) -> Iterator[SymbolLayer]:
    width, height = size
    names = [look.effects[one] for one in card.effects if one in look.effects]
    main, *others = [*dict.fromkeys(names)] or [kind.symbol or "card"]
    dark, soft = mixed(colour, "#000000", 0.25), mixed(colour, _PAPER, 0.3)
    # In a narrow box the other symbols stand lower, partly behind the main one.
    aside = min(height * 0.62, width / 2 - height * 0.21)
    below = height * (0.14 if aside == height * 0.62 else 0.28)
    for side, name in zip((-1, 1), others[:_MOST_SIDE], strict=False):
        at = (side * aside, below)
        yield SymbolLayer(_circle(*at, height * 0.2), mixed(colour, _PAPER, 0.9), soft, height * 0.02)
        yield from _placed(look.symbols[name], at, height * 0.014, lambda _: soft)
    yield SymbolLayer(_circle(0, 0, height * 0.4), mixed(colour, _PAPER, 0.93), dark, height * 0.03)
    yield SymbolLayer(_circle(0, 0, height * 0.355), "", soft, height * 0.012)
    yield from _placed(look.symbols[main], (0.0, 0.0), height * 0.031, lambda _: dark)


def _placed(
    symbol: Symbol, at: tuple[float, float], scale: float, colour: Callable[[str], str]
) -> Iterator[SymbolLayer]:
    """Yield a symbol's layers at a place, with colours in the place of roles."""
    for layer in symbol:
        parts = (
            _through(
                [(at[0] + x * scale, at[1] + y * scale) for x, y in one.points], closed=one.closed, digits=2
            )
            for one in outlines(layer.d)
        )
        fill, line = (_coloured(role, colour) for role in (layer.fill, layer.line))
        yield SymbolLayer("".join(parts), fill, line, layer.width * scale)


def _coloured(role: str, colour: Callable[[str], str]) -> str:
    if not role or role.startswith("#"):
        return role
    return _PAPER if role == "paper" else colour(role)


def _rays(width: float, height: float, colour: str, seed: int) -> Iterator[SymbolLayer]:
    count, turn = 16 + seed % 3 * 4, (seed >> 4 & 15) / 15
    tone = mixed(colour, _PAPER, 0.62)
    parts = []
    for i in range(0, count, 2):
        ends = [_to_edge(2 * pi * (i + turn + step) / count, width, height) for step in (0, 0.5, 1)]
        parts.append(_through([(0.0, 0.0), *ends], closed=True))
    yield SymbolLayer("".join(parts), tone)


def _hills(width: float, height: float, colour: str, seed: int) -> Iterator[SymbolLayer]:
    for row in range(3):
        phase, waves = (seed >> (3 * row) & 7) / 8 * 2 * pi, 1.2 + (seed >> (9 + row) & 3) * 0.5
        top = height * (-0.12 + 0.2 * row)
        line = [
            (
                width * (i / 24 - 0.5),
                top + height * 0.09 * sin(phase + waves * 2 * pi * i / 24),
            )
            for i in range(25)
        ]
        ends = [(width / 2, height / 2), (-width / 2, height / 2)]
        yield SymbolLayer(_through([*line, *ends], closed=True), mixed(colour, _PAPER, 0.64 - 0.1 * row))


def _waves(width: float, height: float, colour: str, seed: int) -> Iterator[SymbolLayer]:
    parts = []
    for row in range(5):
        phase = (seed >> (3 * row) & 7) / 8 * 2 * pi
        y = height * (-0.4 + 0.2 * row)
        parts.append(
            _through(
                [
                    (width * (i / 32 - 0.5), y + height * 0.045 * sin(phase + 6 * 2 * pi * i / 32))
                    for i in range(33)
                ],
                closed=False,
            )
        )
    yield SymbolLayer("".join(parts), "", mixed(colour, _PAPER, 0.5), height * 0.025)


def _sky(width: float, height: float, colour: str, seed: int) -> Iterator[SymbolLayer]:
    parts = []
    for i in range(14):
        one = crc32(f"{seed} {i}".encode())
        x, y = (((one >> shift & 255) / 255 - 0.5) * 0.9 for shift in (0, 8))
        size = height * (0.02 + 0.03 * (one >> 16 & 3) / 3)
        corners = [
            (
                x * width + (size if j % 2 == 0 else size / 3) * cos(j * pi / 4),
                y * height + (size if j % 2 == 0 else size / 3) * sin(j * pi / 4),
            )
            for j in range(8)
        ]
        parts.append(_through(corners, closed=True))
    yield SymbolLayer("".join(parts), mixed(colour, _PAPER, 0.4))


def _scales(width: float, height: float, colour: str, seed: int) -> Iterator[SymbolLayer]:
    columns = 8 + seed % 3
    step = width / columns
    rows = max(2, int(height / (step * 0.62)))
    parts = []
    for row in range(rows):
        y = -height / 2 + row * height / rows
        for column in range(columns - row % 2):
            x = -width / 2 + (column + 0.5 + row % 2 * 0.5) * step
            arc = [
                (x + step / 2 * cos(t), y + height / rows * sin(t)) for t in (pi * i / 8 for i in range(9))
            ]
            parts.append(_through(arc, closed=False))
    yield SymbolLayer("".join(parts), "", mixed(colour, _PAPER, 0.55), height * 0.015)


_DRAWN: dict[str, Callable[[float, float, str, int], Iterator[SymbolLayer]]] = {
    "rays": _rays,
    "hills": _hills,
    "waves": _waves,
    "sky": _sky,
    "scales": _scales,
}


def _to_edge(turn: float, width: float, height: float) -> tuple[float, float]:
    """Return the point where a ray from the middle meets the box's edge; `turn` is in radians."""
    x, y = cos(turn), sin(turn)
    far = min(width / 2 / max(abs(x), 1e-9), height / 2 / max(abs(y), 1e-9), hypot(width, height))
    return x * far, y * far


def _box(left: float, top: float, width: float, height: float) -> str:
    return f"M{left:.2f},{top:.2f} h{width:.2f} v{height:.2f} h{-width:.2f} Z"


def _circle(x: float, y: float, radius: float) -> str:
    points = [(x + radius * cos(2 * pi * i / 36), y + radius * sin(2 * pi * i / 36)) for i in range(36)]
    return _through(points, closed=True)


def _through(points: list[tuple[float, float]], *, closed: bool, digits: int = 1) -> str:
    return "M" + "L".join(f"{x:.{digits}f},{y:.{digits}f}" for x, y in points) + "Z" * closed
