"""New firmware over the link: whole or not at all, tried once, kept only when it says hello."""

import builtins
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import pytest

from firmware_bridge.link.dictionary import DICTIONARY, dictionary_text
from firmware_bridge.link.messages import UpdateBegin
from firmware_bridge.link.older import FOLDER, known_dictionaries, missing_messages, shared_messages
from firmware_bridge.updating import COMES_BACK_WITHIN_S, UpdateOutcome, UpdateTalk, firmware_files
from hardware.firmware import loader
from hardware.firmware.warden import configuration, updating
from hardware.firmware.warden.running import VERSION, Running
from hardware.firmware.warden.updating import Updating
from hardware.simulation.clock import Bench as BenchClock
from hardware.simulation.machine import Machine
from tests.firmware_bridge.test_firmware import PARTS, Wire

FILES = {
    "warden/one.py": b"ONE = 1\n" * 40,
    "warden/deep/two.py": b"TWO = 2\n",
    "board.json": b"{}",
    "empty": b"",
}
OLD = 0x3A127E42


class PowerCut(Exception):
    """The plug was pulled."""


@dataclass
class Power:
    """Pulls the plug before the file operation of this number."""

    cut_at: int
    done: int = 0

    def counted(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def operate(*arguments: Any, **settings: Any) -> Any:
            self.done += 1
            if self.done == self.cut_at:
                raise PowerCut
            return real(*arguments, **settings)

        return operate


def steps(files: dict[str, bytes]) -> list[tuple[str, tuple[object, ...]]]:
    """A whole update as a board takes it."""
    out: list[tuple[str, tuple[object, ...]]] = [("begin", ())]
    for path, data in files.items():
        out.append(("file", (path, len(data), crc32(data))))
        out += [("part", (data[at : at + 100],)) for at in range(0, len(data), 100)]
    return [*out, ("try", (len(files),))]


def obeyed(board: Updating, files: dict[str, bytes]) -> list[tuple[str, str]]:
    answers = [board.obey(step, values) for step, values in steps(files)]
    return [answer for answer in answers if answer is not None]


def content(root: Path, slot: str) -> dict[str, bytes]:
    folder = root / slot
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def flash(folder: Path) -> str:
    """A board's memory whose firmware of before lies in folder `a`."""
    (folder / "a" / "warden").mkdir(parents=True)
    (folder / "a" / "warden" / "one.py").write_bytes(b"OLD = 1\n")
    (folder / "slot").write_text("a")
    (folder / "board.json").write_text("{}")
    return f"{folder}/"


def test_an_update_is_tried_once_and_lasts_when_it_is_kept(tmp_path: Path) -> None:
    root = flash(tmp_path)
    board = Updating(root, "a", tried=False)
    assert obeyed(board, FILES) == [("", ""), *((path, "") for path in FILES), ("", "")]
    assert board.begun
    assert content(tmp_path, "b") == FILES
    assert loader.slot_to_start(root) == ("b", True)
    fresh = Updating(root, "b", tried=True)
    assert fresh.obey("keep", ()) == ("", "")
    assert loader.slot_to_start(root) == ("b", False)
    assert loader.text_of(root, "b") == "{}"


def test_a_trial_that_nobody_keeps_is_followed_by_the_old_firmware(tmp_path: Path) -> None:
    root = flash(tmp_path)
    obeyed(Updating(root, "a", tried=False), FILES)
    assert loader.slot_to_start(root) == ("b", True)
    assert loader.slot_to_start(root) == ("a", False)
    assert Updating(root, "a", tried=False).obey("keep", ()) == (
        "",
        "no new firmware is on trial: the board runs the one that it had",
    )


def test_wherever_the_power_goes_the_next_start_has_whole_firmware(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_at = 0
    starts: list[str] = []
    while not starts or starts[-1] != "b":
        cut_at += 1
        folder = tmp_path / str(cut_at)
        folder.mkdir()
        root = flash(folder)
        power = Power(cut_at)
        names = ("rename", "mkdir", "remove", "rmdir", "listdir", "stat")
        counted = SimpleNamespace(**{name: power.counted(getattr(os, name)) for name in names})
        with monkeypatch.context() as patched:
            patched.setattr(updating, "os", counted)
            patched.setattr(updating, "open", power.counted(builtins.open), raising=False)
            with suppress(PowerCut):
                obeyed(Updating(root, "a", tried=False), FILES)
        slot, tried = loader.slot_to_start(root)
        starts.append(slot)
        assert tried is (slot == "b")
        assert content(folder, slot) == (FILES if slot == "b" else {"warden/one.py": b"OLD = 1\n"})
        if power.done < cut_at:
            break
    assert starts[-1] == "b"
    assert len(starts) > 20
    assert set(starts[:-2]) == {"a"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ([("part", (b"x",))], "a part came out of turn"),
        ([("begin", ()), ("file", ("../main.py", 1, 0))], "no path within the firmware"),
        ([("begin", ()), ("file", ("/main.py", 1, 0))], "no path within the firmware"),
        ([("begin", ()), ("file", ("one", 3, 0)), ("part", (b"xyz",))], "damaged on its way"),
        ([("begin", ()), ("file", ("one", 3, 0)), ("file", ("two", 3, 0))], "a file came out of turn"),
        ([("begin", ()), ("file", ("one", 3, 0)), ("part", (b"wxyz",))], "a part came out of turn"),
        ([("begin", ()), ("file", ("one", 500_000, 0))], "too long"),
        ([("begin", ()), ("try", (1,))], "0 of 1 files are whole"),
    ],
)
def test_a_step_out_of_turn_or_a_damaged_file_is_refused(
    tmp_path: Path, wrong: list[tuple[str, tuple[object, ...]]], said: str
) -> None:
    root = flash(tmp_path)
    board = Updating(root, "a", tried=False)
    answers = [board.obey(step, values) for step, values in wrong]
    assert answers[-1] is not None
    assert said in answers[-1][1]
    assert loader.slot_to_start(root) == ("a", False)


@dataclass
class Workshop:
    """A board whose memory is a folder, and a host that updates it; a restart is a new `Running`."""

    folder: Path
    files: dict[str, bytes]
    version: str = VERSION
    dictionary: int = DICTIONARY
    time: BenchClock = field(default_factory=BenchClock)
    starts: list[tuple[str, bool]] = field(default_factory=list)
    bad: bool = False

    def __post_init__(self) -> None:
        self.root = flash(self.folder)
        self.text = json.dumps({**PARTS, "pads": [], "buttons": [], "lamps": {"pin": 28, "cells": {"a2": 0}}})
        self.talk = UpdateTalk(7, self.files, self.version)
        self.start()

    def start(self) -> None:
        slot, trial = loader.slot_to_start(self.root)
        if trial and self.bad:
            # The new firmware ends by an error: main.py starts the board again.
            self.starts.append((slot, trial))
            slot, trial = loader.slot_to_start(self.root)
        self.starts.append((slot, trial))
        machine = Machine(configuration.read(self.text), self.time)
        self.updating = Updating(self.root, slot, trial)
        self.wire = Wire()
        self.board = Running(
            machine,
            machine.neopixel,
            self.wire,
            self.time,
            self.text,
            updating=self.updating,
            dictionary=self.dictionary,
        )

    def run(self, seconds: float) -> None:
        until = self.time.passed_ms + 1000 * seconds
        while self.talk.outcome is None and self.time.passed_ms < until:
            self.time.spend(1000 * max(1, self.board.turn()))
            now = self.time.passed_ms / 1000
            self.talk.tick(now)
            data, self.wire.to_host = self.wire.to_host, b""
            self.talk.receive_data(data, now)
            self.wire.to_board += self.talk.data_to_send(now)
            if self.updating.begun and not self.board.busy:
                self.talk.port_gone()
                self.start()


def test_a_running_board_takes_new_firmware_and_keeps_it(tmp_path: Path) -> None:
    shop = Workshop(tmp_path, FILES)
    shop.run(30)
    assert shop.talk.outcome is UpdateOutcome.DONE
    assert shop.starts == [("a", False), ("b", True)]
    assert content(tmp_path, "b") == FILES
    assert loader.slot_to_start(shop.root) == ("b", False)


def test_firmware_that_ends_by_itself_is_followed_by_the_old_and_that_is_said(tmp_path: Path) -> None:
    shop = Workshop(tmp_path, FILES, bad=True)
    shop.run(COMES_BACK_WITHIN_S)
    assert shop.talk.outcome is UpdateOutcome.FELL_BACK
    assert shop.starts[-1] == ("a", False)


def test_firmware_of_another_version_than_was_sent_is_no_success(tmp_path: Path) -> None:
    shop = Workshop(tmp_path, FILES, version="9.9")
    shop.run(30)
    assert shop.talk.outcome is UpdateOutcome.FELL_BACK


def test_a_board_of_an_older_dictionary_is_distinguished_and_left_as_it_is(tmp_path: Path) -> None:
    shop = Workshop(tmp_path, FILES, dictionary=OLD)
    shop.run(30)
    assert shop.talk.outcome is UpdateOutcome.TOO_OLD
    assert content(tmp_path, "a") == {"warden/one.py": b"OLD = 1\n"}


def test_a_board_of_an_unknown_dictionary_is_refused_with_a_way_to_flash_it(tmp_path: Path) -> None:
    shop = Workshop(tmp_path, FILES, dictionary=0x12345678)
    shop.run(30)
    assert shop.talk.outcome is UpdateOutcome.REFUSED
    assert "dictionary 12345678" in str(shop.talk.why)
    assert "hold a button of the board" in str(shop.talk.why)
    assert content(tmp_path, "a") == {"warden/one.py": b"OLD = 1\n"}


def test_a_full_memory_is_named_and_the_board_runs_on_with_its_firmware(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = Workshop(tmp_path, FILES)
    written = builtins.open

    def full(path: str, mode: str = "r", *rest: Any) -> Any:
        if "/b/" in str(path) and "two.py" in str(path) and mode != "rb":
            raise OSError(28, "ENOSPC")
        return written(path, mode, *rest)

    monkeypatch.setattr(builtins, "open", full)
    shop.run(60)
    assert shop.talk.outcome is UpdateOutcome.FAILED
    assert "warden/deep/two.py: the board's memory refuses: [Errno 28]" in str(shop.talk.why)
    assert shop.starts == [("a", False)]
    # With room again the next update begins from the first byte.
    monkeypatch.undo()
    shop.talk = UpdateTalk(8, FILES, VERSION)
    shop.run(60)
    assert shop.talk.outcome is UpdateOutcome.DONE
    assert content(tmp_path, "b") == FILES


def test_the_firmware_s_own_files_are_what_is_sent() -> None:
    files = firmware_files('{"board": "b"}')
    assert {"warden/running.py", "warden/updating.py", "warden/messages.py", "board.json"} <= files.keys()
    assert sum(map(len, files.values())) < 200_000
    assert all(len(path) <= 63 for path in files)


def test_every_dictionary_that_boards_speak_is_kept_the_present_one_too() -> None:
    known = known_dictionaries()
    assert {OLD, DICTIONARY} <= known.keys()
    assert {f"{number:08x}.txt" for number in known} == {path.name for path in FOLDER.glob("*.txt")}
    assert known[DICTIONARY] == frozenset(dictionary_text().splitlines())


def test_two_dictionaries_share_the_messages_that_are_alike() -> None:
    assert missing_messages(DICTIONARY) == ()
    assert "lights" in shared_messages(OLD)
    assert missing_messages(OLD)[0] == "update_begin"
    assert shared_messages(1234) == frozenset()
    assert UpdateBegin.__doc__ is not None
