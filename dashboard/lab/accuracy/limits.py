"""Measures the limits of conditions, as curves of the share of right pieces over one condition at a time."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from dashboard.lab.accuracy.rates import Rates, measure_rows
from dashboard.lab.accuracy.rows import AccuracyRow
from dashboard.lab.camera_stand import view_of
from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.light.clarity import px_per_module
from vision.render.conditions import Conditions

_STILL = AccuracyRow("still", 0.0, moves=0)
_SHARP = Conditions(blur_px=0.5, noise=2)
_USUAL = Conditions(blur_px=0.75, noise=4, jpeg_quality=85)
_ROUGH = Conditions(blur_px=0.95, noise=6, jpeg_quality=70, brightness=0.7)


@dataclass(frozen=True, slots=True)
class CurveLine:
    """One line of a curve."""

    name: str
    """The line's name."""
    rows: tuple[AccuracyRow, ...]
    """A row for each place on the x axis."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A picture of measurements over one condition."""

    name: str
    """The curve's name."""
    about: str
    """A sentence on the curve's subject."""
    axis: str
    """The name of the x axis, with its unit."""
    at: tuple[float, ...]
    """The places on the x axis."""
    lines: tuple[CurveLine, ...]
    """The lines of the picture."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The measurement at one place of one line."""

    line: str
    """The line's name."""
    at: float
    """The place on the x axis."""
    rates: Rates
    """The measurement."""


def limit_curves(board: Board, pieces: PieceSet) -> tuple[Curve, ...]:
    """Return the curves for a board and its pieces, which determine the size of a tag's module."""
    sizes = [(width, width * 3 // 4) for width in (800, 960, 1120, 1280, 1440, 1600, 1920, 2240)]
    modules = tuple(
        round(px_per_module(view_of(replace(_STILL, size=size), board).camera, board, pieces), 2)
        for size in sizes
    )
    return (
        Curve(
            "size",
            "How small: by the px of a label's module",
            "px a module at the board's farthest corner",
            modules,
            tuple(
                CurveLine(name, tuple(replace(_STILL, size=size, conditions=how) for size in sizes))
                for name, how in (("sharp", _SHARP), ("usual", _USUAL), ("rough", _ROUGH))
            ),
        ),
        _by("tilt", "How tilted: by the camera's lean from straight above", "degrees", range(0, 61, 10), {
            "up to three pieces a cell": lambda x: replace(_STILL, tilt=x, focal=1.0, size=(1920, 1440)),
            "up to six pieces a cell": lambda x: replace(
                _STILL, tilt=x, focal=1.0, size=(1920, 1440), crowd=6, count=100
            ),
        }),
        _by("light", "How dark: by the light, at a sensor noise of 5 levels", "part of full light",
            (1.0, 0.6, 0.4, 0.3, 0.2, 0.15, 0.1, 0.06),
            {"": lambda x: _under(Conditions(brightness=x, noise=5))}),
        _by("focus", "How blurred: by the lens's blur", "sigma, px", (0.4, 0.7, 1.0, 1.2, 1.4, 1.6, 1.8, 2.1),
            {"": lambda x: _under(Conditions(blur_px=x))}),
        _by("noise", "How noisy: by the sensor's noise", "sigma, levels of 255", (1, 6, 12, 18, 24, 32, 40),
            {"": lambda x: _under(Conditions(noise=x))}),
        _by("jpeg", "How compressed: by JPEG quality", "quality", (90, 70, 50, 35, 25, 15, 8),
            {"": lambda x: _under(Conditions(jpeg_quality=int(x)))}),
        _by("worn", "How worn: by the part of the print that is off", "part",
            (0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.0),
            {"": lambda x: _under(Conditions(worn=x))}),
    )  # fmt: skip


def measure_curve(curve: Curve, board: Board, pieces: PieceSet, *, boards: int) -> Iterator[CurvePoint]:
    """Yield the measurement at each place of each line."""
    for line in curve.lines:
        rates = measure_rows(line.rows, board, pieces, boards=boards)
        for at, measured in zip(curve.at, rates, strict=True):
            yield CurvePoint(line.name, at, measured)


def _by(
    name: str, about: str, axis: str, at: Sequence[float], lines: dict[str, Callable[[float], AccuracyRow]]
) -> Curve:
    return Curve(
        name,
        about,
        axis,
        tuple(float(x) for x in at),
        tuple(CurveLine(line, tuple(row(float(x)) for x in at)) for line, row in lines.items()),
    )


def _under(conditions: Conditions) -> AccuracyRow:
    return replace(_STILL, conditions=conditions)
