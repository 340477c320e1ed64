"""Line, Area, pierced paths and costs, worked out a second time, slowly and word by word, and compared."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.core.board import load_board
from engine.core.document import Entry, entry_of, read_document
from engine.core.game import Ruleset
from engine.games.kingdom_square import content
from engine.games.kingdom_square.atoms.damage import Damage
from engine.games.kingdom_square.content.atom import Work
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.game import KingdomSquare
from engine.games.kingdom_square.position.field import FIRST, TILES, area, line
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.stats import cost
from engine.games.registry import usual_board

DATA = Path(content.__file__).parent
SEEDS = range(6)


def steps_from(tile: str) -> list[str]:
    """Return the tiles beside one, by trying all four sides."""
    column, row = "abcdefg".index(tile[0]), int(tile[1])
    beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [f"{'abcdefg'[at]}{number}" for at, number in beside if 0 <= at <= 6 and 1 <= number <= 7]


def paths(start: str, steps: int) -> Iterator[tuple[str, ...]]:
    """Yield every path of at most this many steps, also those that come back to a tile."""
    yield (start,)
    if steps:
        for beside in steps_from(start):
            for rest in paths(beside, steps - 1):
                yield (start, *rest)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("reach", [1, 2, 3, 4])
def test_a_line_reaches_what_a_path_reaches_that_stops_at_the_first_object(seed: int, reach: int) -> None:
    chance = Random(seed)  # noqa: S311  # reproducible
    start, taken = chance.choice(TILES), set(chance.sample(TILES, 16))
    slowly = {path[-1] for path in paths(start, reach) if not taken.intersection(path[1:-1])}
    assert set(line(start, reach, taken.__contains__)) == slowly


@pytest.mark.parametrize("reach", [1, 2, 3, 4])
def test_an_area_is_what_piercing_paths_reach(reach: int) -> None:
    for start in TILES[::5]:
        slowly = {path[-1] for path in paths(start, reach)}
        assert set(area(start, reach)) == set(line(start, reach, lambda _: True, pierce=True)) == slowly


def test_the_authors_count_of_tiles_holds_where_the_field_is_wide_enough() -> None:
    assert [len(area("d4", reach)) - 1 for reach in (1, 2, 3)] == [4, 12, 24]


@pytest.fixture(scope="module")
def game() -> KingdomSquare:
    return KingdomSquare(load_board(usual_board("kingdom_square")), Ruleset())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_spear_pierces_what_stands_between_on_some_path(game: KingdomSquare, seed: int) -> None:
    chance = Random(seed)  # noqa: S311  # reproducible
    names = ["f.hero", "s.hero", *(f"s.no.{number}" for number in (63, 64, 67, 68, 71, 73, 74, 79, 80))]
    places = dict(zip(names, chance.sample(TILES, len(names)), strict=True))
    state = game.initial(entry_of({"units": places}))
    there = {tile: unit for unit, tile in places.items()}
    slowly = set()
    for path in paths(places["f.hero"], 3):
        between = sorted(there[tile] for tile in path[1:-1] if tile in there)
        if len(set(path)) == len(path) > 1 and path[-1] in there:
            slowly.add((there[path[-1]], *between))
    found = Damage(3, 3, graze=1).aims(game, state, Work(FIRST, "f.hero", "f.hero"))
    assert {tuple(unit.partition("#")[0] for unit in way) for way in found} == slowly


@pytest.mark.parametrize("land", ["no.7", "no.8", "no.9", "no.10", "no.11", "no.12"])
@pytest.mark.parametrize("hero", ["no.13", "no.57", "no.122", "no.158", "no.197", "no.220"])
def test_a_cost_is_what_the_sheet_says_for_land_and_hero(game: KingdomSquare, hero: str, land: str) -> None:
    setup = {"heroes": {"first": hero}, "units": {"f.hero": "d1"}, "terrain": {"d1": {"card": land}}}
    state = game.initial(entry_of(setup))
    elements = [element_of(sheet("heroes.yaml")[hero]), element_of(sheet("lands.yaml")[land])]
    for slug, one in (sheet("units.yaml") | sheet("skills.yaml")).items():
        plainly = one["cost"].whole()
        wanted = plainly
        if elements == [element_of(one)] * 2:
            wanted = one["doubly"].whole() if "doubly" in one else max(plainly - 1, 0)
        assert cost(field_now(state), FIRST, record(slug)) == wanted, slug


@cache
def sheet(name: str) -> dict[str, Mapping[str, Entry]]:
    """Return the cards of a data file as they're written, by their slugs."""
    written = read_document(DATA / name).mapping()["cards"].sequence()
    return {one["slug"].text(): one for one in (entry.mapping() for entry in written)}


def element_of(one: Mapping[str, Entry]) -> str:
    """Return the element that is written of a card."""
    return one["element"].text() if "element" in one else "none"
