"""The changes that are made to a film's pictures. Each is a pure function of the picture and its number."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.frame import Image
from vision.render.sensor import swayed

Places = NDArray[np.float32]

Change = Callable[[Image, int], Image]
"""Takes a colour picture and its number, counted from 1; returns one of the same size."""


_MID = 16
"""The number of the first picture with a change in the middle of a match; the shortest kept film has 24.

It isn't 13, where a play comes to rest in one film: a change of light just then would delay the verdict.
"""


_SHUTTER_S, _MOMENTS = 0.02, 8
"""The time that a shutter is open, two pulses of a lamp on mains of 50 Hz, and the moments in it that are
drawn. At 15 Hz and 3 px the picture moves by at most 0.8 px from one to the next."""


@dataclass(frozen=True, slots=True)
class NamedChange:
    """A change with its name."""

    name: str
    """The name in the table of results."""
    change: Change
    """The function that changes a picture."""


def _levels(image: NDArray[np.generic]) -> Image:
    return np.asarray(np.clip(np.rint(image), 0, 255), np.uint8)


def _brighter(factor: float) -> Change:
    return lambda image, _: _levels(image * factor)


def _gamma(power: float) -> Change:
    table = (255 * (np.arange(256) / 255) ** power).round().astype(np.uint8)
    return lambda image, _: np.asarray(cv2.LUT(image, table), np.uint8)


def _cast(blue: float, green: float, red: float) -> Change:
    return lambda image, _: _levels(image * np.array([blue, green, red]))


def _noisy(sigma: float) -> Change:
    def change(image: Image, number: int) -> Image:
        return _levels(image + np.random.default_rng(number).normal(0, sigma, image.shape))

    return change


def _blurred(sigma: float) -> Change:
    return lambda image, _: np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)


def _jpeg(quality: int) -> Change:
    def change(image: Image, _: int) -> Image:
        _, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)

    return change


def _halved(image: Image, _: int) -> Image:
    height, width = image.shape[:2]
    half = cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(half, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def _shaded(image: Image, _: int) -> Image:
    """Return a picture with a shade that keeps 40 % of the light at the left, and all at the right."""
    return _levels(image * np.linspace(0.4, 1.0, image.shape[1])[None, :, None])


def _window(image: Image, _: int) -> Image:
    """Return a picture with the hard shadow of a window's bars over the board, with half of the light."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    across = (0.8 * columns + 0.6 * rows) / width
    bars = (np.abs((across % 0.3) - 0.15) < 0.03).astype(np.float32)
    soft = cv2.GaussianBlur(bars, (0, 0), 1.2)
    return _levels(image * (1.0 - 0.5 * soft)[..., None])


def _shifted(image: Image, right_px: float, down_px: float) -> Image:
    shift = np.array([[1.0, 0.0, right_px], [0.0, 1.0, down_px]])
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpAffine(image, shift, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _sinking(image: Image, number: int) -> Image:
    """Return a picture of a camera whose arm sags by a sixth of a pixel from each picture to the next."""
    return _shifted(image, 0.15 * number, -0.1 * number)


def _trembling(reach_px: float, hz: float, *, readout_s: float = 0.0) -> Change:
    """Return a change to pictures of a camera that trembles with its table, at this frequency.

    The reach is that of the swing to each side. Each picture begins at another moment of the swing, and is
    smeared along it while the shutter is open. A rolling shutter takes `readout_s` to read out all rows, so
    that each row shows another moment.
    """

    def change(image: Image, number: int) -> Image:
        height, width = image.shape[:2]
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        began_s = np.random.default_rng((number, 47)).uniform(0.0, 1.0 / hz)
        row_s = began_s + readout_s * np.arange(height) / height
        total = np.zeros(image.shape, np.float32)
        for moment in (np.arange(_MOMENTS) + 0.5) / _MOMENTS:
            swing = (2 * np.pi * hz * (row_s + _SHUTTER_S * moment))[:, None]
            right, down = reach_px * np.sin(swing), reach_px / 2 * np.sin(swing + 0.9)
            across, along = (np.asarray(one, np.float32) for one in (columns - right, rows - down))
            shown = cv2.remap(image, across, along, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
            cv2.accumulate(shown, total)
        return _levels(total / _MOMENTS)

    return change


def _cut_anew(image: Image, _: int) -> Image:
    """Return a picture shifted by 40 px aside and 30 up, as by a camera that follows faces."""
    return _shifted(image, 40.0, -30.0)


def _mirrored_bulb(image: Image, _: int) -> Image:
    """Return a picture with a bulb mirrored in a glossy board: white in the middle, with a soft rim."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    off = np.hypot(columns - 0.45 * width, rows - 0.55 * height) / (0.025 * width)
    white = cv2.GaussianBlur(np.clip(1.6 - off, 0.0, 1.0), (0, 0), 0.004 * width)[..., None]
    return _levels(image * (1.0 - white) + 255.0 * white)


def _sunspot(image: Image, _: int) -> Image:
    """Return a picture whose middle lies in a spot of sun, 5.7 times as light as the rest."""
    columns, rows = _grid(image)
    away = np.hypot((columns - 0.5) / 0.16, (rows - 0.5 * image.shape[0] / image.shape[1]) / 0.12)
    spot = cv2.GaussianBlur((away < 1.0).astype(np.float32), (0, 0), 0.0015 * image.shape[1])
    return _levels(image * (1.0 + 4.7 * spot)[..., None])


def _from_then_on(change: Change) -> Change:
    return lambda image, number: change(image, number) if number >= _MID else image


def _lamp_at_the_left(image: Image, _: int) -> Image:
    """Return a picture with a lamp at the left: 1.8 times as bright there, unchanged at the right fifth."""
    share = np.clip(1.0 - np.arange(image.shape[1]) / (0.8 * image.shape[1]), 0.0, 1.0) ** 1.5
    return _levels(image * (1.0 + 0.8 * share)[None, :, None])


def _sunbeam(image: Image, _: int) -> Image:
    """Return a picture with a broad slanting sunbeam with hard edges over the board."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    across = 0.8 * columns / width + 0.6 * rows / height
    beam = ((across > 0.45) & (across < 0.72)).astype(np.float32)
    soft = cv2.GaussianBlur(beam, (0, 0), 0.0015 * width)[..., None]
    return _levels(image * (1.0 + soft * np.array([0.4, 0.5, 0.55])))


def _before_the_lamp(image: Image, _: int) -> Image:
    """Return a picture where a person before the lamp takes half of the light right of a slanting edge."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    dark = 1.0 / (1.0 + np.exp(-(columns / width + 0.3 * rows / height - 0.65) / 0.01))
    return _levels(image * (1.0 - 0.45 * dark)[..., None])


def _lights_out(image: Image, number: int) -> Image:
    """Return a picture that is nearly black with a sensor's noise, for three pictures; others unchanged."""
    if not _MID <= number < _MID + 3:
        return image
    noise = np.random.default_rng(number).normal(0.0, 2.0, image.shape)
    return _levels(image * 0.03 + noise)


def _grid(image: Image) -> tuple[Places, Places]:
    """Return each pixel's place, across and down, in widths of the picture."""
    rows, columns = np.mgrid[0 : image.shape[0], 0 : image.shape[1]].astype(np.float32) / image.shape[1]
    return columns, rows


def _dimmed(image: Image, shade: NDArray[np.generic], soft: float) -> Image:
    """Return a picture with less light: `shade` is the share that is taken, `soft` the edge in widths."""
    wide = cv2.GaussianBlur(np.asarray(shade, np.float32), (0, 0), soft * image.shape[1])
    return _levels(image * (1.0 - wide)[..., None])


def _fan(image: Image, number: int) -> Image:
    """Return a picture with the shadows of a fan's three blades, which are elsewhere in each picture."""
    columns, rows = _grid(image)
    across, down = columns - 0.45, rows - 0.35
    turned = (np.arctan2(down, across) - np.random.default_rng(number).uniform(0.0, 2 * np.pi)) % (
        2 * np.pi / 3
    )
    away = np.hypot(across, down)
    blades = (np.abs(turned - np.pi / 3) < 0.25) & (away > 0.03) & (away < 0.45)
    return _dimmed(image, 0.3 * blades, 0.004)


def _curtain(image: Image, number: int) -> Image:
    """Return a picture with the shadows of a moving curtain's folds."""
    columns, rows = _grid(image)
    folds = (columns + 0.3 * rows + 0.01 * np.sin(1.7 * number)) % 0.09 < 0.04
    return _dimmed(image, 0.3 * folds, 0.006)


def _walker(image: Image, number: int) -> Image:
    """Return a picture with the shadow of a person who walks past the lamp again and again."""
    columns, rows = _grid(image)
    at = (0.11 * number) % 1.6 - 0.3
    return _dimmed(image, 0.4 * (np.abs(columns + 0.2 * rows - at) < 0.1), 0.004)


def _television(image: Image, number: int) -> Image:
    """Return a picture with a television's light from the left, of another colour every two pictures."""
    colour = np.random.default_rng(number // 2).uniform(0.1, 1.0, 3)
    return _levels(image * (0.7 + 0.9 * np.linspace(1.0, 0.1, image.shape[1])[None, :, None] * colour))


def _clock(across: float, down: float) -> Change:
    """Return a change that writes a running clock into each picture, at a place in shares of its size."""

    def change(image: Image, number: int) -> Image:
        height, width = image.shape[:2]
        text, scale = f"20:{number // 2:02d}:{number * 7 % 60:02d}", width / 1000
        at = (round(across * width), round(down * height))
        thick = max(1, round(2.5 * scale))
        return np.asarray(cv2.putText(image.copy(), text, at, 0, scale, (255, 255, 255), thick), np.uint8)

    return change


def _vivid(image: Image, _: int) -> Image:
    """Return a picture with strong colours as of phones: 1.8 times as far from grey."""
    tones = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    tones[..., 1] = _levels(1.8 * tones[..., 1])
    return np.asarray(cv2.cvtColor(tones, cv2.COLOR_HSV2BGR), np.uint8)


def _upside_down(image: Image, _: int) -> Image:
    return np.ascontiguousarray(image[::-1, ::-1])


CHANGES = (
    NamedChange("as it is", lambda image, _: image),
    NamedChange("brightness 0.45", _brighter(0.45)),
    NamedChange("brightness 1.5", _brighter(1.5)),
    NamedChange("gamma 0.6", _gamma(0.6)),
    NamedChange("gamma 1.8", _gamma(1.8)),
    NamedChange("warm light", _cast(0.75, 1.0, 1.15)),
    NamedChange("noise, sigma 10", _noisy(10)),
    NamedChange("blur, sigma 1.1 px", _blurred(1.1)),
    NamedChange("JPEG quality 40", _jpeg(40)),
    NamedChange("half size and back", _halved),
    NamedChange("shade from the left", _shaded),
    NamedChange("shadow of window bars", _window),
    NamedChange("upside down", _upside_down),
    NamedChange("camera that sways, sigma 0.7 px", lambda image, number: swayed(image, 0.7, number)),
    NamedChange("camera that sinks, 0.18 px each time", _sinking),
    NamedChange("table that trembles, 1 px at 5 Hz", _trembling(1.0, 5.0)),
    NamedChange("table that trembles, 3 px at 15 Hz", _trembling(3.0, 15.0)),
    NamedChange("the same, 1 px, rolling shutter", _trembling(1.0, 15.0, readout_s=0.03)),
    NamedChange("the same, 3 px, rolling shutter", _trembling(3.0, 15.0, readout_s=0.03)),
    NamedChange("mirrored bulb", _mirrored_bulb),
    NamedChange("sunspot, 5.7 times as light", _sunspot),
    NamedChange("strong colours", _vivid),
    NamedChange("half as bright again from picture 16 on", _from_then_on(_brighter(1.5))),
    NamedChange("warm bulb from picture 16 on", _from_then_on(_cast(0.75, 1.0, 1.25))),
    NamedChange("lamp at the left from picture 16 on", _from_then_on(_lamp_at_the_left)),
    NamedChange("sunbeam from picture 16 on", _from_then_on(_sunbeam)),
    NamedChange("somebody before the lamp from picture 16 on", _from_then_on(_before_the_lamp)),
    NamedChange("lights out for pictures 16 to 18", _lights_out),
    NamedChange("cut out elsewhere from picture 16 on", _from_then_on(_cut_anew)),
    NamedChange("the time written beside the board", _clock(0.02, 0.06)),
    NamedChange("a fan's blades", _fan),
    NamedChange("a curtain that moves", _curtain),
    NamedChange("somebody who walks by", _walker),
    NamedChange("a television's light", _television),
)
