"""The bazaar's zones are those of its printed table: one word for each kind of place."""

from pathlib import Path

import pytest

from engine.core.board import load_board
from engine.core.surfaces import ZoneKind
from tests.bazaar.state import SEATS, tabletop

BOARD = load_board(str(Path(__file__).parent / "boards" / "bazaar.yaml"))
ON_TABLE = [zone for zone in tabletop(SEATS).zones if zone.kind is not ZoneKind.PRIVATE]


@pytest.mark.parametrize("zone", ON_TABLE, ids=lambda zone: str(zone.name))
def test_a_zone_of_the_game_is_its_owners_on_the_board_too(zone: object) -> None:
    (own,) = (one for one in ON_TABLE if one is zone)
    printed = BOARD.surface.zone_of(own.place)
    assert printed is not None
    assert printed.seat == own.owner
    if own.kind is not ZoneKind.SLOTS:
        assert printed.kind is own.kind
