"""The page that enrols somebody's own pieces by photographs, and the addresses that it asks."""

import asyncio
import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse

from dashboard.printing.order import PrintOrder
from dashboard.web.own_pieces.answers import LabelledPiece, PieceChoices, WrittenPieces
from dashboard.web.own_pieces.relabelling import is_labelled, relabelled, relabelled_file
from dashboard.web.seats.seating import Role, Seating
from dashboard.web.seats.visitors import place_of_visitor
from dashboard.web.serving.bodies import body_within
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, why
from engine.core.board import find_board_file
from engine.core.bounded_json import parse_typed
from engine.core.faults import BoardwardenError, InputFault, MissingFault
from engine.core.phrase import ENGLISH
from engine.core.pieces import load_pieces
from engine.core.terms import Terms
from engine.core.unusable import system_words
from engine.core.whole_file import put_whole

MOST_BYTES = 8_000_000
"""The most bytes of a photograph. The page sends 3200 px at most, which have 3 MB or less."""

_MOST_CHOICES = 20_000
"""The most bytes of the choices. A set of 250 pieces has 5,000."""

_MARK_BYTES = 4

FOLDER = "own-pieces"
"""The folder in the data folder that the written sets go to."""


def own_pieces_pages(seating: Seating, terms: Callable[[], Terms], folder: Path | None) -> APIRouter:
    """Return the routes. Only the arbiter may use them, but anybody may print labels.

    `terms` returns those of the present match, whose pieces are meant. `folder` is the data folder; None:
    nothing can be written.
    """
    router, one_at_a_time = APIRouter(), asyncio.Lock()

    @router.get("/own-pieces", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("own_pieces/own_pieces")

    # Not a coroutine, so it runs in a thread: it may open a game.
    @router.get("/own-pieces/set")
    def _set(request: Request, lang: str = ENGLISH) -> Response:
        language = language_asked(lang)
        try:
            _expect_arbiter(request, seating)
            found = _choices(_order(terms(), language))
        except BoardwardenError as error:
            return _refused(error, lang)
        return Response(encoded(found, language), media_type="application/json")

    @router.post("/own-pieces/photograph")
    async def _photograph(request: Request, lang: str = ENGLISH) -> Response:
        try:
            _expect_arbiter(request, seating)
            jpeg, name = await _body(request, MOST_BYTES), _order(terms(), ENGLISH).pieces
            # A photograph takes a second of one core.
            async with one_at_a_time:
                found = await asyncio.to_thread(_photographed, jpeg, name)
        except BoardwardenError as error:
            return _refused(error, lang)
        return Response(found, media_type="application/json")

    @router.post("/own-pieces/file")
    async def _file(request: Request, lang: str = ENGLISH) -> Response:
        try:
            _expect_arbiter(request, seating)
            body, name = await _body(request, _MOST_CHOICES), _order(terms(), ENGLISH).pieces
            found = await asyncio.to_thread(_written, body, name, folder)
        except BoardwardenError as error:
            return _refused(error, lang)
        return Response(encoded(found, language_asked(lang)), media_type="application/json")

    # Not a coroutine, so it runs in a thread: drawing labels takes a second.
    @router.get("/own-pieces/missing.pdf")
    def _missing(only: str, mark: str, lang: str = ENGLISH, paper: str = "a4") -> Response:
        try:
            order = _order(terms(), language_asked(lang))
            name, content = _printed(order, _file_of(order.pieces, mark, folder), paper, only)
        except BoardwardenError as error:
            return PlainTextResponse(f"{why(error, lang)}\n", 404)
        named = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type="application/pdf", headers=named)

    return router


class _NotArbiterFault(InputFault):
    """Somebody without the arbiter's link asked for what only the arbiter may do."""


def _expect_arbiter(request: Request, seating: Seating) -> None:
    if place_of_visitor(request, seating).role is not Role.ARBITER:
        raise _NotArbiterFault(TEXTS.say("own_pieces.arbiter"))


def _refused(error: BoardwardenError, language: str) -> Response:
    status = HTTPStatus.FORBIDDEN if isinstance(error, _NotArbiterFault) else HTTPStatus.BAD_REQUEST
    return JSONResponse({"text": why(error, language)}, status_code=status)


def _order(terms: Terms, language: str) -> PrintOrder:
    if not terms.pieces:
        raise InputFault(TEXTS.say("own_pieces.no_set"))
    return PrintOrder(terms.game, terms.board, terms.pieces, terms.content, language=language)


def _printed(order: PrintOrder, file: Path, paper: str, only: str) -> tuple[str, bytes]:
    from dashboard.printing.printable import printed  # noqa: PLC0415 # loads OpenCV, for this print alone

    if not file.is_file():
        raise InputFault(TEXTS.say("own_pieces.not_written"))
    return printed("pieces", replace(order, pieces=str(file), paper=paper, labels=tuple(only.split(","))))


@lru_cache(maxsize=4)
def _choices(order: PrintOrder) -> PieceChoices:
    from dashboard.printing.depicted import depiction_of  # noqa: PLC0415 # loads the print's drawing
    from engine.core.board import load_board  # noqa: PLC0415

    pieces = load_pieces(order.pieces)
    shown = depiction_of(
        order.game, load_board(order.board), pieces, content=order.content, language=order.language
    )
    return PieceChoices(
        order.pieces,
        tuple(
            LabelledPiece(one.id, shown.name(one), (one.up,) if one.down is None else (one.up, one.down))
            for one in pieces.pieces.values()
            if is_labelled(one)
        ),
    )


def _photographed(jpeg: bytes, pieces: str) -> bytes:
    from dashboard.web.own_pieces.photograph import labels_in  # noqa: PLC0415 # loads OpenCV

    return msgspec.json.encode(labels_in(jpeg, load_pieces(pieces)))


def _written(body: bytes, name: str, folder: Path | None) -> WrittenPieces:
    try:
        chosen = parse_typed(body, dict[str, int])
    except msgspec.DecodeError as error:
        raise InputFault(f'expected {{"PIECE": TAG, …}}: {error}') from error
    pieces = load_pieces(name)
    now = relabelled(pieces, chosen)
    text = relabelled_file(find_board_file(name).read_text(encoding="utf-8"), pieces, now).encode()
    mark = hashlib.blake2s(text, digest_size=_MARK_BYTES).hexdigest()
    file = _file_of(name, mark, folder)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        put_whole(file, text)
    except OSError as error:
        raise MissingFault(TEXTS.say("own_pieces.disk", why=system_words(error))) from error
    load_pieces(str(file))
    return WrittenPieces(str(file), mark, now.missing)


def _file_of(name: str, mark: str, folder: Path | None) -> Path:
    """Return the file that a set's own labels are written to. `mark`: of its content, so that others stay.

    Its name stays the set's: a journal that names the file is read on a machine that has only the set.
    """
    if folder is None:
        raise InputFault(TEXTS.say("own_pieces.no_folder"))
    if not re.fullmatch(f"[0-9a-f]{{{2 * _MARK_BYTES}}}", mark):
        raise InputFault(TEXTS.say("own_pieces.not_written"))
    return folder.absolute() / FOLDER / mark / f"{Path(name).stem.removesuffix('.yaml')}.yaml"


async def _body(request: Request, most_bytes: int) -> bytes:
    if (body := await body_within(request, most_bytes)) is None:
        raise InputFault(TEXTS.say("own_pieces.too_large"))
    return body
