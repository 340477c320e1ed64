"""The page that replays recorded matches: a timeline with the board, a camera's picture and the verdicts.

It shows the view that visitors had then. When a match is over it also shows all hands. Before that, a seat's
tablet sees its own hand, in the match that is played at its table. If the public has a delay, visitors get
each moment here after the same delay.
"""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import islice
from math import inf
from pathlib import Path
from threading import Lock
from typing import Any
from unicodedata import normalize

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse

from dashboard.web.audience.delay import LIVE
from dashboard.web.audience.visitor_count import WATCHING, VisitorCount
from dashboard.web.seats.seating import Role, Seating, TabletPlace
from dashboard.web.seats.visitors import address_of, place_of_visitor, place_or_spectator
from dashboard.web.serving.pages import page
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.names import Names, names_of
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, said, why
from engine.core.faults import InputFault, MissingFault
from engine.core.game import Game
from engine.core.ids import Seat, Seconds
from engine.core.phrase import ENGLISH, SILENCE, Phrase
from engine.records.archive import listed
from engine.records.pictures import cameras_kept, jpeg_of, picture_at
from engine.records.recorded import RecordedMatch, open_recorded
from engine.records.rejudgement import Sitting, sittings
from engine.records.replay import ReplayMoment, ReplayTable, entry_times, timeline, wall_at
from engine.records.running_match import FollowedMatch
from engine.session.matches.journal import journal_path, read_journal
from engine.session.playing.table import Setting, setting_of
from engine.session.serving.bus_messages import match_state_of, situation_of, surface_of

LISTED_LIMIT = 100
"""The most matches in the page's list, beginning with the newest. An older one can be opened by its link."""

_KEPT_OPEN = 2

_SHARED_PX = 1200
"""The width of a picture that people share, px."""


_SURELY_DRAWN = re.compile("[\x00-\u024f\u1e00-\u1eff]*")
"""Names of Latin letters, with those of Vietnamese. The program's own typeface has them all."""


def undrawn_sentences(names: Names) -> tuple[Phrase, ...]:
    """Return a sentence for each player's name that a picture to share can't have whole."""
    unsure = [name for _, name in names if not _SURELY_DRAWN.fullmatch(normalize("NFC", name))]
    if not unsure:
        return ()
    # It loads typefaces and NumPy, 19 MB, which most tables never need.
    from dashboard.pictures.lettering import undrawn_names  # noqa: PLC0415

    return tuple(
        TEXTS.say(
            "over.undrawn_part" if one.shown else "over.undrawn",
            name=one.name,
            shown=one.shown,
            packages=" ".join(one.packages),
        )
        for one in undrawn_names(unsure)
    )


@dataclass(frozen=True, slots=True)
class Opened:
    """A match that somebody replays."""

    recorded: RecordedMatch
    """The match as its journal has it."""
    setting: Setting[Any, Any]
    """The match's setting: its game, board and pieces."""
    moments: tuple[ReplayMoment, ...]
    """The moments of the match, in order of time."""
    shown: tuple[ReplayTable, ...]
    """The table at each of these moments."""
    over: bool
    """Whether the match has ended."""
    names: Names
    """The players' names at the end of the match. The page shows them from its beginning."""
    broken: Phrase = SILENCE
    """The reason why the last moments can't be shown, such as rules of another version. Empty if all can."""
    until: float = inf
    """The time of the last moment that may be shown, wall clock, s."""

    def as_of(self, wall: float) -> "Opened":
        """Return the match up to a time of the wall clock, s.

        Raises:
            InputFault: the match began later.
        """
        kept = next((n for n, one in enumerate(self.moments) if one.wall > wall), len(self.moments))
        if kept == len(self.moments):
            return replace(self, until=wall)
        if not kept:
            raise InputFault(TEXTS.say("refused.not_yet", match=self.recorded.name))
        return replace(
            self,
            moments=self.moments[:kept],
            shown=self.shown[:kept],
            over=_is_over(self.recorded.game, self.shown[kept - 1]),
            broken=SILENCE,
            until=wall,
        )

    @property
    def as_recorded(self) -> Phrase:
        """A sentence with the revision where the rules depart from the record; empty if they never do."""
        departed = next((one for one in self.shown if one.table.match.departed is not None), None)
        if departed is None:
            return SILENCE
        return TEXTS.say("replay.as_recorded", n=departed.table.match.revision)

    def facts(self) -> dict[str, Any]:
        """Return the match's facts that the page needs before it shows a moment, as JSON has them."""
        opening = self.recorded.opening
        return {
            "match": self.recorded.name,
            "game": opening.game,
            "table": opening.table,
            "opened_at": opening.opened_at,
            "length_s": self.moments[-1].at_s,
            "over": self.over,
            "broken": self.broken,
            "as_recorded": self.as_recorded,
            "undrawn": undrawn_sentences(self.names) if self.over else (),
            "cameras": cameras_kept(self.recorded.path.parent),
            "surface": surface_of(self.recorded.board),
            "moments": [
                {
                    "at_s": round(one.at_s, 3),
                    "revision": one.table.match.revision,
                    "verdicts": [
                        {
                            "kind": verdict.kind,
                            "text": verdict.text,
                            "rules": list(dict.fromkeys(broken.rule for broken in verdict.violations)),
                        }
                        for verdict in one.verdicts
                    ],
                    "played": one.table.match.last_actions,
                    "came": [
                        text for verdict in one.verdicts for played in verdict.actions for text in played.came
                    ],
                }
                for one in self.shown
            ],
        }

    def moment(self, number: int, seat: Seat | None) -> dict[str, Any]:
        """Return the table at a moment, with all hands if the match is over, else with the seat's own.

        `number`: the moment's index in `moments`.
        """
        table = self.shown[number].table
        game, state = self.recorded.game, table.match.state
        match = match_state_of(self.setting, table)
        open_ones = [one for one in match.view.seats if self.over or one.seat == seat]
        hands = [(one.label, game.view(state, one.seat).hand) for one in open_ones]
        return {
            "match": match,
            "situation": situation_of(self.setting, table, watching=True, problem=SILENCE),
            "hands": hands,
        }

    def drawn(self, number: int, lang: str) -> bytes:
        """Return a PNG of the board at a moment, as everybody could see it then, for people to share."""
        # They load typefaces and NumPy, 19 MB, which a table without a shared picture never needs.
        from dashboard.pictures.board_picture import canvas_of, draw_board  # noqa: PLC0415
        from dashboard.pictures.lettering import drawable, isolated  # noqa: PLC0415
        from dashboard.pictures.scenes import caption_of, headline_of, sight_of  # noqa: PLC0415

        table, language = self.shown[number].table, language_asked(lang)
        state = match_state_of(self.setting, table)
        recorded, view = self.recorded, state.view
        shown = ((key, drawable(name)) for key, name in self.names)
        names = tuple((key, isolated(name)) for key, name in shown if name)
        sight = sight_of(recorded.board, recorded.pieces, self.setting, view, language=language, names=names)
        head = said(headline_of(state, table.match), language, names)
        caption = caption_of(state, head, language=language, names=names)
        drawn = draw_board(canvas_of(sight, width_px=_SHARED_PX), view, caption)
        content = BytesIO()
        drawn.save(content, format="PNG")
        return content.getvalue()

    def picture(self, camera: str, at_s: float) -> bytes | None:
        """Return a camera's last JPEG at a time of the match, s from its beginning; None without one."""
        wall = min(wall_at(self.moments, at_s), self.until)
        found = picture_at(self.recorded.path.parent, camera, wall)
        return None if found is None else jpeg_of(found)


class Replays:
    """The matches of one folder. The last two that were asked for stay open.

    `delay`: the public's delay; `wall`: the wall clock, s. Its methods can be called from several threads.
    """

    def __init__(self, folder: Path, *, delay: Seconds = LIVE, wall: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._delay = delay
        self._wall = wall
        self._open: dict[str, _Match] = {}
        self._lock = Lock()

    def matches(self, *, public: bool) -> list[dict[str, Any]]:
        """Return the newest matches as JSON has them.

        The `public` gets only what lies before its delay: matches that had begun, their revision, and no
        players' names of a match with newer entries.
        """
        until = self._until(public=public)
        return [
            {
                "match": one.match,
                "game": one.game,
                "opened_at": one.opened_at,
                "revision": one.revision if one.last_at <= until else self._revision(one.match, until),
                "names": list(one.names.values()) if one.last_at <= until else [],
            }
            for one in islice(listed(self._folder), LISTED_LIMIT)
            if not one.fault and one.opened_at <= until
        ]

    def _revision(self, name: str, until: float) -> int:
        try:
            return self._whole(name).as_of(until).shown[-1].table.match.revision
        except (InputFault, MissingFault):
            return 0

    @property
    def delays(self) -> bool:
        """Whether the public sees matches later than the seats."""
        return bool(self._delay)

    def _until(self, *, public: bool) -> float:
        """Return the time of the last moment that may be shown, wall clock, s; infinity without a delay."""
        return self._wall() - self._delay if public and self._delay else inf

    def opened(self, name: str, *, public: bool = True) -> Opened:
        """Return a match with its whole record, or with the part that the `public` may know by now.

        Raises:
            InputFault: there is no such match, it can't be replayed, or it is too new for the public.
            MissingFault: the disk can't read it.
        """
        return self._whole(name).as_of(self._until(public=public))

    def _whole(self, name: str) -> Opened:
        """Return a match with its whole record.

        Raises:
            InputFault: there is no such match, or it can't be replayed.
            MissingFault: the disk can't read it.
        """
        path = journal_path(self._folder, name)
        try:
            journal_bytes = path.stat().st_size
        except OSError as error:
            raise InputFault(TEXTS.say("refused.no_match", match=name)) from error
        with self._lock:
            # A match that is asked for moves to the end; the first ones are closed.
            known = self._open[name] = self._open.pop(name) if name in self._open else _Match(path)
            while len(self._open) > _KEPT_OPEN:
                del self._open[next(iter(self._open))]
        return known.opened(journal_bytes)

    def having(self, name: str, number: int, *, public: bool = True) -> Opened:
        """Return a match as `opened` does, if it has the moment of this number.

        Raises:
            InputFault: there is no such match or moment, or the match can't be replayed.
            MissingFault: the disk can't read it.
        """
        opened = self.opened(name, public=public)
        if not 0 <= number < len(opened.shown):
            known = len(opened.shown)
            raise InputFault(TEXTS.say("refused.no_moment", match=name, known=known, number=number))
        return opened


def replay_pages(  # noqa: C901  # the routes of a page stand together
    replays: Replays, hub: Hub, seating: Seating, visitors: VisitorCount, *, films_for_all: bool = False
) -> APIRouter:
    """Return the routes of the replay page. Everybody may use them; seats, or all, may have films made.

    Visitors who follow the present match here are recorded as visitors of its table.
    """
    router = APIRouter()

    def looks_on(request: Request, name: str, place: TabletPlace) -> TabletPlace:
        """Record a visitor without a seat who follows the present match; return the place."""
        if place.is_public and name == hub.match:
            visitors.came(address_of(request), WATCHING)
        return place

    @router.get("/replay", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("replay/replay")

    @router.get("/matches")
    async def _matches(request: Request) -> Response:
        place = place_or_spectator(request, seating)
        return await _answered(lambda: (replays.matches(public=place.is_public), ()))

    @router.get("/matches/{name}")
    async def _match(name: str, request: Request, lang: str = ENGLISH) -> Response:
        place = looks_on(request, name, place_or_spectator(request, seating))

        def found() -> tuple[object, Names]:
            opened = replays.opened(name, public=place.is_public)
            films = opened.over and (films_for_all or not place.is_public)
            return {**opened.facts(), "films": films}, opened.names

        return await _answered(found, lang)

    @router.get("/matches/{name}/moments/{number}")
    async def _moment(name: str, number: int, request: Request, lang: str = ENGLISH) -> Response:
        try:
            place = place_of_visitor(request, seating)
        except InputFault as error:
            return PlainTextResponse(f"{why(error, lang)}\n", status_code=403)
        looks_on(request, name, place)
        seat = place.seat if place.role is Role.SEAT and hub.match == name else None

        def found() -> tuple[object, Names]:
            opened = replays.having(name, number, public=place.is_public)
            return opened.moment(number, seat), opened.names

        return await _answered(found, lang)

    @router.get("/matches/{name}/moments/{number}/board.png")
    async def _drawn(name: str, number: int, request: Request, lang: str = ENGLISH) -> Response:
        place = looks_on(request, name, place_or_spectator(request, seating))

        def found() -> bytes:
            return replays.having(name, number, public=place.is_public).drawn(number, lang)

        try:
            png = await asyncio.to_thread(found)
        except (InputFault, MissingFault) as error:
            return PlainTextResponse(f"{why(error, lang)}\n", status_code=404)
        return Response(png, media_type="image/png")

    @router.get("/matches/{name}/pictures/{camera}.jpg")
    async def _picture(name: str, camera: str, at: float, request: Request, lang: str = ENGLISH) -> Response:
        place = looks_on(request, name, place_or_spectator(request, seating))

        def found() -> bytes | None:
            opened = replays.opened(name, public=place.is_public)
            return opened.picture(camera, at)

        try:
            jpeg = await asyncio.to_thread(found)
        except (InputFault, MissingFault) as error:
            return PlainTextResponse(f"{why(error, lang)}\n", status_code=404)
        if jpeg is None:
            none = InputFault(TEXTS.say("refused.no_picture_then", camera=camera))
            return PlainTextResponse(f"{why(none, lang)}\n", status_code=404)
        return Response(jpeg, media_type="image/jpeg")

    return router


async def _answered(find: Callable[[], tuple[object, Names]], lang: str = ENGLISH) -> Response:
    """Return the result of `find` as JSON in a language. `find` may take long, so it runs in a thread."""
    try:
        found, names = await asyncio.to_thread(find)
    except (InputFault, MissingFault) as error:
        return PlainTextResponse(f"{why(error, lang)}\n", status_code=404)
    return Response(encoded(found, language_asked(lang), names), media_type="application/json")


class _Match:
    """One match of the disk, which may still grow. It can be used from several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._journal_bytes = -1
        self._opened: Opened | None = None
        self._following: FollowedMatch | None = None
        self._packed: dict[tuple[Path, int], Sitting | None] = {}

    def opened(self, journal_bytes: int) -> Opened:
        """Return the match for a journal of this size. It replays only entries since the last call."""
        with self._lock:
            if self._opened is None or self._journal_bytes != journal_bytes:
                self._opened = self._as_it_stands(self._opened)
                self._journal_bytes = journal_bytes
            return self._opened

    def _as_it_stands(self, before: Opened | None) -> Opened:
        recorded = _recorded(self._path, None if before is None else before.recorded)
        if self._following is None or before is None or recorded.game is not before.recorded.game:
            self._following = FollowedMatch(recorded.game, recorded.pieces)
        game, entries = recorded.game, recorded.entries
        times = entry_times(self._path)[: len(entries)]
        moments = timeline(times, sittings(self._path.parent, known=self._packed))
        shown, broken = self._following.shown(entries, moments)
        last = shown[-1].table
        setting = setting_of(game, last.match.state, recorded.pieces)
        return Opened(
            recorded,
            setting,
            moments[: len(shown)],
            shown,
            over=_is_over(game, shown[-1]),
            names=names_of(match_state_of(setting, last)),
            broken=broken,
        )


def _recorded(path: Path, before: RecordedMatch | None) -> RecordedMatch:
    """Return a journal's present content. The board and game of `before` are kept if it is the same match."""
    if before is not None:
        entries = read_journal(path).entries
        if entries[:1] == before.entries[:1]:
            return replace(before, entries=entries)
    return open_recorded(path)


def _is_over(game: Game[Any, Any], shown: ReplayTable) -> bool:
    return game.outcome(shown.table.match.state) is not None
