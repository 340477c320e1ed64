"""PC/SC readers as pads: the real service, virtual readers, virtual tags."""

import ctypes
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.bus.broker import Broker
from engine.bus.messages.boards import DeviceOrder, DeviceOrderKind, TagOrder
from engine.bus.sealing import Seal
from firmware_bridge.link.fields import Uid
from firmware_bridge.readers.choice import parse_readers
from firmware_bridge.readers.pcsc import chosen_name, find_readers
from firmware_bridge.readers.shop import ShopReaders
from firmware_bridge.readers.shop_reader import ReaderGone
from firmware_bridge.readers.winscard import CardService
from firmware_bridge.tag_text import decode_text
from tests.firmware_bridge.bridges import Running, Watcher, watched
from tests.firmware_bridge.virtual_reader import VirtualReaders, VirtualTag, running_service

BOTH = ["west=pcsc:Virtual PCD 00 00", "east=pcsc:Virtual PCD 00 01"]
UID, OTHER = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("74103794")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[VirtualReaders]:
    with running_service(tmp_path) as service:
        yield service


def lying(watcher: Watcher, seal: Seal, pad: str, count: int) -> list[str]:
    """Return the first `count` reports of what lies on a pad, opened."""
    while len(words := [one for one in watcher.words() if one[:2] == ("tag", pad)]) < count:
        watcher.look()
    return [seal.opened_text(one.value) if one.value else "" for one in words]


def test_two_readers_tell_what_is_laid_on_each_and_lifted_from_it(
    broker: Broker, service: VirtualReaders
) -> None:
    bus, seal = watched(broker, "pcsc"), Seal(b"k" * 32, table="pcsc")
    watcher = Watcher(bus)
    with Running(broker, "pcsc", readers=ShopReaders(parse_readers(BOTH)), seal=seal):
        state = watcher.until_connected("pad.west", connected=True)
        assert (state.port, state.reads) == ("pcsc:Virtual PCD 00 00", True)
        watcher.until_connected("pad.east", connected=True)
        with VirtualTag(service, UID):
            assert lying(watcher, seal, "west", 1) == ["04A1B2C3D4E5F6"]
            with VirtualTag(service, OTHER, slot=1):
                assert lying(watcher, seal, "east", 1) == ["74103794"]
            assert lying(watcher, seal, "east", 2)[1:] == [""]
        assert lying(watcher, seal, "west", 2)[1:] == [""]
        with VirtualTag(service, UID):
            assert lying(watcher, seal, "west", 3)[2:] == ["04A1B2C3D4E5F6"]
    bus.stop()


def test_a_tag_that_lies_there_at_the_start_is_read_on_each_reader(
    broker: Broker, service: VirtualReaders
) -> None:
    bus, seal = watched(broker, "left-on"), Seal(b"k" * 32, table="left-on")
    watcher = Watcher(bus)
    with (
        VirtualTag(service, UID),
        VirtualTag(service, OTHER, slot=1),
        Running(broker, "left-on", readers=ShopReaders(parse_readers(BOTH)), seal=seal),
    ):
        assert lying(watcher, seal, "west", 1) == ["04A1B2C3D4E5F6"]
        assert lying(watcher, seal, "east", 1) == ["74103794"]
    bus.stop()


def test_a_tags_memory_is_written_and_read_as_by_our_own_readers(
    broker: Broker, service: VirtualReaders
) -> None:
    bus, seal = watched(broker, "memory"), Seal(b"k" * 32, table="memory")
    watcher = Watcher(bus)
    with (
        Running(broker, "memory", readers=ShopReaders(parse_readers(BOTH[:1])), seal=seal),
        VirtualTag(service, UID) as tag,
    ):
        lying(watcher, seal, "west", 1)
        text = seal.sealed_text("04A1B2C3D4E5F6 boardwarden: a card")
        bus.publish("device_order", DeviceOrder(TagOrder(DeviceOrderKind.WRITE_TAG, text)), "pad.west")
        said = seal.opened_text(watcher.until_value("content", "west"))
        assert said == "04A1B2C3D4E5F6 boardwarden: a card"
        assert decode_text(bytes(tag.memory[16:]), Uid(UID)) == "boardwarden: a card"
    bus.stop()


def test_a_tag_without_a_memory_for_texts_is_refused(broker: Broker, service: VirtualReaders) -> None:
    bus, seal = watched(broker, "refused"), Seal(b"k" * 32, table="refused")
    watcher = Watcher(bus)
    with (
        Running(broker, "refused", readers=ShopReaders(parse_readers(BOTH[:1])), seal=seal),
        VirtualTag(service, OTHER),
    ):
        lying(watcher, seal, "west", 1)
        order = DeviceOrder(TagOrder(DeviceOrderKind.READ_TAG, seal.sealed_text("74103794")))
        bus.publish("device_order", order, "pad.west")
        assert seal.opened_text(watcher.until_value("refused", "west")) == "74103794 it can't be read"
    bus.stop()


def test_a_card_that_gives_no_uid_is_said(broker: Broker, service: VirtualReaders) -> None:
    bus, seal = watched(broker, "dumb"), Seal(b"k" * 32, table="dumb")
    watcher = Watcher(bus)
    with Running(broker, "dumb", readers=ShopReaders(parse_readers(BOTH[:1])), seal=seal):
        watcher.until_connected("pad.west", connected=True)
        with VirtualTag(service, b"", answer=b"\x6a\x81"):
            watcher.until_problem("pad.west", "6a81")
        with VirtualTag(service, OTHER):
            assert lying(watcher, seal, "west", 1) == ["74103794"]
            while watcher.states["pad.west"].problem:
                watcher.look()
    bus.stop()


def test_readers_that_went_are_missed_by_name_and_heard_when_they_are_back(
    broker: Broker, service: VirtualReaders
) -> None:
    bus, seal = watched(broker, "back"), Seal(b"k" * 32, table="back")
    watcher = Watcher(bus)
    with Running(broker, "back", readers=ShopReaders(parse_readers(BOTH)), seal=seal):
        watcher.until_connected("pad.west", connected=True)
        service.stop()
        watcher.until_connected("pad.west", connected=False)
        # A service that is being stopped refuses first.
        while not re.search("doesn't run|isn't plugged in", watcher.states["pad.west"].problem):
            watcher.look()
        service.start()
        watcher.until_connected("pad.west", connected=True)
        with VirtualTag(service, UID):
            # A reader that was away says first what lies there: nothing.
            assert lying(watcher, seal, "west", 2) == ["", "04A1B2C3D4E5F6"]
    bus.stop()


def test_the_service_names_its_readers(service: VirtualReaders) -> None:
    assert service.port
    assert find_readers() == ("Virtual PCD 00 00", "Virtual PCD 00 01")


def test_a_start_that_fits_two_readers_is_refused_with_both() -> None:
    names = ("ACS ACR122U 00 00", "ACS ACR122U 01 00", "Other 02 00")
    assert chosen_name("Other", names) == "Other 02 00"
    with pytest.raises(ReaderGone, match="any of ACS ACR122U 00 00, ACS ACR122U 01 00"):
        chosen_name("ACS", names)
    with pytest.raises(ReaderGone, match="pcsc:None of these"):
        chosen_name("None of these", names)


def test_a_service_that_doesnt_let_this_user_in_is_said_with_the_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Refusing:
        """The library of a service whose polkit refuses."""

        def __getitem__(self, name: str) -> Callable[..., int]:
            del name
            return lambda *_: 0x8010006A - (1 << 32)

    monkeypatch.setattr(ctypes, "CDLL", lambda _: Refusing())
    with pytest.raises(ReaderGone, match=r"polkit.*docs/build-and-run/readers\.md"):
        CardService()
