"""Finished and cut-off evidence turned into whole, compressed, indexed files.

Each file is packed by one program at a time, under the file's lock.
"""

import errno
import fcntl
import logging
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mcap.records import Channel, Message, Metadata, Schema
from mcap.writer import CompressionType, Writer

from engine.core.faults import InputFault
from engine.core.regular_file import open_regular
from engine.records.evidence import FRAMES_PATTERN, OPEN, PATTERN, PROFILE, private_file, records_of

UNFINISHED = ".packing-"
"""The beginning of the name of a file of pictures that is being packed: of no use to anybody else."""

log = logging.getLogger(__name__)


@contextmanager
def held(path: Path) -> Generator[None]:
    """Hold the lock of a file, as everybody does who writes or packs it.

    Raises:
        BlockingIOError: another program writes or packs it.
        FileNotFoundError: it isn't there, such as because another program has just packed it.
        OSError: it can't be opened.
    """
    while True:
        with open_regular(path) as stream:
            try:
                fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise BlockingIOError(errno.EWOULDBLOCK, "another program writes or packs it") from error
            if os.path.samestat(os.fstat(stream.fileno()), path.stat()):
                yield
                return
            # Another program has put a packed one in its place meanwhile.


def pack(path: Path) -> Path:
    """Turn a finished or cut-off `.mcap.part` into a whole, compressed, indexed `.mcap`; return its path.

    Raises:
        OSError: the disk refuses, or another program writes or packs it; the file is unchanged.
        InputFault: it can't be read.
    """
    with held(path):
        return _packed(path)


def _packed(path: Path) -> Path:
    target = path.with_suffix("")
    partial = target.with_name(f"{target.name}.packing")
    schemas: dict[int, int] = {}
    channels: dict[int, int] = {}
    try:
        with private_file(partial, os.O_TRUNC) as stream:
            writer = Writer(stream, compression=CompressionType.ZSTD, enable_data_crcs=True)
            writer.start(profile=PROFILE)
            for record in records_of(path):
                if isinstance(record, Schema) and record.id not in schemas:
                    schemas[record.id] = writer.register_schema(record.name, record.encoding, record.data)
                elif isinstance(record, Channel) and record.id not in channels:
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


def repair(folder: Path) -> Iterator[Path]:
    """Pack the files that killed engines left in a folder of matches; yield the packed files.

    Half-packed files of killed programs are removed. A file that can't be packed is logged.
    """
    for path in sorted(folder.glob(f"*/{UNFINISHED}*")):
        _remove_unfinished(path)
    left = (*folder.glob(f"*/{PATTERN}{OPEN}"), *folder.glob(f"*/{FRAMES_PATTERN}{OPEN}"))
    for path in sorted(left):
        try:
            yield _repaired(path)
        except (BlockingIOError, FileNotFoundError):
            continue  # an engine writes it, or has packed it meanwhile
        except (OSError, InputFault) as error:
            log.warning("%s can't be packed (%s); the next start tries again", path, error)


def _repaired(path: Path) -> Path:
    target = path.with_suffix("")
    if not target.exists():
        return pack(path)
    with held(path):
        path.unlink()  # it was packed, and its program was killed right after that
        return target


def _remove_unfinished(path: Path) -> None:
    of = path.with_name(path.name.removeprefix(UNFINISHED).partition(".mcap")[0] + ".mcap")
    with suppress(OSError):
        if not of.exists():
            path.unlink()
            return
        with held(of):
            path.unlink()
