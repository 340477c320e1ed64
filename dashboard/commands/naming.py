"""The name of a table on a shared broker: the wanted name, or the next free one."""

import logging
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from engine.bus.claiming import NameClaim, table_claim
from engine.bus.clearing import clear_table
from engine.bus.messages.services import TableClaim
from engine.bus.sealing import table_key
from engine.core.faults import MissingFault
from engine.core.whole_file import put_whole

_MOST = 20

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A name that a table holds on a broker while it runs."""

    name: str
    """The table's name on the broker."""
    taken_by: str
    """The host name of another table's machine that holds an earlier candidate; empty: the first was free."""
    claim: NameClaim
    """The claim to the name."""

    def expect_kept(self) -> None:
        """Check that this table still holds the name.

        Raises:
            MissingFault: another table took the name while the broker was away. Two tables must not mix.
        """
        other = self.claim.other
        if other is not None:
            raise MissingFault(
                f"while the broker was away, the table on {other.host} took the name '{self.name}'; started "
                "again, this table takes another"
            )


@contextmanager
def named_table(
    url: str,
    wanted: str,
    *,
    data: Path,
    stop: threading.Event,
    discovery: str = "",
    claim: TableClaim | None = None,
) -> Generator[NamedTable | None]:
    """Hold a name on a broker; at the end clear the table's topics there, and release the name.

    When another table has the wanted name, this one takes `NAME-2`, and so on. The name is noted in the data
    folder, so that the table has the same name, key and codes the next time.

    Args:
        url: The broker's URL.
        wanted: The wanted name.
        data: The table's data folder.
        stop: Set when the table ends.
        discovery: The prefix of Home Assistant's discovery topics, which are cleared too; empty: none.
        claim: The claim that everybody on the broker reads; None: it says no more than whose the name is.

    Yields:
        The name; None when `stop` was set before the broker answered.

    Raises:
        MissingFault: too many tables have such a name.
    """
    claim = claim or table_claim(table_key(data, wanted))
    note = data / f".{quote(wanted, safe='')}.named"
    taken_by = ""
    for name in _candidates(wanted, note):
        asked = NameClaim(url, name, claim)
        asked.start()
        try:
            if not asked.settles(stop):
                yield None
                return
            if (other := asked.other) is not None:
                taken_by = taken_by or other.host
                continue
            _keep(note, name, wanted)
            try:
                yield NamedTable(name, taken_by, asked)
            finally:
                # If another table has the name by now, the topics are that table's.
                if asked.other is None:
                    _clear(url, name, discovery)
            return
        finally:
            asked.release()
    raise MissingFault(
        f"{_MOST} tables called '{wanted}' are on this broker; give this one a --table of its own"
    )


def _candidates(wanted: str, note: Path) -> tuple[str, ...]:
    """Return the names to try: the table's last name, then the wanted one, then those with a number."""
    all_names = (wanted, *(f"{wanted}-{number}" for number in range(2, _MOST + 1)))
    try:
        last = note.read_text(encoding="utf-8").strip()
    except OSError:
        return all_names
    return (last, *(name for name in all_names if name != last)) if last in all_names else all_names


def _keep(note: Path, name: str, wanted: str) -> None:
    if name != wanted or note.exists():
        put_whole(note, f"{name}\n".encode())


def _clear(url: str, name: str, discovery: str) -> None:
    try:
        log.info("cleared %d topics that the broker kept", clear_table(url, name, discovery=discovery))
    except MissingFault as error:
        log.warning("%s; its topics stay", error)
