"""Writes the actions of matches as a table for other tools: CSV, or Parquet where pyarrow is installed."""

import csv
from collections.abc import Iterable
from dataclasses import fields
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any

from dashboard.archive.spreadsheet_cells import unreckoned
from engine.core.faults import MissingFault
from engine.records.action_rows import ActionRow, action_rows
from engine.records.recorded import open_recorded

PARQUET = ".parquet"
_AT_ONCE = 1 << 14
"""The number of rows that are written together: some 25 MB as objects, whatever the archive's size."""
COLUMNS = tuple(one.name for one in fields(ActionRow))
_CELLS = attrgetter(*COLUMNS)


def rows_at(path: Path) -> list[ActionRow]:
    """Return the rows of a journal's match.

    Raises:
        InputFault: the match can't be replayed, or its evidence can't be read.
        JournalFault: the disk doesn't give the journal.
    """
    return list(action_rows(open_recorded(path)))


def write_csv(out: Path, rows: Iterable[ActionRow]) -> int:
    """Write rows as CSV, with the columns' names first; return the number of rows.

    Raises:
        OSError: the file can't be written.
    """
    count = 0
    with out.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        for count, row in enumerate(rows, start=1):  # noqa: B007 # counted
            writer.writerow(map(unreckoned, _CELLS(row)))
    return count


def write_parquet(out: Path, rows: Iterable[ActionRow]) -> int:
    """Write rows as one Parquet table; return the number of rows.

    Raises:
        MissingFault: pyarrow isn't installed.
        OSError: the file can't be written.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 # 40 MB, and few have it
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        raise MissingFault(
            "--to table: Parquet needs pyarrow; install it with: pip install 'boardwarden[table]'"
        ) from error
    kinds: dict[Any, Any] = {str: pa.string(), float: pa.float64(), int: pa.int64()}
    schema = pa.schema([(one.name, kinds[one.type]) for one in fields(ActionRow)])
    count = 0
    left = iter(rows)
    with parquet.ParquetWriter(out, schema) as writer:
        while some := list(map(_CELLS, islice(left, _AT_ONCE))):
            writer.write_table(
                pa.table(dict(zip(COLUMNS, zip(*some, strict=True), strict=True)), schema=schema)
            )
            count += len(some)
    return count
