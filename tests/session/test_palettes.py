"""The lights' colours: distinct to the people that a palette is for, by a simulation of their eyes."""

from itertools import combinations

import numpy as np
import pytest

from engine.core.faults import InputFault
from engine.session.boards.palettes import PALETTES, LightSettings, Lit, parse_lights

# Full deficiency, on linear sRGB: Machado, Oliveira, Fernandes 2009, table of severity 1.0.
EYES = {
    "usual": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
    ),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])


def lab(colour: str, eye: str) -> np.ndarray:
    """Return a colour's CIELAB coordinates as an eye sees it."""
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    ratios = XYZ @ np.clip(EYES[eye] @ linear, 0, 1) / WHITE
    curve = np.where(ratios > 0.008856, np.cbrt(ratios), 7.787 * ratios + 16 / 116)
    return np.array([116 * curve[1] - 16, 500 * (curve[0] - curve[1]), 200 * (curve[1] - curve[2])])


@pytest.mark.parametrize(
    ("palette", "eye", "least"),
    [
        *(("usual", eye, 40.0) for eye in ("usual", "protan", "deutan")),
        *(("blue-yellow", eye, 50.0) for eye in ("usual", "tritan")),
        *(("any", eye, 30.0) for eye in EYES),
    ],
)
def test_a_palettes_colours_are_distinct_to_the_eyes_it_is_for(palette: str, eye: str, least: float) -> None:
    colours = PALETTES[palette]
    assert set(colours) == set(Lit)
    for one, other in combinations([colours[lit] for lit in Lit], 2):
        assert np.linalg.norm(lab(one, eye) - lab(other, eye)) > least, (one, other)


@pytest.mark.parametrize(
    ("text", "lights"),
    [
        ("usual", LightSettings()),
        ("any:40", LightSettings("any", 40)),
        (":5", LightSettings("usual", 5)),
        ("", LightSettings()),
    ],
)
def test_lights_are_chosen_by_palette_and_brightness(text: str, lights: LightSettings) -> None:
    assert parse_lights(text) == lights
    assert parse_lights(f"{lights.palette}:{lights.brightness}") == lights


@pytest.mark.parametrize("text", ["mauve", "any:0", "any:101", "any:bright", ":-1"])
def test_an_unknown_palette_or_brightness_is_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(InputFault, match=r"expected a (palette of usual|brightness from 1 to 100)"):
        parse_lights(text)
