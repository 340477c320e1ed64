"""The facts that a scenario expects of a position, compared with the true ones."""

from collections.abc import Callable, Iterator

from engine.core.document import Entry
from engine.core.ids import PieceId, Seat
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.phases.rounds import merit, outcome
from engine.games.dozen_war.position.field import cell_number
from engine.games.dozen_war.position.holdings import MAP, Work, counted
from engine.games.dozen_war.position.marks import Status
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import IS_GENERAL, SEAT_OF
from engine.games.dozen_war.position.state import Phase, State
from engine.games.dozen_war.saving.holdings_text import cell_named
from engine.games.dozen_war.telling.views import decider


def mismatches(rules: Rules, state: State, expected: Entry) -> tuple[str, ...]:
    """Return a sentence for each expected fact that doesn't hold.

    Raises:
        InputFault: unknown or unsupported facts, unknown pieces, hexes or seats, with the line.
    """
    found = expected.mapping()
    expected.fields(optional=tuple(_CHECKS))
    return tuple(
        f"{entry.file}:{entry.line}: {sentence}"
        for key, entry in found.items()
        for sentence in _CHECKS[key](rules, state, entry)
    )


def _differs(what: str, expected: object, found: object) -> Iterator[str]:
    if expected != found:
        yield f"{what}: expected {expected}, found {found}"


def _at(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    for name, value in entry.mapping().items():
        piece = _piece(rules, state, value, name)
        if value.value != "gone":
            cell_number(value, rules.field.index)
        cell = state.at[piece]
        yield from _differs(
            f"at {name}", value.text(), "gone" if cell == OFF else str(rules.field.cells[cell])
        )


def _hp(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    for name, value in entry.mapping().items():
        piece = _piece(rules, state, value, name)
        yield from _differs(f"hp {name}", value.whole(), state.hp[piece])


def _dead(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    for value in entry.sequence():
        piece = _piece(rules, state, value, value.text())
        if state.at[piece] != OFF or (IS_GENERAL[piece] and state.hp[piece]):
            yield f"dead {value.text()}: expected it dead, found it with {state.hp[piece]} HP"


def _acted(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    """Check a list of all pieces that have ended their turn, or pieces with true or false."""
    if isinstance(entry.value, dict):
        for name, value in entry.mapping().items():
            piece = _piece(rules, state, value, name)
            yield from _differs(f"acted {name}", value.flag(), bool(state.done.acted >> piece & 1))
        return
    wanted = {_piece(rules, state, value, value.text()) for value in entry.sequence()}
    ended = {piece for piece in range(len(rules.roster.ids)) if state.done.acted >> piece & 1}
    ids = rules.roster.ids
    yield from _differs("acted", sorted(ids[one] for one in wanted), sorted(ids[one] for one in ended))


def _coins(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    for name, value in entry.mapping().items():
        seat = _seat(rules, state, value, name)
        yield from _differs(f"coins {name}", value.whole(), state.scores.coins[seat])


def _merit(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    """Check each seat's total, or its kills and castles."""
    for name, value in entry.mapping().items():
        seat = _seat(rules, state, value, name)
        if not isinstance(value.value, dict):
            yield from _differs(f"merit {name}", value.whole(), merit(state, seat))
            continue
        for key, number in value.fields(optional=("kills", "castles")).items():
            counted = state.scores.kills if key == "kills" else state.scores.razed
            yield from _differs(f"merit {name} {key}", number.whole(), counted[seat])


def _statuses(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    """Check all statuses of units (DW-11)."""
    for name, value in entry.mapping().items():
        piece = _piece(rules, state, value, name)
        wanted = sorted(one.text(tuple(Status)) for one in value.sequence())
        yield from _differs(f"statuses {name}", wanted, sorted(map(str, state.changed(piece).statuses)))


def _turn(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    _seat(rules, state, entry, entry.text())
    yield from _differs("turn", entry.text(), str(rules.roster.seats[state.turn]))


def _round(_rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    yield from _differs("round", entry.whole(), state.round)


def _events(_rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    yield from _differs("events_drawn", entry.whole(), state.events)


def _phase(_rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    yield from _differs("phase", entry.text(tuple(Phase)), state.phase.value)


def _warp(_rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    yield from _differs("warp", entry.text(("open", "closed")), "open" if state.warp_open else "closed")


def _winner(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    ended = outcome(rules, state)
    found = sorted(str(seat) for seat in ended.winners) if ended else "none"
    if entry.value == "none":
        wanted: object = "none"
    else:
        for one in entry.sequence():
            _seat(rules, state, one, one.text())
        wanted = sorted(one.text() for one in entry.sequence())
    yield from _differs("winner", wanted, found)


def _waiting(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    for name, value in entry.mapping().items():
        _seat(rules, state, value, name)
        value.text(("turn", "answer", "placing", *Work))
    decision = decider(rules, state)
    found = {str(seat): decision.kind for seat in decision.seats}
    yield from _differs("waiting", entry.plain(), found)


def _hands(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    for name, value in entry.mapping().items():
        hand = state.cards.hands[_seat(rules, state, value, name)]
        wanted = sorted(one.text() for one in value.sequence())
        yield from _differs(f"hands {name}", wanted, list(hand))


def _hand_sizes(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    for name, value in entry.mapping().items():
        hand = state.cards.hands[_seat(rules, state, value, name)]
        yield from _differs(f"hand_sizes {name}", value.whole(), len(hand))


def _carried(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    """Check the map pieces of generals, as a list or a number."""
    for name, value in entry.mapping().items():
        number = counted(state.tokens.carried, _piece(rules, state, value, name))
        yield from _differs(f"carried {name}", *_many(value, (MAP,) * number))


def _tokens(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    """Check the tokens under a hex's mountain and the map pieces on it: a list in any order, or a number."""
    sites = dict(state.tokens.sites)
    for name, value in entry.mapping().items():
        cell = cell_named(rules, value, name)
        lying = (*sites.get(cell, ()), *(MAP,) * counted(state.tokens.dropped, cell))
        yield from _differs(f"tokens {name}", *_many(value, lying))


def _dropped(rules: Rules, state: State, entry: Entry) -> Iterator[str]:
    for name, value in entry.mapping().items():
        cell = cell_named(rules, value, name)
        yield from _differs(f"dropped {name}", *_many(value, (MAP,) * counted(state.tokens.dropped, cell)))


def _many(value: Entry, found: tuple[str, ...]) -> tuple[object, object]:
    """Return the expected and the found value: both as numbers or both as sorted lists."""
    if isinstance(value.value, int):
        return value.whole(), len(found)
    return sorted(one.text() for one in value.sequence()), sorted(found)


def _slugs(entry: Entry, what: str, found: tuple[str, ...]) -> Iterator[str]:
    yield from _differs(what, *_many(entry, found))


_CHECKS: dict[str, Callable[[Rules, State, Entry], Iterator[str]]] = {
    "at": _at,
    "hp": _hp,
    "dead": _dead,
    "acted": _acted,
    "coins": _coins,
    "merit": _merit,
    "statuses": _statuses,
    "turn": _turn,
    "round": _round,
    "events_drawn": _events,
    "phase": _phase,
    "warp": _warp,
    "winner": _winner,
    "waiting": _waiting,
    "hands": _hands,
    "hand_sizes": _hand_sizes,
    "carried": _carried,
    "tokens": _tokens,
    "dropped": _dropped,
    "used": lambda _rules, state, entry: _slugs(entry, "used", state.cards.used),
    "opened": lambda _rules, state, entry: _slugs(entry, "opened", state.omens.opened),
    "in_force": lambda _rules, state, entry: _slugs(
        entry, "in_force", tuple(one.event for one in state.omens.in_force)
    ),
}


def _piece(rules: Rules, state: State, entry: Entry, name: str) -> int:
    piece = rules.roster.index.get(PieceId(name))
    if piece is None or SEAT_OF[piece] not in state.order:
        raise entry.fault(f"no such piece '{name}' in this match")
    return piece


def _seat(rules: Rules, state: State, entry: Entry, name: str) -> int:
    seats = rules.roster.seats
    if Seat(name) not in seats or seats.index(Seat(name)) not in state.order:
        known = ", ".join(seats[seat] for seat in state.order)
        raise entry.fault(f"no seat '{name}' in this match; expected one of {known}")
    return seats.index(Seat(name))
