"""`boardwarden export`: writes a recorded match as text, JSON, a table, pictures, a film or its evidence."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from heapq import merge
from pathlib import Path

from dashboard.archive.action_table import PARQUET, rows_at, write_csv, write_parquet
from dashboard.archive.jobs import cores, worked
from dashboard.archive.viewer_scene import layout_of, scene_messages
from dashboard.commands import BAD_INPUT, DONE
from dashboard.commands.archives import chosen_paths
from dashboard.commands.clock import parse_clock, parse_speed
from dashboard.commands.departing import say_departed
from dashboard.commands.esphome import ESPHOME, write_node
from dashboard.commands.progress import ProgressLine, progress_of_matches
from dashboard.pictures.animation import write_gif
from dashboard.pictures.lettering import drawn_names, undrawn_names
from dashboard.pictures.scenes import PictureSpan, scenes, sight_of
from dashboard.web.telling.names import called
from engine.core.counting import counted
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seat
from engine.core.whole_file import finished_whole
from engine.records.action_rows import ActionRow
from engine.records.archive import find_match
from engine.records.evidence import evidence_files
from engine.records.exports import document_of, notation_of
from engine.records.match_time import clock_text
from engine.records.notation import format_notation
from engine.records.pictures import PicturesAt, kept_frames, picture_topics
from engine.records.recorded import RecordedMatch, open_recorded
from engine.records.rejudgement import sittings
from engine.records.replay import (
    ReplayMoment,
    ReplayTable,
    entry_times,
    shown_moments,
    timeline,
    wall_at,
)
from engine.records.section import write_section
from engine.session.matches.journal_replay import players_of, replay
from engine.session.matches.match import outcome_of
from engine.session.playing.table import setting_of

_PICTURE_PX, _GIF_PX, _FILM_PX = 1200, 640, 720
_MOST_GIF_SCENES = 600


def run(parsed: argparse.Namespace) -> int:
    """Write the match to standard output, or to a file.

    Raises:
        InputFault: there is no such match, part or move, or this version's rules can't replay the match.
        MissingFault: the file can't be written.
    """
    if parsed.match == ESPHOME and parsed.node is not None:
        return write_node(Path(parsed.node), Path(parsed.out or "."), name=parsed.name, reader=parsed.reader)
    if parsed.node is not None:
        raise InputFault(f"{parsed.node}: a second name goes with esphome only: export esphome BOARD.JSON")
    if parsed.to is None:
        raise InputFault("--to is missing: expected notation, json, table, png, gif, mp4 or mcap")
    if parsed.to == "table":
        return _write_table(parsed)
    if parsed.cluster is not None:
        raise InputFault(f"--to {parsed.to}: expected without --cluster, which goes with --to table")
    _expect_moments_alone(parsed)
    match = open_recorded(find_match(Path(parsed.data), parsed.match))
    if parsed.to in ("notation", "json"):
        return _write_text(match, parsed)
    if parsed.out is None:
        raise InputFault(f"--to {parsed.to}: expected --out FILE; a {parsed.to} isn't for a terminal")
    out = Path(parsed.out)
    if not out.absolute().parent.is_dir():
        # Checked first: drawing a film can take an hour.
        raise MissingFault(f"--out {out}: can't be written: there is no folder {out.parent}")
    moments = timeline(entry_times(match.path), sittings(match.path.parent))
    with suppress(InputFault):  # the moments before a fault can be drawn all the same
        say_departed("export", match.name, replay(match.game, match.entries).departed)
    from_s, to_s = _chosen_part(parsed, moments[-1].at_s)
    try:
        match parsed.to:
            case "png":
                _write_png(match, moments, out, parsed)
            case "gif":
                _write_gif(match, tuple(_part(match, moments, from_s, to_s)), out, language=parsed.lang)
            case "mp4":
                _write_mp4(match, moments, out, parsed, part=(from_s, to_s))
            case "mcap":
                _write_recording(match, moments, out, part=(from_s, to_s), language=parsed.lang)
    except OSError as error:
        raise MissingFault(f"--out {parsed.out}: can't be written: {error.strerror or error}") from error
    return DONE


def _write_table(parsed: argparse.Namespace) -> int:
    if parsed.out is None:
        raise InputFault("--to table: expected --out FILE, such as actions.csv or actions.parquet")
    out = Path(parsed.out)
    paths = chosen_paths(parsed, () if parsed.match == "all" else (parsed.match,))
    faults: list[str] = []

    def rows() -> Iterator[ActionRow]:
        tell = progress_of_matches(len(paths))
        outcomes = worked(rows_at, paths, parsed.cluster, tell, processes=cores())
        for path, one in zip(paths, outcomes, strict=True):
            if one.found is None:
                faults.append(f"{path.parent.name} can't be exported: {one.fault}")
            yield from one.found or ()

    try:
        with finished_whole(out) as part:
            count = (write_parquet if out.suffix == PARQUET else write_csv)(part, rows())
    except OSError as error:
        raise MissingFault(f"--out {out}: can't be written: {error.strerror or error}") from error
    matches = counted(len(paths), "match", "matches")
    print(f"{out}: {counted(count, 'row')} of {matches}", file=sys.stderr)
    for fault in faults:
        print(f"boardwarden export: {fault}", file=sys.stderr)
    return BAD_INPUT if faults else DONE


def _write_text(match: RecordedMatch, parsed: argparse.Namespace) -> int:
    last = replay(match.game, match.entries)
    say_departed("export", match.name, last.departed)
    secrets = parsed.secrets or outcome_of(match.game, last) is not None
    if parsed.to == "json":
        document = document_of(match.game, match.entries, entry_times(match.path), secrets=secrets)
        text = f"{json.dumps(document, ensure_ascii=False)}\n"
    else:
        times = entry_times(match.path) if parsed.times else ()
        text = format_notation(notation_of(match.game, match.entries, secrets=secrets, times=times))
    if parsed.out is None:
        sys.stdout.write(text)
        return DONE
    try:
        Path(parsed.out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise MissingFault(f"--out {parsed.out}: can't be written: {error.strerror or error}") from error
    return DONE


def _chosen_part(parsed: argparse.Namespace, length_s: float) -> tuple[float, float]:
    from_s = parse_clock("--from", parsed.from_time) if parsed.from_time else 0.0
    to_s = parse_clock("--until", parsed.until) if parsed.until else length_s
    if not from_s <= min(to_s, length_s):
        raise InputFault(
            f"--from {clock_text(from_s)}, --until {clock_text(to_s)}: expected a part of the match, "
            f"which is {clock_text(length_s)} long"
        )
    return from_s, min(to_s, length_s)


def _write_png(
    match: RecordedMatch, moments: Sequence[ReplayMoment], out: Path, parsed: argparse.Namespace
) -> None:
    at_s = parse_clock("--at", parsed.at) if parsed.at else moments[-1].at_s
    if parsed.at and parsed.move:
        raise InputFault("--at and --move: give one of them; each says which position")
    if parsed.move and not parsed.move.isdecimal():
        raise InputFault(f"--move {parsed.move}: expected a move's number, as the notation has it")
    chosen: ReplayTable | None = None
    for shown in shown_moments(match.game, match.pieces, match.entries, moments):
        revision = shown.table.match.revision
        if (revision > int(parsed.move)) if parsed.move else (shown.at_s > at_s):
            break
        chosen = shown
    if chosen is None or (parsed.move and chosen.table.match.revision < int(parsed.move)):
        raise InputFault(f"--move {parsed.move}: the match has fewer moves")
    (scene,) = _scenes(match, (chosen,), width_px=_PICTURE_PX, language=parsed.lang)
    scene.picture.save(out, format="PNG")


def _write_gif(match: RecordedMatch, part: Sequence[ReplayTable], out: Path, *, language: str) -> None:
    if len(part) > _MOST_GIF_SCENES:
        raise InputFault(
            f"--to gif: {len(part)} scenes are more than a GIF can hold well; expected at most "
            f"{_MOST_GIF_SCENES}; choose a part with --from and --until, or use --to mp4"
        )
    drawn: list[PictureSpan] = []

    def said(done: float) -> str:
        return (
            f"{int(done)} of {len(part)} scenes are drawn" if done < len(part) else "the scenes are written"
        )

    # Writing the file takes as long as drawing a tenth of the scenes.
    tell = ProgressLine(1.1 * len(part), said)
    for scene in _scenes(match, part, width_px=_GIF_PX, language=language):
        drawn.append(scene)
        tell(len(drawn))
    write_gif(out, drawn)
    tell(1.1 * len(part))
    print(f"{out}: {len(drawn)} scenes", file=sys.stderr)


def _expect_moments_alone(parsed: argparse.Namespace) -> None:
    if parsed.moments and (parsed.to != "mp4" or parsed.from_time or parsed.until or parsed.speed != "1"):
        raise InputFault("--moments: expected --to mp4, without --from, --until and --speed")


def _write_mp4(
    match: RecordedMatch,
    moments: Sequence[ReplayMoment],
    out: Path,
    parsed: argparse.Namespace,
    *,
    part: tuple[float, float],
) -> None:
    if parsed.moments:
        _write_moments(match, moments, out, parsed)
    else:
        speed = parse_speed(parsed.speed)
        _write_film(match, moments, out, part=part, speed=speed, language=parsed.lang)


def _write_film(
    match: RecordedMatch,
    moments: Sequence[ReplayMoment],
    out: Path,
    *,
    part: tuple[float, float],
    speed: float,
    language: str,
) -> None:
    from_s, to_s = part
    from dashboard.pictures.films import write_film  # noqa: PLC0415 # loads OpenCV, for this alone

    cameras = kept_frames(match.path.parent)
    if not cameras:
        print("no camera's pictures were kept of this match: the film shows the board alone", file=sys.stderr)
    pictures = PicturesAt(next(iter(cameras.values())), moments) if cameras else None

    tell = ProgressLine(to_s - from_s, lambda done: f"{clock_text(from_s + done)} of {clock_text(to_s)}")
    count = write_film(
        out,
        _scenes(match, _part(match, moments, from_s, to_s), width_px=_FILM_PX, language=language),
        pictures,
        from_s=from_s,
        to_s=to_s,
        speed=speed,
        progress=lambda at_s: tell(at_s - from_s),
    )
    tell(to_s - from_s)
    print(f"{out}: {counted(count, 'picture')}", file=sys.stderr)


def _write_moments(
    match: RecordedMatch, moments: Sequence[ReplayMoment], out: Path, parsed: argparse.Namespace
) -> None:
    """Write the evening's film.

    Raises:
        InputFault: the match isn't over, or can't be shown to its end.
        MissingFault: the file can't be written.
        OSError: the disk refuses.
    """
    from dashboard.pictures.evenings_film import (  # noqa: PLC0415 # loads OpenCV, for this alone
        filmed_match,
        shots_of,
        write_evenings_film,
    )

    players = _drawn_names(players_of(match.entries))
    filmed = filmed_match(match, moments, language=parsed.lang, players=players)
    shots = shots_of(filmed)
    if not evidence_files(match.path.parent):
        print(
            "no evidence was kept of this match: the film has neither warnings nor a camera's pictures",
            file=sys.stderr,
        )
    tell = ProgressLine(1.0, lambda done: f"{done:.0%} of {counted(len(shots), 'moment')}")
    with finished_whole(out) as part:
        count = write_evenings_film(part, filmed, shots, progress=tell)
    tell(1.0)
    for one in shots:
        print(f"{clock_text(one.moment.at_s)} {one.caption}", file=sys.stderr)
    print(f"{out}: {counted(len(shots), 'moment')}, {counted(count, 'picture')}", file=sys.stderr)


def _write_recording(
    match: RecordedMatch,
    moments: Sequence[ReplayMoment],
    out: Path,
    *,
    part: tuple[float, float],
    language: str,
) -> None:
    """Write a part of the evidence with drawings for viewers, and a layout file for viewers beside it."""
    opened = replay(match.game, match.entries[:1]).state
    setting, view = setting_of(match.game, opened, match.pieces), match.game.view(opened, None)
    shown = shown_moments(match.game, match.pieces, match.entries, moments)
    names = called(view.seats, players_of(match.entries))
    drawn = scene_messages(match.board, setting, moments, shown, language=language, names=names)
    from_wall, to_wall = (wall_at(moments, at_s) for at_s in part)
    folder = match.path.parent
    from dashboard.archive.eye_marks import eye_marks  # noqa: PLC0415 # loads OpenCV, for this alone

    also = merge(drawn, eye_marks(folder, match.board, match.pieces), key=lambda one: one.at_ns)
    count = write_section(folder, out, from_wall=from_wall, to_wall=to_wall, also=also)
    layout = out.with_suffix(".layout.json")
    layout.write_text(f"{json.dumps(layout_of(picture_topics(folder)), indent=2)}\n", encoding="utf-8")
    print(f"{out}: {counted(count, 'message')}; {layout}: a layout that shows them", file=sys.stderr)


def _part(
    match: RecordedMatch, moments: Sequence[ReplayMoment], from_s: float, to_s: float
) -> Iterator[ReplayTable]:
    """Yield the tables shown in a part of the match; the first is the one that was shown at its start."""
    before: ReplayTable | None = None
    for shown in shown_moments(match.game, match.pieces, match.entries, moments):
        if shown.at_s > to_s:
            break
        if shown.at_s <= from_s:
            before = shown
            continue
        if before is not None:
            yield before
            before = None
        yield shown
    if before is not None:
        yield before


def _drawn_names(players: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return the players' names as pictures have them; a name is left out if nothing of it can be drawn.

    A message is printed for each name that loses a letter.
    """
    for one in undrawn_names(players.values()):
        instead = repr(one.shown) if one.shown else "the name of the seat"
        print(
            f"'{one.name}' can't be drawn whole: no font here has all of its letters; pictures say {instead} "
            f"instead; {' and '.join(one.packages)} would bring them on Debian",
            file=sys.stderr,
        )
    return drawn_names(players)


def _scenes(
    match: RecordedMatch, part: Iterable[ReplayTable], *, width_px: int, language: str
) -> Iterator[PictureSpan]:
    opened = replay(match.game, match.entries[:1]).state
    setting, view = setting_of(match.game, opened, match.pieces), match.game.view(opened, None)
    names = called(view.seats, _drawn_names(players_of(match.entries)))
    sight = sight_of(match.board, match.pieces, setting, view, language=language, names=names)
    return scenes(sight, setting, part, width_px=width_px, language=language, names=names)
