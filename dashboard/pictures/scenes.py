"""Draws a recorded match as scenes: a picture of the table for each moment, with the last remark."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dashboard.pictures.board_picture import Picture, PictureLook, canvas_of, draw_board
from dashboard.pictures.captions import Caption, PlayerCaption
from dashboard.pictures.table_part import part_of
from dashboard.web.telling.names import Names
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import said
from engine.bus.messages.match import MatchState
from engine.core.board import Board
from engine.core.ids import Cell
from engine.core.phrase import ENGLISH, SILENCE, Phrase
from engine.core.pieces import PieceSet
from engine.core.verdict import VerdictKind
from engine.core.views import View
from engine.games.registry import open_look
from engine.records.replay import ReplayTable
from engine.session.matches.match import Match
from engine.session.playing.table import Setting
from engine.session.serving.bus_messages import match_state_of

_SPOKEN = (VerdictKind.SETTLED, VerdictKind.ILLEGAL, VerdictKind.AMBIGUOUS)
"""The kinds of verdicts that the line under a picture shows; pending ones and remarks are left out."""

_ID = re.compile(r"\b[a-z]\w*(?:\.[a-z0-9-]+)+\b", re.ASCII)
"""An id in a sentence. Japanese has no spaces around it, so only ASCII letters belong to it."""


@dataclass(frozen=True, slots=True)
class PictureSpan:
    """One picture of the board, with the moment when it begins to hold."""

    at_s: float
    """The moment, in seconds since the match was opened."""
    picture: Picture
    """The picture of the board."""


def sight_of(
    board: Board,
    pieces: PieceSet,
    setting: Setting[object, object],
    view: View,
    *,
    language: str = ENGLISH,
    names: Names = (),
) -> PictureLook:
    """Return the names, drawings and outlines that the pictures of a match share.

    `view` is a view of any position of the match; its seats are taken from it.
    """
    game = setting.game
    faces = game.piece_faces(tuple(pieces.pieces))
    cards = game.printed_cards()
    labels = {one.seat: one.label for one in view.seats}

    def says(phrase: Phrase) -> str:
        return said(phrase, language, names)

    def zone_name(cell: Cell, label: Phrase) -> tuple[str, str]:
        zone = board.surface.zone_of(cell)
        whose = None if zone is None or zone.seat is None else labels.get(zone.seat)
        bare = says(label)
        return (bare if whose is None else says(TEXTS.say("zones.of", seat=whose, zone=label))), bare

    zones = game.faces().zones
    return PictureLook(
        board,
        open_look(game.name),
        {one.piece: one for one in faces},
        part_of(board.surface, tuple(labels)),
        {one.face.card: one for one in cards},
        {Cell(one.cell): zone_name(Cell(one.cell), one.label) for one in zones},
        says,
        tuple(map(says, labels.values())),
    )


def caption_of(
    state: MatchState,
    head: str,
    foot: str = "",
    *,
    warns: bool = False,
    language: str = ENGLISH,
    names: Names = (),
) -> Caption:
    """Return the texts around a picture of a position."""
    players = tuple(
        PlayerCaption(
            one.seat,
            said(one.label, language, names),
            # A number that is 0 is left out; the page has a column for it.
            tuple(
                said(text, language, names)
                for text, (_, number) in zip(one.counts, one.numbers, strict=False)
                if number
            ),
            state.signs.get(one.seat, ""),
            out=one.out,
        )
        for one in state.view.seats
    )
    return Caption(head, foot, warns, players, state.view.turn)


def headline_of(state: MatchState, match: Match[object]) -> Phrase:
    """Return the line above a picture of a position; it says so when the match is shown as recorded."""
    if match.departed is None:
        return state.view.headline
    return TEXTS.say("replay.head_as_recorded", head=state.view.headline)


def scenes(
    sight: PictureLook,
    setting: Setting[object, object],
    moments: Iterable[ReplayTable],
    *,
    width_px: int,
    language: str = ENGLISH,
    names: Names = (),
) -> Iterator[PictureSpan]:
    """Yield a scene for each moment, as spectators could see it; `names` are the players' names."""
    canvas = canvas_of(sight, width_px=width_px)
    foot, warns = SILENCE, False
    for shown in moments:
        state = match_state_of(setting, shown.table)
        verdicts = [one for one in shown.verdicts if one.kind in _SPOKEN and one.text]
        if verdicts:
            foot, warns = verdicts[-1].text, verdicts[-1].kind is not VerdictKind.SETTLED
        elif state.last_actions and not warns:
            foot = state.last_actions[-1]
        labels = labels_of(sight, state.view, language, names)
        head, below = (
            named(said(one, language, names), labels) for one in (headline_of(state, shown.table.match), foot)
        )
        caption = caption_of(state, head, below, warns=warns, language=language, names=names)
        yield PictureSpan(shown.at_s, draw_board(canvas, state.view, caption))


def named(text: str, names: Mapping[str, str]) -> str:
    """Return a text with pieces' names in the place of their ids.

    >>> named("s.gen.kazu moves to d5", {"s.gen.kazu": "South general Kazu"})
    'South general Kazu moves to d5'
    >>> named("北がs.gen.kazuを攻撃", {"s.gen.kazu": "南の将軍 カズ"})
    '北が南の将軍 カズを攻撃'
    """
    return _ID.sub(lambda found: names.get(found.group(), found.group()), text)


def labels_of(sight: PictureLook, view: View, language: str, names: Names) -> dict[str, str]:
    """Return the names of all pieces by their ids."""
    physical = {str(piece): sight.says(face.label) for piece, face in sight.faces.items()}
    absent = {str(one.piece): said(one.label, language, names) for one in view.absent if one.label}
    present = {str(one.piece): said(one.label, language, names) for one in view.pieces if one.label}
    return physical | absent | present
