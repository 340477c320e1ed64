"""The facts that an `expect` of a scenario file may state of this game, beside those of all card games."""

from collections.abc import Callable, Mapping

from engine.core.document import Entry
from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import distance, reach
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.large_kingdoms import large
from engine.games.quoc_chien.position.state import (
    ASIDE,
    DISCARDS,
    GENERALS,
    State,
    gender_of,
    health_of,
    most_health,
    own,
    shown,
)
from engine.games.quoc_chien.resolving.discarding import hand_limit
from engine.kit import scenario_words
from engine.kit.scenario_words import Check
from engine.kit.zones.box import name_of
from engine.kit.zones.tabletop import Tabletop


def checks(top: Tabletop, skills_now: Callable[[State, Seat], list[str]]) -> Mapping[str, Check]:
    """Return the checks by the fact's name."""
    seats = top.seats

    def number(what: str, of: Callable[[State, Seat], int]) -> Check:
        return scenario_words.by_seat(
            seats, lambda seat: scenario_words.number(f"{what} of {seat}", lambda state: of(state, seat))
        )

    def word(what: str, of: Callable[[State, Seat], str]) -> Check:
        return scenario_words.by_seat(
            seats, lambda seat: scenario_words.word(f"{what} of {seat}", lambda state: of(state, seat))
        )

    def words(what: str, of: Callable[[State, Seat], list[str]]) -> Check:
        return scenario_words.by_seat(
            seats, lambda seat: scenario_words.words(f"{what} of {seat}", lambda state: of(state, seat))
        )

    def in_zone(place: str) -> Check:
        return scenario_words.by_seat(seats, lambda seat: scenario_words.cards_in(own(seat, place)))

    def marked(what: str) -> Check:
        def seats_with(state: State) -> list[str]:
            return [str(seat) for seat in state.seats if state.counters[seat, _MARKS[what]]]

        return scenario_words.words(what, seats_with, tuple(map(str, seats)))

    return {
        "health": number("health", health_of),
        "max_health": number("max_health", most_health),
        "equipment": in_zone("equipment"),
        "judgment": scenario_words.by_seat(seats, _judgment),
        **{kept: in_zone(kept) for kept in (*ASIDE, "cargo")},
        "revealed": words("revealed", lambda state, seat: list(shown(state, seat))),
        "kingdom": word("kingdom", lambda state, seat: kingdom_of(state, seat) or "none"),
        "gender": word("gender", lambda state, seat: gender_of(state, seat) or "none"),
        "chained": marked("chained"),
        "face_down": marked("face_down"),
        "dead": scenario_words.words("dead", lambda state: map(str, state.out), tuple(map(str, seats))),
        "discard_top": _top,
        "distance": scenario_words.by_seat(seats, lambda seat: _distance(seats, seat)),
        "generals_left": scenario_words.number(
            "generals_left", lambda state: int(state.zones.count(GENERALS))
        ),
        "range": number("range", reach),
        "hand_limit": number("hand_limit", hand_limit),
        "skills": words("skills", skills_now),
        "large": scenario_words.words("large", large),
        "phase": scenario_words.word("phase", lambda state: str(state.phase)),
    }


_MARKS = {"chained": Count.CHAINED, "face_down": Count.TURNED}


def _judgment(seat: Seat) -> Check:
    def check(state: State, entry: Entry) -> str | None:
        wanted = [one.text() for one in entry.sequence()]
        found = [str(card) for card in state.zones.known(own(seat, "judgment"))][::-1]
        same = len(wanted) == len(found) and all(
            one in (card, name_of(card)) for one, card in zip(wanted, found, strict=True)
        )
        return None if same else f"judgment of {seat} is [{', '.join(found)}]"

    return check


def _top(state: State, entry: Entry) -> str | None:
    cards = state.zones.known(DISCARDS)
    found = str(cards[0]) if cards else "none"
    return None if entry.text() in (found, name_of(found)) else f"discard_top is {found}"


def _distance(seats: tuple[Seat, ...], seat: Seat) -> Check:
    def check(state: State, entry: Entry) -> str | None:
        wrong = []
        for name, one in entry.mapping().items():
            if name not in seats:
                raise one.fault(f"unknown seat '{name}'")
            found = distance(state, seat, Seat(name))
            if found != one.whole():
                wrong.append(f"distance from {seat} to {name} is {found}")
        return "; ".join(wrong) or None

    return check
