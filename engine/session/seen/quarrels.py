"""Contradictions between sources, and, over time, the sensor that is at fault. Pure; knows no game."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.core.disagreement import Ailment, Disagreement, SensorFault, SourceClaim
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import SourceKnows
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import joined
from engine.session.seen.runs import Run
from engine.session.seen.sighting import START, Sighting
from engine.session.seen.switch_tracks import ECHO_S, Tracking
from engine.session.texts import TEXTS

LASTING_S = 10.0
"""A source that contradicts the others for this long without a change is at fault, and is no longer listened
to there.
"""

_REPORTED_LATE_S = 3.0
"""A battery contact may report the same change this much later than another."""


class _Kind(StrEnum):
    FELT_NOTHING = "felt_nothing"
    FELT_SOMETHING = "felt_something"
    UNHEARD = "unheard"
    ELSEWHERE = "elsewhere"
    FELT_APART = "felt_apart"
    FELT_OVER_A_LINE = "felt_over_a_line"


_FELT = frozenset((_Kind.FELT_NOTHING, _Kind.FELT_SOMETHING))

_SEEN_OTHERWISE = _FELT | {_Kind.FELT_OVER_A_LINE}
"""A switch contradicts a camera; a switch that feels the next cell's piece isn't at fault for that."""


@dataclass(frozen=True, slots=True)
class Quarrel:
    """One source's word against the others' about a cell."""

    kind: _Kind
    """The kind of quarrel."""
    source: str
    """The source that stands against the others."""
    cell: Cell
    """The cell."""
    piece: PieceId | None
    """The piece that they name; None where they name none."""


@dataclass(frozen=True, slots=True)
class Quarrels:
    """The contradictions between sources."""

    since: Mapping[Quarrel, Seconds] = field(default_factory=dict)
    """Since when each of them has lasted."""
    heard: Mapping[str, Seconds] = field(default_factory=dict)
    """When readers last read at a cell, or a piece."""
    at: Seconds = START
    """The time of the newest look."""
    said: tuple[Disagreement, ...] = ()
    """The contradictions for people."""
    felt: Mapping[str, Seconds] = field(default_factory=dict)
    """When a switch last felt a piece that a camera sees on it, and when a piece was felt that lay alone."""

    @property
    def lasting(self) -> tuple[Quarrel, ...]:
        """The quarrels that have lasted so long that a sensor is at fault."""
        return tuple(
            one
            for one, since in self.since.items()
            if self.at - since >= LASTING_S and one.kind is not _Kind.FELT_OVER_A_LINE
        )

    @property
    def distrusted(self) -> frozenset[Cell]:
        """The cells whose switch is no longer listened to."""
        return frozenset(one.cell for one in self.lasting if one.kind in _FELT)

    def contradicted(self, tracking: Tracking) -> frozenset[Cell]:
        """Return the cells whose switch was contradicted by a camera and has reported no change since."""
        return frozenset(
            one.cell for one in self.since if one.kind in _SEEN_OTHERWISE and not self._is_over(one, tracking)
        )

    @property
    def unheard(self) -> Mapping[str, frozenset[PieceId]]:
        """Return the pieces that each reader didn't name though a camera saw them there in its last look."""
        found: dict[str, frozenset[PieceId]] = {}
        for one in self.since:
            if one.kind is _Kind.UNHEARD and one.piece is not None:
                found[one.source] = found.get(one.source, frozenset()) | {one.piece}
        return found

    def _is_over(self, one: Quarrel, tracking: Tracking) -> bool:
        """Tell whether a switch has reported a change since the contradictions were last followed up."""
        times = (tracking.covered_at, tracking.cleared_at)
        return any(self.at < changed.get(one.cell, START) for changed in times)


def followed_up(
    known: Quarrels, live: Mapping[str, Run], tracking: Tracking, seen: Sighting, *, spoken: Mapping[str, Run]
) -> Quarrels:
    """Return the contradictions after one more settled sighting.

    `spoken`: the runs with all readers' claims, also about cells that they may not have read again yet.
    """
    found = frozenset(_found(live, tracking, seen))
    # A reader needn't read a piece again that it didn't name before and doesn't name now.
    found |= frozenset(one for one in known.since if _is_still_unheard(one, spoken, seen))
    if not any(run.knows is SourceKnows.HOW for run in live.values()):
        # A camera's contradiction stays until a camera looks again, or the switch reports a change.
        still = known.contradicted(tracking)
        found |= frozenset(
            one
            for one in known.since
            if one.kind in _SEEN_OTHERWISE and one.cell in still and _still_says_so(one, live)
        )
    heard = dict(known.heard)
    for run in live.values():
        if run.knows is SourceKnows.WHICH:
            for piece, trace in run.pieces.items():
                heard[_of_cell(trace.cell)] = heard[_of_piece(piece)] = run.last_at
    since = {one: known.since.get(one, seen.taken_at) for one in sorted(found, key=str)}
    said = tuple(_disagreements(since, live, seen)) if since or seen.disputes else ()
    return Quarrels(since, heard, seen.taken_at, said, {**known.felt, **_felt(live, tracking)})


def _felt(live: Mapping[str, Run], tracking: Tracking) -> dict[str, Seconds]:
    """Return the cells whose switch feels the piece that a camera sees there, and the pieces surely felt."""
    lie = {
        piece: trace.cell
        for run in live.values()
        if run.knows is SourceKnows.HOW
        for piece, trace in run.pieces.items()
        if tracking.feels(piece)
    }
    high = Counter(lie.values())
    found: dict[str, Seconds] = {}
    for run in live.values():
        if run.feels:
            for piece, cell in lie.items():
                if cell in run.unsure:
                    found[_of_cell(cell)] = run.last_at
                    if high[cell] == 1:
                        found[_of_piece(piece)] = run.last_at
    return found


def _is_still_unheard(one: Quarrel, spoken: Mapping[str, Run], seen: Sighting) -> bool:
    """Tell whether a reader, as far as is known, still doesn't name the piece that lies there."""
    run, piece = spoken.get(one.source), one.piece
    if one.kind is not _Kind.UNHEARD or run is None or piece is None or piece in run.pieces:
        return False
    spot = seen.spots.get(piece)
    return spot.cell == one.cell if spot is not None else piece in seen.hidden | seen.elsewhere.keys()


def _still_says_so(one: Quarrel, live: Mapping[str, Run]) -> bool:
    run = live.get(one.source)
    return run is not None and (one.cell in run.unsure) is (one.kind is not _Kind.FELT_NOTHING)


def _found(live: Mapping[str, Run], tracking: Tracking, seen: Sighting) -> Iterator[Quarrel]:
    eyes = [run for run in live.values() if run.knows is SourceKnows.HOW]
    by_cell = {
        trace.cell: piece for run in eyes for piece, trace in run.pieces.items() if tracking.feels(piece)
    }
    for name, run in live.items():
        if run.feels:
            for cell in run.covers or ():
                felt = cell in run.unsure
                if felt and not any(eye.reads(cell) for eye in eyes) and _is_felt_apart(cell, live):
                    yield Quarrel(_Kind.FELT_APART, name, cell, None)
                if not felt and cell in by_cell:
                    yield Quarrel(_Kind.FELT_NOTHING, name, cell, by_cell[cell])
                elif felt and cell not in by_cell and any(eye.reads(cell) for eye in eyes):
                    over = _is_felt_over_a_line(cell, tracking, by_cell.keys())
                    yield Quarrel(_Kind.FELT_OVER_A_LINE if over else _Kind.FELT_SOMETHING, name, cell, None)
        elif run.knows is SourceKnows.WHICH:
            for piece, spot in seen.spots.items():
                there = run.pieces.get(piece)
                if there is not None and there.cell != spot.cell:
                    yield Quarrel(_Kind.ELSEWHERE, name, there.cell, piece)
                elif there is None and spot.cell in (run.covers or ()) and run.would_notice(piece):
                    yield Quarrel(_Kind.UNHEARD, name, spot.cell, piece)
            for piece in seen.disputes.keys() & run.pieces.keys():
                yield Quarrel(_Kind.ELSEWHERE, name, run.pieces[piece].cell, piece)


def _is_felt_over_a_line(cell: Cell, tracking: Tracking, seen: Collection[Cell]) -> bool:
    """Tell whether a switch closed together with the one beneath a seen piece, and so feels the same piece.

    A piece at the edge of its hex may be felt in the next one too, for as long as it lies there.
    """
    at = tracking.covered_at.get(cell)
    return at is not None and any(
        other != cell and other in seen and other in tracking.occupied and abs(when - at) <= ECHO_S
        for other, when in tracking.covered_at.items()
    )


def _is_felt_apart(cell: Cell, live: Mapping[str, Run]) -> bool:
    """Tell whether one of several switches beneath a cell feels nothing, while others may."""
    return any(run.feels and cell in (run.covers or ()) and cell not in run.unsure for run in live.values())


def _disagreements(
    since: Mapping[Quarrel, Seconds], live: Mapping[str, Run], seen: Sighting
) -> Iterator[Disagreement]:
    """Yield the contradictions for people: first those about pieces."""
    begun: dict[PieceId | None, Seconds] = {}
    for one, at in since.items():
        begun[one.piece] = min(at, begun.get(one.piece, at))
    for piece in sorted({one for one in begun if one is not None} | seen.disputes.keys()):
        spot = seen.spots.get(piece)
        if piece not in seen.disputes and seen.taken_at - begun[piece] < LASTING_S:
            # A believed source exists, so nobody waits: a reader may still read the piece.
            continue
        words = tuple(_words(piece, live, spot.cell if spot is not None else None))
        cells = [word.cell for word in words if word.cell is not None]
        if not cells:
            continue
        cell = spot.cell if spot is not None else cells[0]
        believed = tuple(word.source for word in words if spot is not None and word.cell == cell)
        yield Disagreement(
            piece,
            cell,
            begun.get(piece, seen.since),
            words,
            believed,
            _text(piece, words, believed, _because_seen(believed, live)),
            TEXTS.say("disagree.look_at" if believed else "disagree.put_right", piece=piece, cell=cell),
        )
    for one, at in since.items():
        if one.kind is _Kind.FELT_OVER_A_LINE:
            continue
        lies = one.kind is _Kind.FELT_APART
        if one.piece is None and not (lies and seen.taken_at - at < _REPORTED_LATE_S):
            words = tuple(_of_the_cell(one.cell, live))
            # Of several switches the one that feels something is believed; against a switch, the camera that
            # sees an empty cell.
            believed = tuple(word.source for word in words if (word.cell is not None) is lies)
            because = "felt" if lies else _because_seen(believed, live)
            text = _text(TEXTS.say("disagree.cell", cell=one.cell), words, believed, because)
            yield Disagreement(
                None, one.cell, at, words, believed, text, TEXTS.say("disagree.look_at", cell=one.cell)
            )


def faults(quarrels: Quarrels) -> tuple[SensorFault, ...]:
    """Return the sensors that are at fault, and the pieces without the tag or magnet that sensors need."""
    lasting = quarrels.lasting
    unheard = Counter(one.cell for one in lasting if one.kind is _Kind.UNHEARD)
    found: dict[tuple[Ailment, Cell | None, PieceId | None], SensorFault] = {}
    for one in lasting:
        since = quarrels.since[one]
        ailment, cell, piece = _ailment(one, quarrels, unheard)
        if ailment is None or (ailment, cell, piece) in found:
            continue
        facts = {"source": one.source, "cell": cell or one.cell, "piece": piece or ""}
        found[ailment, cell, piece] = SensorFault(
            ailment,
            one.source,
            cell,
            piece,
            since,
            TEXTS.say(f"ailment.{ailment}", **facts),
            TEXTS.say(f"cure.{ailment}", **facts),
        )
    return tuple(found.values())


def _ailment(
    one: Quarrel, quarrels: Quarrels, unheard: Counter[Cell]
) -> tuple[Ailment | None, Cell | None, PieceId | None]:
    match one.kind:
        case _Kind.FELT_SOMETHING:
            return Ailment.STUCK_ON, one.cell, None
        case _Kind.FELT_NOTHING if one.piece is not None:
            switch = quarrels.felt.get(_of_cell(one.cell))
            magnet = quarrels.felt.get(_of_piece(one.piece))
            # The sensor of the two that worked later isn't at fault.
            if switch is not None and (magnet is None or switch > magnet):
                return Ailment.MAGNET_LOST, None, one.piece
            return Ailment.STUCK_OFF, one.cell, None
        case _Kind.UNHEARD if one.piece is not None:
            reader = quarrels.heard.get(_of_cell(one.cell))
            tag = quarrels.heard.get(_of_piece(one.piece))
            # The sensor of the two that worked later isn't at fault.
            if reader is not None and (tag is None or reader > tag):
                return Ailment.TAG_LOST, None, one.piece
            if tag is not None and (reader is None or tag > reader):
                return Ailment.DEAF, one.cell, None
            if unheard[one.cell] > 1:
                # It is less likely that all pieces there have lost their tags, so the reader is named, once.
                return Ailment.DEAF, one.cell, None
            return Ailment.UNHEARD, one.cell, one.piece
        case _:
            return None, None, None


def _words(piece: PieceId, live: Mapping[str, Run], lies: Cell | None) -> Iterator[SourceClaim]:
    for name, run in sorted(live.items()):
        if run.feels:
            if lies is not None and run.covers is not None and lies in run.covers:
                yield SourceClaim(name, lies if lies in run.unsure else None, run.first_at)
        elif piece in run.pieces:
            yield SourceClaim(name, run.pieces[piece].cell, run.first_at)
        elif lies is not None and run.reads(lies) and run.would_notice(piece):
            yield SourceClaim(name, None, run.first_at)


def _of_the_cell(cell: Cell, live: Mapping[str, Run]) -> Iterator[SourceClaim]:
    for name, run in sorted(live.items()):
        if not (run.looks_at(cell) if run.feels else run.reads(cell)):
            continue
        there = cell in run.unsure if run.feels else any(one.cell == cell for one in run.pieces.values())
        yield SourceClaim(name, cell if there else None, run.first_at)


def _because_seen(believed: tuple[str, ...], live: Mapping[str, Run]) -> str:
    """Return a note that a camera is among the believed sources, or an empty text."""
    return "seen" if any(live[source].knows is SourceKnows.HOW for source in believed) else ""


def _text(
    what: PieceId | Phrase, words: tuple[SourceClaim, ...], believed: tuple[str, ...], because: str = ""
) -> Phrase:
    said = joined(
        [
            TEXTS.say("disagree.says", source=word.source, cell=word.cell)
            if word.cell is not None
            else TEXTS.say("disagree.says_not", source=word.source)
            for word in words
        ],
        "sentences",
    )
    whom = joined(believed) if believed else SILENCE
    key = f"disagree.believed_{because}" if because else "disagree.believed"
    outcome = TEXTS.say(key, source=whom) if believed else TEXTS.say("disagree.nobody")
    return TEXTS.say("disagree.about", what=what, said=said, outcome=outcome)


def _of_cell(cell: Cell) -> str:
    return f"cell {cell}"


def _of_piece(piece: PieceId) -> str:
    return f"piece {piece}"
