"""Where whoever keeps the table finds the arbiter's page."""

import io
import stat
from pathlib import Path

import pytest

from dashboard.commands.arbiters_page import ArbitersPage, open_in_browser
from dashboard.web.seats.eras import LinkEra
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.seating import ARBITER, Seating
from engine.bus.sealing import table_key

PAGES = "http://127.0.0.1:8321/"


class Terminal(io.StringIO):
    """A terminal that a person reads."""

    def isatty(self) -> bool:
        return True


def link_of(page: ArbitersPage) -> str:
    return page.address.removeprefix(f"{PAGES}#join=")


def test_the_arbiters_link_is_printed_on_a_terminal_and_nowhere_else(tmp_path: Path) -> None:
    page = ArbitersPage(PAGES, tmp_path, "table")
    terminal, journal = Terminal(), io.StringIO()
    page.say(terminal)
    page.say(journal)
    assert page.address in terminal.getvalue()
    assert link_of(page) not in journal.getvalue()
    assert str(page.file) in journal.getvalue()
    seating = Seating(table_key(tmp_path, "table"), table="table")
    assert seating.place_of(link_of(page)) == ARBITER


def test_a_file_for_its_owner_alone_leads_to_the_page_until_the_table_stops(tmp_path: Path) -> None:
    page = ArbitersPage(PAGES, tmp_path, "a/b")
    page.write()
    assert stat.S_IMODE(page.file.stat().st_mode) == 0o600
    assert page.file.parent == tmp_path
    assert f'url={page.address}"' in page.file.read_text(encoding="utf-8")
    page.remove()
    page.remove()
    assert not page.file.exists()


def test_the_file_leads_to_the_new_link_once_links_were_taken_back(tmp_path: Path) -> None:
    page = ArbitersPage(PAGES, tmp_path, "table")
    page.write()
    old = page.address
    LinkEra(LinkLife.MATCH, match=str, folder=tmp_path, table="table", renewed=page.write).renew()
    text = page.file.read_text(encoding="utf-8")
    assert page.address in text
    assert old not in text


def test_a_disk_that_refuses_the_file_keeps_nobody_from_the_pages(tmp_path: Path) -> None:
    page = ArbitersPage(PAGES, tmp_path, "table")
    page.file.mkdir()
    (page.file / "full").touch()
    page.write()


@pytest.mark.parametrize(
    ("system", "environment", "opens"),
    [
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("linux", {}, False),
        ("linux", {"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, False),
    ],
)
def test_a_browser_is_opened_only_where_somebody_sits_and_never_with_the_link_in_its_words(
    tmp_path: Path, system: str, environment: dict[str, str], *, opens: bool
) -> None:
    page, opened = ArbitersPage(PAGES, tmp_path, "table"), list[str]()
    thread = open_in_browser(page.file, environment=environment, system=system, opened=opened.append)
    if thread is not None:
        thread.join()
    assert opened == ([page.file.as_uri()] if opens else [])
