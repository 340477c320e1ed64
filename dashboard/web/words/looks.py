"""The address of a game's appearance: `/look/dozen_war?board=mativen&lang=ja`."""

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from dashboard.drawing.card_art import card_art, svg_of
from dashboard.drawing.ground import lands_of
from dashboard.drawing.portraits import portrait
from dashboard.web.words.faces import no_game, readable
from dashboard.web.words.speaking import encoded, language_asked
from engine.core.appearance import Appearance, SeatLook, Symbol
from engine.core.board import Board, board_names, load_board
from engine.core.depiction import PieceFace
from engine.core.desks.words import WordsDesk
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.pieces import load_pieces, pieces_beside
from engine.games.registry import GAMES, open_game, open_look, picture_of

ART = (57.0, 44.0)
"""The width and height of a card's art on a page, mm of the card."""

_MOST_CARDS = 60
"""The most cards whose art is sent in one answer."""

_NAME = re.compile(r"[a-z0-9_-]+(@[0-9]{1,2})?")


def look_pages(own: Callable[[], str] = lambda: "") -> APIRouter:
    """Return the routes. Everybody may read them: a game's appearance is no secret.

    `own` returns the present match's content pack, which may be a file of this table.
    """
    router = APIRouter()

    @router.get("/look/{game}")
    def _look(game: str, board: str = "", lang: str = "en") -> Response:
        if game not in GAMES:
            return no_game(game, lang)
        return Response(_encoded(game, board, language_asked(lang)), media_type="application/json")

    @router.get("/look/{game}/picture.webp")
    def _picture(game: str, lang: str = "en") -> Response:
        path = picture_of(game) if game in GAMES else None
        if path is None:
            return no_game(game, lang)
        return Response(path.read_bytes(), media_type="image/webp", headers={"Cache-Control": "max-age=3600"})

    # Not a coroutine, so it runs in a thread: the first call opens the game.
    @router.get("/look/{game}/art")
    def _art(game: str, cards: str = "", content: str = "house") -> Response:
        try:
            found = art_of(game, readable(game, content, own())) if game in GAMES else {}
        except InputFault:
            found = {}
        asked = [card for card in cards.split(",")[:_MOST_CARDS] if card in found]
        if not asked:
            refusal = f"none of the cards '{cards[:40]}' of a game '{game[:40]}'"
            return JSONResponse({"text": refusal}, status_code=404)
        return JSONResponse({card: found[card] for card in asked})

    return router


@lru_cache(maxsize=8)
def art_of(game: str, content: str) -> dict[str, str]:
    """Return the art of each card in a content pack, as SVG by the card's name.

    Raises:
        InputFault: there is no such content pack.
    """
    look = open_look(game)
    opened = open_game(game, load_board(look.boards[0]), Ruleset(content))
    cards = opened.printed_cards()
    return {card.face.card: svg_of(card_art(look, card, *ART), ART) for card in cards}


@lru_cache(maxsize=32)
def _encoded(game: str, board: str, language: str) -> bytes:
    return encoded(look_of(game, board), language)


def look_of(game: str, board: str) -> dict[str, Any]:
    """Return a game's appearance as JSON has it.

    `board`: the board's name. For a board of the table's own, the pieces are those of the game's usual board.
    """
    look = open_look(game)
    found = _board(look, board)
    # A table's own board usually has pieces with the same ids as the game's board.
    known = found or _board(look, Path(look.boards[0]).stem)
    faces = () if known is None else _faces(game, *known)
    opened = None if known is None else _opened(game, known[1])
    cards = () if opened is None else opened.printed_cards()
    signs = {
        card.face.card: next((look.effects[word] for word in card.effects if word in look.effects), "")
        for card in cards
    }
    card_kinds = sorted({card.face.kind for card in cards} | set(look.cards))
    return {
        "game": game,
        "seats": [_seat(one) for one in look.seats],
        "nobody": _seat(look.nobody),
        "shapes": dict(look.shapes),
        "symbols": {name: layers_of(one) for name, one in look.symbols.items()},
        "kinds": {name: {"symbol": one.symbol, "drawn": str(one.drawn)} for name, one in look.kinds.items()},
        "counters": dict(look.counters),
        "cards": {
            kind: {"colour": look.card(kind).colour, "paper": look.card(kind).paper} for kind in card_kinds
        },
        "field": {
            "lands": [
                {"day": one.day, "night": one.night, "marks": one.marks, "strokes": list(one.strokes)}
                for one in look.field.lands
            ],
            "line": look.field.line,
            "margin": look.field.margin,
            "rim": look.field.rim,
            "name": look.field.name,
        },
        "pieces": {
            one.piece: {
                "kind": one.kind,
                "seat": one.seat,
                "label": one.label,
                "person": one.person,
                "sign": signs.get(one.piece.partition("#")[0], ""),
            }
            for one in faces
        },
        "portraits": {
            one.person: layers_of(portrait(look, one.person, one.faction)) for one in faces if one.person
        },
        "signs": {name: layers_of(one) for name, one in look.signs.items()},
        "lands": {} if found is None else dict(lands_of(found[1], len(look.field.lands))),
    }


def _board(look: Appearance, asked: str) -> tuple[str, Board] | None:
    """Return the full name and the board of a name like `duel@2`; None if the project has no such board."""
    bare, at, seats = asked.partition("@")
    own = [one for one in look.boards if Path(one).stem == bare]
    # Only names are taken, because an address must not read any file that it likes.
    if not own and not (_NAME.fullmatch(asked) and bare in board_names()):
        return None
    name = f"{own[0] if own else bare}{at}{seats}"
    try:
        return name, load_board(name)
    except InputFault:
        return None


def _opened(game: str, board: Board) -> WordsDesk[Any, Any] | None:
    try:
        opened = open_game(game, board, Ruleset())
    except InputFault:
        return None
    return opened


def _faces(game: str, name: str, board: Board) -> tuple[PieceFace, ...]:
    opened = _opened(game, board)
    if opened is None:
        return ()
    try:
        pieces = load_pieces(pieces_beside(name))
    except InputFault:
        return ()
    return tuple(opened.piece_faces(tuple(pieces.pieces)))


def _seat(look: SeatLook) -> dict[str, str]:
    return {
        part: getattr(look, part) for part in ("seat", "shape", "body", "edge", "ink", "tint", "rim", "dusk")
    }


def layers_of(symbol: Symbol) -> list[dict[str, Any]]:
    """Return a symbol's layers as JSON has them: each an SVG path with its fill and line."""
    return [{"d": one.d, "fill": one.fill, "line": one.line, "width": one.width} for one in symbol]
