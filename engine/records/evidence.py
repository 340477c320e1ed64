"""A match's evidence on the disk: MCAP files beside the journal, one for each engine that took the match up.

While it is written a file is called `.mcap.part` and holds every message as soon as it is recorded; in the
end, or on the next start after a crash, it is packed and called `.mcap`.
"""

import fcntl
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from struct import error as StructError  # noqa: N812 # as the class it is
from typing import IO, Any
from zlib import error as ZlibError  # noqa: N812 # as the class it is

import msgspec
import zstandard
from mcap.exceptions import McapError
from mcap.reader import SeekingReader
from mcap.records import Channel as McapChannel
from mcap.records import Chunk, ChunkIndex, McapRecord, Message, Metadata
from mcap.stream_reader import StreamReader, breakup_chunk
from mcap.writer import Writer

from engine.bus.channels import BY_NAME
from engine.bus.topics import parse_topic, topic_of
from engine.core.faults import InputFault
from engine.core.phrase import Phrase
from engine.core.regular_file import open_regular
from engine.core.unusable import TEXTS as UNUSABLE
from engine.core.unusable import system_words
from engine.records.camera_frame import SCHEMA_NAME, VIDEO_SCHEMA_NAME, CameraFrame, PackedFrame
from engine.records.open_form import OpenForm, open_form
from engine.records.picture_marks import PictureMarks
from engine.records.running_hash import RunningHash
from engine.records.viewer_messages import LogLine, SceneUpdate
from engine.session.matches.evidence_log import EvidenceReach, JournalEnd, Tick
from engine.session.texts import TEXTS

PATTERN = "evidence-*.mcap"
FRAMES_PATTERN = "frames-*.mcap"
OPEN = ".part"
"""The end of a file's name while it is being written; the name stays so if its engine was killed."""

GONE = ".gone"
"""The end of the name of a note that a file was deleted to make room."""

ABOUT = "boardwarden"
"""The metadata about the recording: match, table, game, ruleset, version."""

_OWN: Mapping[str, type] = {
    "tick": Tick,
    "kept": JournalEnd,
    "frame": CameraFrame,
    "video": PackedFrame,
    "scene": SceneUpdate,
    "log": LogLine,
    "marks": PictureMarks,
}
_PUBLIC_NAMES: Mapping[type, str] = {
    CameraFrame: SCHEMA_NAME,
    PackedFrame: VIDEO_SCHEMA_NAME,
    SceneUpdate: "foxglove.SceneUpdate",
    LogLine: "foxglove.Log",
    PictureMarks: "foxglove.ImageAnnotations",
}
_OWN_TOPIC = "record/"
PROFILE = "boardwarden"
"""The MCAP profile of our files."""
DAMAGE = (
    McapError,
    StructError,
    ValueError,
    ZlibError,
    zstandard.ZstdError,
    EOFError,
    MemoryError,
)
"""The errors of reading an MCAP file that was changed or cut off."""

LARGEST_CHUNK = 32 * 2**20
"""The largest size of a chunk in bytes, also unpacked: ours have 1 MiB and one message more."""

_CHUNK_HEAD = Struct("<BQQQQII")
"""The head of a chunk: opcode, length, first and last time, unpacked size, checksum, length of the
compression's name. The name and the length of the packed data follow (MCAP specification, "Chunk")."""

_FRAME_HEAD_BYTES = 18
"""The longest head of a zstd frame, with its magic number (RFC 8878, 3.1.1)."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One message of an evidence file."""

    channel: str
    """The channel's name."""
    name: str
    """The object's name; empty if it has none."""
    message: Any
    """The message."""
    at_ns: int
    """When it was recorded, in ns by the file's clock."""


class EvidenceFile:
    """One file that is being written. Every method may raise `OSError`."""

    def __init__(self, path: Path, *, table: str, about: Mapping[str, str]) -> None:
        """Make the file; `path` ends with `.mcap.part`."""
        self.path = path
        self._table = table
        self._stream: IO[bytes] = private_file(path, os.O_EXCL)
        fcntl.flock(self._stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        # It has no chunks: a kill costs nothing that was recorded. Packing makes up for the size.
        self._writer = Writer(self._stream, use_chunking=False)
        self._channels: dict[tuple[str, str], int] = {}
        self._schemas: dict[type, int] = {}
        self._count = 0
        self._running = RunningHash()
        self._topics: dict[int, str] = {}
        try:
            self._writer.start(profile=PROFILE, library=about.get("version", ""))
            self._writer.add_metadata(ABOUT, dict(about))
            self._stream.flush()
        except OSError:
            self.abandon()
            raise

    @property
    def reach(self) -> EvidenceReach:
        """The length of the evidence so far, for the seal."""
        return EvidenceReach(self.path.name.removesuffix(OPEN), self._running.count, self._running.digest())

    @property
    def size_bytes(self) -> int:
        """How many bytes are written."""
        return self._stream.tell()

    def write(self, channel: str, name: str, message: object, at_ns: int) -> None:
        """Write one message; the system has it when this returns."""
        self._count += 1
        taken_at = getattr(message, "taken_at", None)
        number = self._channel(channel, name)
        data = _form(channel).encode(message if channel in _OWN else BY_NAME[channel].written(message))
        publish_ns = at_ns if taken_at is None else max(0, round(taken_at * 1e9))
        self._writer.add_message(
            number, log_time=at_ns, data=data, publish_time=publish_ns, sequence=self._count
        )
        self._running.take(self._topics[number], at_ns, publish_ns, data)
        self._stream.flush()

    def finish(self) -> None:
        """Write the summary and close."""
        self._writer.finish()
        self._stream.close()

    def abandon(self) -> None:
        """Close the file unfinished; a later reader repairs it."""
        with suppress(OSError):
            self._stream.close()

    def _channel(self, channel: str, name: str) -> int:
        known = self._channels.get((channel, name))
        if known is not None:
            return known
        message = _message_kind(channel)
        schema = self._schemas.get(message)
        if schema is None:
            called = _PUBLIC_NAMES.get(message, message.__name__)
            schema = self._writer.register_schema(called, "jsonschema", _form(channel).schema)
            self._schemas[message] = schema
        topic = f"{_OWN_TOPIC}{channel}/{name}".removesuffix("/")
        if channel not in _OWN:
            topic = topic_of(BY_NAME[channel], table=self._table, name=name)
        found: int = self._writer.register_channel(topic, "json", schema, {"channel": channel})
        self._channels[channel, name] = found
        self._topics[found] = topic
        return found


def private_file(path: Path, more: int) -> IO[bytes]:
    """Open a new file that only its owner may read; `more`: further flags of `os.open`.

    It holds the players' choices, with hidden cards, as the journal does.
    """
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | more, 0o600), "wb")


def read_evidence(path: Path, *, only: Collection[str] = ()) -> Iterator[Recorded]:
    """Yield a file's messages in their recorded order; a file that was cut off ends after its last sound one.

    `only`: the wanted channels; empty: all.

    Raises:
        InputFault: the file can't be read, or a message isn't its channel's.
    """
    channels: dict[int, tuple[str, str]] = {}
    for record in records_of(path):
        if isinstance(record, McapChannel):
            channels[record.id] = _channel_of(record.topic)
        elif isinstance(record, Message):
            channel, name = channels[record.channel_id]
            if not channel or (only and channel not in only):
                continue
            try:
                yield Recorded(channel, name, _decoded(channel, record.data), record.log_time)
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                text = TEXTS.say(
                    "evidence.damaged",
                    path=str(path),
                    number=record.sequence,
                    kind=_message_kind(channel).__name__,
                    why=str(error),
                )
                raise InputFault(text) from error


def _message_kind(channel: str) -> type:
    return _OWN[channel] if channel in _OWN else BY_NAME[channel].message


def _form(channel: str) -> OpenForm:
    kind = _OWN[channel] if channel in _OWN else BY_NAME[channel].json_kind
    return open_form(kind, title=_message_kind(channel).__name__)


def _decoded(channel: str, data: bytes) -> Any:
    """Return the message in a channel's record."""
    found = _form(channel).decode(data)
    return found if channel in _OWN else BY_NAME[channel].read(found)


def latest_messages(path: Path, channels: Collection[str], name: str, *, until_ns: int) -> Iterator[Recorded]:
    """Yield a packed file's messages on these channels up to a time, the newest first, by its index.

    Raises:
        InputFault: the file can't be read.
    """
    topics = [f"{_OWN_TOPIC}{channel}/{name}" for channel in channels]
    try:
        with open_regular(path) as stream:
            reader = SeekingReader(stream, record_size_limit=LARGEST_CHUNK)
            summary = reader.get_summary()
            _expect_chunks_bounded(stream, summary.chunk_indexes if summary is not None else ())
            for _, of, message in reader.iter_messages(topics, ending_at=until_ns, reverse=True):
                channel, _ = _channel_of(of.topic)
                yield Recorded(channel, name, _decoded(channel, message.data), message.log_time)
    except OSError as error:
        raise InputFault(_unreadable(path, error)) from error
    except (*DAMAGE, msgspec.MsgspecError, RecursionError) as error:
        text = TEXTS.say("evidence.not_whole", path=str(path), why=str(error))
        raise InputFault(text) from error


def kept_by_evidence(match_folder: Path) -> Iterator[JournalEnd]:
    """Yield the journal's length after each recorded entry, as the evidence has it.

    Raises:
        InputFault: a file can't be read.
    """
    for path in evidence_files(match_folder):
        for recorded in read_evidence(path, only=("kept",)):
            yield recorded.message


def read_about(path: Path) -> dict[str, str]:
    """Return the header of an evidence file: its match and sources.

    Raises:
        InputFault: the file can't be read, or has no header because it was cut off in its first moment.
    """
    for record in records_of(path):
        if isinstance(record, Metadata) and record.name == ABOUT:
            return dict(record.metadata)
    raise InputFault(f"{path}: expected the metadata '{ABOUT}'; found none: this isn't a match's evidence")


def evidence_files(match_folder: Path) -> tuple[Path, ...]:
    """Return a match's evidence files, oldest first, also unpacked ones of a killed engine; no pictures."""
    return tuple(sorted(_each_once(match_folder, PATTERN)))


def frame_files(match_folder: Path) -> tuple[Path, ...]:
    """Return the files with a match's pictures, oldest first, of all its cameras."""
    found = _each_once(match_folder, FRAMES_PATTERN)
    # frames-CAMERA-001.mcap
    return tuple(sorted(found, key=lambda path: (path.name.partition(".")[0].rpartition("-")[2], path.name)))


def _each_once(match_folder: Path, pattern: str) -> Iterator[Path]:
    packed = set(match_folder.glob(pattern))
    yield from packed
    # A program that was killed right after packing leaves both.
    yield from (path for path in match_folder.glob(pattern + OPEN) if path.with_suffix("") not in packed)


def let_go(path: Path) -> None:
    """Delete a file to make room for newer ones; for evidence leave a note, so that it doesn't count as lost.

    Raises:
        OSError: the disk refuses.
    """
    if path in evidence_files(path.parent):
        path.with_name(path.name + GONE).touch()
    path.unlink()


def gave_way(path: Path) -> bool:
    """Tell whether a missing file was deleted to make room for newer ones."""
    return path.with_name(path.name + GONE).exists() or path.with_name(path.name + OPEN + GONE).exists()


def next_file(match_folder: Path, stem: str = "evidence") -> Path:
    """Return the name of a match's next file of a kind."""
    found = match_folder.glob(f"{stem}-*.mcap*")
    numbers = [int(path.name.removeprefix(f"{stem}-").partition(".")[0]) for path in found]
    return match_folder / f"{stem}-{max(numbers, default=0) + 1:03d}.mcap{OPEN}"


def records_of(path: Path) -> Iterator[McapRecord]:
    """Yield a file's records, also from inside chunks; a file that was cut off ends after its last sound one.

    Raises:
        InputFault: the file can't be read.
    """
    try:
        with open_regular(path) as stream:
            yield from _sound(stream)
    except OSError as error:
        raise InputFault(_unreadable(path, error)) from error


def _unreadable(path: Path, error: OSError) -> Phrase:
    return UNUSABLE.say("file.unreadable", path=str(path), why=system_words(error))


def _sound(stream: IO[bytes]) -> Iterator[McapRecord]:
    records = iter(StreamReader(stream, emit_chunks=True, record_size_limit=LARGEST_CHUNK).records)
    while True:
        try:
            record = next(records)
            whole = [record]
            if isinstance(record, Chunk):
                expect_bounded(record.compression, record.uncompressed_size, record.data)
                whole = breakup_chunk(record, validate_crc=True)
        except (StopIteration, *DAMAGE):
            return
        yield from whole


def expect_bounded(compression: str, claimed: int, data: bytes) -> None:
    """See that a chunk doesn't unpack to more than our largest ones.

    Raises:
        McapError: it does, or it isn't packed in our way.
    """
    if compression not in ("", "zstd"):
        raise McapError(f"expected chunks packed by zstd, found {compression[:20]!r}")
    found = claimed
    if compression == "zstd":
        # A reader believes the size in the frame, where there is one.
        found = max(claimed, zstandard.frame_content_size(data))
    if found > LARGEST_CHUNK:
        raise McapError(f"expected chunks of at most {LARGEST_CHUNK} bytes, found one of {found}")


def _expect_chunks_bounded(stream: IO[bytes], chunks: Iterable[ChunkIndex]) -> None:
    """Check the chunks that are read by their index; the stream's position stays."""
    at = stream.tell()
    for chunk in chunks:
        stream.seek(chunk.chunk_start_offset)
        head = stream.read(_CHUNK_HEAD.size + len(chunk.compression) + 8 + _FRAME_HEAD_BYTES)
        _, length, _, _, claimed, _, _ = _CHUNK_HEAD.unpack_from(head)
        if length > LARGEST_CHUNK:
            raise McapError(f"expected chunks of at most {LARGEST_CHUNK} bytes, found one of {length}")
        start = _CHUNK_HEAD.size + len(chunk.compression) + 8
        expect_bounded(chunk.compression, claimed, head[start:])
    stream.seek(at)


def _channel_of(topic: str) -> tuple[str, str]:
    """Return a topic's channel and name; both empty for a newer program's topic."""
    if topic.startswith(_OWN_TOPIC):
        own, _, name = topic.removeprefix(_OWN_TOPIC).partition("/")
        return (own, name) if own in _OWN else ("", "")
    try:
        address = parse_topic(topic)
    except InputFault:
        return "", ""
    return address.channel.name, address.name
