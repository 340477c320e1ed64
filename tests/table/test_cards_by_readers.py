"""A duel to its winner with cards that are laid: on a reader that types, on a PC/SC reader, and at phones.

The devices are simulated: a pipe of input events, vsmartcard's reader beneath the real pcscd, and Web NFC as
Chrome has it. All the rest is a table as its players start it.
"""

import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.bus.broker import Broker, free_port, open_broker
from engine.core.tags import FILE, TagBook, dump_tags
from tests.firmware_bridge.virtual_keyboard import UINPUT, KernelKeyboard, PipedReader
from tests.firmware_bridge.virtual_reader import VirtualReaders, VirtualTag, running_service
from tests.needs import expect_packages
from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.table.tapping import Player, Taps
from tests.web.browsing import ready, show
from tests.web.visitors import visitors

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1200)]

HERE = Path(__file__).parent
ANTENNA = (HERE.parent / "tapping" / "tags_in_the_air.js").read_text(encoding="utf-8")

SETUP = """
pieces:
  s.gen.est: {at: c3}
  s.cav.1: {at: d4}
  s.inf.1: {at: d3}
  s.inf.2: {at: e3}
  s.arc.1: {at: c4}
  s.arc.2: {at: b3}
  n.gen.kazu: {at: e7}
  n.inf.1: {at: c7}
  n.inf.2: {at: d7}
  n.cav.1: {at: f7}
  n.cav.2: {at: e6}
  n.arc.1: {at: d8}
hands:
  south: [thuong-ky-si, bua-chien, lo-phep-thuat, giao-thep, song-kiem]
  north: [dai-dao, cung-thep, thuoc-tang-luc, lao-moc, truong-thuong]
"""
CARDS = ("thuong-ky-si", "bua-chien", "lo-phep-thuat", "giao-thep", "song-kiem", "dai-dao", "cung-thep",
         "thuoc-tang-luc", "lao-moc", "truong-thuong")  # fmt: skip
UIDS = {f"card {card}": f"0416{number:04X}" for number, card in enumerate(CARDS)}
TypesLine = Callable[[str], None]

Laying = Callable[[str], AbstractContextManager[object]]
"""Lays the tag with a uid on a reader while the block runs."""


@dataclass
class CardPlayer(Player):
    """A player who plays the cards of the hand by laying them down, by each means in turn."""

    readers: Mapping[str, Laying] = field(default_factory=dict)
    """The player's readers, by their kind."""
    laid: Counter[str] = field(default_factory=Counter)
    """The number of cards that were laid on each."""

    def _choose(self, seen: dict[str, Any]) -> tuple[str, Callable[[], None]] | None:
        """Choose as others do, but lay a card before all else that a turn of one's own has."""
        cards = [one for one in seen["held"] if one in UIDS and one not in self._tried]
        if cards and "end" in seen["offered"] and not {"option", "go", "answer"} & set(seen["offered"]):
            thing = self.chance.choice(cards)
            self._tried.add(thing)
            return f"held {thing}", lambda: self._from_hand(thing)
        # A piece that is chosen already stays chosen, whoever taps it again.
        chosen = seen["shows"].rpartition("\n")[2]
        return super()._choose({**seen, "pieces": [one for one in seen["pieces"] if one != chosen]})

    def _from_hand(self, key: str) -> None:
        if key not in UIDS:
            super()._from_hand(key)
            return
        kind = min(self.readers, key=lambda one: self.laid[one])
        self.laid[kind] += 1
        before = self.look()
        with self.readers[kind](UIDS[key]):
            too_late = time.monotonic() + PATIENCE_S
            while self.look() == before and time.monotonic() < too_late:
                self.page.wait_for_timeout(50)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[VirtualReaders]:
    with running_service(tmp_path) as service:
        yield service


@pytest.fixture
def typing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, TypesLine]]:
    """A reader that types: its device file, and how it types. The kernel's keyboard, where there is one."""
    if UINPUT.exists():
        with KernelKeyboard("Boardwarden test reader") as keyboard:
            yield keyboard.path, keyboard.type
        return
    expect_packages("gcc")
    taken = tmp_path / "grabbed_pipe.so"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-o", str(taken), str(HERE / "grabbed_pipe.c"), "-ldl"], check=True
    )
    monkeypatch.setenv("LD_PRELOAD", str(taken))
    with PipedReader(tmp_path / "keyboard") as reader:
        yield str(tmp_path / "keyboard"), reader.type


@pytest.fixture
def broker() -> Iterator[Broker]:
    opened = open_broker("embedded")
    opened.start()
    yield opened
    opened.stop()


@pytest.fixture
def come(browser: Browser) -> Iterator[Callable[..., Page]]:
    with visitors(browser) as visit:
        yield visit


def held_to(phone: Page) -> Laying:
    """Return how a tag is held to a phone that reads tags."""

    def hold(uid: str) -> AbstractContextManager[object]:
        phone.evaluate("holdTag", ":".join(re.findall("..", uid.lower())))
        return nullcontext()

    return hold


@contextmanager
def typed(type_line: TypesLine, uid: str) -> Iterator[None]:
    """Lay a tag on a reader that types its number as ten digits, once."""
    type_line(f"{int(uid, 16):010}")
    yield


def links_of(table: RunningTable, come: Callable[..., Page]) -> dict[str, str]:
    keeper = come(viewport={"width": 1024, "height": 768})
    show(keeper, table.page())
    keeper.locator("[data-key=links]").tap()
    expect(keeper.locator("#links .links li")).not_to_have_count(0)
    found = [str(one.get_attribute("href")) for one in keeper.locator("#links a").all()]
    keeper.close()
    seats = {match[1]: link for link in found if (match := re.search(r"(?<=#join=)([\w-]+)\.", link))}
    return {seat: link[link.index("#") :] for seat, link in seats.items()}


@contextmanager
def simulated_pieces(matches: Path, shared: tuple[str, ...]) -> Iterator[str]:
    """Run a table's pieces and hands, and yield the address of the camera's pictures."""
    stream = f"127.0.0.1:{free_port()}"
    words = ("simulate", "--stream", stream, "--pty", str(matches / "port"), "--data", str(matches), *shared)
    process = subprocess.Popen([sys.executable, "-m", "dashboard", *words])
    try:
        yield f"http://{stream}/stream.mjpg"
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


@pytest.fixture
def table(
    start_table: Callable[..., RunningTable],
    service: VirtualReaders,
    typing: tuple[str, TypesLine],
    broker: Broker,
    tmp_path: Path,
) -> Iterator[RunningTable]:
    """A table with a camera and two readers from a shop. It takes the pieces for real ones."""
    assert service
    matches = tmp_path / "matches"
    dump_tags(TagBook({uid: thing for thing, uid in UIDS.items()}), matches / FILE)
    (tmp_path / "setup.yaml").write_text(SETUP, encoding="utf-8")
    shared = ("--board", "duel", "--setup", str(tmp_path / "setup.yaml"), "--broker", broker.url)
    readers = ("--reader", f"south={typing[0]}", "--reader", "north=pcsc:Virtual PCD 00 00")
    with simulated_pieces(matches, shared) as camera:
        yield start_table("--camera", camera, "--serial", "none", *shared, *readers, matches=matches)


def seated(
    table: RunningTable, come: Callable[..., Page], seat: str, link: str, reader: tuple[str, Laying]
) -> CardPlayer:
    """Seat a player with a reader, and with a phone that reads tags beside the seat's own page."""
    phone = come(viewport={"width": 390, "height": 844})
    phone.add_init_script(ANTENNA)
    phone.goto(f"{table.url}tap{link}")
    phone.get_by_role("button", name="Read tags").tap()
    expect(phone.locator("#said")).to_contain_text("Hold a card or a piece")
    page = come(viewport={"width": 390, "height": 844})
    page.goto(f"{table.url}{link}")
    ready(page)
    return CardPlayer(
        page,
        seat,
        Random(seat),  # noqa: S311 - which button is pressed
        Taps(page),
        readers={reader[0]: reader[1], "phone": held_to(phone)},
    )


def test_a_duel_is_won_with_cards_on_shop_readers_and_phones(
    table: RunningTable, come: Callable[..., Page], service: VirtualReaders, typing: tuple[str, TypesLine]
) -> None:
    links = links_of(table, come)
    readers: dict[str, tuple[str, Laying]] = {
        "south": ("keyboard", lambda uid: typed(typing[1], uid)),
        "north": ("PC/SC", lambda uid: VirtualTag(service, bytes.fromhex(uid))),
    }
    players = [seated(table, come, seat, links[seat], reader) for seat, reader in readers.items()]
    since = time.monotonic()
    while not players[0].look()["over"]:
        went_on = [one.go_on() for one in players]
        if any(went_on):
            since = time.monotonic()
        assert time.monotonic() - since < PATIENCE_S, "it stands still"
        players[0].page.wait_for_timeout(50)
    expect(players[0].page.locator("#over h2")).to_contain_text("won")
    assert {one.seat: one.faults for one in players if one.faults} == {}
    for one, (kind, _) in zip(players, readers.values(), strict=True):
        assert one.laid[kind] >= 1
        assert one.laid["phone"] >= 1
