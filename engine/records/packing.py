"""Finished and cut-off evidence turned into whole, compressed, indexed files."""

import fcntl
import os
from pathlib import Path

from mcap.records import Channel, Message, Metadata, Schema
from mcap.writer import CompressionType, Writer

from engine.records.evidence import FRAMES_PATTERN, OPEN, PATTERN, PROFILE, private_file, records_of


def pack(path: Path) -> Path:
    """Turn a finished or cut-off `.mcap.part` into a whole, compressed, indexed `.mcap`; return its path.

    Raises:
        OSError: the disk refuses; the file is unchanged.
    """
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


def repair(folder: Path) -> tuple[Path, ...]:
    """Pack the files that killed engines left in a folder of matches; return the packed files.

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
