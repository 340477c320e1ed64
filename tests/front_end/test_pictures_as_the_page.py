"""Pictures of a match lay a table out as the page does: the same part of it, the cards in the same places."""

import json
from pathlib import Path
from typing import Any

import pytest

from dashboard.pictures.lying_cards import places_of
from dashboard.pictures.table_part import part_of
from engine.core.board import load_board
from engine.core.ids import Seat
from engine.games.registry import usual_board
from engine.session.serving.bus_messages import surface_of
from tests.front_end.conftest import RunNode

READ = """
import { readFileSync } from "node:fs";
import { partOf } from "../../dashboard/web/static/surface/table_part.js";
import { sideBySide, cardScale } from "../../dashboard/web/static/cards/lying.js";
const { surface, seats, lying } = JSON.parse(readFileSync(process.argv[1], "utf8"));
const view = { seats: seats.map((seat) => ({ seat })), pieces: [], heaps: [] };
const { cells } = partOf(surface, view);
const placed = (cell) => sideBySide(cell, lying).map((one) => ({ ...one, scale: cardScale(cell) }));
const told = cells.map((cell) => [cell.cell, cell.outline_mm, cell.zone ? placed(cell) : []]);
console.log(JSON.stringify(told));
"""
LYING = (False, True, False, False, False)


@pytest.mark.parametrize(
    ("game", "seats"),
    [("hero_realms", ("p1", "p2")), ("kingdom_square", ("p1", "p2")), ("quoc_chien", ("p1", "p3", "p4"))],
)
def test_a_picture_has_the_pages_part_of_the_table_and_its_places(
    node: RunNode, tmp_path: Path, game: str, seats: tuple[str, ...]
) -> None:
    board = load_board(usual_board(game))
    surface = surface_of(board)
    said: dict[str, Any] = {
        "board": surface.board,
        "size_mm": surface.size_mm,
        "cells": [
            {
                "cell": one.cell,
                "x_mm": one.x_mm,
                "y_mm": one.y_mm,
                "outline_mm": one.outline_mm,
                "zone": one.zone,
                "seat": one.seat,
            }
            for one in surface.cells
        ],
    }
    given = tmp_path / "given.json"
    given.write_text(json.dumps({"surface": said, "seats": seats, "lying": LYING}), encoding="utf-8")
    ran = node("--input-type=module", "--eval", READ, str(given))
    assert ran.returncode == 0, ran.stderr
    of_page = {cell: (outline, places) for cell, outline, places in json.loads(ran.stdout)}
    part = part_of(board.surface, tuple(Seat(one) for one in seats))
    assert set(part) == set(of_page)
    for cell, corners in part.items():
        outline, places = of_page[cell]
        assert [list(at) for at in corners] == [pytest.approx(at) for at in outline]
        if places:
            found = places_of(corners, LYING)
            assert [one.at for one in found] == [pytest.approx((at["x"], -at["y"])) for at in places]
            # The page turns clockwise, its y goes down.
            assert [-one.turned_deg for one in found] == [pytest.approx(at["turned"]) for at in places]
            assert [one.scale for one in found] == [pytest.approx(at["scale"]) for at in places]
