"""The facts that an `expect` of a scenario file may state of this game, beside those of all card games."""

from collections.abc import Callable, Mapping

from engine.core.document import Entry
from engine.core.ids import Seat
from engine.games.hero_realms.content.cards import record
from engine.games.hero_realms.position.sides import health_of
from engine.games.hero_realms.position.state import GEMS, Format, State, Tallied, champions, own
from engine.kit import scenario_words
from engine.kit.scenario_words import Check
from engine.kit.zones.box import name_of
from engine.kit.zones.tabletop import Tabletop


def checks(top: Tabletop) -> Mapping[str, Check]:
    """Return the checks by the fact's name."""
    seats = top.seats

    def in_zone(place: str) -> Callable[[Seat], Check]:
        return lambda seat: scenario_words.cards_in(own(seat, place))

    return {
        "health": scenario_words.by_seat(
            seats,
            lambda seat: scenario_words.number(f"health of {seat}", lambda state: health_of(state, seat)),
        ),
        "pools": _pools,
        "decks": scenario_words.by_seat(seats, in_zone("deck")),
        "discards": scenario_words.by_seat(seats, in_zone("discard")),
        "in_play": scenario_words.by_seat(seats, in_zone("play")),
        "champions": scenario_words.by_seat(
            seats, lambda seat: lambda state, entry: _champions(state, seat, entry)
        ),
        "market": scenario_words.words_of_cards("market", _market),
        "fire_gems": scenario_words.number("fire_gems", lambda state: int(state.zones.count(GEMS))),
        "cost": _cost,
        "format": scenario_words.word("format", lambda state: str(state.format), tuple(Format)),
        "phase": scenario_words.word(
            "phase", lambda state: "end" if state.ended is not None else "main", ("main", "end")
        ),
    }


def _market(state: State) -> list[str]:
    return [str(card) for zone in state.zones.top.group("market") for card in state.zones.known(zone)]


def _pools(state: State, entry: Entry) -> str | None:
    given = entry.fields(optional=("gold", "combat"))
    wrong = [
        f"{what} is {state.counters[state.turn, Tallied(what)]}"
        for what, one in given.items()
        if one.whole() != state.counters[state.turn, Tallied(what)]
    ]
    return "; ".join(wrong) or None


def _champions(state: State, seat: Seat, entry: Entry) -> str | None:
    found = list(champions(state, seat))
    for name, one in entry.mapping().items():
        if not state.zones.top.box.copies_of(name):
            raise one.fault(f"unknown card '{name}'")
        given = one.fields(optional=("expended", "damage"))
        meant = [card for card in found if name in (card, name_of(card))]
        fitting = [card for card in meant if _is_so(state, card, given)]
        if not fitting:
            shown = ", ".join(_described(state, card) for card in meant) or "not in play"
            return f"{name} of {seat}: {shown}"
        found.remove(fitting[0])
    return f"also champions of {seat}: {', '.join(found)}" if found else None


def _is_so(state: State, card: str, given: Mapping[str, Entry]) -> bool:
    if "expended" in given and given["expended"].flag() is not state.zones.look(card).sideways:
        return False
    return "damage" not in given or given["damage"].whole() == state.counters[card, Tallied.DAMAGE]


def _described(state: State, card: str) -> str:
    expended = "expended" if state.zones.look(card).sideways else "prepared"
    return f"{expended}, damage {state.counters[card, Tallied.DAMAGE]}"


def _cost(state: State, entry: Entry) -> str | None:
    wrong = []
    for name, one in entry.mapping().items():
        if not state.zones.top.box.copies_of(name):
            raise one.fault(f"unknown card '{name}'")
        cost = record(name).cost
        if cost != one.whole():
            wrong.append(f"{name} costs {cost}")
    return "; ".join(wrong) or None
