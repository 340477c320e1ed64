"""The evening's film: the best moments of a recorded match, cut to a minute, each with a caption.

Loads OpenCV.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dashboard.pictures.best_moments import (
    FilmMoment,
    GlancedWarning,
    MatchGlance,
    MomentKind,
    Player,
    Standing,
    best_moments,
    main_counter,
)
from dashboard.pictures.board_picture import Picture, PictureLook
from dashboard.pictures.captions import lines_at
from dashboard.pictures.films import FPS, FilmPart, write_cut
from dashboard.pictures.raster import paint, paper, reduced
from dashboard.pictures.scenes import PictureSpan, headline_of, labels_of, named, scenes, sight_of
from dashboard.printing.page_drawing import Rectangle, Text, drawing_of
from dashboard.web.telling.names import Names, called
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import said
from engine.core.faults import InputFault
from engine.core.ids import PieceId, RuleId, Seat
from engine.core.phrase import ENGLISH, SILENCE, Phrase
from engine.core.verdict import Verdict, VerdictKind
from engine.core.views import View
from engine.games.registry import open_look
from engine.records.match_time import clock_text
from engine.records.pictures import PicturesAt, kept_frames
from engine.records.recorded import RecordedMatch
from engine.records.replay import ReplayMoment, ReplayTable, shown_as_far
from engine.session.matches.match import RULED, TIME_UP, outcome_of
from engine.session.playing.table import Setting, setting_of
from engine.session.serving.bus_messages import match_state_of

_BOARD_PX = 720
_NEWEST_S = 15.0
"""A camera keeps a picture every five seconds while nothing changes; an older one was thinned out, or the
camera was away."""

_BAND, _LETTERS_MM = (100.0, 5.6), 2.2
"""The size of the caption's band in units of its own, and the height of its letters."""
_PAPER, _TIME, _TOLD, _WARNED = "#1e1b17", "#a79f8e", "#f4efe2", "#ffb199"


@dataclass(frozen=True, slots=True)
class FilmedMatch:
    """A recorded match with all that a film of it needs, for one language."""

    recorded: RecordedMatch
    """The match as its journal has it."""
    moments: Sequence[ReplayMoment]
    """Its moments in order of time."""
    shown: Sequence[ReplayTable]
    """The table at each of these moments."""
    setting: Setting[Any, Any]
    """The match's setting: its game, board and pieces."""
    sight: PictureLook
    """How the board is drawn, with its words."""
    language: str = ENGLISH
    """The language of captions and pictures."""
    names: Names = ()
    """The players' names as pictures have them."""
    broken: Phrase = SILENCE
    """The reason why the last moments can't be shown; empty if all can."""


@dataclass(frozen=True, slots=True)
class FilmShot:
    """A part of the film with the words below it."""

    moment: FilmMoment
    """The part."""
    caption: str
    """The sentences about it, in the film's language."""


def filmed_match(
    recorded: RecordedMatch,
    moments: Sequence[ReplayMoment],
    *,
    language: str = ENGLISH,
    players: Mapping[Seat, str] = MappingProxyType({}),
) -> FilmedMatch:
    """Return a match with all that a film of it needs.

    `moments`: the match's, as `timeline` returns them; `players`: the seats' names as pictures have them.

    Raises:
        InputFault: not even the match's opening can be shown.
    """
    shown, broken = shown_as_far(recorded.game, recorded.pieces, recorded.entries, moments)
    opened = shown[0].table.match.state
    setting, view = setting_of(recorded.game, opened, recorded.pieces), recorded.game.view(opened, None)
    names = called(view.seats, players)
    sight = sight_of(recorded.board, recorded.pieces, setting, view, language=language, names=names)
    return FilmedMatch(recorded, moments, shown, setting, sight, language, names, broken)


def moments_of(filmed: FilmedMatch) -> tuple[FilmMoment, ...]:
    """Return the moments that the evening's film of a match shows.

    Raises:
        InputFault: the match isn't over, or can't be shown to its end.
    """
    recorded, last = filmed.recorded, filmed.shown[-1].table.match
    if filmed.broken:
        raise InputFault(TEXTS.say("film.broken", match=recorded.name, why=filmed.broken))
    if outcome_of(recorded.game, last) is None:
        raise InputFault(TEXTS.say("film.not_over", match=recorded.name))
    look = open_look(recorded.game.name)
    view = recorded.game.view(last.state, None)
    # Seats may get more counters in the course of the match, so the last ones are looked at.
    order = tuple(dict.fromkeys(name for one in view.seats for name, _ in one.numbers))
    lives = frozenset(name for name in order if look.counters.get(name) == "heart")
    return best_moments(tuple(_seen(filmed)), main=main_counter(order, look.counters), lives=lives)


def shots_of(filmed: FilmedMatch) -> tuple[FilmShot, ...]:
    """Return the parts of the evening's film with their captions.

    Raises:
        InputFault: as `moments_of`.
    """
    return tuple(FilmShot(one, _caption(filmed, one)) for one in moments_of(filmed))


def write_evenings_film(
    path: Path,
    filmed: FilmedMatch,
    shots: Sequence[FilmShot],
    *,
    progress: Callable[[float], None] = lambda _: None,
) -> int:
    """Write the film of these shots as an MP4, and return the number of its pictures.

    `progress` gets the part that is written, 0..1.

    Raises:
        InputFault: the evidence can't be read.
        MissingFault: the file can't be written.
    """
    cameras = kept_frames(filmed.recorded.path.parent)
    frames = next(iter(cameras.values()), None)
    camera = None if frames is None else PicturesAt(frames, filmed.moments, newest_s=_NEWEST_S)
    lengths = [max(1, round((one.moment.to_s - one.moment.from_s) * FPS)) for one in shots]
    parts = (
        FilmPart(_scenes(filmed, one.moment), one.moment.from_s, length, _band(one))
        for one, length in zip(shots, lengths, strict=True)
    )
    whole = sum(lengths)
    return write_cut(path, parts, camera, centred=True, progress=lambda _, done: progress(done / whole))


def _caption(filmed: FilmedMatch, moment: FilmMoment) -> str:
    """Return the film's sentences about a moment, with the rules that it is about."""
    rules = [one for one in moment.rules if one not in (RULED, TIME_UP)]
    text = moment.text
    if rules:
        text = TEXTS.say("film.rules", text=text, rules=", ".join(rules))
    view = filmed.recorded.game.view(_table_at(filmed, moment.at_s).table.match.state, None)
    language, names = filmed.language, filmed.names
    return named(said(text, language, names), labels_of(filmed.sight, view, language, names))


def _table_at(filmed: FilmedMatch, at_s: float) -> ReplayTable:
    return [one for one in filmed.shown if one.at_s <= at_s][-1]


def _scenes(filmed: FilmedMatch, moment: FilmMoment) -> Iterator[PictureSpan]:
    first = _table_at(filmed, moment.from_s)
    later = (one for one in filmed.shown if moment.from_s < one.at_s <= moment.to_s)
    return scenes(
        filmed.sight,
        filmed.setting,
        (first, *later),
        width_px=_BOARD_PX,
        language=filmed.language,
        names=filmed.names,
    )


def _band(shot: FilmShot) -> Callable[[int], Picture]:
    def painted(width_px: int) -> Picture:
        width, height = _BAND
        box = Rectangle(0.0, 0.0, width, height)
        band = paper(box, _PAPER, width_px=width_px)
        time = Text((1.2, 2.0), clock_text(shot.moment.at_s), 1.7, _TIME)
        colour = _WARNED if shot.moment.kind is MomentKind.WARNING else _TOLD
        told = lines_at(shot.caption, (9.0, 2.0), width - 10.2, _LETTERS_MM, colour)
        paint(band, drawing_of([time, *told]), box)
        return reduced(band)

    return painted


def _seen(filmed: FilmedMatch) -> Iterator[MatchGlance]:
    before: tuple[object, MatchGlance] | None = None
    for one in filmed.shown:
        match = one.table.match
        if before is None or before[0] is not match:
            state = match_state_of(filmed.setting, one.table)
            ended = state.view.outcome
            before = (
                match,
                MatchGlance(
                    one.at_s,
                    match.revision,
                    headline_of(state, match),
                    _pieces(filmed, state.view),
                    {
                        seat.seat: Player(seat.label, dict(seat.numbers), seat.out)
                        for seat in state.view.seats
                    },
                    match.last_actions,
                    ended_by=None if ended is None else ended.rule,
                ),
            )
        warnings = [verdict for verdict in one.verdicts if verdict.kind is VerdictKind.ILLEGAL]
        yield replace(
            before[1],
            at_s=one.at_s,
            came=tuple(
                text for verdict in one.verdicts for played in verdict.actions for text in played.came
            ),
            warned=_warned(warnings[0]) if warnings else None,
            righted=any(verdict.kind is VerdictKind.SETTLED for verdict in one.verdicts),
        )


def _warned(verdict: Verdict) -> GlancedWarning:
    rules: tuple[RuleId, ...] = tuple(dict.fromkeys(one.rule for one in verdict.violations))
    texts = [one.text for one in verdict.violations]
    return GlancedWarning(texts[0] if texts else verdict.text, rules)


def _pieces(filmed: FilmedMatch, view: View) -> Mapping[PieceId, Standing]:
    """Return the players' pieces on the board: those that stand on its field or have hit points.

    A card that leaves a zone isn't lost.
    """
    surface = filmed.recorded.board.surface
    return {
        one.piece: Standing(one.label, one.hp, one.hp_max)
        for one in view.pieces
        if one.seat is not None
        and one.cell is not None
        and (one.hp is not None or surface.zone_of(one.cell) is None)
    }
