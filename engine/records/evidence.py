"""A match's evidence on the disk: MCAP files beside the journal, one for each time an engine took it up.

While it is written a file is called `.mcap.part` and holds every message as soon as it is recorded; in the
end, or on the next start after a crash, it is packed and called `.mcap`.
"""

import fcntl
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
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
from mcap.records import Chunk, ChunkIndex, McapRecord, Message, Metadata, Schema
from mcap.stream_reader import StreamReader, breakup_chunk
from mcap.writer import CompressionType, Writer

from engine.bus.channels import BY_NAME
from engine.bus.topics import parse_topic, topic_of
from engine.core.faults import InputFault
from engine.core.phrase import Phrase, decode_hook, encode_hook, schema_hook
from engine.core.unusable import TEXTS as UNUSABLE
from engine.core.unusable import system_words
from engine.records.camera_frame import SCHEMA_NAME, CameraFrame
from engine.records.running_hash import RunningHash
from engine.session.matches.evidence_log import EvidenceReach, JournalEnd, Tick
from engine.session.texts import TEXTS

PATTERN = "evidence-*.mcap"
FRAMES_PATTERN = "frames-*.mcap"
OPEN = ".part"
"""The end of a file's name while it is being written, or if its engine was killed."""

GONE = ".gone"
"""The end of the name of the note that a file gave way to newer ones."""

ABOUT = "boardwarden"
"""The metadata that says what was recorded: match, table, game, ruleset, version."""

_OWN: Mapping[str, type] = {"tick": Tick, "kept": JournalEnd, "frame": CameraFrame}
_PUBLIC_NAMES: Mapping[type, str] = {CameraFrame: SCHEMA_NAME}
_OWN_TOPIC = "record/"
_PROFILE = "boardwarden"
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
"""The most bytes that a chunk may have, unpacked too: ours have 1 MiB and one message more."""

_CHUNK_HEAD = Struct("<BQQQQII")
"""How a chunk begins: opcode, length, first and last time, unpacked size, checksum, length of the name of
the compression, which follows with the length of what is packed (MCAP specification, "Chunk")."""

_FRAME_HEAD_BYTES = 18
"""The longest head of a zstd frame, with its magic number (RFC 8878, 3.1.1)."""
_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook)


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
        self._stream: IO[bytes] = _private(path, os.O_EXCL)
        fcntl.flock(self._stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Unchunked: a kill costs nothing that was recorded. Packing makes up for the size.
        self._writer = Writer(self._stream, use_chunking=False)
        self._channels: dict[tuple[str, str], int] = {}
        self._schemas: dict[type, int] = {}
        self._count = 0
        self._running = RunningHash()
        self._topics: dict[int, str] = {}
        self._writer.start(profile=_PROFILE, library=about.get("version", ""))
        self._writer.add_metadata(ABOUT, dict(about))
        self._stream.flush()

    @property
    def reach(self) -> EvidenceReach:
        """How far it is, for whoever seals it."""
        return EvidenceReach(self.path.name.removesuffix(OPEN), self._running.count, self._running.digest())

    @property
    def size_bytes(self) -> int:
        """How much is written."""
        return self._stream.tell()

    def write(self, channel: str, name: str, message: object, at_ns: int) -> None:
        """Write one message; the system has it when this returns."""
        self._count += 1
        taken_at = getattr(message, "taken_at", None)
        number = self._channel(channel, name)
        data = _ENCODER.encode(message if channel in _OWN else BY_NAME[channel].written(message))
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
        """Close the file as it is; it's repaired later."""
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
            kind = message if channel in _OWN else BY_NAME[channel].json_kind
            described = json_schema(kind, title=message.__name__)
            schema = self._writer.register_schema(called, "jsonschema", described)
            self._schemas[message] = schema
        topic = f"{_OWN_TOPIC}{channel}/{name}".removesuffix("/")
        if channel not in _OWN:
            topic = topic_of(BY_NAME[channel], table=self._table, name=name)
        found: int = self._writer.register_channel(topic, "json", schema, {"channel": channel})
        self._channels[channel, name] = found
        self._topics[found] = topic
        return found


@cache
def json_schema(kind: type, *, title: str) -> bytes:
    """Return a message's JSON schema, whole in itself, an object at its top as MCAP wants it."""
    found = msgspec.json.schema(kind, schema_hook=schema_hook)
    definitions = dict(found.get("$defs", {}))
    top = definitions.pop(kind.__name__, found) | {"title": title}
    return _ENCODER.encode({**top, "$defs": definitions} if definitions else top)


def _private(path: Path, more: int) -> IO[bytes]:
    # It holds the players' choices, hidden cards too: it's for this machine's owner alone, as the journal is.
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | more, 0o600), "wb")


def read_evidence(path: Path, *, only: Collection[str] = ()) -> Iterator[Recorded]:
    """Yield a file's messages in the order they were recorded; one that was cut off ends where it is sound.

    `only`: the channels that are wanted; empty: all.

    Raises:
        InputFault: the file can't be read, or a message isn't its channel's.
    """
    channels: dict[int, tuple[str, str]] = {}
    for record in _records(path):
        if isinstance(record, McapChannel):
            channels[record.id] = _channel_of(record.topic)
        elif isinstance(record, Message):
            channel, name = channels[record.channel_id]
            if not channel or (only and channel not in only):
                continue
            try:
                yield Recorded(channel, name, _decoded(channel, record.data), record.log_time)
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                told = TEXTS.say(
                    "evidence.damaged",
                    path=str(path),
                    number=record.sequence,
                    kind=_message_kind(channel).__name__,
                    why=str(error),
                )
                raise InputFault(told) from error


def _message_kind(channel: str) -> type:
    return _OWN[channel] if channel in _OWN else BY_NAME[channel].message


def _decoded(channel: str, data: bytes) -> Any:
    """Return the message that a record of a channel holds."""
    if channel in _OWN:
        return msgspec.json.decode(data, type=_OWN[channel], dec_hook=decode_hook)
    of = BY_NAME[channel]
    return of.read(msgspec.json.decode(data, type=of.json_kind, dec_hook=decode_hook))


def last_message(path: Path, channel: str, name: str, *, until_ns: int) -> Recorded | None:
    """Return a packed file's last message of a channel of its own by a time, found by the file's index.

    Raises:
        InputFault: the file can't be read.
    """
    topic = f"{_OWN_TOPIC}{channel}/{name}"
    try:
        with path.open("rb") as stream:
            reader = SeekingReader(stream, record_size_limit=LARGEST_CHUNK)
            summary = reader.get_summary()
            _expect_chunks_bounded(stream, summary.chunk_indexes if summary is not None else ())
            found = reader.iter_messages([topic], ending_at=until_ns, reverse=True)
            for _, _, message in found:
                decoded: Any = msgspec.json.decode(message.data, type=_OWN[channel], dec_hook=decode_hook)
                return Recorded(channel, name, decoded, message.log_time)
    except OSError as error:
        raise InputFault(_unreadable(path, error)) from error
    except (*DAMAGE, msgspec.MsgspecError, RecursionError) as error:
        told = TEXTS.say("evidence.not_whole", path=str(path), why=str(error))
        raise InputFault(told) from error
    return None


def kept_by_evidence(match_folder: Path) -> Iterator[JournalEnd]:
    """Yield how far the journal was each time that something was kept, as the evidence says.

    Raises:
        InputFault: a file can't be read.
    """
    for path in evidence_files(match_folder):
        for recorded in read_evidence(path, only=("kept",)):
            yield recorded.message


def read_about(path: Path) -> dict[str, str]:
    """Return what a file says it recorded.

    Raises:
        InputFault: the file can't be read, or says nothing: it was cut off in its first moment.
    """
    for record in _records(path):
        if isinstance(record, Metadata) and record.name == ABOUT:
            return dict(record.metadata)
    raise InputFault(f"{path}: expected the metadata '{ABOUT}'; found none: this isn't a match's evidence")


def evidence_files(match_folder: Path) -> tuple[Path, ...]:
    """Return a match's evidence, oldest first, with what a killed engine left unpacked; without pictures."""
    return tuple(sorted((*match_folder.glob(PATTERN), *match_folder.glob(PATTERN + OPEN))))


def frame_files(match_folder: Path) -> tuple[Path, ...]:
    """Return the files with a match's pictures, oldest first, of all its cameras."""
    found = (*match_folder.glob(FRAMES_PATTERN), *match_folder.glob(FRAMES_PATTERN + OPEN))
    # frames-CAMERA-001.mcap
    return tuple(sorted(found, key=lambda path: (path.name.partition(".")[0].rpartition("-")[2], path.name)))


def let_go(path: Path) -> None:
    """Delete a file that gives way to newer ones, and note of evidence that it did: it isn't lost.

    Raises:
        OSError: the disk refuses.
    """
    if path in evidence_files(path.parent):
        path.with_name(path.name + GONE).touch()
    path.unlink()


def gave_way(path: Path) -> bool:
    """Tell whether a file that isn't there gave way to newer ones."""
    return path.with_name(path.name + GONE).exists() or path.with_name(path.name + OPEN + GONE).exists()


def next_file(match_folder: Path, stem: str = "evidence") -> Path:
    """Return the name of a match's next file of a kind."""
    found = match_folder.glob(f"{stem}-*.mcap*")
    numbers = [int(path.name.removeprefix(f"{stem}-").partition(".")[0]) for path in found]
    return match_folder / f"{stem}-{max(numbers, default=0) + 1:03d}.mcap{OPEN}"


def pack(path: Path) -> Path:
    """Turn a finished or cut-off `.mcap.part` into a whole, compressed, indexed `.mcap`; return its path.

    Raises:
        OSError: the disk refuses; the file is as it was.
    """
    target = path.with_suffix("")
    partial = target.with_name(f"{target.name}.packing")
    schemas: dict[int, int] = {}
    channels: dict[int, int] = {}
    try:
        with _private(partial, os.O_TRUNC) as stream:
            writer = Writer(stream, compression=CompressionType.ZSTD, enable_data_crcs=True)
            writer.start(profile=_PROFILE)
            for record in _records(path):
                if isinstance(record, Schema) and record.id not in schemas:
                    schemas[record.id] = writer.register_schema(record.name, record.encoding, record.data)
                elif isinstance(record, McapChannel) and record.id not in channels:
                    channels[record.id] = writer.register_channel(
                        record.topic,
                        record.message_encoding,
                        schemas.get(record.schema_id, 0),
                        record.metadata,
                    )
                elif isinstance(record, Metadata):
                    writer.add_metadata(record.name, record.metadata)
                elif isinstance(record, Message):
                    writer.add_message(
                        channels[record.channel_id],
                        record.log_time,
                        record.data,
                        record.publish_time,
                        record.sequence,
                    )
            writer.finish()
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    path.unlink()
    return target


def repair(folder: Path) -> tuple[Path, ...]:
    """Pack what engines that were killed left in a folder of matches; return what was mended.

    Raises:
        OSError: the disk refuses.
    """
    mended = []
    for path in sorted(
        (*folder.glob(f"*/{PATTERN}{OPEN}"), *folder.glob(f"*/{FRAMES_PATTERN}{OPEN}")),
    ):
        with path.open("rb") as stream:
            try:
                fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue  # an engine is writing it
            mended.append(pack(path))
    return tuple(mended)


def _records(path: Path) -> Iterator[McapRecord]:
    try:
        with path.open("rb") as stream:
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
    """See that a chunk doesn't unpack to more than any of ours.

    Raises:
        McapError: it does, or isn't packed as ours are.
    """
    if compression not in ("", "zstd"):
        raise McapError(f"expected chunks packed by zstd, found {compression[:20]!r}")
    found = claimed
    if compression == "zstd":
        # A reader believes the frame's own word where it gives one.
        found = max(claimed, zstandard.frame_content_size(data))
    if found > LARGEST_CHUNK:
        raise McapError(f"expected chunks of at most {LARGEST_CHUNK} bytes, found one of {found}")


def _expect_chunks_bounded(stream: IO[bytes], chunks: Iterable[ChunkIndex]) -> None:
    """See to it for chunks that are read by their index; the stream stays where it was."""
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
    """Return a topic's channel and name; empty for one that a newer program recorded."""
    if topic.startswith(_OWN_TOPIC):
        own, _, name = topic.removeprefix(_OWN_TOPIC).partition("/")
        return (own, name) if own in _OWN else ("", "")
    try:
        address = parse_topic(topic)
    except InputFault:
        return "", ""
    return address.channel.name, address.name
