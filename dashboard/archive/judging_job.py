"""Judges one recorded match again, in this process or in one of a cluster."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dashboard.archive.other_version import OtherVersion, judged_by
from dashboard.archive.side_by_side import SideBySide
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.games.registry import open_game
from engine.records.chain import seals_of
from engine.records.evidence_check import check_evidence
from engine.records.from_pictures import judge_from_frames
from engine.records.recorded import RecordedMatch, open_recorded
from engine.records.rejudgement import Account, judge_again, judge_otherwise, sittings
from engine.session.matches.journal import journal_bytes


@dataclass(frozen=True, slots=True)
class JudgingOrder:
    """The order to judge one match again."""

    path: Path
    """The path of the match's journal."""
    options: tuple[tuple[str, str], ...] = ()
    """Other options of the rules, as `(key, value)`."""
    from_frames: bool = False
    """Whether vision reads the recorded frames again; else only their recorded looks are judged again."""
    version: OtherVersion | None = None
    """Another version that judges the match too; None: no other one."""


def judge_by_versions(
    order: JudgingOrder, progress: Callable[[float], None] = lambda _: None
) -> Account | SideBySide:
    """Judge one match again, and by another version too when the order names one.

    `progress` gets the part that has been judged, from 0 to 1.

    Raises:
        InputFault: one of the versions can't judge the match.
        MissingFault: the disk doesn't give the match, or the other version doesn't run here.
    """
    account = judge_recorded(order, progress)
    if order.version is None:
        return account
    return SideBySide(order.version.name, account, judged_by(order.version, order.path))


def judge_recorded(order: JudgingOrder, progress: Callable[[float], None] = lambda _: None) -> Account:
    """Judge one match again, with the order's options of the rules or from its recorded frames.

    `progress` gets the part that has been judged, from 0 to 1.

    Raises:
        InputFault: no evidence was recorded, there is no such option, or the journal can't be replayed.
        MissingFault: the disk doesn't give the match.
    """
    match = open_recorded(order.path)
    evidence = check_evidence(order.path.parent, seals_of(journal_bytes(order.path)), pictures=False)
    damage = tuple(f"{one.file}: {one.text}" for one in evidence.faults)
    return replace(_judged(order, match, progress), damage=damage)


def _judged(order: JudgingOrder, match: RecordedMatch, progress: Callable[[float], None]) -> Account:
    found = sittings(order.path.parent)
    if not found:
        raise InputFault(
            f"{order.path.parent}: nothing was recorded beside the journal (evidence-001.mcap); a match "
            "can be judged again only with its evidence"
        )
    moments = sum(len(sitting.happenings) for sitting in found)

    def note_moments(count: int) -> None:
        progress(count / moments)

    if order.from_frames:
        from vision.camera.recorded_eyes import RecordedEyes  # noqa: PLC0415 # loads OpenCV, for this alone

        return judge_from_frames(match, found, RecordedEyes(match.board, match.pieces), progress=note_moments)
    if not order.options:
        return judge_again(match.game, match.pieces, match.entries, found, progress=note_moments)
    opening = match.opening
    known = [one.name for one in match.game.readings()]
    # A value that the game doesn't know at all is refused by the game itself, as it's opened.
    idle = [name for name, _ in order.options if name not in known and name in match.game.readings_in_force()]
    if idle:
        raise InputFault(
            f"the reading {', '.join(idle)} decides nothing on the board '{opening.board}'; "
            f"expected one of {', '.join(known)}"
        )

    def with_readings(*chosen: tuple[str, str]) -> Game[Any, Any]:
        readings = Ruleset(opening.content, {**opening.options, **dict(chosen)})
        return open_game(opening.game, match.board, readings)

    judged = match.game, with_readings(*order.options), match.pieces, match.entries, found
    account = judge_otherwise(*judged, progress=note_moments)
    # The match is judged from its own opening position, whatever the options would set up.
    as_played = _opened(match.game, opening.setup)
    settled = tuple(
        name
        for name, value in order.options
        if _opened(with_readings((name, value)), opening.setup) != as_played
    )
    return replace(account, settled=settled)


def _opened(game: Game[Any, Any], setup: Any) -> dict[str, Any] | None:
    """Return the opening position of a setup, as the game dumps it; None: these options refuse the setup."""
    try:
        return game.dump(game.initial(None if setup is None else entry_of(setup)))
    except InputFault:
        return None
