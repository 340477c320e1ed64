"""The choices for a new match at a table: games, boards, options, seats, bots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from dashboard.web.words.speaking import said
from engine.bots.registry import NAMES
from engine.core.board import Board, layouts_of, load_board, portable_board, without_seats
from engine.core.dice import Dice
from engine.core.draws import DrawSource
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.ids import Seat
from engine.core.pieces import PieceSet, load_pieces, pieces_beside
from engine.games.registry import GAMES, has_aid, open_game, open_look, open_rulebook, picture_of, texts_of

_OFFERS_KEPT = 12
_BOARDS_KEPT = 64


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
    bare: str
    """Its name or path without a number of seats: the same for all layouts of one board."""
    pieces: str
    """The name or path of its set of pieces."""
    prints: tuple[str, ...]
    """The things to print for it, as `dashboard.printing.printable` names them."""
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
    name: str
    """Its name, in the reader's language."""
    about: str
    """Its kind, in the reader's language; empty where the game's texts don't say it."""
    lasts: str
    """How long a match of it takes, in the reader's language; empty where the game's texts don't say it."""
    players: tuple[int, int]
    """The least and the most players."""
    pictured: bool
    """Whether it has a picture."""
    book: str
    """The name of its rulebook, in the reader's language; empty without one."""
    boards: tuple[OfferedBoard, ...]
    """The boards that it can be played on; of one that is laid for several numbers of seats each layout, the
    usual one first."""
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
    game: str = ""
    """The name of the game that the content pack belongs to; empty for any."""


@lru_cache(maxsize=_OFFERS_KEPT)
def offer(language: str, own: Own) -> MatchOffer:
    """Return the choices for a new match, with the options' questions in a language."""
    known = {name: {board: pieces_beside(board) for board in open_look(name).boards} for name in GAMES}
    bare = without_seats(portable_board(own.board))
    if bare and not any(bare in boards for boards in known.values()):
        known = {name: {**boards, bare: own.pieces} for name, boards in known.items()}
    offered = (_game(name, boards, own, language) for name, boards in known.items())
    return MatchOffer(tuple(one for one in offered if one is not None))


def _game(name: str, known: Mapping[str, str], own: Own, language: str) -> OfferedGame | None:
    """Return a game with the boards that it can be played on, of those that are known with their pieces."""
    layouts = [(layout, pieces) for board, pieces in known.items() for layout in _layouts(board)]
    boards = tuple(one for one in (_board(name, *both) for both in layouts) if one is not None)
    if not boards:
        return None
    game = open_game(name, load_board(boards[0].board), Ruleset())
    extra = own.content if own.game in ("", name) else ""
    packs = tuple(dict.fromkeys((*game.packs(), *filter(None, (extra,)))))
    usual: dict[str, str] = {}
    for one in boards:
        usual.setdefault(one.bare, one.board)
    numbers = [len(opening.seats) for board in boards for opening in board.openings]
    return OfferedGame(
        name,
        _own_words(name, "game.named", name.replace("_", " ").capitalize(), language),
        _own_words(name, "game.says", "", language),
        _own_words(name, "game.lasts", "", language),
        (min(numbers), max(numbers)),
        picture_of(name) is not None,
        _book(name, language),
        tuple(_named(name, board, language) for board in boards),
        _readings(name, tuple(usual.values()), language),
        packs,
        game.has_decks,
    )


def _layouts(board: str) -> tuple[str, ...]:
    try:
        return layouts_of(board)
    except InputFault:
        return ()


def _book(game: str, language: str) -> str:
    try:
        return open_rulebook(game).title.said_in(language)
    except InputFault:
        return ""


@lru_cache(maxsize=_BOARDS_KEPT)
def _board(name: str, board_name: str, pieces: str) -> OfferedBoard | None:
    """Return a board with a game's choices on it; None if the game can't be played on it."""
    try:
        board = load_board(board_name)
        game = open_game(name, board, Ruleset())
        beside = load_pieces(pieces)
    except InputFault:
        return None
    seats = tuple(OfferedSeat(one.seat, one.label) for one in game.view(game.initial(None), None).seats)
    openings = tuple(
        OfferedOpening(group, setup, game.boxes(len(group))) for group, setup in game.openings().items()
    ) or (OfferedOpening(tuple(one.seat for one in seats), {}),)
    in_force = game.readings_in_force()
    usual = {one.name: in_force[one.name] for one in game.readings()}
    ways = tuple(OfferedWay(way, dict(options)) for way, options in game.ways().items())
    can_be = _dice(game, board), _draws(game)
    bare = without_seats(board_name)
    prints = _prints(board, beside, game)
    named = without_seats(board.name)
    return OfferedBoard(board_name, named, bare, pieces, prints, seats, openings, usual, *can_be, ways)


def _prints(board: Board, pieces: PieceSet, game: Game[Any, Any]) -> tuple[str, ...]:
    """Return the things to print for a game on a board, without those that would be an empty page."""
    wanted = {
        "board": True,
        "pieces": any(one.kind.is_labelled for one in pieces.pieces.values()),
        "cards": bool(game.printed_cards()),
        "aids": has_aid(game.name, board.name),
        "tray": board.tray is not None,
        "calibration": True,
    }
    return tuple(what for what, is_there in wanted.items() if is_there)


def _named(game: str, board: OfferedBoard, language: str) -> OfferedBoard:
    """Return a board with the names that the game's texts have: of its ways, and of a board of the game's."""
    ways = tuple(
        replace(one, name=_own_words(game, f"ways.{one.way}", one.way, language)) for one in board.ways
    )
    key = board.bare
    if key not in open_look(game).boards:
        return replace(board, ways=ways)
    named = _own_words(game, f"boards.{key}.named", board.name, language)
    about = _own_words(game, f"boards.{key}.says", "", language)
    return replace(board, name=named, about=about, ways=ways)


def _own_words(game: str, key: str, otherwise: str, language: str) -> str:
    """Return a sentence of a game's texts; `otherwise` where they have none."""
    texts = texts_of(game)
    return said(texts.say(key), language) if key in texts.keys else otherwise


def _dice(game: Game[Any, Any], board: Board) -> tuple[Dice, ...]:
    if not game.throws_dice:
        return ()
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
