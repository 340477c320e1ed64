"""What a table can choose before a match (game, board, readings, seats, bots), and the page that asks it."""

from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from fastapi import APIRouter
from fastapi.responses import FileResponse, PlainTextResponse, Response

from dashboard.web.pages import page
from dashboard.web.speaking import encoded, language_asked
from engine.bots.registry import NAMES
from engine.core.board import Board, board_names, load_board
from engine.core.dice import Dice
from engine.core.faults import InputFault
from engine.core.game import Adjustable, Game, Ruleset
from engine.core.ids import Seat
from engine.core.phrase import ENGLISH
from engine.core.pieces import load_pieces, pieces_beside
from engine.games.registry import GAMES, open_game

_PRINTS_KEPT = 8


@dataclass(frozen=True, slots=True)
class OfferedValue:
    """A value of a reading, and what it means."""

    value: str
    says: str


@dataclass(frozen=True, slots=True)
class OfferedReading:
    """A reading of the rules to choose."""

    name: str
    asks: str
    values: tuple[OfferedValue, ...]


@dataclass(frozen=True, slots=True)
class OfferedSeat:
    """A seat and what it's called."""

    seat: Seat
    label: str


@dataclass(frozen=True, slots=True)
class OfferedOpening:
    """A group of seats that can play, and the setup of their opening."""

    seats: tuple[Seat, ...]
    setup: dict[str, Any]


@dataclass(frozen=True, slots=True)
class OfferedBoard:
    """A board that a game can be played on. `usual`: the readings that are usual there, by name."""

    board: str
    pieces: str
    seats: tuple[OfferedSeat, ...]
    openings: tuple[OfferedOpening, ...]
    usual: dict[str, str]
    dice: tuple[Dice, ...]


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game with its boards, readings and content packs."""

    game: str
    boards: tuple[OfferedBoard, ...]
    readings: tuple[OfferedReading, ...]
    content: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """All that a new match can be opened with at this table."""

    games: tuple[OfferedGame, ...]
    bots: tuple[str, ...] = field(default=NAMES)


def starting_pages() -> APIRouter:
    """Return the routes. What can be chosen is no secret; opening a match is the arbiter's."""
    router = APIRouter()

    @router.get("/start", include_in_schema=False)
    async def _page() -> FileResponse:
        return page("start")

    # In a thread of its own: games are opened the first time.
    @router.get("/start/offer")
    def _offer(lang: str = "en") -> Response:
        language = language_asked(lang)
        return Response(encoded(offer(language), language), media_type="application/json")

    # In a thread of its own: drawing a board takes a second or two.
    @router.get("/print/{what}.pdf")
    def _print(what: str, board: str, paper: str = "a4", content: str = "house") -> Response:
        if board not in board_names() or content not in _packs():
            text = (
                f"expected a board of {', '.join(board_names())} and cards of {', '.join(_packs())}; got "
                f"'{board[:40]}' and '{content[:40]}'\n"
            )
            return PlainTextResponse(text, 404)
        try:
            name, content_of = _printed(what, board, content, paper)
        except InputFault as error:
            return PlainTextResponse(f"{error}\n", 404)
        named = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content_of, media_type="application/pdf", headers=named)

    return router


@lru_cache(maxsize=_PRINTS_KEPT)
def _printed(what: str, board: str, content: str, paper: str) -> tuple[str, bytes]:
    from dashboard.printing.printable import printed  # noqa: PLC0415 # loads OpenCV, which no other page needs

    return printed(what, board=board, pieces=pieces_beside(board), content=content, paper=paper)


def _packs() -> tuple[str, ...]:
    return tuple(pack for game in offer(ENGLISH).games for pack in game.content)


@cache
def offer(language: str) -> Offer:
    """Return what can be chosen, with the readings in a language's words."""
    found = []
    for name in GAMES:
        boards = tuple(one for one in (_board(name, board) for board in board_names()) if one is not None)
        if boards:
            game = open_game(name, load_board(boards[0].board), Ruleset())
            packs = tuple(game.packs()) if isinstance(game, Adjustable) else (Ruleset().content,)
            found.append(OfferedGame(name, boards, _readings(game, language), packs))
    return Offer(tuple(found))


def _board(name: str, board_name: str) -> OfferedBoard | None:
    """Return a board with what a game has to choose on it; None where it can't be played."""
    board = load_board(board_name)
    try:
        game = open_game(name, board, Ruleset())
        pieces = pieces_beside(board_name)
        load_pieces(pieces)
    except InputFault:
        return None
    seats = tuple(OfferedSeat(one.seat, one.label) for one in game.view(game.initial(None), None).seats)
    openings: tuple[OfferedOpening, ...] = (OfferedOpening(tuple(one.seat for one in seats), {}),)
    usual: dict[str, str] = {}
    if isinstance(game, Adjustable):
        openings = tuple(OfferedOpening(group, setup) for group, setup in game.openings().items())
        usual = dict(game.readings_in_force())
    return OfferedBoard(board_name, pieces, seats, openings, usual, _dice(board))


def _dice(board: Board) -> tuple[Dice, ...]:
    return tuple(one for one in Dice if one is not Dice.TRAY or board.tray is not None)


def _readings(game: Game[Any, Any], language: str) -> tuple[OfferedReading, ...]:
    if not isinstance(game, Adjustable):
        return ()
    return tuple(
        OfferedReading(
            one.name,
            one.asks.said_in(language),
            tuple(OfferedValue(value, says.said_in(language)) for value, says in one.values.items()),
        )
        for one in game.readings()
    )
