"""How long a seat's link is good: for one match or for the table's life, until all links are taken back."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from urllib.parse import quote

from dashboard.web.texts import TEXTS
from engine.core.faults import MissingFault
from engine.core.unusable import system_words

_MOST_RENEWALS = 10**9


class LinkLife(StrEnum):
    """For how long a seat's link is: the `match` that is played and its rematches, or the `table`'s key."""

    MATCH = "match"
    TABLE = "table"


class LinkEra:
    """The era of a table's links; calling it returns the era's name. `match()`: what is played now."""

    def __init__(
        self,
        life: LinkLife,
        *,
        match: Callable[[], str],
        folder: Path | None,
        table: str,
        renewed: Callable[[], None] = lambda: None,
    ) -> None:
        """Go on with the era; `folder` keeps how often links were taken back, None: only this run does.

        `renewed` is called after each time.
        """
        self._renewed = renewed
        self._life = life
        self._match = match
        self._path = None if folder is None else folder / f".{quote(table, safe='')}.links"
        self._renewals = self._kept()

    def __call__(self) -> str:
        """Return the era's name; empty where links last as long as the table and none was ever taken back."""
        of_match = self._match() if self._life is LinkLife.MATCH else ""
        return f"{self._renewals}:{of_match}" if self._renewals or of_match else ""

    def of_arbiter(self) -> str:
        """Return the name of the arbiter's era, which no match ends; empty where none was ever taken back."""
        return str(self._renewals) if self._renewals else ""

    def renew(self) -> None:
        """End the era: every link so far, the arbiter's too, leads nowhere from now on.

        Raises:
            MissingFault: the disk refuses to keep it; the links lead where they led.
        """
        if self._path is not None:
            partial = self._path.with_name(f"{self._path.name}.part")
            try:
                partial.write_text(str(self._renewals + 1), encoding="ascii")
                partial.replace(self._path)
            except OSError as error:
                raise MissingFault(TEXTS.say("refused.renewal", why=system_words(error))) from error
        self._renewals += 1
        self._renewed()

    def _kept(self) -> int:
        try:
            found = int(self._path.read_text(encoding="ascii")) if self._path is not None else 0
        except (OSError, ValueError):
            return 0
        return found if 0 <= found < _MOST_RENEWALS else 0
