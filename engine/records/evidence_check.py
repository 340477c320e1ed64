"""Evidence compared with its journal's seals: changed, cut off, lost or swapped parts, with their times.

Every entry of a journal seals the evidence at that time: its file, its number of messages, and one hash over
all of them. The checksums inside the MCAP files are read too: they find damage that no journal seals.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from struct import error as StructError  # noqa: N812 # as the class it is
from time import localtime, strftime
from typing import IO
from zlib import crc32

from mcap.records import Channel, Chunk, Footer, McapRecord, Message
from mcap.stream_reader import StreamReader, breakup_chunk
from mcap.writer import MCAP0_MAGIC

from engine.core.counting import counted
from engine.core.faults import InputFault
from engine.core.phrase import Phrase
from engine.core.regular_file import open_regular, regular_bytes
from engine.core.unusable import TEXTS as UNUSABLE
from engine.core.unusable import system_words
from engine.records.evidence import (
    DAMAGE,
    LARGEST_CHUNK,
    OPEN,
    evidence_files,
    expect_bounded,
    frame_files,
    gave_way,
)
from engine.records.running_hash import RunningHash
from engine.session.matches.evidence_log import EvidenceReach


@dataclass(frozen=True, slots=True)
class EvidenceFault:
    """A place where evidence differs from the recording."""

    file: str
    """The file's name."""
    text: str
    """The fault for people, with its time where that is known."""


@dataclass(frozen=True, slots=True)
class EvidenceReport:
    """The result of checking a match's evidence."""

    messages: int
    """How many messages it has."""
    sealed: int
    """How many of them the journal seals."""
    faults: tuple[EvidenceFault, ...]
    """The places that differ from the recording."""


def check_evidence(
    match_folder: Path, seals: Iterable[tuple[EvidenceReach, float]], *, pictures: bool = True
) -> EvidenceReport:
    """Return the faults of a match's evidence, and if wanted of its pictures.

    `seals`: the journal's seals, each with its time by the wall clock.

    Raises:
        InputFault: a file can't be read.
    """
    by_file: dict[str, list[tuple[EvidenceReach, float]]] = {}
    for seal, at in seals:
        by_file.setdefault(seal.file, []).append((seal, at))
    found = {path.name.removesuffix(OPEN): path for path in evidence_files(match_folder)}
    faults: list[EvidenceFault] = []
    messages = sealed = 0
    for name in sorted({*found, *by_file}):
        kept = by_file.get(name, [])
        sealed += max((one.messages for one, _ in kept), default=0)
        if name not in found:
            if not gave_way(match_folder / name):
                faults.append(EvidenceFault(name, _lost(kept)))
            continue
        count, more = _checked(found[name], kept)
        messages += count
        faults += more
    for path in frame_files(match_folder) if pictures else ():
        count, more = _checked(path, ())
        messages += count
        faults += more
    return EvidenceReport(messages, sealed, tuple(faults))


def _lost(kept: Sequence[tuple[EvidenceReach, float]]) -> str:
    (_, began), (last, ended) = kept[0], kept[-1]
    return (
        f"this file is lost: the journal seals {counted(last.messages, 'message')} of it, "
        f"from before {clock_text(began)} to {clock_text(ended)}"
    )


def _checked(path: Path, kept: Sequence[tuple[EvidenceReach, float]]) -> tuple[int, list[EvidenceFault]]:
    """Return a file's number of messages and its faults: at most one of its bytes, and one of its seals."""
    running, waiting = RunningHash(), list(kept)
    faults: list[EvidenceFault] = []
    topics: dict[int, str] = {}
    right_ns = last_ns = 0
    changed = False
    for record in _every_record(path):
        match record:
            case Channel(id=number, topic=topic):
                topics[number] = topic
            case Message():
                running.take(
                    topics.get(record.channel_id, ""), record.log_time, record.publish_time, record.data
                )
                last_ns = record.log_time
                while waiting and not changed and waiting[0][0].messages == running.count:
                    if waiting[0][0].digest != running.digest():
                        changed = True
                        faults.append(EvidenceFault(path.name, _changed(right_ns, last_ns)))
                    else:
                        right_ns = last_ns
                        waiting.pop(0)
            case DamagedChunk(began_ns, ended_ns):
                changed = True
                faults.append(EvidenceFault(path.name, _changed(began_ns, ended_ns)))
            case CutOff() if path.suffix != OPEN:
                faults.append(EvidenceFault(path.name, _cut(running.count, last_ns, kept)))
                changed = True
            case _:
                pass
    if not faults and path.suffix != OPEN and not _is_sound_outside(_content(path)):
        faults.append(EvidenceFault(path.name, "its index, a schema or its end was changed"))
    if waiting and not changed:
        faults.append(EvidenceFault(path.name, _cut(running.count, last_ns, kept)))
    return running.count, faults


def _changed(from_ns: int, to_ns: int) -> str:
    since = f"between {clock_text(from_ns / 1e9)} and" if from_ns else "up to"
    return f"what was recorded {since} {clock_text(to_ns / 1e9)} was changed: it isn't what the journal seals"


def _cut(count: int, last_ns: int, kept: Sequence[tuple[EvidenceReach, float]]) -> str:
    sealed = max((one.messages for one, _ in kept), default=0)
    of = f" of at least {sealed}" if sealed > count else ""
    after = f"after {clock_text(last_ns / 1e9)}" if last_ns else "in its first moment"
    return f"this file was cut off {after}: it has {counted(count, 'message')}{of}"


def clock_text(wall: float) -> str:
    """Return a time of the wall clock for people, to the second."""
    return strftime("%Y-%m-%d %H:%M:%S", localtime(wall))


_TAIL = Struct("<BQQQI8s")
"""The end of a file: opcode and length of the footer, where the summary begins, where its offsets begin, the
summary's checksum, the magic number (MCAP specification, "Footer")."""
_DATA_END = Struct("<BQI")
"""The record before the summary: opcode, length, the checksum of all before it."""


def _content(path: Path) -> bytes:
    try:
        return regular_bytes(path)
    except OSError as error:
        raise InputFault(_unreadable(path, error)) from error


def _unreadable(path: Path, error: OSError) -> Phrase:
    return UNUSABLE.say("file.unreadable", path=str(path), why=system_words(error))


def _is_sound_outside(content: bytes) -> bool:
    """Tell whether a file's two checksums are right: of the data before its summary, and of the summary."""
    try:
        footer_at = len(content) - _TAIL.size
        opcode, _, begins, _, summary_crc, magic = _TAIL.unpack_from(content, footer_at)
        ends = begins - _DATA_END.size
        _, _, data_crc = _DATA_END.unpack_from(content, ends)
    except StructError:
        return False
    if (opcode, magic) != (_FOOTER, MCAP0_MAGIC) or not 0 < ends < footer_at:
        return False
    # The checksum covers the footer too, except itself and the bytes after it.
    covered = content[begins : footer_at + _TAIL.size - 12]
    return data_crc in (0, crc32(content[:ends])) and summary_crc in (0, crc32(covered))


_FOOTER = 2
"""The opcode of a footer."""


@dataclass(frozen=True, slots=True)
class DamagedChunk:
    """A chunk whose checksum doesn't match its bytes."""

    began_ns: int
    """When its first message was recorded, by its head."""
    ended_ns: int
    """When its last message was recorded, by its head."""


@dataclass(frozen=True, slots=True)
class CutOff:
    """The end of a file that was cut off."""


def _every_record(path: Path) -> Iterator[McapRecord | DamagedChunk | CutOff]:
    """Yield a file's records, also from inside chunks; reading goes on after damage."""
    try:
        with open_regular(path) as stream:
            yield from _records_of(stream)
    except OSError as error:
        raise InputFault(_unreadable(path, error)) from error


def _records_of(stream: IO[bytes]) -> Iterator[McapRecord | DamagedChunk | CutOff]:
    records = iter(StreamReader(stream, emit_chunks=True, record_size_limit=LARGEST_CHUNK).records)
    ended = False
    while True:
        try:
            record = next(records)
        except StopIteration:
            break
        except DAMAGE:
            break
        if isinstance(record, Footer):
            ended = True
        if isinstance(record, Chunk):
            try:
                expect_bounded(record.compression, record.uncompressed_size, record.data)
                inside = breakup_chunk(record, validate_crc=True)
            except DAMAGE:
                yield DamagedChunk(record.message_start_time, record.message_end_time)
                continue
            yield from inside
        else:
            yield record
    if not ended:
        yield CutOff()
