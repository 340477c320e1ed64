"""The uses of a unit or a land, each action apart, so that a tablet can name each."""

from collections.abc import Iterator
from dataclasses import replace

from engine.core.ids import PieceId
from engine.core.views import UseView
from engine.games.kingdom_square.content.card_text import ability_text
from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import tile_of
from engine.games.kingdom_square.telling.reaching import cells, reach_of
from engine.games.kingdom_square.texts import TEXTS
from engine.games.kingdom_square.turn.battles import reached
from engine.games.kingdom_square.turn.usable_now import abilities_at


def single_uses(game: TableRules, state: State, use: UseView) -> Iterator[UseView]:
    """Yield a unit's battles (KS-8), each ability of a unit or a land (KS-11.8), and the rest of the use.

    A use that is neither a unit's nor a land's comes back unchanged. The rest, moves and explorations, keeps
    the key of the use.
    """
    battles = [one for one in use.actions if "battle" in one]
    abilities: dict[int, list[dict[str, object]]] = {}
    for one in use.actions:
        if "ability" in one:
            abilities.setdefault(int(one.get("number", 1)), []).append(one)
    rest = [one for one in use.actions if "battle" not in one and "ability" not in one]
    if rest or not use.actions:
        yield use if len(rest) == len(use.actions) else replace(use, actions=tuple(rest))
    now = field_now(state)
    unit = None if tile_of(state, use.key) is None else PieceId(use.key)
    if battles:
        yield UseView(
            key=f"battle {use.key}",
            kind="deed",
            label=TEXTS.say("uses.battle", unit=use.label),
            piece=unit,
            actions=tuple(battles),
            reach=cells(reached(game, now, now.units[use.key])),
        )
    for number, ways in sorted(abilities.items()):
        _, _, ability = abilities_at(now, use.key)[number - 1]
        yield UseView(
            key=f"ability {use.key} {number}",
            kind="deed",
            label=TEXTS.say("uses.ability", unit=use.label, does=ability_text(ability)),
            piece=unit,
            actions=tuple(ways),
            reach=cells(reach_of(state, use.key, ability.does)),
        )
