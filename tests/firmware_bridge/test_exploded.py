"""The exploded views are drawn to scale from the parts that the files for printer and cutter are made of."""

import re
from math import hypot

import pytest

from engine.core.board import load_board
from hardware.exploded import Layer, hex_layers, pad_layers, picture, pictures, seen
from hardware.fields.report import BUILT, DEEP_MM
from hardware.parts import parts


def test_the_pictures_are_as_the_parts_say() -> None:
    """`make docs` draws them again."""
    for path, text in pictures().items():
        assert path.read_text(encoding="utf-8") == text, path.name


def test_the_plate_of_a_hex_has_its_switches_where_they_were_computed() -> None:
    (plate,) = [one for one in hex_layers() if "switches" in one.label]
    assert [(cut.x_mm, cut.y_mm) for cut in plate.cuts[:6]] == list(BUILT.places_mm)


def test_the_layers_between_magnet_and_switch_are_no_thicker_than_computed() -> None:
    """The foot's half millimetre and the switch's own case come to them."""
    between = sum(one.high_mm for one in hex_layers() if one.label.startswith(("sheet", "printed board")))
    assert between + 0.5 + 0.8 == pytest.approx(DEEP_MM)


def test_the_pad_s_plate_has_every_hole_that_is_cut() -> None:
    (cut,) = [one for one in parts(load_board("mativen")) if one.name == "pad plate"]
    (drawn,) = [one for one in pad_layers() if one.label.startswith("pad plate")]
    assert len(drawn.cuts) == len(cut.holes)
    assert {(hole.width_mm, hole.height_mm) for hole in cut.holes} == {
        (one.wide_mm, one.deep_mm) for one in drawn.cuts
    }


@pytest.mark.parametrize("layers", [hex_layers(), pad_layers()])
def test_every_layer_is_named_once_and_nothing_is_drawn_outside(layers: tuple[Layer, ...]) -> None:
    text = picture(layers)
    assert re.findall("<text[^>]*>([^<]+)<", text) == [one.label for one in layers]
    left, top, wide, high = map(float, re.findall(r'viewBox="([^"]+)"', text)[0].split())
    for points in re.findall(r'points="([^"]+)"', text):
        for x, y in (map(float, place.split(",")) for place in points.split()):
            assert left < x < left + wide
            assert top < y < top + high


def test_lengths_along_the_table_keep_their_proportion() -> None:
    x = hypot(*seen(10, 0, 0))
    y = hypot(*seen(0, 10, 0))
    assert x == pytest.approx(y)
