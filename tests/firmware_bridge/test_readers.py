"""The RFID readers on chips as slow, as strict and as crowded as real ones."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link.fields import Uid
from firmware_bridge.link.messages import Message, PictureTag, ReaderFault, TagGone, TagPlaced, TellPicture
from hardware.firmware.warden import mfrc522
from hardware.firmware.warden.clock import Clock
from hardware.firmware.warden.mfrc522 import Mfrc522
from hardware.firmware.warden.pads import Selected
from hardware.simulation import reader_pn5180
from hardware.simulation.clock import Bench as BenchClock
from hardware.simulation.machine import Machine
from tests.firmware_bridge.test_firmware import Bench, bare

NTAGS = ("04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "04112233445566")
SLIX = ("e004000000000001", "e004000000000002")
CHANCE = Random(5)  # noqa: S311 # the uids of tags, no secret


def pads(*kinds: str) -> dict[str, Any]:
    """A board with these readers, named by their places."""
    return {
        "board": "readers",
        "spi": {"0": {"sck": 30, "mosi": 31, "miso": 32}},
        "pads": [
            {
                "pad": f"{kind}-{n}",
                "reader": kind,
                "spi": 0,
                "select": 3 * n,
                "reset": 3 * n + 1,
                "busy": 3 * n + 2,
            }
            for n, kind in enumerate(kinds)
        ],
        "buttons": [{"pad": f"{kinds[0]}-0", "button": "end_turn", "pin": 40}],
    }


def uids(*texts: str) -> tuple[Uid, ...]:
    return tuple(Uid(bytes.fromhex(text)) for text in texts)


def pn5180_of(bench: Bench) -> reader_pn5180.Chip:
    chip = bench.machine.readers["pn5180-0"]
    assert isinstance(chip, reader_pn5180.Chip)
    return chip


def faults(messages: list[Message]) -> list[ReaderFault]:
    return [one for one in messages if isinstance(one, ReaderFault)]


@pytest.mark.parametrize("kind", ["mfrc522", "pn5180"])
def test_every_reader_is_deselected_before_the_first_is_spoken_to_and_gets_a_reset_it_feels(
    kind: str,
) -> None:
    assert Bench(pads(*[kind] * 4)).power().faults == ()


@pytest.mark.parametrize(("kind", "tags"), [("mfrc522", NTAGS), ("pn5180", SLIX)])
def test_a_board_that_restarts_amid_a_reading_finds_its_readers_and_tags_again(
    kind: str, tags: Sequence[str]
) -> None:
    bench = Bench(pads(kind))
    bench.power()
    bench.machine.lay(f"{kind}-0", uids(*tags))
    for _ in range(11):
        bench.board.turn()
        bench.time.spend(1000)
    bench.start()
    bench.turns(1500)
    bench.host.send(TellPicture())
    said = [one for one in bench.turns(100) if isinstance(one, PictureTag)]
    assert said == [PictureTag(f"{kind}-0", uid) for uid in sorted(uids(*tags))]


@pytest.mark.parametrize(("kind", "tags"), [("mfrc522", NTAGS), ("pn5180", SLIX)])
def test_a_reader_that_dies_is_named_and_what_lay_there_isn_t_said_to_have_gone(
    kind: str, tags: Sequence[str]
) -> None:
    bench = Bench(pads(kind))
    bench.power()
    chip = bench.machine.readers[f"{kind}-0"]
    bench.machine.lay(f"{kind}-0", uids(*tags))
    bench.turns(300)
    chip.dead = True
    said = bench.turns(5000)
    assert faults(said) == [ReaderFault(f"{kind}-0", f"no {kind} answers")]
    assert bare(said) == []
    bench.machine.lay(f"{kind}-0", uids(tags[0]))
    chip.dead = False
    said = bench.turns(5000)
    assert faults(said) == [ReaderFault(f"{kind}-0", "")]
    assert sorted(bare(said)) == [(TagGone, f"{kind}-0", uid) for uid in sorted(tags[1:])]


@pytest.mark.parametrize(("kind", "tags"), [("mfrc522", NTAGS), ("pn5180", SLIX)])
@pytest.mark.parametrize("after_ms", range(0, 40, 7))
def test_a_reader_whose_power_dips_is_set_up_again_and_nothing_is_said_to_have_gone(
    kind: str, tags: Sequence[str], after_ms: int
) -> None:
    """A relay or a motor on the same supply: the reader starts again, the microcontroller runs on."""
    bench = Bench(pads(kind))
    bench.power()
    bench.machine.lay(f"{kind}-0", uids(*tags))
    bench.turns(500 + after_ms)
    bench.machine.readers[f"{kind}-0"].dip()
    assert bare(bench.turns(3000)) == []
    bench.machine.lay(f"{kind}-0", uids(tags[0]))
    assert sorted(bare(bench.turns(3000))) == [(TagGone, f"{kind}-0", uid) for uid in sorted(tags[1:])]


@pytest.mark.parametrize(("kind", "tags"), [("mfrc522", NTAGS), ("pn5180", SLIX)])
def test_a_reader_whose_power_dips_in_every_reading_reports_no_tag_gone(
    kind: str, tags: Sequence[str]
) -> None:
    bench = Bench(pads(kind))
    bench.power()
    chip = bench.machine.readers[f"{kind}-0"]
    bench.machine.lay(f"{kind}-0", uids(*tags))
    bench.turns(500)
    said: list[Message] = []
    on_ms = 0
    for _ in range(800):
        said += bench.turns(1)
        on_ms = on_ms + 1 if chip.field else 0
        if on_ms == 4:
            chip.dip()
    assert bare(said + bench.turns(500)) == []


@pytest.mark.parametrize("slow_us", [0, 40, 400])
def test_a_pn5180_is_sent_nothing_before_it_waits_for_something_to_send(slow_us: int) -> None:
    bench = Bench(pads("pn5180"))
    pn5180_of(bench).waits_after_us = slow_us
    bench.power()
    bench.machine.lay("pn5180-0", uids(*SLIX))
    assert [type(one) for one in bench.turns(800) if isinstance(one, TagPlaced | ReaderFault)] == [
        TagPlaced,
        TagPlaced,
    ]


def test_the_mfrc522_is_set_to_the_gain_that_its_name_says() -> None:
    """RFCfgReg, RxGain in bits 6 to 4 (MFRC522 data sheet rev. 3.9, 9.3.3.6)."""
    decibels = {0b010: 18, 0b011: 23, 0b100: 33, 0b101: 38, 0b110: 43, 0b111: 48}
    assert decibels[mfrc522.GAIN_43_DB >> 4] == 43


def test_a_pn5180_that_stays_busy_is_named_and_holds_nobody_up() -> None:
    bench = Bench(pads("pn5180", "mfrc522"))
    bench.power()
    bench.machine.lay("pn5180-0", uids(SLIX[0]))
    bench.turns(500)
    pn5180_of(bench).stuck = True
    bench.machine.lay("mfrc522-1", uids(NTAGS[0]))
    said = bench.turns(5000)
    assert faults(said) == [ReaderFault("pn5180-0", "no pn5180 answers")]
    assert bare(said) == [(TagPlaced, "mfrc522-1", NTAGS[0])]
    pn5180_of(bench).stuck = False
    said = bench.turns(5000)
    assert faults(said) == [ReaderFault("pn5180-0", "")]
    assert bare(said) == []


@pytest.mark.parametrize(
    ("kind", "flag", "words"),
    [
        ("pn5180", "weak", "its pn5180 answers, but makes no field"),
        ("pn5180", "starved", "its pn5180 answers, but restarts under its field"),
        ("mfrc522", "starved", "its mfrc522 answers, but restarts under its field"),
    ],
)
def test_a_reader_that_answers_and_never_reads_is_named_once_until_it_reads(
    kind: str, flag: str, words: str
) -> None:
    bench = Bench(pads(kind))
    setattr(bench.machine.readers[f"{kind}-0"], flag, True)
    assert bench.power().faults == (f"{kind}-0: {words}",)
    bench.machine.lay(f"{kind}-0", uids((NTAGS if kind == "mfrc522" else SLIX)[0]))
    assert faults(bench.turns(9000)) == []
    setattr(bench.machine.readers[f"{kind}-0"], flag, False)
    said = bench.turns(4000)
    assert faults(said) == [ReaderFault(f"{kind}-0", "")]
    assert [type(one) for one in said if isinstance(one, TagPlaced)] == [TagPlaced]


@pytest.mark.parametrize(
    ("kind", "tags"),
    [
        ("mfrc522", [f"04{n:012x}" for n in range(mfrc522.MOST_TAGS + 1)]),
        ("pn5180", [f"e004{CHANCE.getrandbits(48):012x}" for _ in range(80)]),
    ],
)
def test_a_reader_with_more_tags_than_it_can_read_is_named_until_it_can_read_them_all(
    kind: str, tags: Sequence[str]
) -> None:
    bench = Bench(pads(kind))
    bench.machine.lay(f"{kind}-0", uids(*tags))
    assert bench.power().faults == (f"{kind}-0: its {kind} answers, but has too many tags",)
    said = bench.turns(9000)
    assert (faults(said), bare(said)) == ([], [])
    bench.machine.lay(f"{kind}-0", uids(*tags[1:17]))
    assert faults(bench.turns(9000)) == [ReaderFault(f"{kind}-0", "")]
    bench.host.send(TellPicture())
    lying = [one for one in bench.turns(500) if isinstance(one, PictureTag)]
    assert lying == [PictureTag(f"{kind}-0", uid) for uid in sorted(uids(*tags[1:17]))]


@pytest.mark.parametrize("version", [0x00, 0xFF])
def test_an_mfrc522_that_answers_with_nothing_but_its_lines_is_named(version: int) -> None:
    """MISO that hangs on a rail, or on nothing, reads so."""
    bench = Bench(pads("mfrc522"))
    bench.machine.miswired.miso["mfrc522-0"] = version
    assert bench.power().faults == ("mfrc522-0: no mfrc522 answers",)
    bench.machine.miswired.miso.clear()
    assert faults(bench.turns(4000)) == [ReaderFault("mfrc522-0", "")]


def test_a_reader_dead_from_the_start_is_taken_in_when_it_comes() -> None:
    bench = Bench(pads("pn5180", "mfrc522"))
    bench.machine.readers["pn5180-0"].dead = True
    assert bench.power().faults == ("pn5180-0: no pn5180 answers",)
    bench.machine.readers["pn5180-0"].dead = False
    bench.machine.lay("pn5180-0", uids(SLIX[0]))
    said = bench.turns(4000)
    assert faults(said) == [ReaderFault("pn5180-0", "")]
    assert bare(said) == [(TagPlaced, "pn5180-0", SLIX[0])]


def test_only_one_antenna_is_on_at_a_time() -> None:
    kinds = ("pn5180", "mfrc522", "pn5180", "mfrc522")
    bench = Bench(pads(*kinds))
    bench.power()
    seen = set()
    for _ in range(400):
        bench.turns(1)
        lit = tuple(name for name, chip in bench.machine.readers.items() if chip.field)
        assert len(lit) <= 1
        seen.add(lit)
    assert seen == {(), *((name,) for name in bench.machine.readers)}


@pytest.mark.parametrize(
    ("kind", "tags"), [("mfrc522", NTAGS), ("pn5180", [f"e004{n:012x}" for n in range(0x10, 0x180, 0x10)])]
)
def test_buttons_are_scanned_while_a_reader_waits_for_its_tags(kind: str, tags: Sequence[str]) -> None:
    bench = Bench(pads(kind))
    bench.power()
    bench.machine.lay(f"{kind}-0", uids(*tags))
    before = bench.board.scans["buttons"]
    bench.turns(1000)
    # Each 2 ms if nothing came between; the bytes to and from the reader do.
    assert bench.board.scans["buttons"] - before > 300


def test_a_damaged_answer_is_asked_for_again_in_the_same_reading() -> None:
    bench = Bench(pads("pn5180"))
    bench.power()
    chip = pn5180_of(bench)
    bench.machine.lay("pn5180-0", uids(*SLIX))
    bench.turns(300)
    for _ in range(6):
        # Three readings in a row without a tag would make it gone: each has its first answers damaged.
        chip.damaged = 2
        assert bare(bench.turns(80)) == []
    assert chip.damaged == 0


@pytest.mark.parametrize(
    "tags",
    [
        NTAGS[:2],
        NTAGS,
        ("04a1b2c3", "04a1b2c4", "08a1b2c3"),
        ("04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6a7b8c9", "04a1b2c3d4e5f6a7b8ca"),
    ],
    ids=["two alike but for a bit", "three", "of four bytes", "of every length"],
)
def test_several_tags_before_an_mfrc522_are_all_reported_and_each_going_too(tags: Sequence[str]) -> None:
    bench = Bench(pads("mfrc522"))
    bench.power()
    bench.machine.lay("mfrc522-0", uids(*tags))
    assert sorted(bare(bench.turns(400))) == [(TagPlaced, "mfrc522-0", uid) for uid in sorted(tags)]
    assert bare(bench.turns(1000)) == []
    bench.machine.lay("mfrc522-0", uids(tags[-1]))
    assert sorted(bare(bench.turns(600))) == [(TagGone, "mfrc522-0", uid) for uid in sorted(tags[:-1])]


@given(
    st.sets(
        st.binary(min_size=4, max_size=4).filter(lambda uid: uid[0] != 0x88)
        | st.binary(min_size=6, max_size=6).map(lambda rest: b"\x04" + rest)
        | st.binary(min_size=1, max_size=1).map(lambda last: bytes.fromhex("04a1b2c3d4e5") + last),
        max_size=6,
    )
)
def test_an_mfrc522_finds_every_tag_in_one_reading_whatever_their_numbers(lying: set[bytes]) -> None:
    time = BenchClock()
    parts = pads("mfrc522")
    machine = Machine(parts, time)
    select = machine.Pin(0, machine.Pin.OUT, value=1)
    clock = Clock(time)
    reader = Mfrc522(Selected(machine.SPI(0), select), machine.Pin(1, machine.Pin.OUT, value=1), clock)
    assert reader.start()
    machine.lay("mfrc522-0", tuple(lying))
    for _ in range(2):
        assert clock.whole(reader.reading()) == tuple(sorted(lying))


def test_a_tag_among_others_is_written_and_the_others_aren_t() -> None:
    time = BenchClock()
    machine = Machine(pads("mfrc522"), time)
    select = machine.Pin(0, machine.Pin.OUT, value=1)
    clock = Clock(time)
    reader = Mfrc522(Selected(machine.SPI(0), select), machine.Pin(1, machine.Pin.OUT, value=1), clock)
    reader.start()
    machine.lay("mfrc522-0", uids(*NTAGS))
    reader.content(bytes.fromhex(NTAGS[1]), b"one")
    kept = [reader.content(bytes.fromhex(tag))[:3] for tag in NTAGS]
    assert kept == [bytes(3), b"one", bytes(3)]


@pytest.mark.parametrize(("kind", "tags"), [("mfrc522", NTAGS), ("pn5180", SLIX)])
def test_a_reader_reads_however_long_its_board_has_been_on(kind: str, tags: Sequence[str]) -> None:
    # The difference of a chip's ticks wraps after 2^29 us, 8.9 minutes.
    bench = Bench(pads(kind))
    bench.power()
    bench.machine.lay(f"{kind}-0", uids(*tags))
    bench.turns(1500)
    for _ in range(10):
        bench.time.spend(60_000_000)
        bench.board.turn()
    # Host and board find one another again, and the readers come round.
    gone = [one for one in bench.turns(6000) if isinstance(one, TagGone)]
    assert gone == []
    bench.host.send(TellPicture())
    said = [one for one in bench.turns(300) if isinstance(one, PictureTag)]
    assert said == [PictureTag(f"{kind}-0", uid) for uid in sorted(uids(*tags))]
