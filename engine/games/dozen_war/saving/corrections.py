"""Facts of a position that an arbiter sets anew: the position is read again with one fact changed."""

from typing import Any, NamedTuple

from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.ids import PieceId, Seat
from engine.games.dozen_war.phases.rounds import merit
from engine.games.dozen_war.position.roster import HP_MAX, IS_CASTLE, IS_GENERAL
from engine.games.dozen_war.position.rules import Rules
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.saving import positions
from engine.games.dozen_war.texts import TEXTS

OF_PIECES = ("piece.hp", "piece.at", "piece.acted")
OF_MATCH = ("seat.coins", "seat.merit", "match.round", "match.turn")


class _Fact(NamedTuple):
    """What is to be set: whose, which, to what."""

    whose: str
    name: str
    value: str


def correctable(rules: Rules) -> tuple[str, ...]:
    """Return the facts that can be set; a duel has neither income nor merit (DW-20)."""
    if rules.field.is_duel:
        return (*OF_PIECES, "match.round", "match.turn")
    return (*OF_PIECES, *OF_MATCH)


def corrected(rules: Rules, state: State, whose: str, fact: str, value: str) -> State:
    """Return the position with a fact set; all else as it was.

    Raises:
        InputFault: a hit waits for its answer, or no position is like that (DW-2, DW-3.2, DW-4).
    """
    if state.stack:
        raise InputFault(TEXTS.say("answer_first"))
    document = positions.dump(rules, state)
    if fact in OF_PIECES:
        _set_piece(rules, state, document, _Fact(whose, fact, value))
    elif fact == "match.turn":
        document["turn"] = value
    elif fact == "match.round":
        document["round"] = _number(value)
    else:
        _set_seat(rules, state, document, _Fact(whose, fact, value))
    return positions.load(rules, document)


def _set_piece(rules: Rules, state: State, document: dict[str, Any], fact: _Fact) -> None:
    whose, name, value = fact.whose, fact.name, fact.value
    piece = rules.roster.index.get(PieceId(whose))
    if piece is None or not state.owns(piece):
        raise InputFault(TEXTS.say("correcting.no_piece", piece=whose[:40] or "-"))
    castle, pieces = bool(IS_CASTLE[piece]), document["pieces"]
    if castle:
        if name != "piece.hp":
            raise InputFault(TEXTS.say("correcting.castle"))
        document["castles"][whose] = {"hp": _number(value)}
        return
    known: dict[str, Any] = {key: one for key, one in pieces.get(whose, {}).items() if key != "dead"}
    if name == "piece.at" and not value:
        pieces.pop(whose, None)
        if IS_GENERAL[piece]:
            pieces[whose] = {"dead": True}
        return
    if name != "piece.at" and "at" not in known:
        raise InputFault(TEXTS.say("correcting.off_board"))
    fresh = {"hp": HP_MAX[piece]} if "at" not in known else {}
    changed: dict[str, Any] = {"at": value}
    if name == "piece.hp":
        changed = {"hp": _number(value)}
    elif name == "piece.acted":
        if value not in {"true", "false"}:
            raise InputFault(TEXTS.say("correcting.flag", value=value[:40] or "-"))
        changed = {"acted": value == "true"}
    pieces[whose] = fresh | known | changed


def _set_seat(rules: Rules, state: State, document: dict[str, Any], fact: _Fact) -> None:
    whose, name, value = fact.whose, fact.name, fact.value
    known = document["coins"]
    if whose not in known:
        raise InputFault(TEXTS.say("correcting.no_seat", seat=whose[:40] or "-"))
    if name == "seat.coins":
        known[whose] = _number(value)
        return
    # What isn't castles or map pieces is generals killed.
    seat = rules.roster.seats.index(Seat(whose))
    counted = merit(state, seat) - state.kills[seat]
    if _number(value) < counted:
        raise InputFault(TEXTS.say("correcting.merit", least=counted))
    document["merit"][whose]["kills"] = _number(value) - counted


def _number(value: str) -> int:
    return (
        entry_of({"value": int(value) if value.isdecimal() else value})
        .fields(required=("value",))["value"]
        .whole(0, positions.COINS_MAX)
    )
