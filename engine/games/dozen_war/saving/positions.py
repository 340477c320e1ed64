"""Positions as text: the `setup:` of scenario files, which is also the saved form of a state."""

from dataclasses import dataclass

from engine.core.counting import counted
from engine.core.document import Entry, entry_of
from engine.core.ids import PieceId
from engine.games.dozen_war.arms import GENERALS
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.ways import free_castles, in_hand
from engine.games.dozen_war.phases import duel
from engine.games.dozen_war.phases.draft import GENERALS_EACH, draft_tasks
from engine.games.dozen_war.phases.duel import ROUNDS_MAX
from engine.games.dozen_war.phases.opening import whole_opening
from engine.games.dozen_war.phases.rounds import (
    LAST_EVENT,
    LAST_ROUND,
    standard_pieces,
    warp_is_due,
    with_last_left,
)
from engine.games.dozen_war.position.field import bits, cell_number
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    FIRST_GENERAL,
    HP_MAX,
    IS_CASTLE,
    IS_GENERAL,
    PIECES_MAX,
    SEAT_OF,
    SEATS_MAX,
    SLOTS,
    castles_of,
)
from engine.games.dozen_war.position.state import DoneThisTurn, Phase, Scores, State, altered
from engine.games.dozen_war.saving.checking import check_carriers, check_stacking
from engine.games.dozen_war.saving.holdings_text import HOARD_KEYS, dump_hoard, read_saved_holdings
from engine.games.dozen_war.saving.stack_text import (
    COMBAT_KEYS,
    dump_combat,
    dump_hits,
    read_hits,
    with_combat,
)

_KEYS = (
    "seats", "first", "round", "turn", "phase", "coins", "pieces", "castles", "mountains", "events_drawn",
    "warp", "merit",
)  # fmt: skip
_WHO_PLAYS = {"seats", "first", "whole"}
_SETTING_UP = (Phase.DRAFTING, Phase.PLACING)
_NOT_IN_DUELS = {
    "castles", "mountains", "warp", "tokens", "token_pool", "carried", "dropped", "seen", "events",
    "events_drawn", "opened", "in_force",
}  # fmt: skip
"""The keys of a setup that a duel can't have (DW-20)."""
_DEAL = ((0, 3, 6), (1, 4, 7), (2, 5, 8), (9, 10, 11))
"""The standard opening's generals by player: one of each arm of soldiers; the last gets the alchemists."""

COINS_MAX = 999


@dataclass
class _Draft:
    """A position while it's read."""

    at: bytearray
    """Each piece's cell, one byte a piece."""
    hp: bytearray
    """Each piece's HP, one byte a piece."""
    generals: int = 0
    """The generals that players own, as bits of pieces."""
    moved: int = 0
    """The units that have moved, as bits of pieces."""
    acted: int = 0
    """The units that have ended their turn, as bits of pieces."""


def initial(rules: Rules, setup: Entry | None) -> State:
    """Return the position of a setup; None is the standard opening.

    A setup that names only the players is the standard opening, but without tokens, events and cards; with
    `whole: true` it has them.

    Raises:
        InputFault: unknown or unsupported keys, pieces, hexes; broken stacking rules; with the line.
    """
    if setup is None:
        setup = entry_of({"whole": True})
    found = setup.mapping()
    setup.fields(optional=(*_KEYS, "whole", *HOARD_KEYS, *COMBAT_KEYS))
    if "whole" in found and found["whole"].flag():
        if not set(found) <= _WHO_PLAYS:
            raise found["whole"].fault(f"goes with {', '.join(sorted(_WHO_PLAYS))} only")
        return whole_opening(rules, _position(rules, found, standard=True))
    return with_last_left(rules, _position(rules, found, standard=set(found) <= _WHO_PLAYS))


def dump(rules: Rules, state: State) -> dict[str, object]:
    """Return the position as a setup, with the hits that wait for an answer as `pending`."""
    seats, ids, cells = rules.roster.seats, rules.roster.ids, rules.field.cells
    warp_bit = 0 if state.warp_open else 1 << rules.field.volcano  # a duel's board has no such cell
    document: dict[str, object] = {
        "seats": [str(seats[seat]) for seat in state.order],
        "phase": state.phase.value,
        "round": state.round,
        "turn": str(seats[state.turn]),
        "coins": {str(seats[seat]): state.scores.coins[seat] for seat in state.order},
        "merit": {
            str(seats[seat]): {"kills": state.scores.kills[seat], "castles": state.scores.razed[seat]}
            for seat in state.order
        },
        "events_drawn": state.events,
        "warp": "open" if state.warp_open else "closed",
        "mountains": [str(cells[cell]) for cell in bits(state.obstacles & ~warp_bit)],
        "castles": {
            str(ids[castle]): {"hp": state.hp[castle]} for seat in state.order for castle in castles_of(seat)
        },
        "pieces": {
            str(ids[piece]): _dumped(rules, state, piece)
            for piece in range(len(ids))
            if not IS_CASTLE[piece] and (state.at[piece] != OFF or state.generals >> piece & 1)
        },
    }
    if rules.field.is_duel:
        document = {key: value for key, value in document.items() if key not in _NOT_IN_DUELS}
    document.update(dump_hoard(rules, state))
    document.update(dump_combat(rules, state))
    if state.stack:
        document["pending"] = dump_hits(rules, state)
    return document


def facts_of(document: dict[str, object], key: str) -> dict[str, object]:
    """Return the facts beneath a key of a written position, to be changed in place; none without the key."""
    found = document.get(key)
    return found if isinstance(found, dict) else {}


def load(rules: Rules, document: dict[str, object]) -> State:
    """Return the position that `dump` wrote.

    Raises:
        InputFault: `dump` didn't write this.
    """
    top = entry_of(document, "<saved position>")
    without = {"first", *(_NOT_IN_DUELS if rules.field.is_duel else ())}
    keys = tuple(key for key in _KEYS if key not in without)
    found = dict(top.fields(required=keys, optional=("pending", *HOARD_KEYS, *COMBAT_KEYS)))
    pending = found.pop("pending", None)
    state = _position(rules, found, standard=False)
    if pending is None:
        return state
    return altered(state, stack=read_hits(rules, state, pending))


def _position(rules: Rules, found: dict[str, Entry], *, standard: bool) -> State:
    if rules.field.is_duel:
        for key in sorted(_NOT_IN_DUELS & set(found)):
            raise found[key].fault(f"a duel has no {key.replace('_', ' ')} (DW-20); leave it out")
    order = _order(rules, found)
    phase = Phase(found["phase"].text(tuple(Phase))) if "phase" in found else Phase.PLAYING
    deploying = rules.field.is_duel and phase is Phase.PLACING  # the player who begins deploys last
    turn = _seat(rules, found["turn"], order) if "turn" in found else order[-1 if deploying else 0]
    rounds_max = ROUNDS_MAX if rules.field.is_duel else LAST_ROUND
    round_number = found["round"].whole(1, rounds_max) if "round" in found else 1
    events_max = LAST_EVENT if rules.options.merit_after == "7 events" else LAST_ROUND - 1
    events = found["events_drawn"].whole(0, events_max) if "events_drawn" in found else 0
    if "warp" in found:
        warp_open = found["warp"].text(("open", "closed")) == "open"
    else:
        warp_open = not rules.field.is_duel and warp_is_due(rules, round_number, events)
    saved = read_saved_holdings(rules, found, order)
    draft = _Draft(bytearray([OFF]) * PIECES_MAX, bytearray(PIECES_MAX))
    _put_castles(rules, found.get("castles"), order, draft)
    if standard or (phase in _SETTING_UP and "pieces" not in found):
        _put_standard(rules, order, draft, phase)
    elif "pieces" in found:
        _put_pieces(rules, found["pieces"], order, draft, placing=phase in _SETTING_UP)
    state = State(
        order=order,
        phase=phase,
        round=round_number,
        turn=turn,
        at=bytes(draft.at),
        hp=bytes(draft.hp),
        generals=draft.generals,
        scores=Scores(
            coins=_by_seat(rules, found.get("coins"), order),
            kills=_merits(rules, found.get("merit"), order, "kills"),
            razed=_merits(rules, found.get("merit"), order, "castles"),
        ),
        obstacles=_obstacles(rules, found.get("mountains"), warp_open=warp_open),
        warp_open=warp_open,
        events=events,
        agenda=saved.agenda,
        tokens=saved.tokens,
        cards=saved.cards,
        omens=saved.omens,
        done=DoneThisTurn(moved=draft.moved, acted=draft.acted, skilled=saved.skilled),
    )
    state = with_combat(rules, state, found)
    check_carriers(rules, state, found.get("carried"))
    check_stacking(rules, state, found.get("pieces"))
    if phase is Phase.DRAFTING and not state.agenda:
        if rules.field.is_duel:
            state = duel.order_known(rules, state)
        else:
            state = altered(state, agenda=draft_tasks(rules, order))
    return _with_placer(rules, state, found["phase"]) if phase is Phase.PLACING else state


def _with_placer(rules: Rules, state: State, phase: Entry) -> State:
    """Return the position with the turn at a player who has generals to place, and room for them."""
    if rules.field.is_duel:
        return _with_deployer(rules, state, phase)
    waiting = [seat for seat in state.order if in_hand(state, seat)]
    if not waiting:
        raise phase.fault("placing, but no general is left to place; give one without 'at'")
    for seat in waiting:
        room = free_castles(rules, state, seat).bit_count()
        if len(in_hand(state, seat)) > room:
            raise phase.fault(
                f"{rules.roster.seats[seat]} has {counted(len(in_hand(state, seat)), 'general')} to place, "
                f"but free general slots in {counted(room, 'castle')}"
            )
    return state if state.turn in waiting else altered(state, turn=waiting[0])


def _with_deployer(rules: Rules, state: State, phase: Entry) -> State:
    waiting = duel.deploying(rules, state)
    if waiting.phase is not Phase.PLACING:
        raise phase.fault("placing, but every general and soldier of the duel stands; leave one out")
    return waiting


def _order(rules: Rules, found: dict[str, Entry]) -> tuple[int, ...]:
    seats = rules.roster.seats
    order = tuple(range(len(seats)))
    if "seats" in found:
        order = tuple(_seat(rules, entry, order) for entry in found["seats"].sequence())
        if len(order) < 2 or len(set(order)) < len(order):
            raise found["seats"].fault(f"expected two or more different seats of {', '.join(seats)}")
    if "first" in found:
        start = order.index(_seat(rules, found["first"], order))
        order = order[start:] + order[:start]
    return order


def _seat(rules: Rules, entry: Entry, order: tuple[int, ...]) -> int:
    return _seat_named(rules, entry, entry.text(), order)


def _seat_named(rules: Rules, entry: Entry, name: str, order: tuple[int, ...]) -> int:
    for seat in order:
        if rules.roster.seats[seat] == name:
            return seat
    known = ", ".join(rules.roster.seats[seat] for seat in order)
    raise entry.fault(f"no seat '{name}' in this match; expected one of {known}")


def _by_seat(rules: Rules, entry: Entry | None, order: tuple[int, ...]) -> tuple[int, ...]:
    values = [0] * SEATS_MAX
    for name, value in ({} if entry is None else entry.mapping()).items():
        values[_seat_named(rules, value, name, order)] = value.whole(0, COINS_MAX)
    return tuple(values)


def _merits(rules: Rules, entry: Entry | None, order: tuple[int, ...], key: str) -> tuple[int, ...]:
    values = [0] * SEATS_MAX
    for name, value in ({} if entry is None else entry.mapping()).items():
        counted = value.fields(optional=("kills", "castles"))
        if key in counted:
            values[_seat_named(rules, value, name, order)] = counted[key].whole(0, COINS_MAX)
    return tuple(values)


def _obstacles(rules: Rules, entry: Entry | None, *, warp_open: bool) -> int:
    if rules.field.is_duel:
        return 0
    volcano = 1 << rules.field.volcano
    mountains = rules.field.mountains
    castles = {cell for three in rules.field.castles for cell in three}
    if entry is not None:
        mountains = 0
        for one in entry.sequence():
            cell = cell_number(one, rules.field.index)
            if cell in castles:
                raise one.fault(f"a castle stands on {rules.field.cells[cell]}, no mountain fits there")
            mountains |= 1 << cell
        if warp_open and mountains & volcano:
            raise entry.fault("the warp point is open, no mountain fits there")
    return mountains if warp_open else mountains | volcano


def _put_castles(rules: Rules, entry: Entry | None, order: tuple[int, ...], draft: _Draft) -> None:
    for seat in () if rules.field.is_duel else order:
        for number, castle in enumerate(castles_of(seat)):
            draft.at[castle], draft.hp[castle] = rules.field.castles[seat][number], HP_MAX[castle]
    for name, value in ({} if entry is None else entry.mapping()).items():
        castle = _number(rules, value, name, order)
        if not IS_CASTLE[castle]:
            raise value.fault(f"'{name}' is no castle; units stand under 'pieces'")
        draft.hp[castle] = value.fields(required=("hp",))["hp"].whole(0, HP_MAX[castle])
        if not draft.hp[castle]:
            draft.at[castle] = OFF


def _put_standard(rules: Rules, order: tuple[int, ...], draft: _Draft, phase: Phase) -> None:
    deal = {seat: _DEAL[number] for number, seat in enumerate(order)}
    if rules.field.is_duel:
        _put_lineups(rules, order, draft, phase)
        return
    for piece, castle in standard_pieces(order, deal).items():
        if IS_GENERAL[piece]:
            if phase is Phase.DRAFTING:
                continue
            draft.generals |= 1 << piece
        draft.hp[piece] = HP_MAX[piece]
        if not (phase is Phase.PLACING and IS_GENERAL[piece]):
            draft.at[piece] = draft.at[castle]


def _put_lineups(rules: Rules, order: tuple[int, ...], draft: _Draft, phase: Phase) -> None:
    """Put up a duel: the line-ups; while players still deploy, only the generals, beside the board."""
    if phase is Phase.DRAFTING:
        return
    generals = {seat: _DEAL[number][0] for number, seat in enumerate(order)}
    for piece, cell in duel.lineup(rules, order, generals).items():
        if IS_GENERAL[piece]:
            draft.generals |= 1 << piece
        elif phase is Phase.PLACING:
            continue
        draft.hp[piece] = HP_MAX[piece]
        if phase is not Phase.PLACING:
            draft.at[piece] = cell


def _put_pieces(rules: Rules, entry: Entry, order: tuple[int, ...], draft: _Draft, *, placing: bool) -> None:
    owners: dict[int, str] = {}
    for name, value in entry.mapping().items():
        piece = _number(rules, value, name, order)
        if IS_CASTLE[piece]:
            raise value.fault("a castle; castles stand under 'castles'")
        if IS_GENERAL[piece]:
            slot = piece % SLOTS
            if slot in owners:
                slug = tuple(GENERALS)[slot - FIRST_GENERAL]
                raise value.fault(f"there's one {slug}, and it's {owners[slot]} already")
            owners[slot] = name
            draft.generals |= 1 << piece
            each, rule = (1, "DW-20") if rules.field.is_duel else (GENERALS_EACH, "DW-16.2")
            if sum(1 for other in bits(draft.generals) if SEAT_OF[other] == SEAT_OF[piece]) > each:
                raise value.fault(f"a player has {each} general{'s' * (each > 1)} ({rule}), this is one more")
        _put_piece(rules, value, piece, draft, placing=placing)


def _put_piece(rules: Rules, entry: Entry, piece: int, draft: _Draft, *, placing: bool) -> None:
    found = entry.fields(optional=("at", "hp", "acted", "moved", "dead"))
    if "dead" in found and found["dead"].flag():
        if not IS_GENERAL[piece]:
            raise found["dead"].fault("only a general can be dead; leave a soldier out instead")
        if len(found) > 1:
            raise entry.fault("a dead general has no other facts")
        return
    hp = found["hp"].whole(1, HP_MAX[piece]) if "hp" in found else HP_MAX[piece]
    if "at" in found:
        draft.at[piece] = cell_number(found["at"], rules.field.index)
    elif not (placing and IS_GENERAL[piece]):
        raise entry.fault("the key 'at' is missing; only a general not yet placed or dead has no hex")
    draft.hp[piece] = hp
    if "moved" in found and found["moved"].flag():
        draft.moved |= 1 << piece
    if "acted" in found and found["acted"].flag():
        draft.acted |= 1 << piece


def _number(rules: Rules, entry: Entry, name: str, order: tuple[int, ...]) -> int:
    index = rules.roster.index
    if PieceId(name) not in index:
        raise entry.fault(f"no such piece; expected one like {rules.roster.ids[0]} or {rules.roster.ids[24]}")
    piece = index[PieceId(name)]
    if SEAT_OF[piece] not in order:
        raise entry.fault(f"{rules.roster.seats[SEAT_OF[piece]]} doesn't play in this match")
    return piece


def _dumped(rules: Rules, state: State, piece: int) -> dict[str, object]:
    if not state.hp[piece]:
        return {"dead": True}
    facts: dict[str, object] = {"hp": state.hp[piece]}
    if state.at[piece] != OFF:
        facts["at"] = str(rules.field.cells[state.at[piece]])
    if state.done.moved >> piece & 1:
        facts["moved"] = True
    if state.done.acted >> piece & 1:
        facts["acted"] = True
    return facts
