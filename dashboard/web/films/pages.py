"""The page of the evening's film: the press that makes it, the film itself, and the code that shares it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, PlainTextResponse

from dashboard.web.films.desk import FilmDesk
from dashboard.web.films.kept import (
    KeptFilm,
    SharedFilm,
    film_of,
    format_shared,
    parse_shared,
    shared_path,
)
from dashboard.web.films.work import FilmState, FilmWork
from dashboard.web.replays import Replays
from dashboard.web.seats.handing_out import reached_at
from dashboard.web.seats.links import code_of
from dashboard.web.seats.seating import Seating
from dashboard.web.seats.visitors import place_of_visitor, place_or_spectator
from dashboard.web.serving.doors import Doors, PageReach
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, why
from engine.core.faults import BoardwardenError, InputFault, MissingFault
from engine.core.phrase import ENGLISH, SILENCE, Phrase

PATH = "/film"

LINK_LIFE_S = 24 * 3600
"""How long a film's link is valid. A phone saves the film at the table, or the next morning."""

_HOUR_S = 3600


@dataclass(frozen=True, slots=True)
class FilmAnswer:
    """How a film stands, as its page gets it."""

    state: FilmState
    """The state."""
    done: float
    """The part that is done, 0..1."""
    fault: Phrase | str = SILENCE
    """The reason why it failed, with what to do."""
    film: str = ""
    """The address of the film; empty until it is made."""
    page: str = ""
    """The address that shows it on another device; empty if none reaches this page and nobody can open it."""
    code: str = ""
    """A code of that address, as an image's source; empty if other devices don't reach this table."""
    until: int = 0
    """The end of both addresses' life, wall clock, s."""
    name: str = ""
    """The name of a saved film."""
    camera: bool = True
    """Whether a camera's pictures were kept of the match."""


@dataclass(frozen=True, slots=True)
class FilmServing:
    """The parts of the service that films need."""

    folder: Path
    """The folder of the matches."""
    desk: FilmDesk
    """Makes the films."""
    replays: Replays
    """Knows what the public may see of a match."""
    seating: Seating
    """Makes and reads the links."""
    doors: Doors
    """Knows where the pages are reached."""
    hosts: frozenset[str] = frozenset()
    """The names of proxies."""
    wall: Callable[[], float] = time.time
    """The wall clock, s."""
    for_all: bool = False
    """Whether everybody may have films made, not only seats and the arbiter."""


def film_pages(serving: FilmServing) -> APIRouter:
    """Return the routes. Only seats and the arbiter may have a film made and get its link, unless all may.

    Everybody who has the link may see the film. If the public has a delay, a visitor without a seat sees it
    once the match's end is public.
    """
    router, seating = APIRouter(), serving.seating

    @router.get(PATH, include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("film/film")

    def answered(request: Request, name: str, lang: str, ask: Callable[[KeptFilm], FilmWork]) -> Response:
        try:
            if place_of_visitor(request, seating).is_public and not serving.for_all:
                return _refused(InputFault(TEXTS.say("refused.film_seats")), lang, HTTPStatus.FORBIDDEN)
        except InputFault as error:
            return _refused(error, lang, HTTPStatus.FORBIDDEN)
        try:
            film = film_of(serving.folder, name, language_asked(lang))
            found = _answer(serving, request, film, ask(film))
        except InputFault as error:
            return _refused(error, lang, HTTPStatus.NOT_FOUND)
        except MissingFault as error:
            return _refused(error, lang, HTTPStatus.CONFLICT)
        return Response(encoded(found, language_asked(lang)), media_type="application/json")

    # Not coroutines, so they run in threads: they read the disk and start a process.
    @router.post("/matches/{name}/film")
    def _press(name: str, request: Request, lang: str = ENGLISH) -> Response:
        """Have the film made, unless it is there or under way."""
        return answered(request, name, lang, serving.desk.asked)

    @router.get("/matches/{name}/film")
    def _standing(name: str, request: Request, lang: str = ENGLISH) -> Response:
        return answered(request, name, lang, serving.desk.standing)

    @router.get("/films/{key}.mp4")
    async def _film(key: str, request: Request, lang: str = ENGLISH) -> Response:
        try:
            path = await asyncio.to_thread(_shown, serving, key, request)
        except BoardwardenError as error:
            return _refused(error, lang, HTTPStatus.NOT_FOUND)
        # It answers requests for a part, so that a phone can seek.
        return FileResponse(path, media_type="video/mp4", headers={"Cache-Control": "private, no-cache"})

    return router


def shared_until(now: float) -> int:
    """Return the end of the life of a link that is made now, wall clock, s.

    Within an hour it's the same, so that a page gets the same link each time it asks.
    """
    return ceil(now / _HOUR_S) * _HOUR_S + LINK_LIFE_S


def _answer(serving: FilmServing, request: Request, film: KeptFilm, work: FilmWork) -> FilmAnswer:
    camera = bool(film.cameras)
    if work.state is not FilmState.MADE:
        return FilmAnswer(work.state, work.done, work.fault, camera=camera)
    until = shared_until(serving.wall())
    named = format_shared(SharedFilm(film.match, film.language, film.mark, until))
    key = serving.seating.film_link(named)
    url, reach = reached_at(request, serving.doors, serving.hosts)
    # The part after # reaches no log and no other site.
    url = f"{url}{PATH.removeprefix('/')}#see={key}"
    here_alone = reach is PageReach.HERE
    return FilmAnswer(
        work.state,
        1.0,
        film=f"/films/{key}.mp4",
        page="" if here_alone and serving.for_all else url,
        code="" if here_alone else code_of(url),
        until=until,
        name=f"{film.match}.mp4",
        camera=camera,
    )


def _shown(serving: FilmServing, key: str, request: Request) -> Path:
    """Return the file that a link's key leads to.

    Raises:
        InputFault: the link isn't valid, or its film isn't there or isn't public yet.
        MissingFault: the disk can't read the match.
    """
    film = parse_shared(serving.seating.film_of(key))
    path = shared_path(serving.folder, film)
    if film.until < serving.wall() or not path.is_file():
        raise InputFault(TEXTS.say("refused.film_link"))
    public = place_or_spectator(request, serving.seating).is_public
    if public and serving.replays.delays and not serving.replays.opened(film.match).over:
        raise InputFault(TEXTS.say("refused.not_yet", match=film.match))
    return path


def _refused(error: BoardwardenError, language: str, status: HTTPStatus) -> Response:
    return PlainTextResponse(f"{why(error, language)}\n", status)
