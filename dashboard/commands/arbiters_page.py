"""The arbiter's page: its link, and a private file that leads a browser there.

The link is printed on terminals only. Anything else that takes the output, such as the system's journal,
would keep the link. It never stands on a command line either, where every account of the machine could read
it. So a browser is started with the file.
"""

import logging
import os
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TextIO
from urllib.parse import quote

from dashboard.web.seats.eras import LinkEra
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.links import link_url
from dashboard.web.seats.seating import ARBITER, Seating
from engine.bus.sealing import table_key
from engine.core.unusable import system_words
from engine.core.whole_file import put_whole

log = logging.getLogger(__name__)

_LEADS_THERE = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={url}">
<title>Boardwarden</title>
<a href="{url}">{pages}</a>
"""


@dataclass(frozen=True, slots=True)
class ArbitersPage:
    """The arbiter's page of a table."""

    pages: str
    """The address of the pages for everybody."""
    folder: Path
    """The table's data folder."""
    table: str
    """The table's name."""
    links_of: str = ""
    """The name that its links are made for; empty: the table's."""

    @property
    def seating(self) -> Seating:
        """The table's links.

        Raises:
            InputFault: the table's key can't be read or written.
        """
        name = self.links_of or self.table
        era = LinkEra(LinkLife.TABLE, match=str, folder=self.folder, table=name)
        return Seating(table_key(self.folder, self.table), table=name, era=era)

    @property
    def address(self) -> str:
        """The address of the arbiter's page, with the present link.

        Raises:
            InputFault: the table's key can't be read or written.
        """
        return link_url(self.pages, self.seating.link(ARBITER))

    @property
    def file(self) -> Path:
        """The file that leads a browser there while the table runs."""
        return (self.folder / f".{quote(self.table, safe='')}.html").resolve()

    def write(self) -> None:
        """Write the file, which only its owner can read; it replaces an older one.

        When the disk refuses the file, the fault is logged only: the pages work without the file.

        Raises:
            InputFault: the table's key can't be read or written.
        """
        text = _LEADS_THERE.format(url=escape(self.address, quote=True), pages=escape(self.pages, quote=True))
        try:
            put_whole(self.file, text.encode())
        except OSError as error:
            log.warning("%s can't be written: %s", self.file, system_words(error))

    def remove(self) -> None:
        """Remove the file, if it's there."""
        self.file.unlink(missing_ok=True)

    def say(self, out: TextIO) -> None:
        """Print the pages' addresses: on a terminal with the arbiter's link, else with its file."""
        if out.isatty():
            print(f"Open the arbiter's page: {self.address}", file=out)
            print(f"Everybody else opens: {self.pages}", file=out, flush=True)
            return
        print(f"The arbiter opens the file {self.file}", file=out)
        print(f"Page: {self.pages}", file=out, flush=True)


def open_in_browser(
    file: Path,
    *,
    environment: Mapping[str, str] = os.environ,
    system: str = sys.platform,
    opened: Callable[[str], object] = webbrowser.open,
) -> threading.Thread | None:
    """Open a file in this machine's browser, and return the thread that opens it.

    None: nothing is opened, over SSH or without a desktop. A browser would start in the terminal there.
    """
    desktop = system in ("darwin", "win32") or "DISPLAY" in environment or "WAYLAND_DISPLAY" in environment
    if not desktop or "SSH_CONNECTION" in environment:
        return None
    # Some browsers return only when their window is closed.
    thread = threading.Thread(target=opened, args=(file.as_uri(),), name="browser", daemon=True)
    thread.start()
    return thread
