"""The ids that name things on the table, kept apart by type."""

from typing import NewType

Cell = NewType("Cell", str)
"""A place on the surface: a hex (`f6`), a square, or a zone slot (`market.3`)."""

PieceId = NewType("PieceId", str)
"""A piece: as the match knows it (`w.gen.est`) or as its tag says (`gen.est`); see `PieceSet.physical_id`."""

Seat = NewType("Seat", str)
"""A player's place at the table (`west`)."""

RuleId = NewType("RuleId", str)
"""A rule as the rule pages number it (`DW-6.1`)."""

Seconds = NewType("Seconds", float)
"""A time in seconds: since the epoch for a live source, since the start of footage that is judged offline."""
