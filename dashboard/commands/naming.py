"""The name that a table goes by on a broker that others use: its own, or the next that is free."""

import logging
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from engine.bus.accounts import write_private
from engine.bus.claiming import NameClaim, table_claim
from engine.bus.clearing import clear_table
from engine.bus.sealing import table_key
from engine.core.faults import MissingFault

_MOST = 20
_LOOK_S = 0.2

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A name that is ours for as long as the table runs."""

    name: str
    """The name."""
    taken_by: str
    """The machine whose table had a name that was tried before; empty: the first one was free."""
    claim: NameClaim
    """The claim to the name."""

    def expect_kept(self) -> None:
        """See that the name is still ours.

        Raises:
            MissingFault: while the broker was away, another table took it. Two must not mix.
        """
        other = self.claim.other
        if other is not None:
            raise MissingFault(
                f"while the broker was away, the table on {other.host} took the name '{self.name}'; started "
                "again, this table takes another"
            )


@contextmanager
def named_table(
    url: str, wanted: str, *, data: Path, stop: threading.Event, discovery: str = ""
) -> Generator[NamedTable | None]:
    """Hold a name on a broker; at the end clear what the broker keeps of the table, and give the name back.

    A name that another table has becomes `NAME-2`, and so on; which it became is kept in the data folder, so
    that the table has the same name, key and codes the next time. None: stopped before it was known.

    Raises:
        MissingFault: too many tables have such a name.
    """
    claim = table_claim(table_key(data, wanted))
    note = data / f".{quote(wanted, safe='')}.named"
    taken_by = ""
    for name in _candidates(wanted, note):
        asked = NameClaim(url, name, claim)
        asked.start()
        try:
            while not asked.settled(_LOOK_S):
                if stop.is_set():
                    yield None
                    return
            if (other := asked.other) is not None:
                taken_by = taken_by or other.host
                continue
            _keep(note, name, wanted)
            try:
                yield NamedTable(name, taken_by, asked)
            finally:
                # Another table may have the name by now; then its services' words stay.
                if asked.other is None:
                    _clear(url, name, discovery)
            return
        finally:
            asked.release()
    raise MissingFault(
        f"{_MOST} tables called '{wanted}' are on this broker; give this one a --table of its own"
    )


def _candidates(wanted: str, note: Path) -> tuple[str, ...]:
    """Return the names to try: the one that it had last, the one that is wanted, those with a number."""
    all_names = (wanted, *(f"{wanted}-{number}" for number in range(2, _MOST + 1)))
    try:
        last = note.read_text(encoding="utf-8").strip()
    except OSError:
        return all_names
    return (last, *(name for name in all_names if name != last)) if last in all_names else all_names


def _keep(note: Path, name: str, wanted: str) -> None:
    if name != wanted or note.exists():
        write_private(note, f"{name}\n")


def _clear(url: str, name: str, discovery: str) -> None:
    try:
        log.info("cleared %d topics that the broker kept", clear_table(url, name, discovery=discovery))
    except MissingFault as error:
        log.warning("%s; its topics stay", error)
