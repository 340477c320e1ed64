"""Tags on the seats' pads: they are kept secret, and cards are played by laying them down."""

import json
import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.bus.channels import BY_NAME
from engine.bus.client import Connected, ReceivedMessage
from engine.bus.codec import encode
from engine.bus.messages.boards import DeviceOrderKind, TagOrder, TagSheet
from engine.bus.messages.commands import AnswerCode, CommandKind
from engine.bus.messages.match import SealedSheet, SeatSheet
from engine.bus.sealing import Seal
from engine.core.board import load_board
from engine.core.device_events import DeviceEvent, PadReading, PadReadingKind
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.tags import FILE, TagBook, dump_tags, load_tags
from engine.core.views import UseView
from engine.games.dozen_war.game import DozenWar
from engine.session.boards.pad_cards import laying_of
from engine.session.boards.pads import SeatPads
from engine.session.boards.tags import KNOWN, WRITTEN_BY_US, TagDesk, all_things
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.seen.sighting import Sighting
from tests.session.serving_engine import Engine
from tests.session.two_soldiers import GAME, PIECES, SETUP

SEAL = Seal(bytes(32), table="t")
WEST, NORTH = Seat("west"), Seat("north")
HAMMER, LANCE, RING, STRANGER = "04AA0001", "04AA0002", "04AA0003", "04AA00FF"
THINGS = all_things(GAME, PIECES)
WHOLE: dict[str, Any] = {
    **SETUP,
    "pieces": {
        "w.inf.1": {"at": "e5"},
        "w.inf.2": {"at": "d5"},
        "w.cav.1": {"at": "f5"},
        "w.gen.raen": {"at": "d4"},
        "n.inf.1": {"at": "f8"},
    },
    "hands": {
        "west": ["bua-chien", "thuong-ky-si", "thuong-ky-si", "nhan-dich-chuyen"],
        "north": ["bua-chien"],
    },
}


class Pads:
    """An engine with tags, and the readings of its pads. Each event has its own mark."""

    def __init__(self, folder: Path) -> None:
        book = TagBook({HAMMER: "card bua-chien", LANCE: "card thuong-ky-si", RING: "card nhan-dich-chuyen"})
        dump_tags(book, folder / FILE)
        self.desk = TagDesk(folder / FILE, THINGS, SEAL, discreet=True)
        self.engine = Engine(folder, WHOLE, seal=SEAL, tags=self.desk)
        self.engine.plug_in("board", "pad.west", "pad.north")
        self._marks = 0

    def lay(self, seat: str, *uids: str, mark: str | None = None, at: float | None = None) -> None:
        self._marks += 1
        event = DeviceEvent(
            f"pad.{seat}",
            Seconds(self.engine.now if at is None else at),
            PadReading(PadReadingKind.TAGS, seat, SEAL.sealed_text(" ".join(uids)) if uids else ""),
            f"boot-{self._marks}" if mark is None else mark,
        )
        self.engine.service.take(ReceivedMessage("device_event", f"pad.{seat}", event))

    def sheet(self, seat: Seat) -> SeatSheet:
        wire = self.engine.wire
        sealed = next(
            message
            for (channel, message), name in zip(reversed(wire.sent), reversed(wire.names), strict=True)
            if channel == "seat" and name == seat
        )
        return SEAL.opened(sealed, seat)

    def tags(self) -> TagSheet:
        sealed = self.engine.wire.last("tags")
        assert isinstance(sealed, SealedSheet)
        return SEAL.opened_tags(sealed)

    @property
    def revision(self) -> int:
        return self.engine.service.table.match.revision

    def hand(self) -> list[str]:
        return [use.key for use in self.sheet(WEST).uses if use.kind == "card"]


@pytest.fixture
def pads(tmp_path: Path) -> Pads:
    return Pads(tmp_path)


def tag_order(pads: Pads) -> TagOrder:
    """Return the last order to the west pad, which concerns a tag."""
    content = pads.engine.orders("pad.west")[-1].content
    assert isinstance(content, TagOrder)
    return content


def test_a_card_with_one_way_to_be_played_is_played_by_being_laid_down(pads: Pads) -> None:
    pads.lay("west", LANCE)
    assert pads.revision == 1
    assert "thuong-ky-si" in json.dumps(GAME.dump(pads.engine.service.table.match.state)["used"])


def test_a_card_is_played_once_until_it_is_lifted_and_laid_again(pads: Pads) -> None:
    pads.lay("west", LANCE, mark="boot-a")
    pads.lay("west", LANCE, HAMMER)
    assert pads.revision == 1
    pads.lay("west")
    pads.lay("west", LANCE, mark="boot-a")  # reported again after the bridge was away
    assert pads.revision == 1
    pads.lay("west")
    pads.lay("west", LANCE)
    assert pads.revision == 2


def test_two_cards_laid_down_at_once_are_played_one_after_the_other(pads: Pads) -> None:
    pads.engine.ask("1", CommandKind.ENROL, tag=STRANGER, thing="card thuong-ky-si")
    pads.lay("west", LANCE, STRANGER)
    assert pads.revision == 2
    assert "card thuong-ky-si" not in pads.hand()


def test_a_card_with_several_targets_waits_for_its_seat_s_tablet_alone(pads: Pads) -> None:
    pads.lay("west", HAMMER)
    assert pads.revision == 0
    assert pads.sheet(WEST).laid == ("card bua-chien",)
    assert pads.sheet(NORTH).laid == ()
    assert pads.engine.sounds("pad.west") == ["question"]
    action = {"play": "bua-chien", "user": "w.inf.2"}
    assert pads.engine.ask("1", action=action, seat=WEST).code is AnswerCode.DONE
    assert pads.sheet(WEST).laid == ()


def test_cards_on_a_pad_are_in_no_public_message(pads: Pads) -> None:
    pads.lay("west", HAMMER, STRANGER)
    assert SEAL.opened_text(tag_order(pads).text) == STRANGER
    for channel, message in pads.engine.wire.sent:
        said = encode(BY_NAME[channel], message).decode()
        assert not any(word in said for word in ("bua-chien", "Hammer", HAMMER, STRANGER)), channel


def test_a_card_on_anothers_pad_or_not_in_the_hand_is_refused_there_alone(pads: Pads) -> None:
    pads.lay("north", LANCE)
    assert pads.revision == 0
    assert "card thuong-ky-si) isn't in your hand" in pads.sheet(NORTH).laid_text
    assert pads.sheet(WEST).laid_text == ""
    pads.lay("west", LANCE)
    pads.lay("north")
    pads.lay("north", LANCE)  # before the other pad has noticed that it's gone
    assert "isn't in your hand" in pads.sheet(NORTH).laid_text
    pads.lay("north", HAMMER)
    assert "others" in pads.sheet(NORTH).laid_text or "choose" in pads.sheet(NORTH).laid_text
    assert pads.engine.sounds("pad.north") == ["warning"] * 3


def test_where_the_table_shows_the_target_it_is_not_asked_for(pads: Pads) -> None:
    pads.engine.show()
    pads.engine.show(gen_raen="c7")
    assert pads.revision == 0
    pads.lay("west", RING)
    assert pads.engine.wire.last("match").last_actions
    state = pads.engine.service.table.match.state
    assert (
        GAME.layout(state)[next(piece for piece in GAME.pieces(state) if piece == "w.gen.raen")].cell == "c7"
    )


def test_the_table_may_show_it_after_the_card_was_laid(pads: Pads) -> None:
    pads.engine.show()
    pads.lay("west", RING)
    assert pads.revision == 0
    pads.engine.show(gen_raen="c7")
    assert pads.revision == 1


def test_a_card_that_lay_there_before_is_not_played_by_an_engine_that_comes_back(pads: Pads) -> None:
    pads.lay("west", LANCE, at=pads.engine.now - 60)
    assert pads.revision == 0
    assert pads.sheet(WEST).laid == ("card thuong-ky-si",)


def test_nothing_is_played_from_a_pad_in_a_pause(pads: Pads) -> None:
    pads.engine.ask("1", CommandKind.PAUSE)
    pads.lay("west", LANCE)
    assert pads.revision == 0


def test_an_unknown_tag_is_asked_about_and_known_ones_keep_their_names(pads: Pads) -> None:
    pads.lay("west", HAMMER, STRANGER)
    assert [(tag.uid, tag.thing) for tag in pads.tags().tags] == [(HAMMER, KNOWN), (STRANGER, "")]
    assert "Nobody has said yet what lies on your pad" in pads.sheet(WEST).laid_text
    asked = pads.engine.ask("1", CommandKind.ENROL, tag=STRANGER, thing="card song-kiem")
    assert (asked.code, asked.text) == (AnswerCode.DONE, f"{STRANGER} is card song-kiem")
    assert [tag.thing for tag in pads.tags().tags] == [KNOWN, "card song-kiem"]
    order = tag_order(pads)
    assert order.kind is DeviceOrderKind.WRITE_TAG
    assert SEAL.opened_text(order.text) == f"{STRANGER} {WRITTEN_BY_US}card song-kiem"


def test_the_result_of_writing_a_tag_is_reported(pads: Pads) -> None:
    pads.lay("west", STRANGER)
    pads.engine.ask("1", CommandKind.ENROL, tag=STRANGER, thing="card song-kiem")
    for kind, text in (("content", f"{WRITTEN_BY_US}card song-kiem"), ("refused", "it can't be written")):
        value = SEAL.sealed_text(f"{STRANGER} {text}")
        event = DeviceEvent("pad.west", Seconds(1.0), PadReading(PadReadingKind(kind), "west", value))
        pads.engine.service.take(ReceivedMessage("device_event", "pad.west", event))
        (tag,) = pads.tags().tags
        assert tag.note == ("written" if kind == "content" else "it can't be written")


@pytest.mark.parametrize(
    ("tag", "thing", "said"),
    [("no uid", "card song-kiem", "uid 'no uid'"), (STRANGER, "card nothing", "there is no 'card nothing'")],
)
def test_nonsense_is_not_enrolled(pads: Pads, tag: str, thing: str, said: str) -> None:
    answer = pads.engine.ask("1", CommandKind.ENROL, tag=tag, thing=thing)
    assert answer.code is AnswerCode.UNREADABLE
    assert said in answer.text


def test_a_tag_that_another_program_enrols_is_known_at_the_next_reading(pads: Pads, tmp_path: Path) -> None:
    dump_tags(load_tags(tmp_path / FILE).with_tag(STRANGER, "card thuong-ky-si"), tmp_path / FILE)
    pads.lay("west", STRANGER)
    assert pads.revision == 1


def test_a_piece_on_a_pad_shows_its_uses_and_plays_none(pads: Pads) -> None:
    pads.engine.ask("1", CommandKind.ENROL, tag=STRANGER, thing="piece gen.raen")
    pads.lay("west", STRANGER)
    assert pads.revision == 0
    assert all("w.gen.raen" in key for key in pads.sheet(WEST).laid)


def test_everything_is_sent_again_when_the_bus_is_back(pads: Pads) -> None:
    pads.lay("west", HAMMER)
    count = len(pads.engine.wire.sent)
    pads.engine.service.take(Connected())
    assert "tags" in [channel for channel, _ in pads.engine.wire.sent[count:]]


def test_a_text_sealed_elsewhere_is_not_taken_for_a_tag(pads: Pads) -> None:
    other = Seal(bytes([1]) * 32, table="t").sealed_text(HAMMER)
    with pytest.raises(InputFault, match="doesn't open"):
        SEAL.opened_text(other)
    event = DeviceEvent("pad.west", Seconds(1.0), PadReading(PadReadingKind.TAGS, "west", other))
    pads.engine.service.take(ReceivedMessage("device_event", "pad.west", event))
    assert pads.desk.laid == ()


def test_every_card_and_skill_that_a_seat_holds_is_a_thing_that_a_tag_can_name() -> None:
    names = {thing.name for thing in THINGS}
    assert {"card bua-chien", "skill gen.raen 3", "piece w.inf.1"} <= names
    assert len(names) == len(THINGS)


class ManyWays(DozenWar):
    """A game with hundreds of ways to play a card."""

    def uses(self, state: Any, seat: Seat) -> tuple[UseView, ...]:
        more = []
        for use in super().uses(state, seat):
            last = [*use.actions[-1:]]
            more.append(replace(use, actions=(*(use.actions[:1] * 300), *last)))
        return tuple(more)


def test_however_many_ways_there_are_the_one_that_the_table_shows_is_found() -> None:
    game = ManyWays(load_board("mativen"), Ruleset())
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none", WHOLE))
    setting = setting_of(game, match.state, None)
    (use,) = (one for one in game.uses(match.state, WEST) if one.key == "card nhan-dich-chuyen")
    assert len(use.actions) > 300
    shown = game.layout(game.apply(match.state, game.parse_action(entry_of(use.actions[-1]))))
    table = replace(table_of(setting, match), judged=Sighting(shown))
    assert laying_of(setting, table, WEST, (use.key,), fresh=True).action == use.actions[-1]


class Asked(DozenWar):
    """Dozen War that counts how often its whole view is requested."""

    views = 0

    def view(self, state: Any, seat: Seat | None) -> Any:
        self.views += 1
        return super().view(state, seat)


def test_tags_that_lie_beneath_pieces_cost_no_view_of_the_game_at_each_look(tmp_path: Path) -> None:
    game = Asked(load_board("mativen"), Ruleset())
    desk = TagDesk(tmp_path / FILE, THINGS, SEAL, discreet=True)
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none", WHOLE))
    setting, pads = setting_of(game, match.state, None), SeatPads[Any, Any](desk)
    table = table_of(setting, match)
    for number, pad in enumerate(("c3", "d1", "a4", "c9")):
        laid = SEAL.sealed_text(f"{HAMMER} {LANCE} {RING}")
        reading = PadReading(PadReadingKind.TAGS, pad, laid)
        read = DeviceEvent(f"pad.{pad}", Seconds(0.0), reading, f"boot-{number}")
        list(pads.heard(setting, lambda: table, read, reading, wall=Seconds(0.0)))
    assert len(desk.laid) == 12
    for look in range(1, 21):
        seen = replace(table, judged=Sighting({}, taken_at=Seconds(look)))
        assert list(pads.shown(setting, seen)) == []
    assert game.views <= 1


def test_which_tag_is_which_card_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        dump_tags(TagBook({"04AABBCC": "card bua-chien"}), tmp_path / "tags.yaml")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "tags.yaml").stat().st_mode) == 0o600
