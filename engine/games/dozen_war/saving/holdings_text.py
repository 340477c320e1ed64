"""Tokens, cards, events and open tasks as text: keys of a setup, also in a saved position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core.document import Entry
from engine.core.ids import PieceId
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.tokens import KINDS
from engine.games.dozen_war.position.field import bits, cell_number
from engine.games.dozen_war.position.holdings import (
    FACE_DOWN,
    MAP,
    NO_CARDS,
    NO_OMENS,
    Cards,
    Omen,
    Omens,
    Task,
    Tokens,
)
from engine.games.dozen_war.position.roster import IS_GENERAL, SEATS_MAX
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.saving.tasks_text import TaskReader, dumped_task

HOARD_KEYS = (
    "tokens", "token_pool", "carried", "dropped", "seen", "hands", "deck", "used", "events", "opened",
    "in_force", "skilled", "agenda",
)  # fmt: skip
"""The keys of a setup that this module reads. A key that isn't given means empty."""

TOKENS_A_MOUNTAIN = 2
MAP_PIECES = 5
SHUFFLED = "shuffled"
"""`deck: {shuffled: [...]}` is a pile whose order nobody knows; a plain list has its top card first."""


@dataclass(frozen=True, slots=True)
class SavedHoldings:
    """The parts of a position that these keys write."""

    tokens: Tokens
    """The tokens."""
    cards: Cards
    """The equipment cards."""
    omens: Omens
    """The event cards."""
    skilled: int
    """The generals that used a skill in this turn, as bits of pieces."""
    agenda: tuple[Task, ...]
    """The tasks that must be settled first."""


def read_saved_holdings(rules: Rules, found: Mapping[str, Entry], order: tuple[int, ...]) -> SavedHoldings:
    """Return the holdings that the keys of a setup describe.

    Raises:
        InputFault: unknown hexes, generals, seats or works; too many tokens; with the line.
    """
    return SavedHoldings(
        tokens=_tokens(rules, found, order),
        cards=_cards(rules, found, order),
        omens=_omens(rules, found, order),
        skilled=sum(1 << _general(rules, one, one.text()) for one in _listed(found, "skilled")),
        agenda=tuple(map(_tasks(rules, order).read, _listed(found, "agenda"))),
    )


def dump_hoard(rules: Rules, state: State) -> dict[str, object]:
    """Return the keys for the holdings of a position beside the board; empty holdings are left out."""
    seats, ids, cells = rules.roster.seats, rules.roster.ids, rules.field.cells
    tokens, cards, omens = state.tokens, state.cards, state.omens
    document: dict[str, object] = {
        "tokens": {str(cells[cell]): list(there) for cell, there in tokens.sites},
        "token_pool": list(tokens.pool),
        "carried": {str(ids[general]): [MAP] * number for general, number in tokens.carried},
        "dropped": {str(cells[cell]): [MAP] * number for cell, number in tokens.dropped},
        "seen": {
            str(seats[seat]): [str(cells[cell]) for one, cell in tokens.seen if one == seat]
            for seat in sorted({seat for seat, _ in tokens.seen})
        },
        "hands": {str(seats[seat]): list(hand) for seat, hand in enumerate(cards.hands) if hand},
        "deck": _dumped_pile(cards.pile, fixed=cards.fixed),
        "used": list(cards.used),
        "events": _dumped_pile(omens.deck, fixed=omens.fixed),
        "opened": list(omens.opened),
        "in_force": [
            {"event": one.event, "seats": [str(seats[seat]) for seat in one.seats]} for one in omens.in_force
        ],
        "skilled": [str(ids[piece]) for piece in bits(state.done.skilled)],
        "agenda": [dumped_task(rules, task) for task in state.agenda],
    }
    return {key: value for key, value in document.items() if value}


def _dumped_pile(pile: tuple[str, ...], *, fixed: bool) -> object:
    if not pile:
        return None
    return list(pile) if fixed else {SHUFFLED: list(pile)}


def _tasks(rules: Rules, order: tuple[int, ...]) -> TaskReader:
    return TaskReader(
        rules,
        seat=lambda entry: _seat(rules, entry, entry.text(), order),
        piece=lambda entry: _piece(rules, entry, entry.text()),
    )


def _tokens(rules: Rules, found: Mapping[str, Entry], order: tuple[int, ...]) -> Tokens:
    slugs = (MAP, *rules.pack.treasures, *rules.pack.curses) if {"tokens", "token_pool"} & set(found) else ()
    sites: list[tuple[int, tuple[str, ...]]] = []
    unknown = 0
    for name, value in _mapped(found, "tokens").items():
        cell = cell_named(rules, value, name)
        if not (rules.field.mountains | 1 << rules.field.volcano) >> cell & 1:
            raise value.fault(f"no mountain stands on {name}; tokens lie under mountains (DW-3.6)")
        there = tuple(one.text((FACE_DOWN, *slugs, *KINDS)) for one in value.sequence())
        if len(there) > TOKENS_A_MOUNTAIN:
            raise value.fault(f"expected one or two tokens (DW-3.6), found {len(there)}")
        unknown += there.count(FACE_DOWN)
        if there:
            sites.append((cell, there))
    pool = tuple(sorted(one.text(slugs) for one in _listed(found, "token_pool")))
    if len(pool) != unknown:
        where = found.get("token_pool", found.get("tokens"))
        assert where is not None  # noqa: S101  # one of both was given, or both counts were 0
        raise where.fault(
            f"expected as many tokens in 'token_pool' as lie unknown ('{FACE_DOWN}') under mountains, "
            f"{unknown}; found {len(pool)}"
        )
    carried = []
    for name, value in _mapped(found, "carried").items():
        carried.append((_general(rules, value, name), _map_pieces(value)))
    dropped = [
        (cell_named(rules, value, name), _map_pieces(value))
        for name, value in _mapped(found, "dropped").items()
    ]
    known = [one for _, there in sites for one in there]
    maps = (*known, *pool).count(MAP) + sum(n for _, n in carried) + sum(n for _, n in dropped)
    if maps > MAP_PIECES:
        where = next(found[key] for key in ("carried", "tokens", "dropped", "token_pool") if key in found)
        raise where.fault(f"there are {MAP_PIECES} map pieces (DW-1.6), found {maps}")
    _check_copies(
        [one for value in _mapped(found, "tokens").values() for one in value.sequence()]
        + _listed(found, "token_pool"),
        {slug: one.copies for kind in (rules.pack.treasures, rules.pack.curses) for slug, one in kind.items()}
        if slugs
        else {},
    )
    return Tokens(
        tuple(sorted(sites)),
        pool,
        tuple(sorted(one for one in carried if one[1])),
        tuple(sorted(one for one in dropped if one[1])),
        tuple(
            sorted(
                (_seat(rules, value, name, order), cell_number(one, rules.field.index))
                for name, value in _mapped(found, "seen").items()
                for one in value.sequence()
            )
        ),
    )


def _map_pieces(entry: Entry) -> int:
    return len([one.text((MAP,)) for one in entry.sequence()])


def _cards(rules: Rules, found: Mapping[str, Entry], order: tuple[int, ...]) -> Cards:
    if not {"hands", "deck", "used"} & set(found):
        return NO_CARDS
    known = tuple(rules.pack.equipment)
    written: list[Entry] = []
    hands: list[tuple[str, ...]] = [()] * SEATS_MAX
    for name, value in _mapped(found, "hands").items():
        seat = _seat(rules, value, name, order)
        hands[seat] = tuple(sorted(one.text(known) for one in value.sequence()))
        written += value.sequence()
    pile, fixed = _pile(found.get("deck"), known)
    used = tuple(sorted(one.text(known) for one in _listed(found, "used")))
    written += (*_cards_of(found.get("deck")), *_listed(found, "used"))
    _check_copies(written, {slug: card.copies for slug, card in rules.pack.equipment.items()})
    return Cards(tuple(hands), pile, fixed=fixed, used=used)


def _omens(rules: Rules, found: Mapping[str, Entry], order: tuple[int, ...]) -> Omens:
    if not {"events", "opened", "in_force"} & set(found):
        return NO_OMENS
    known = tuple(rules.pack.events)
    deck, fixed = _pile(found.get("events"), known)
    in_force = []
    for one in _listed(found, "in_force"):
        facts = one.fields(required=("event", "seats"))
        hit = tuple(_seat(rules, seat, seat.text(), order) for seat in facts["seats"].sequence())
        in_force.append(Omen(facts["event"].text(known), hit))
    opened = tuple(one.text(known) for one in _listed(found, "opened"))
    _check_copies([*_cards_of(found.get("events")), *_listed(found, "opened")], dict.fromkeys(known, 1))
    return Omens(deck, fixed=fixed, opened=opened, in_force=tuple(in_force))


def _pile(entry: Entry | None, known: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """Return the slugs and whether their order is fixed."""
    if entry is None:
        return (), False
    slugs = tuple(one.text(known) for one in _cards_of(entry))
    return (tuple(sorted(slugs)), False) if isinstance(entry.value, dict) else (slugs, True)


def _cards_of(entry: Entry | None) -> tuple[Entry, ...]:
    """The cards of a pile, as they're written."""
    if entry is None:
        return ()
    if isinstance(entry.value, dict):
        return entry.fields(required=(SHUFFLED,))[SHUFFLED].sequence()
    return entry.sequence()


def _check_copies(written: Sequence[Entry], copies: Mapping[str, int]) -> None:
    """Refuse, at its line, a copy of a card or token more than the content has."""
    left = dict(copies)
    for entry in written:
        slug = entry.text()
        if slug in left:
            left[slug] -= 1
            if left[slug] < 0:
                raise entry.fault(f"there {'is' if copies[slug] == 1 else 'are'} {copies[slug]} of '{slug}'")


def _mapped(found: Mapping[str, Entry], key: str) -> dict[str, Entry]:
    return found[key].mapping() if key in found else {}


def _listed(found: Mapping[str, Entry], key: str) -> list[Entry]:
    return list(found[key].sequence()) if key in found else []


def cell_named(rules: Rules, entry: Entry, name: str) -> int:
    """Return the number of the cell of this name; `entry` is where it was written.

    Raises:
        InputFault: the field has no such cell.
    """
    for cell, known in enumerate(rules.field.cells):
        if known == name:
            return cell
    raise entry.fault(
        f"no such hex '{name}'; the board has {rules.field.cells[0]} to {rules.field.cells[-1]}"
    )


def _seat(rules: Rules, entry: Entry, name: str, order: tuple[int, ...]) -> int:
    for seat in order:
        if rules.roster.seats[seat] == name:
            return seat
    known = ", ".join(rules.roster.seats[seat] for seat in order)
    raise entry.fault(f"no seat '{name}' in this match; expected one of {known}")


def _piece(rules: Rules, entry: Entry, name: str) -> int:
    piece = rules.roster.index.get(PieceId(name))
    if piece is None:
        raise entry.fault(f"no such piece '{name}'; expected one like {rules.roster.ids[0]}")
    return piece


def _general(rules: Rules, entry: Entry, name: str) -> int:
    piece = _piece(rules, entry, name)
    if not IS_GENERAL[piece]:
        raise entry.fault(f"'{name}' is no general; expected one like {rules.roster.ids[24]}")
    return piece
