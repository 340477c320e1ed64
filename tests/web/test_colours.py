"""Pages are read by day and by night: every text's colour on every ground that it stands on."""

import re
from pathlib import Path

import pytest

from engine.core.appearance import contrast
from engine.games.registry import GAMES, open_look

STATIC = Path(__file__).parents[2] / "dashboard" / "web" / "static"
COLOURS = (STATIC / "page" / "colours.css").read_text()
LEAST_TEXT, LEAST_SIGN = 4.5, 3.0
"""WCAG 2.2, 1.4.3 and 1.4.11."""


def theme(name: str) -> dict[str, str]:
    """Return a theme's colours by their names."""
    light, dark = COLOURS.split(':root[data-theme="dark"]')
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", light if name == "light" else dark))


@pytest.mark.parametrize("name", ["light", "dark"])
def test_texts_read_on_what_they_stand_on(name: str) -> None:
    colours = theme(name)
    grounds = ("paper", "card", "raised", "muted")
    pairs = [
        (text, ground)
        for text in ("ink", "soft", "own-tone", "accent", "danger", "ask", "wait")
        for ground in grounds
    ]
    pairs += [
        ("danger", "danger-paper"),
        ("wait", "wait-paper"),
        ("ask", "ask-paper"),
        ("accent", "good-paper"),
    ]
    pairs += [(ink, ground) for ink in ("ink", "soft", "own-tone") for ground in ("own-paper", "own-soft")]
    pairs += [
        ("on-tone", tone) for tone in ("strong", "accent", "danger", "ask", "own-tone", "own-strong", "wait")
    ]
    found = {pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < LEAST_TEXT} == {}


def test_both_themes_have_the_same_colours_and_no_sheet_asks_for_another() -> None:
    assert theme("light").keys() == theme("dark").keys()
    known = set(theme("light")) | {"radius", "gap"}
    for sheet in STATIC.rglob("*.css"):
        text = sheet.read_text()
        own = set(re.findall(r"--([a-z-]+):", text))
        asked = set(re.findall(r"var\(--([a-z-]+)\)", text))
        of_the_look = {
            "land",
            "marks",
            "seat",
            "seat-edge",
            "seat-rim",
            "on-seat",
            "tint",
            "symbol",
            "board-line",
        }
        of_the_look |= {
            "board-margin",
            "board-rim",
            "cell-name",
            "kind",
            "kind-paper",
            "tone",
            "own",
            "aspect",
            "columns",
            "at",
            "late",
            "turn",
        }
        assert asked - own - known - of_the_look == set(), sheet.name


@pytest.mark.parametrize("night", [0, 1])
def test_names_of_cells_read_on_every_land(night: int) -> None:
    for game in GAMES:
        field = open_look(game).field
        for land in field.lands:
            ground = land.night if night else land.day
            assert contrast(field.name[night], ground) >= LEAST_SIGN + 0.9, (game, ground)


def test_a_plates_sign_reads_on_it_by_day_and_by_night() -> None:
    for game in GAMES:
        for seat in open_look(game).seats:
            assert contrast(seat.edge, seat.tint) >= LEAST_SIGN, seat
            assert contrast(seat.rim, seat.dusk) >= LEAST_SIGN, seat
