"""The paths that a unit may take: the tiles that it passes, that stop it, that it explores (KS-7, KS-10)."""

from collections.abc import Iterator

from engine.games.kingdom_square.match import TableRules
from engine.games.kingdom_square.position.field import area_of, neighbours
from engine.games.kingdom_square.position.now import FieldNow, UnitNow
from engine.games.kingdom_square.position.stats import is_flying, speed


def paths(game: TableRules, now: FieldNow, unit: UnitNow) -> Iterator[tuple[str, ...]]:
    """Yield each path of a unit from its tile, the shorter ones first."""
    steps = speed(game, now, unit)
    edge: list[tuple[str, ...]] = [(unit.tile,)]
    for step in range(steps + unit.printed.traits.strolls):
        going = [path for path in edge if path[-1] == unit.tile or not holds_fast(game, now, unit, path[-1])]
        edge = [
            (*path, one)
            for path in going
            for one in neighbours(path[-1])
            if one not in now.at or passes(game, now, unit, one)
        ]
        if step >= steps:
            edge = [path for path in edge if is_inside(unit, path)]
        yield from (path[1:] for path in edge if now.at.get(path[-1]) in (None, unit))


def is_inside(unit: UnitNow, path: tuple[str, ...]) -> bool:
    """Tell whether a path stays in the area of a unit's side."""
    return all(area_of(tile) == unit.seat for tile in path)


def holds_fast(game: TableRules, now: FieldNow, unit: UnitNow, tile: str) -> bool:
    """Tell whether a land stops a unit that comes onto it; occupied tiles can't be entered."""
    land = now.lands.get(tile)
    if land is None or not land.soil.mires or unit.is_hero or now.at.get(tile) not in (None, unit):
        return False
    return game.options.flying_lands == "decline" or not is_flying(game, now, unit)


def passes(game: TableRules, now: FieldNow, unit: UnitNow, tile: str) -> bool:
    """Tell whether a unit may step on a tile: flying ones pass over units without flying (KS-7.5).

    By a value of the reading `occupancy` they pass over all units.
    """
    there = now.at.get(tile)
    if there is None or there is unit:
        return True
    over = game.options.occupancy == "over_all" or not is_flying(game, now, there)
    return over and is_flying(game, now, unit)


def must_explore(game: TableRules, now: FieldNow, unit: UnitNow, tile: str) -> bool:
    """Tell whether a unit must explore an unexplored tile that it steps on: all but its player's (KS-7.2)."""
    return area_of(tile) != unit.seat and not is_flying(game, now, unit)


def explored_by_choice(
    game: TableRules, now: FieldNow, unit: UnitNow, path: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the tiles of a path that a unit explores only if its player wishes."""
    return tuple(
        tile for tile in dict.fromkeys(path) if tile in now.hidden and not must_explore(game, now, unit, tile)
    )
