"""The choices of a table before a match (game, board, options, seats, bots), and their page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from dashboard.printing.order import PrintOrder
from dashboard.web.serving.pages import page
from dashboard.web.setting_up.lessons import lesson_pages
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, said, why
from engine.bots.registry import NAMES
from engine.core.board import Board, board_names, load_board
from engine.core.dice import Dice
from engine.core.draws import DrawSource
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.ids import Seat
from engine.core.phrase import ENGLISH
from engine.core.pieces import load_pieces, pieces_beside
from engine.core.sentences import joined
from engine.games.registry import GAMES, open_game, open_look, texts_of

_PRINTS_KEPT = 8
_OFFERS_KEPT = 12


@dataclass(frozen=True, slots=True)
class OfferedValue:
    """A value of an option."""

    value: str
    """The value, as a match's terms have it."""
    says: str
    """The value's meaning, in the reader's language."""


@dataclass(frozen=True, slots=True)
class OfferedReading:
    """An option: a choice between readings of the rules."""

    name: str
    """The option's name."""
    asks: str
    """The question that the option answers, in the reader's language."""
    values: tuple[OfferedValue, ...]
    """The values to choose from."""
    under: str = ""
    """The heading above the option; empty without one."""


@dataclass(frozen=True, slots=True)
class OfferedSeat:
    """A seat of a board."""

    seat: Seat
    """The seat's id."""
    label: str
    """The seat's name, in the reader's language."""


@dataclass(frozen=True, slots=True)
class OfferedOpening:
    """A group of seats that can play."""

    seats: tuple[Seat, ...]
    """The seats, in their order of play."""
    setup: dict[str, Any]
    """The setup of their opening, as a match's terms have it."""
    boxes: int = 1
    """The number of printed copies of the game that they need."""


@dataclass(frozen=True, slots=True)
class OfferedWay:
    """A way to open a match."""

    way: str
    """The way's key."""
    options: dict[str, str]
    """The options' values, by their names, that make a match open in this way."""
    name: str = ""
    """Its name, in the reader's language; its key where the game's texts have none."""


@dataclass(frozen=True, slots=True)
class OfferedBoard:
    """A board that a game can be played on."""

    board: str
    """The board's name or path, as a match's terms have it."""
    name: str
    """Its name, in the reader's language; that of its file where the game's texts have none."""
    pieces: str
    """The name or path of its set of pieces."""
    seats: tuple[OfferedSeat, ...]
    """The board's seats."""
    openings: tuple[OfferedOpening, ...]
    """The groups of seats that can play."""
    usual: dict[str, str]
    """The usual values of the options that matter on this board, by the options' names."""
    dice: tuple[Dice, ...]
    """The sources that dice may come from; empty if the game has no dice."""
    draws: tuple[DrawSource, ...] = ()
    """The sources that drawn cards may come from; empty if no card is drawn."""
    ways: tuple[OfferedWay, ...] = ()
    """The ways to open a match, the page's first choice first; empty if there is only one."""
    about: str = ""
    """Its use, in the reader's language; empty where the game's texts don't say it."""


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game with its choices."""

    game: str
    """The game's name."""
    boards: tuple[OfferedBoard, ...]
    """The boards that it can be played on."""
    readings: tuple[OfferedReading, ...]
    """The options between readings of the game's rules."""
    content: tuple[str, ...]
    """The names of the game's content packs."""
    decked: bool = False
    """Whether players may build decks."""


@dataclass(frozen=True, slots=True)
class MatchOffer:
    """All choices for a new match at this table."""

    games: tuple[OfferedGame, ...]
    """The games."""
    bots: tuple[str, ...] = field(default=NAMES)
    """The names of the bots."""


@dataclass(frozen=True, slots=True)
class Own:
    """The board, pieces and content pack of a table's match. They may be the table's own files."""

    board: str = ""
    """The board's name or path; empty without one."""
    pieces: str = ""
    """The name or path of the set of pieces; empty without one."""
    content: str = ""
    """The name or path of the content pack; empty without one."""


def starting_pages(own: Callable[[], Own]) -> APIRouter:
    """Return the routes. Everybody may read the choices; only the arbiter may open a match.

    `own` returns the board, pieces and content pack that the table plays with now.
    """
    router = APIRouter()
    router.include_router(lesson_pages())

    @router.get("/start", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("setting_up/start")

    # Not a coroutine, so it runs in a thread: the first call opens all games.
    @router.get("/start/offer")
    def _offer(lang: str = "en") -> Response:
        language = language_asked(lang)
        return Response(encoded(offer(language, own()), language), media_type="application/json")

    def ordered(board: str, paper: str, content: str, language: str) -> PrintOrder:
        games = offer(ENGLISH, own()).games
        of_game = {one.board: game.game for game in reversed(games) for one in game.boards}
        pieces = {one.board: one.pieces for game in games for one in game.boards}
        packs = [pack for game in games for pack in game.content]
        if board not in pieces or content not in packs:
            known = {"boards": joined([*pieces]), "packs": joined(packs)}
            raise InputFault(TEXTS.say("refused.print", board=board[:40], content=content[:40], **known))
        return PrintOrder(of_game[board], board, pieces[board], content, paper, language_asked(language))

    # Not coroutines, so they run in threads: drawing a board takes a second or two.
    @router.get("/print/{what}.pdf")
    def _print(
        request: Request, what: str, board: str, paper: str = "a4", content: str = "house"
    ) -> Response:
        language = request.headers.get("accept-language", "")
        try:
            name, content_of = _printed(what, ordered(board, paper, content, language))
        except InputFault as error:
            return PlainTextResponse(f"{why(error, language)}\n", 404)
        named = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content_of, media_type="application/pdf", headers=named)

    @router.get("/print/gluing.svg")
    def _gluing(board: str, paper: str = "a4", content: str = "house", lang: str = ENGLISH) -> Response:
        try:
            found = _glued(ordered(board, paper, content, lang))
        except InputFault as error:
            return PlainTextResponse(f"{why(error, lang)}\n", 404)
        return Response(found, media_type="image/svg+xml")

    return router


@lru_cache(maxsize=_PRINTS_KEPT)
def _glued(order: PrintOrder) -> str:
    from dashboard.printing.assembly import Steps  # noqa: PLC0415 # loads OpenCV, which no other page needs
    from dashboard.printing.printable import gluing  # noqa: PLC0415 # likewise

    words = (said(TEXTS.say(f"start.print.{step}"), order.language) for step in ("cut", "glue", "fold"))
    return gluing(order, Steps(*words))


@lru_cache(maxsize=_PRINTS_KEPT)
def _printed(what: str, order: PrintOrder) -> tuple[str, bytes]:
    from dashboard.printing.printable import printed  # noqa: PLC0415 # loads OpenCV, which no other page needs

    return printed(what, order)


@lru_cache(maxsize=_OFFERS_KEPT)
def offer(language: str, own: Own) -> MatchOffer:
    """Return the choices for a new match, with the options' questions in a language."""
    known = {name: pieces_beside(name) for name in board_names()}
    known |= {own.board: own.pieces} if own.board else {}
    found = []
    for name in GAMES:
        boards = tuple(one for one in (_board(name, *both) for both in known.items()) if one is not None)
        if boards:
            game = open_game(name, load_board(boards[0].board), Ruleset())
            packs = tuple(game.packs())
            packs = tuple(dict.fromkeys((*packs, *filter(None, (own.content,)))))
            asked = _readings(name, [one.board for one in boards], language)
            named = tuple(_named(name, board, language) for board in boards)
            found.append(OfferedGame(name, named, asked, packs, game.has_decks))
    return MatchOffer(tuple(found))


@lru_cache(maxsize=_OFFERS_KEPT)
def _board(name: str, board_name: str, pieces: str) -> OfferedBoard | None:
    """Return a board with a game's choices on it; None if the game can't be played on it."""
    try:
        board = load_board(board_name)
        game = open_game(name, board, Ruleset())
        load_pieces(pieces)
    except InputFault:
        return None
    seats = tuple(OfferedSeat(one.seat, one.label) for one in game.view(game.initial(None), None).seats)
    openings = tuple(
        OfferedOpening(group, setup, game.boxes(len(group))) for group, setup in game.openings().items()
    ) or (OfferedOpening(tuple(one.seat for one in seats), {}),)
    in_force = game.readings_in_force()
    usual = {one.name: in_force[one.name] for one in game.readings()}
    ways = tuple(OfferedWay(way, dict(options)) for way, options in game.ways().items())
    can_be = _dice(board), _draws(game)
    return OfferedBoard(board_name, board.name, pieces, seats, openings, usual, *can_be, ways)


def _named(game: str, board: OfferedBoard, language: str) -> OfferedBoard:
    """Return a board with the names that the game's texts have: of its ways, and of a board of the game's."""
    texts = texts_of(game)

    def own(key: str, otherwise: str) -> str:
        return said(texts.say(key), language) if key in texts.keys else otherwise

    ways = tuple(replace(one, name=own(f"ways.{one.way}", one.way)) for one in board.ways)
    key = board.board.partition("@")[0]
    if key not in open_look(game).boards:
        return replace(board, ways=ways)
    named, about = own(f"boards.{key}.named", board.name), own(f"boards.{key}.says", "")
    return replace(board, name=named, about=about, ways=ways)


def _dice(board: Board) -> tuple[Dice, ...]:
    return tuple(one for one in Dice if one is not Dice.TRAY or board.tray is not None)


def _draws(game: Game[Any, Any]) -> tuple[DrawSource, ...]:
    return tuple(DrawSource) if game.lays_face_down else ()


def _readings(name: str, boards: Sequence[str], language: str) -> tuple[OfferedReading, ...]:
    """Return the options that matter on any of these boards, in the order of the board with most of them."""
    games = [open_game(name, load_board(board), Ruleset()) for board in boards]
    by_board = [game.readings() for game in games]
    known = {one.name: one for readings in sorted(by_board, key=len, reverse=True) for one in readings}
    return tuple(
        OfferedReading(
            one.name,
            one.asks.said_in(language),
            tuple(OfferedValue(value, says.said_in(language)) for value, says in one.values.items()),
            one.under.said_in(language) if one.under else "",
        )
        for one in known.values()
    )
