"""The facts that an `expect` of a scenario file may state of this game, beside those of all card games."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from engine.core.document import Entry
from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import cards
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.match import Counts, Phase, State, TableRules
from engine.games.kingdom_square.position.field import MARK, SEATS, TILES
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import (
    auras,
    box,
    card_of,
    curses,
    is_exhausted,
    is_explored,
    own,
    slug_of,
    table,
    tile_of,
)
from engine.games.kingdom_square.position.stats import attack, blessed, cost, defense, left, speed
from engine.games.kingdom_square.telling.naming import on_field
from engine.kit import scenario_words
from engine.kit.scenario_words import Check
from engine.kit.zones.box import name_of


def checks(game: TableRules) -> Mapping[str, Check]:
    """Return the checks by the fact's name."""

    def each(of: Callable[[State, Seat], Iterable[str]], *, ordered: bool = False) -> Check:
        return scenario_words.by_seat(SEATS, lambda seat: _cards(of, seat, ordered=ordered))

    return {
        "phase": scenario_words.word("phase", lambda state: str(state.phase), tuple(Phase)),
        "at": _units(_place, lambda one: one.text(TILES)),
        "exhausted": _listed(is_exhausted, "isn't exhausted"),
        "ready": _listed(lambda state, unit: not is_exhausted(state, unit), "isn't ready"),
        "damage": _units(
            lambda state, unit, one: _number(state.counters[unit, Counts.DAMAGE], one), Entry.whole
        ),
        "hp": _units(lambda state, unit, one: _number(_left(game, state, unit), one), Entry.whole),
        "stats": _units(lambda state, unit, one: _stats(game, state, unit, one), _given),
        "explored": _explored,
        "gone": _gone,
        "table": each(table),
        "trump": each(_zone("trump")),
        "graveyard": each(_zone("graveyard"), ordered=True),
        "exile": each(_zone("exile")),
        "auras": each(auras),
        "curses": each(curses),
        "binds": _binds,
        "book_sizes": scenario_words.by_seat(
            SEATS,
            lambda seat: scenario_words.number(
                f"book of {seat}", lambda state: int(state.zones.count(own(seat, "book")))
            ),
        ),
        "blessed": scenario_words.by_seat(
            SEATS,
            lambda seat: scenario_words.words(
                f"blessed for {seat}",
                lambda state: map(str, blessed(game, field_now(state), seat)),
                tuple(Element),
            ),
        ),
        "cost": _cost,
    }


def _zone(place: str) -> Callable[[State, Seat], Iterable[str]]:
    return lambda state, seat: (
        "hidden" if one is None else str(one) for one in state.zones.cards(own(seat, place))
    )


def _cards(of: Callable[[State, Seat], Iterable[str]], seat: Seat, *, ordered: bool) -> Check:
    def check(state: State, entry: Entry) -> str | None:
        found = [one if one == "hidden" else slug_of(one) for one in of(state, seat)]
        listed = (entry,) if isinstance(entry.value, str) else entry.sequence()
        wanted = [name_of(one.text()) for one in listed]
        if isinstance(entry.value, str) and wanted == ["none"]:
            wanted = []
        for one in listed:
            name = name_of(one.text())
            if name not in cards() and name not in ("hidden", "none"):
                raise one.fault(f"unknown card '{name}'")
        same = wanted == found if ordered else Counter(wanted) == Counter(found)
        return None if same else f"{seat} has [{', '.join(found)}]"

    return check


def _known(name: str, entry: Entry) -> str:
    if name not in box().numbers and name not in box().names:
        raise entry.fault(f"unknown unit '{name}'; expected f.hero, f.no.17, f.token.wall")
    return name


def _units(of: Callable[[State, str, Entry], str | None], read: Callable[[Entry], object]) -> Check:
    """Return the check of a fact about units on the field; what is written is read even for missing units."""

    def check(state: State, entry: Entry) -> str | None:
        wrong = []
        for name, one in entry.mapping().items():
            unit = on_field(state, _known(name, one))
            read(one)
            if tile_of(state, unit) is None:
                wrong.append(f"{name} isn't on the field")
            elif said := of(state, unit, one):
                wrong.append(f"{name}: {said}")
        return "; ".join(wrong) or None

    return check


def _listed(holds: Callable[[State, str], bool], otherwise: str) -> Check:
    def check(state: State, entry: Entry) -> str | None:
        wrong = []
        for one in entry.sequence():
            unit = on_field(state, _known(one.text(), one))
            if tile_of(state, unit) is None or not holds(state, unit):
                wrong.append(f"{one.text()} {otherwise}")
        return "; ".join(wrong) or None

    return check


def _place(state: State, unit: str, entry: Entry) -> str | None:
    found = tile_of(state, unit)
    return None if found == entry.text(TILES) else f"at {found}"


def _number(found: int, entry: Entry) -> str | None:
    return None if found == entry.whole() else f"{found}"


def _left(game: TableRules, state: State, unit: str) -> int:
    now = field_now(state)
    return left(game, now, now.units[unit])


_STATS = {"at": attack, "df": defense, "sp": speed}


def _given(entry: Entry) -> dict[str, int]:
    return {name: one.whole() for name, one in entry.fields(optional=tuple(_STATS)).items()}


def _stats(game: TableRules, state: State, unit: str, entry: Entry) -> str | None:
    given = _given(entry)
    now = field_now(state)
    found = {name: _STATS[name](game, now, now.units[unit]) for name in given}
    return "; ".join(f"{name} {found[name]}" for name, one in given.items() if one != found[name]) or None


def _explored(state: State, entry: Entry) -> str | None:
    wrong = [tile for one in entry.sequence() if not is_explored(state, tile := one.text(TILES))]
    return f"unexplored: {', '.join(wrong)}" if wrong else None


def _gone(state: State, entry: Entry) -> str | None:
    there = []
    for one in entry.sequence():
        name = _known(one.text(), one)
        if any(tile_of(state, card) is not None for card in box().copies_of(name)):
            there.append(name)
    return f"on the field: {', '.join(there)}" if there else None


def _binds(state: State, entry: Entry) -> str | None:
    wrong = []
    for name, one in entry.mapping().items():
        unit = on_field(state, _known(name, one))
        found = [slug_of(card) for card, object_ in state.binds if object_ == unit]
        for each in one.sequence():
            if name_of(each.text()) not in cards():
                raise each.fault(f"unknown card '{each.text()}'")
        if Counter(found) != Counter(name_of(each.text()) for each in one.sequence()):
            wrong.append(f"{name} has [{', '.join(found)}]")
    return "; ".join(wrong) or None


def _cost(state: State, entry: Entry) -> str | None:
    wrong = []
    for name, one in entry.mapping().items():
        bare = name_of(name)
        if bare not in cards():
            raise one.fault(f"unknown card '{name}'")
        found = cost(field_now(state), state.turn, card_of(f"{MARK[state.turn]}.{bare}"))
        if found != one.whole():
            wrong.append(f"{name} costs {found}")
    return "; ".join(wrong) or None
