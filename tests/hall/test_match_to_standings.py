"""Promises of an evening: a real match ends, and its winner stands in the rounds and the standings."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from dashboard.web.seats.hall_address import parse_hall_address
from engine.bus.broker import free_port
from engine.core.faults import InputFault
from tests import asking
from tests.conftest import TOP
from tests.patience import PATIENCE_S
from tests.web.browsing import drawer, ready


@dataclass(frozen=True)
class Evening:
    """A hall that runs with one table of its own."""

    url: str
    """The hall's address."""
    link: str
    """The link of the hall's arbiter."""

    def posts(self, what: str, body: object) -> None:
        """Ask the rounds' page for something, as the arbiter."""
        assert asking.post(f"{self.url}rounds/{what}", json=body, headers=self._bearer).status_code == 200

    def code(self, name: str) -> str:
        """Return a person's code."""
        found = asking.get(f"{self.url}rounds/codes", headers=self._bearer).json()
        return next(str(one["code"]) for one in found if one["name"] == name)

    @property
    def _bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.link}"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    data, log = tmp_path / "hall", tmp_path / "log"
    words = ("--tables", "1", "--game", "kingdom_square", "--http", f"127.0.0.1:{free_port()}")
    with log.open("wb") as errors:
        hall = subprocess.Popen(
            [sys.executable, "-P", "-m", "dashboard", "hall", *words, "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={"PYTHONPATH": str(TOP), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
        )
    assert hall.stdout is not None
    try:
        first = hall.stdout.readline()
        assert first.startswith("The hall: "), log.read_text()
        hall.stdout.readline()
        (link,) = set(re.findall(r"#join=([^\"'&<\s]+)", (data / ".hall.html").read_text("utf-8")))
        yield Evening(first.split()[-1], unquote(link))
    finally:
        hall.send_signal(signal.SIGINT)
        hall.wait(PATIENCE_S)
        hall.stdout.close()
        print(log.read_text())  # noqa: T201 # shown with a failed test


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", ""),
        ("http://hall.local:8320", "http://hall.local:8320/"),
        ("https://[::1]/", "https://[::1]/"),
    ],
)
def test_the_address_of_a_hall_ends_with_a_slash(text: str, address: str) -> None:
    assert parse_hall_address(text) == address


@pytest.mark.parametrize(
    "text",
    ["hall.local", "javascript:alert(1)//x", "http://", "http://a:b", "http://a/x", "http://u@a/", "//a"],
)
def test_what_is_no_address_of_a_hall_is_refused(text: str) -> None:
    with pytest.raises(InputFault, match="expected the hall's address"):
        parse_hall_address(text)


def test_the_winner_of_a_real_match_stands_in_the_rounds_and_leads_the_standings(
    page: Page, evening: Evening
) -> None:
    page.goto(evening.url)
    # A seat is given at a table that has a match.
    expect(page.locator("#tables li").first).to_contain_text("Kingdom square", timeout=1000 * PATIENCE_S)
    tournament = {"name": "Autumn", "system": "swiss", "people": "Ana\nBình", "tables": "Table 1"}
    evening.posts("opening", tournament)
    evening.posts("next", {})
    table = page.get_by_role("link", name="Table 1").get_attribute("href")
    assert table is not None
    page.goto(f"{evening.url}rounds")
    browser = page.context.browser
    assert browser is not None
    people = {}
    for person, language, leads in (("Ana", "vi", "Vào chỗ bằng mã"), ("Bình", "en", "Sit down by code")):
        people[person] = tablet = browser.new_context(has_touch=True).new_page()
        tablet.goto(f"{table}?lang={language}")
        tablet.get_by_role("link", name=leads).click()
        expect(tablet.locator("#at")).to_contain_text("Table 1")
        tablet.locator("[name=code]").fill(evening.code(person))
        tablet.locator("#form button").click()
        ready(tablet)
        expect(tablet.locator("#bar")).to_be_visible()
    loser = people["Bình"]
    breaks = drawer(loser, "table").locator("#breaks")
    breaks.locator("[data-key=leave]").click()
    breaks.locator("summary[data-key^=leave-]").click()
    breaks.locator("[data-key^=leave-really]").click()
    expect(page.locator(".round .won")).to_have_text("Ana")
    expect(page.locator("#standings tbody td.name").first).to_have_text("Ana")
    page.goto(evening.url)
    expect(page.locator("#tables li").first).to_contain_text("Ana")
