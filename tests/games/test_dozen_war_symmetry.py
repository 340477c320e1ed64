"""The field's symmetries: left-right, near-far, and both; six-fold turns don't fit a board of rows."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.decisions import Violation
from engine.core.document import entry_of
from engine.games.dozen_war.game import DozenWar
from tests.games import plain_rules
from tests.games.positions import setups, written_actions

LEFT_RIGHT = {"west": "south", "south": "west", "east": "north", "north": "east"}
NEAR_FAR = {"west": "north", "north": "west", "east": "south", "south": "east"}
BOTH = {"west": "east", "east": "west", "north": "south", "south": "north"}
MIRRORS = {"left-right": LEFT_RIGHT, "near-far": NEAR_FAR, "both": BOTH}


def mirrored_cell(cell: str, mirror: str) -> str:
    column, row = ord(cell[0]) - ord("a"), int(cell[1:])
    if mirror in ("left-right", "both"):
        column = plain_rules.WIDTHS[row - 1] - 1 - column
    if mirror in ("near-far", "both"):
        row = 12 - row
    return f"{chr(ord('a') + column)}{row}"


def mirrored(value: Any, mirror: str) -> Any:
    """Every seat, piece and hex named in a value, as keys or as values, mirrored."""
    seats = MIRRORS[mirror]
    if isinstance(value, dict):
        return {mirrored(key, mirror): mirrored(one, mirror) for key, one in value.items()}
    if isinstance(value, list):
        return [mirrored(one, mirror) for one in value]
    if not isinstance(value, str):
        return value
    if value in seats:
        return seats[value]
    if value in plain_rules.CELLS:
        return mirrored_cell(value, mirror)
    head, dot, rest = value.partition(".")
    letters = {seat[0]: other[0] for seat, other in seats.items()}
    return f"{letters[head]}.{rest}" if dot and head in letters else value


def as_set(written: list[dict[str, Any]]) -> set[str]:
    return {str(sorted(one.items())) for one in written}


def blamed(violations: tuple[Violation, ...], mirror: str) -> list[tuple[str, str, str]]:
    return sorted(
        (
            one.rule,
            one.reason,
            str([mirrored(fact, mirror) for _, fact in one.facts if isinstance(fact, int)]),
        )
        for one in violations
    )


@pytest.mark.parametrize("mirror", MIRRORS)
def test_the_map_is_its_own_mirror_image(game: DozenWar, mirror: str) -> None:
    position = game.dump(game.initial(None))
    assert set(mirrored(position["mountains"], mirror)) == set(position["mountains"])
    for castle in position["castles"]:
        image = mirrored(castle, mirror)
        assert plain_rules.castle_cell(image) == mirrored_cell(plain_rules.castle_cell(castle), mirror)


@pytest.mark.parametrize("mirror", MIRRORS)
@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data(), picks=st.lists(st.integers(0, 500), max_size=5))
def test_mirroring_the_table_changes_nothing_but_names(
    game: DozenWar, mirror: str, data: st.DataObject, picks: list[int]
) -> None:
    setup = data.draw(setups())
    state = game.initial(entry_of(setup))
    image = game.initial(entry_of(mirrored(setup, mirror)))
    for pick in picks:
        here = [game.format_action(action) for action in game.legal_actions(state)]
        there = [game.format_action(action) for action in game.legal_actions(image)]
        assert as_set(mirrored(here, mirror)) == as_set(there)
        tried = data.draw(written_actions(setup))
        action = game.parse_action(entry_of(tried))
        reflected = game.parse_action(entry_of(mirrored(tried, mirror)))
        assert blamed(game.violations(state, action), mirror) == blamed(
            game.violations(image, reflected), mirror
        )
        if not here:
            break
        chosen = here[pick % len(here)]
        state = game.apply(state, game.parse_action(entry_of(chosen)))
        image = game.apply(image, game.parse_action(entry_of(mirrored(chosen, mirror))))
        reflection = mirrored(game.dump(state), mirror)
        found = game.dump(image)
        assert set(reflection.pop("mountains")) == set(found.pop("mountains"))
        assert reflection == found
