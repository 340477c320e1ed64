"""The tables that a hall runs itself: one process for all, and a private broker where none is named."""

import argparse
import logging
import threading
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from dashboard.commands.options import ROUNDS, TOGETHER_OPTIONS, said
from dashboard.commands.plans import tables_plan
from dashboard.commands.private_broker import OwnBroker, bus_file_of
from dashboard.commands.run_folder import run_folder
from dashboard.commands.tables import number_of
from dashboard.supervisor.page_address import PageAddress
from dashboard.supervisor.supervisor import Supervisor
from dashboard.supervisor.table_lock import table_lock
from engine.bus.broker import private_kind
from engine.core.faults import InputFault

_TICK_SECONDS = 0.1
_HANGS_S = 30.0
"""The time after which the thread that keeps the tables counts as hanging, in s."""

log = logging.getLogger(__name__)


class OwnTables:
    """The tables of one hall, kept running by a thread while the hall serves.

    Raises:
        InputFault: the number of tables is unusable.
    """

    def __init__(self, parsed: argparse.Namespace) -> None:
        number_of(parsed.tables)
        self._parsed = parsed
        self._supervisor = Supervisor()
        self._unusable: str | None = None
        self._ticked_at = time.monotonic()

    @contextmanager
    def running(
        self, brokers: tuple[str, ...], pages: PageAddress, stop: threading.Event
    ) -> Generator[tuple[str, ...]]:
        """Run the tables until the block ends, on the first of these brokers; yield the hall's brokers.

        `pages`: the hall's address; the tables' are at the ports after it. `stop` is set when the tables
        can't run at all.

        Raises:
            InputFault: such tables run already, or the data folder can't be written.
            MissingFault: the private broker doesn't come up.
        """
        parsed, folder = self._parsed, Path(self._parsed.data)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with ExitStack() as undo:
            undo.enter_context(table_lock(folder, parsed.table))
            undo.callback(self._supervisor.stop)
            url = brokers[0] if brokers else self._private_broker(undo, folder, stop)
            words = said(parsed, tuple(one for one in TOGETHER_OPTIONS if one is not ROUNDS))
            words += (f"--http={pages}", f"--data={parsed.data}", f"--rounds={pages.url()}")
            self._supervisor.add(tables_plan(url, words))
            ended = threading.Event()
            keeping = threading.Thread(target=self._keep, args=(ended, stop), name="own tables")
            keeping.start()
            undo.callback(keeping.join)
            undo.callback(ended.set)
            yield brokers or (url,)

    def goes_round(self) -> bool:
        """Whether the thread that keeps the tables running doesn't hang."""
        return time.monotonic() - self._ticked_at < _HANGS_S

    def expect_well(self) -> None:
        """Check that the tables didn't end the hall.

        Raises:
            InputFault: they couldn't run with what they were given.
        """
        if self._unusable is not None:
            raise InputFault(f"{self._unusable} can't run with what it was given; its messages are above")

    def _private_broker(self, undo: ExitStack, folder: Path, stop: threading.Event) -> str:
        run = undo.enter_context(run_folder(folder, self._parsed.table))
        broker = OwnBroker(private_kind("embedded"), bus_file_of(folder, self._parsed.table))
        undo.callback(broker.note.unlink, missing_ok=True)
        undo.callback(self._supervisor.stop)
        place = broker.prepared(run)
        broker.start(place, self._supervisor, stop)
        return place.broker_url

    def _keep(self, ended: threading.Event, stop: threading.Event) -> None:
        while not ended.wait(_TICK_SECONDS):
            self._ticked_at = time.monotonic()
            if (given_up := self._supervisor.tick()) is not None:
                self._unusable = given_up.name
                stop.set()
                return
