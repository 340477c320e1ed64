"""The bytes of a revision of a large table of cards: ten seats, 160 cards on the table."""

from dataclasses import replace

from dashboard.web.telling.hub import Hub
from dashboard.web.words.speaking import encoded
from engine.bus.messages.match import AdviceSheet, MatchState, Situation
from engine.core.advice import Advice, LeftToDo
from engine.core.decisions import Chooser, Decision
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seat
from engine.core.phrase import Phrase
from engine.core.views import HeapView, PieceView, SeatView, View
from tests.bazaar.game import Bazaar
from tests.web.following import Follower
from tests.web.shown_table import MATCH, T0

MOST_BYTES = 8_000
SEATS = tuple(Seat(f"p{n}") for n in range(1, 11))
GAME = Bazaar(None, Ruleset())
NAMES = sorted(GAME.tabletop.box.names)


def cards() -> tuple[PieceView, ...]:
    """Return 160 cards that lie open: 14 before each seat, 20 in the middle."""
    found = []
    for n in range(160):
        name, seat = NAMES[n % len(NAMES)], SEATS[n % 10] if n < 140 else None
        cell = Cell(f"{seat}.play" if seat else f"market.{n - 139}")
        label, kind = GAME.card_label(name), GAME.card_kind(name)
        found.append(PieceView(PieceId(f"{name}#{n}"), cell, kind, label, seat))
    return tuple(found)


def match(pieces: tuple[PieceView, ...], revision: int, held: int) -> MatchState:
    seats = tuple(
        SeatView(
            seat,
            Phrase(f"Seat {seat}"),
            (("gold", revision % 7), ("hand", held)),
            counts=tuple(
                GAME.texts.say(f"counts.{what}", number=n)
                for what, n in zip(("gold", "hand"), (revision, held), strict=True)
            ),
        )
        for seat in SEATS
    )
    turn = SEATS[revision % 10]
    view = View(
        Phrase("turn"),
        Decision(Chooser.SEAT, (turn,), "turn"),
        turn,
        1 + revision // 10,
        pieces,
        seats,
        heaps=(HeapView(Cell("deck"), "card", 200 - revision), HeapView(Cell("masks"), "mask", 4)),
    )
    return MatchState(MATCH, "bazaar", revision, T0, view, last_actions=(Phrase(f"play {revision}"),))


def advice(pieces: tuple[PieceView, ...], revision: int) -> AdviceSheet:
    turn = SEATS[revision % 10]
    mine = {one.piece: (Cell("discard"),) if one.seat in (turn, None) else () for one in pieces}
    sheets = tuple(Advice(piece, moves=cells) for piece, cells in mine.items())
    return AdviceSheet(MATCH, revision, sheets, (LeftToDo(turn, "turn", Phrase("turn"), due=False),))


def test_a_revision_of_ten_seats_and_160_cards_is_small_on_the_wire() -> None:
    hub = Hub(render=encoded)
    tablet = Follower(hub)
    pieces, sizes = cards(), []
    for revision in range(12):
        # A card is played, another laid across, every hand changes, the next seat is to move.
        moved = replace(pieces[revision], cell=Cell("discard"), seat=None)
        turned = replace(pieces[30 + revision], sideways=True, spent=True)
        pieces = (
            *(one for one in pieces if one.piece not in (moved.piece, turned.piece)),
            turned,
            moved,
        )
        hub.take("match", "", match(pieces, revision, 5 + revision % 3))
        hub.take("advice", "", advice(pieces, revision))
        hub.take("situation", "", Situation(MATCH, revision, watching=True))
        sizes.append(sum(len(text.encode()) for text in tablet.catch_up()))
    assert tablet.misfits == 0
    assert len([one for one in pieces if one.cell is not None]) == 160
    # A new visitor gets the whole once; from then on only what is new.
    assert sizes[0] > MOST_BYTES
    assert max(sizes[1:]) < MOST_BYTES, sizes
