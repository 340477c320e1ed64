"""The facts of a position that an arbiter may set: the position is read again with one fact changed."""

from typing import NamedTuple

from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.ids import PieceId, Seat
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.phases.rounds import merit
from engine.games.dozen_war.position.roster import HP_MAX, IS_CASTLE, IS_GENERAL
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.saving import positions
from engine.games.dozen_war.saving.positions import facts_of
from engine.games.dozen_war.texts import TEXTS

OF_PIECES = ("piece.hp", "piece.at", "piece.acted")
OF_MATCH = ("seat.coins", "seat.merit", "match.round", "match.turn")


class _Fact(NamedTuple):
    """A fact that is to be set."""

    whose: str
    """The id of a piece, a seat's name, or `match`."""
    name: str
    """The fact, one of `OF_PIECES` or `OF_MATCH`."""
    value: str
    """The value to be set, as an arbiter wrote it."""


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


def _set_piece(rules: Rules, state: State, document: dict[str, object], fact: _Fact) -> None:
    whose, name, value = fact.whose, fact.name, fact.value
    piece = rules.roster.index.get(PieceId(whose))
    if piece is None or not state.owns(piece):
        raise InputFault(TEXTS.say("correcting.no_piece", piece=whose[:40] or "-"))
    pieces = facts_of(document, "pieces")
    if IS_CASTLE[piece]:
        if name != "piece.hp":
            raise InputFault(TEXTS.say("correcting.castle"))
        facts_of(document, "castles")[whose] = {"hp": _number(value)}
        return
    known = {key: one for key, one in facts_of(pieces, whose).items() if key != "dead"}
    if name == "piece.at" and not value:
        pieces.pop(whose, None)
        if IS_GENERAL[piece]:
            pieces[whose] = {"dead": True}
        return
    if name != "piece.at" and "at" not in known:
        raise InputFault(TEXTS.say("correcting.off_board"))
    fresh = {"hp": HP_MAX[piece]} if "at" not in known else {}
    changed: dict[str, object] = {"at": value}
    if name == "piece.hp":
        changed = {"hp": _number(value)}
    elif name == "piece.acted":
        if value not in {"true", "false"}:
            raise InputFault(TEXTS.say("correcting.flag", value=value[:40] or "-"))
        changed = {"acted": value == "true"}
    pieces[whose] = fresh | known | changed


def _set_seat(rules: Rules, state: State, document: dict[str, object], fact: _Fact) -> None:
    whose, name, value = fact.whose, fact.name, fact.value
    known = facts_of(document, "coins")
    if whose not in known:
        raise InputFault(TEXTS.say("correcting.no_seat", seat=whose[:40] or "-"))
    if name == "seat.coins":
        known[whose] = _number(value)
        return
    # The rest of a seat's merit, beyond castles and map pieces, is killed generals.
    seat = rules.roster.seats.index(Seat(whose))
    counted = merit(state, seat) - state.scores.kills[seat]
    if _number(value) < counted:
        raise InputFault(TEXTS.say("correcting.merit", least=counted))
    facts_of(facts_of(document, "merit"), whose)["kills"] = _number(value) - counted


def _number(value: str) -> int:
    return (
        entry_of({"value": int(value) if value.isdecimal() else value})
        .fields(required=("value",))["value"]
        .whole(0, positions.COINS_MAX)
    )
