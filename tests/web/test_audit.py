"""The log of actions is kept, shown to the arbiter alone, and holds no link and no secret."""

import json
import stat
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from dashboard.web.audit.audit import EACH_A_MINUTE, EACH_AN_HOUR, Audit
from dashboard.web.audit.folding import FIRST_S, WHOLE
from dashboard.web.audit.kept import LONGEST_BYTES, OLDER_FILES, AuditFile, audit_file
from dashboard.web.audit.lines import AuditKind, AuditLine, Doer, audit_line
from dashboard.web.seats.devices import Device
from dashboard.web.seats.seating import ARBITER, SPECTATOR, Role, TabletPlace
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.core.ids import Seat, Seconds
from tests import asking
from tests.patience import PATIENCE_S
from tests.web.seated import WEST, link_of, played, state, tablet
from tests.web.shown_table import ARBITERS_LINK, BEARER, TABLE, FakeBus, RunningServer

__all__ = ["played", "state"]

PHONE = Device("192.0.2.7", "Chrome", "Android")
PLAYER = Doer(TabletPlace(Role.SEAT, WEST), PHONE)
NEIGHBOUR = Doer(TabletPlace(Role.SEAT, Seat("north")), PHONE)


class Clock:
    """A wall clock that the test turns."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class InMemory:
    """Lines that are kept for a test."""

    def __init__(self) -> None:
        self.lines: list[AuditLine] = []

    def add(self, line: AuditLine) -> None:
        self.lines.append(line)

    def newest(self, most: int) -> tuple[AuditLine, ...]:
        return tuple(self.lines[::-1][:most])

    def whole(self) -> bytes:
        return b""


@pytest.fixture
def server(bus: FakeBus, tmp_path: Path) -> object:
    """The real service with a data folder."""
    running = RunningServer(bus, matches=tmp_path)
    running.start()
    yield running
    running.stop()


def test_a_play_is_kept_without_what_was_played_and_without_its_answer() -> None:
    kept = InMemory()
    audit = Audit(kept, Clock())
    act = Command("c1", CommandKind.ACT, 3, seat=WEST, action={"play": "dai-dao"}, piece=None)
    audit.gave(PLAYER, act)
    audit.answered(Answer("c1", AnswerCode.ILLEGAL, 3, seat=WEST))
    assert [(one.what, one.about, one.address) for one in kept.lines] == [("act", {}, "192.0.2.7")]


def test_a_command_that_was_refused_is_kept_with_its_refusal() -> None:
    kept = InMemory()
    audit = Audit(kept, Clock())
    audit.gave(Doer(ARBITER, PHONE), Command("c1", CommandKind.CORRECT, 3, thing="piece.hp", reason="typo"))
    audit.answered(Answer("c1", AnswerCode.STALE, 4))
    audit.answered(Answer("c1", AnswerCode.STALE, 4))
    assert [(one.what, one.about) for one in kept.lines] == [
        ("correct", {"thing": "piece.hp", "reason": "typo"}),
        ("answer", {"kind": "correct", "code": "stale"}),
    ]


def test_whoever_does_too_much_is_counted_and_crowds_out_nobody() -> None:
    kept, clock = InMemory(), Clock()
    audit = Audit(kept, clock)
    for _ in range(10 * EACH_A_MINUTE):
        audit.did(NEIGHBOUR, "pause")
    audit.did(PLAYER, "pause")
    assert len(kept.lines) == EACH_A_MINUTE + 1
    assert kept.lines[-1].seat == WEST
    clock.now += 61
    audit.did(NEIGHBOUR, "resume")
    assert [(one.what, one.about) for one in kept.lines[-2:]] == [
        ("passed_over", {"n": str(9 * EACH_A_MINUTE)}),
        ("resume", {}),
    ]


def test_a_place_with_a_device_for_every_line_is_counted_as_well() -> None:
    kept = InMemory()
    audit = Audit(kept, Clock())
    for number in range(2 * EACH_AN_HOUR):
        audit.did(Doer(NEIGHBOUR.place, Device(f"2001:db8::{number:x}")), AuditKind.JOINED)
    assert len(kept.lines) == EACH_AN_HOUR


def test_refusals_that_repeat_share_a_line_with_their_number_and_their_beginning() -> None:
    kept, clock = InMemory(), Clock()
    audit = Audit(kept, clock)
    for number in range(WHOLE + 212):
        audit.did(Doer(SPECTATOR, Device(f"198.51.100.{number % 200}")), AuditKind.REFUSED_LINK)
        clock.now += 0.1
    assert [one.about for one in kept.lines] == [{}] * WHOLE
    said = audit.newest(300)
    assert (said[0].what, said[0].address) == ("refused_link", "")
    assert said[0].about == {"n": "212", "since": "1000"}
    assert said[1:] == tuple(reversed(kept.lines))
    audit.did(PLAYER, "pause")
    clock.now += FIRST_S
    audit.did(Doer(SPECTATOR, PHONE), AuditKind.REFUSED_LINK)
    assert [(one.what, one.about.get("n")) for one in kept.lines[-2:]] == [
        ("pause", None),
        ("refused_link", "213"),
    ]
    assert [one.what for one in audit.newest(1)] == ["refused_link"]
    assert len(audit.newest(300)) == len(kept.lines)


def test_refusals_of_one_device_and_of_another_sort_are_told_apart() -> None:
    kept, clock = InMemory(), Clock()
    audit = Audit(kept, clock)
    for number in range(2 * WHOLE):
        for address in ("/links", "/audit"):
            about = {"address": address, "of": f"word{'x' * number}"}
            audit.did(Doer(SPECTATOR, PHONE), AuditKind.REFUSED, about)
    assert [(one.address, one.browser, one.about) for one in audit.newest(2)] == [
        ("192.0.2.7", "Chrome", {"address": address, "n": str(WHOLE), "since": "1000"})
        for address in ("/audit", "/links")
    ]


def test_a_week_of_knocking_at_every_address_doesnt_push_out_what_people_did(tmp_path: Path) -> None:
    """Forty sorts of refusals, one of each every ten minutes."""
    path, clock = audit_file(tmp_path, TABLE), Clock()
    audit = Audit(AuditFile(path), clock)
    audit.did(PLAYER, "pause")
    for _ in range(7 * 24 * 6):
        clock.now += 600
        for number in range(40):
            audit.did(Doer(SPECTATOR, PHONE), AuditKind.REFUSED, {"address": f"/{number}"})
    assert path.stat().st_size < LONGEST_BYTES / 2
    assert audit.newest(10**6)[-1].what == "pause"


def test_what_was_counted_is_written_when_the_table_ends(tmp_path: Path) -> None:
    path = audit_file(tmp_path, TABLE)
    audit = Audit(AuditFile(path), Clock())
    for _ in range(WHOLE + 3):
        audit.did(Doer(SPECTATOR, PHONE), AuditKind.REFUSED_LINK)
    whole = audit.whole()
    audit.end()
    assert path.read_bytes() == whole == audit.whole()
    assert AuditFile(path).newest(1)[0].about["n"] == "3"


def test_the_file_is_its_owners_alone_and_survives_a_restart_and_a_torn_end(tmp_path: Path) -> None:
    path = audit_file(tmp_path, TABLE)
    AuditFile(path).add(audit_line(PLAYER, Seconds(1.0), "pause", {}))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with path.open("ab") as file:
        file.write(b'{"at": 2.0, "role": "\xff"}\n{"at": 2.0, "role": "se')
    again = AuditFile(path)
    again.add(audit_line(PLAYER, Seconds(3.0), "resume", {}))
    assert [one.what for one in again.newest(10)] == ["resume", "pause"]


def test_the_files_never_grow_beyond_their_bound(tmp_path: Path) -> None:
    path = audit_file(tmp_path, TABLE)
    kept, one = AuditFile(path), audit_line(PLAYER, Seconds(1.0), "correct", {"reason": "x" * 100})
    path.write_bytes(b"x" * LONGEST_BYTES)
    for number in range(2 * OLDER_FILES):
        kept.add(one)
        path.write_bytes(path.read_bytes() + bytes([97 + number]) * LONGEST_BYTES)
    files = sorted(tmp_path.iterdir())
    assert len(files) == OLDER_FILES + 1
    assert all(file.stat().st_size < 1.1 * LONGEST_BYTES for file in files)
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_joins_orders_and_refused_tries_are_kept_with_device_and_address(
    server: RunningServer, bus: FakeBus, played: FakeBus
) -> None:
    del played
    with tablet(server, link_of(WEST)) as west:
        west.once(lambda one: one["channel"] == "match")
        west.ask({"command": {"id": "c1", "kind": "pause", "revision": 0}})
        asked = bus.next_sent()[1]
        assert asked.seat == WEST
        west.ask({"command": {"id": "c2", "kind": "adjudicate", "revision": 0}})
        west.until(lambda one: one["channel"] == "error")
    assert asking.post(f"{server.url}/links/renewal").status_code == 403
    assert asking.post(f"{server.url}/links/renewal?of=west", headers=BEARER).status_code == 200
    lines = asking.get(f"{server.url}/audit", headers=BEARER).json()["lines"]
    said = [(one["role"], one["seat"], one["what"], one["about"]) for one in reversed(lines)]
    assert said == [
        ("seat", "west", "joined", {}),
        ("seat", "west", "pause", {}),
        ("seat", "west", "refused", {"kind": "adjudicate"}),
        ("spectator", None, "refused", {"address": "/links/renewal"}),
        ("arbiter", None, "joined", {}),
        ("arbiter", None, "asked", {"address": "/links/renewal", "of": "west"}),
    ]
    assert {one["address"] for one in lines} == {"127.0.0.1"}


def test_no_link_and_no_key_is_in_the_file(server: RunningServer, tmp_path: Path, played: FakeBus) -> None:
    del played
    link = link_of(WEST)
    with tablet(server, link) as west:
        west.ask({"join": {"link": "west.wrong"}})
        west.until(lambda one: one["channel"] == "error")
    asking.get(f"{server.url}/audit?key={link}", headers=BEARER)
    asking.post(f"{server.url}/links/renewal?of={link}", headers={"authorization": f"Bearer {link}"})
    whole = asking.get(f"{server.url}/audit/export.jsonl", headers=BEARER)
    assert whole.content == audit_file(tmp_path, TABLE).read_bytes()
    lines = [json.loads(line) for line in whole.text.splitlines()]
    assert [one["what"] for one in lines][:2] == ["joined", "refused_link"]
    for secret in (link.rpartition(".")[2], ARBITERS_LINK.rpartition(".")[2], "wrong"):
        assert secret not in whole.text


@pytest.mark.parametrize("path", ["/audit", "/audit/export.jsonl"])
def test_only_whoever_keeps_the_table_reads_it(server: RunningServer, path: str) -> None:
    assert asking.get(f"{server.url}{path}").status_code == 403
    seats = {"authorization": f"Bearer {link_of(Seat('north'))}"}
    assert asking.get(f"{server.url}{path}", headers=seats).status_code == 403


def test_the_page_says_who_did_what_in_each_language(
    page: Page, server: RunningServer, bus: FakeBus, played: FakeBus
) -> None:
    del played
    with tablet(server, link_of(WEST)) as west:
        west.once(lambda one: one["channel"] == "match")
        west.ask({"command": {"id": "c1", "kind": "pause", "revision": 0}})
        assert bus.sent.get(timeout=PATIENCE_S)
    page.goto(f"{server.url}/#join={ARBITERS_LINK}")
    expect(page.locator("body[data-role=arbiter]")).to_be_attached()
    said = (
        ("en", "Log of actions", "asked for a pause"),
        ("vi", "Nhật ký thao tác", "xin tạm dừng"),
        ("ja", "操作の記録", "中断を希望"),
    )
    for language, heading, did in said:
        page.goto(f"{server.url}/audit/page?lang={language}")
        expect(page.locator("h1")).to_have_text(heading)
        expect(page.locator("#lines")).to_contain_text(did)
        assert Axe().run(page).violations_count == 0
