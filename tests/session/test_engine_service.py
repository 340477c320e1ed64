"""The engine on the bus: journal first, everything again on (re)connect, rubbish passed over."""

import errno
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from engine.bus.channels import BY_NAME
from engine.bus.client import BusEvent, Connected, Disconnected, Received, Rejected
from engine.bus.codec import decode, encode
from engine.bus.messages.boards import DeviceOrder, DeviceState
from engine.bus.messages.cameras import CameraEvent, CameraEventKind
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.bus.messages.match import MatchState, Situation
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.board import load_board
from engine.core.faults import MissingFault
from engine.core.game import Game, Ruleset
from engine.core.glimpse import DeviceEvent
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Spot
from engine.core.pieces import load_pieces
from engine.core.verdict import VerdictKind
from engine.games.dozen_war.game import DozenWar
from engine.games.registry import open_game
from engine.session.boards.palettes import PALETTES, Lit
from engine.session.boards.showing import Showing
from engine.session.boards.tags import TagDesk
from engine.session.matches.journal import JournalFault, journals, read_journal
from engine.session.matches.keeping import MatchKeeper
from engine.session.matches.match import EntryKind, Opening
from engine.session.matches.replaying import replay
from engine.session.playing.table import Setting
from engine.session.serving.service import EngineService
from tests.session.seeing import look_at, shown

SETUP = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {"w.inf.1": {"at": "e5"}, "n.inf.1": {"at": "f8"}},
}
BOARD = load_board("mativen")
PIECES = load_pieces("mativen-pieces")
GAME: Game[Any, Any] = open_game("dozen_war", BOARD, Ruleset())
MOVE = {"move": "w.inf.1", "to": "e6"}


@dataclass
class Wire:
    """A bus that keeps what was sent, as it would travel."""

    sent: list[tuple[str, Any]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    entries_then: list[int] = field(default_factory=list)
    folder: Path = Path()

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        self.names.append(name)
        channel = BY_NAME[channel_name]
        self.sent.append((channel_name, decode(channel, encode(channel, message))))
        self.entries_then.append(len(read_journal(journals(self.folder)[0]).entries))

    def receive(self, timeout: float | None) -> BusEvent | None:
        del timeout
        return None

    def last(self, channel: str) -> Any:
        return next(message for name, message in reversed(self.sent) if name == channel)


class Engine:
    """An engine service whose clock stands still unless the test turns it."""

    def __init__(
        self,
        folder: Path,
        setup: Any = SETUP,
        feed: str = "",
        *,
        seal: Seal | None = None,
        tags: TagDesk | None = None,
    ) -> None:
        self.wire = Wire(folder=folder)
        self.now = 100.0
        start = Seconds(0.0)
        opening = Opening("", start, "dozen_war", "mativen", "mativen-pieces", setup, table="t", feed=feed)
        self.service = EngineService(
            self.wire,
            board=BOARD,
            pieces=PIECES,
            game=GAME,
            keeper=MatchKeeper(folder, GAME),
            opening=opening,
            seal=seal,
            tags=tags,
            monotonic=lambda: self.now,
            wall=lambda: self.now,
        )

    def ask(self, name: str, kind: CommandKind = CommandKind.ACT, **more: Any) -> Answer:
        more.setdefault("revision", self.service.table.match.revision)
        self.service.take(Received("command", "", Command(name, kind, **more)))
        answer = self.wire.last("answer")
        assert isinstance(answer, Answer)
        return answer

    def lift(self, piece: str) -> None:
        """Show the table for a moment with a hand in which this piece is."""
        layout = shown(GAME.layout(self.service.table.match.state))
        spots = {PIECES.physical_id(one): spot for one, spot in layout.items() if one != piece}
        self.now += 0.1
        self.service.take(Received("look", "cam", look_at(spots, self.now, steady=False)))

    def lights(self, device: str) -> list[tuple[tuple[str, ...], Lit]]:
        """Return what a device was ordered to light, oldest first."""
        meant = {colour: lit for lit, colour in PALETTES["usual"].items()}
        return [(one.cells, meant[one.colour]) for one in self.orders(device) if one.order == "lights"]

    def sounds(self, device: str) -> list[str]:
        """Return what a device was ordered to sound, oldest first."""
        return [one.name for one in self.orders(device) if one.order == "sound"]

    def orders(self, device: str) -> list[DeviceOrder]:
        """Return what a device was ordered to do, oldest first."""
        return [
            message
            for (channel, message), name in zip(self.wire.sent, self.wire.names, strict=True)
            if channel == "device_order" and name == device
        ]

    def plug_in(self, *devices: str) -> None:
        for device in devices:
            state = DeviceState(device, "/dev/ttyACM0", connected=True)
            self.service.take(Received("device", device, state))

    def show(self, **cells: str) -> None:
        layout = shown(GAME.layout(self.service.table.match.state))
        spots: dict[PieceId, Spot] = {PIECES.physical_id(piece): spot for piece, spot in layout.items()}
        for name, cell in cells.items():
            piece = PieceId(name.replace("_", "."))
            spots[piece] = Spot(Cell(cell), edge=False)
        for steady in (False, True):
            self.now += 0.5
            self.service.take(Received("look", "cam", look_at(spots, self.now, steady=steady)))


def test_every_seat_is_told_what_it_alone_may_know_sealed_and_whenever_anything_is_played(
    tmp_path: Path,
) -> None:
    seal = Seal(bytes(32), table="t")
    hands = {"west": ["bua-chien"], "north": ["khien-go", "luoi-sat"]}
    engine = Engine(tmp_path, {**SETUP, "hands": hands}, seal=seal)
    engine.service.take(Connected())
    engine.ask("1", action=MOVE)
    sheets = [
        (name, message)
        for (channel, message), name in zip(engine.wire.sent, engine.wire.names, strict=True)
        if channel == "seat"
    ]
    assert [name for name, _ in sheets] == ["west", "north"] * 2
    opened = [seal.opened(message, Seat(name)) for name, message in sheets]
    assert [sheet.revision for sheet in opened] == [0, 0, 1, 1]
    held = [[use.key for use in sheet.uses if use.kind == "card"] for sheet in opened]
    assert held == [["card bua-chien"], ["card khien-go", "card luoi-sat"]] * 2
    assert not any(card in str(engine.wire.sent) for hand in hands.values() for card in hand)


def test_a_new_connection_gets_the_whole_state(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.service.take(Connected())
    assert {name for name, _ in engine.wire.sent} == {"surface", "match", "advice", "situation", "clock"}
    engine.wire.sent.clear()
    engine.service.take(Disconnected("gone"))
    engine.service.take(Connected())
    assert {name for name, _ in engine.wire.sent} == {"surface", "match", "advice", "situation", "clock"}


def test_what_is_seen_is_played_and_published(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.show()
    engine.show(w_inf_1="e6")
    match = engine.wire.last("match")
    assert isinstance(match, MatchState)
    assert match.revision == 1
    assert engine.wire.last("verdict").actions[0].action == MOVE
    situation = engine.wire.last("situation")
    assert isinstance(situation, Situation)
    assert situation.watching


def test_nothing_is_published_before_the_journal_has_it(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.ask("1", action=MOVE)
    told = [n for n, (name, _) in enumerate(engine.wire.sent) if name in {"match", "verdict", "answer"}]
    assert told
    assert {engine.wire.entries_then[n] for n in told} == {2}


def test_an_engine_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    first = Engine(tmp_path)
    first.ask("1", action=MOVE)
    first.service.close()
    second = Engine(tmp_path)
    assert second.service.table.match == first.service.table.match
    assert second.ask("1", action=MOVE, revision=0).code is AnswerCode.DONE
    assert second.service.table.match.revision == 1
    assert len(journals(tmp_path)) == 1


def test_two_engines_never_play_one_match(tmp_path: Path) -> None:
    first = Engine(tmp_path)
    with pytest.raises(MissingFault, match="another engine"):
        Engine(tmp_path)
    first.service.close()


@pytest.mark.parametrize("other", [{"setup": None}, {"feed": "footage since 7"}])
def test_a_match_on_other_terms_is_a_new_one(tmp_path: Path, other: dict[str, Any]) -> None:
    first = Engine(tmp_path)
    first.service.close()
    Engine(tmp_path, **other).service.close()
    assert len(journals(tmp_path)) == 2


def test_a_damaged_journal_is_told_and_a_new_match_opened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = Engine(tmp_path)
    first.ask("1", action=MOVE)
    first.service.close()
    (path,) = journals(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"west"', b'"east"', 1))
    second = Engine(tmp_path)
    assert second.service.table.match.revision == 0
    assert "entry 1 is damaged" in caplog.text


def test_a_disk_that_refuses_stops_the_match_and_not_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.write", full)
        answer = engine.ask("1", action=MOVE)
    assert answer.code is AnswerCode.NOT_NOW
    assert "No space left" in answer.text
    assert "No space left" in engine.wire.last("situation").problem
    assert engine.service.table.match.revision == 0
    assert engine.ask("1", action=MOVE).code is AnswerCode.DONE
    assert engine.wire.last("situation").problem == ""


def test_rubbish_on_the_bus_is_passed_over(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.service.take(Rejected("boardwarden/t/vision/cam/look", "expected Look as JSON"))
    assert engine.ask("1", action=MOVE).code is AnswerCode.DONE


def test_an_attacked_player_is_told_the_choices_and_a_usual_turn_has_none(tmp_path: Path) -> None:
    setup = {
        **SETUP,
        "pieces": {"w.cav.1": {"at": "e7"}, "n.arc.1": {"at": "f7"}, "n.inf.1": {"at": "f8"}},
    }
    engine = Engine(tmp_path, setup)
    engine.service.take(Connected())
    assert engine.wire.last("match").choices == ()
    engine.ask("1", action={"attack": "w.cav.1", "target": "n.arc.1"})
    choices = engine.wire.last("match").choices
    assert [(one.action, one.by) for one in choices] == [
        ({"block": "n.inf.1"}, "north"),
        ({"accept": True}, "north"),
    ]
    engine.ask("2", action={"accept": True})
    assert engine.wire.last("match").choices == ()


def test_a_service_that_comes_online_is_told_everything_again(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.wire.sent.clear()
    engine.service.take(Received("availability", "engine", Availability(online=True)))
    engine.service.take(Received("availability", "dashboard", Availability(online=False)))
    assert engine.wire.sent == []
    engine.service.take(Received("availability", "dashboard", Availability(online=True)))
    assert {name for name, _ in engine.wire.sent} == {"surface", "match", "advice", "situation", "clock"}


@pytest.mark.parametrize("table", ["a/b", "bàn số 1", "..", ""])
def test_a_table_of_any_name_has_a_folder_and_is_found_again(tmp_path: Path, table: str) -> None:
    keeper = MatchKeeper(tmp_path, GAME)
    wanted = Opening("", Seconds(0.0), "dozen_war", "mativen", "mativen-pieces", SETUP, table=table)
    match, journal = keeper.open(wanted, Seconds(0.0))
    journal.close()
    assert [path.parent.parent for path in journals(tmp_path)] == [tmp_path]
    found = keeper.resume(wanted)
    assert found is not None
    assert found[0].opening.match == match.opening.match
    found[1].close()


def test_a_disk_that_is_full_at_the_opening_leaves_no_empty_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.write", full)
        with pytest.raises(JournalFault, match="No space left on device"):
            Engine(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_new_match_can_be_opened_and_survives_a_kill(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.ask("1", action=MOVE)
    setup = {**SETUP, "turn": "north"}
    assert engine.ask("2", CommandKind.OPEN, setup=setup).code is AnswerCode.DONE
    opened = engine.service.table.match
    assert opened.revision == 0
    assert engine.ask("2", CommandKind.OPEN, setup=setup).code is AnswerCode.DONE
    assert len(journals(tmp_path)) == 2
    engine.service.close()
    assert Engine(tmp_path).service.table.match == opened


def test_a_setup_that_is_none_is_refused_and_the_match_goes_on(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    answer = engine.ask("2", CommandKind.OPEN, setup={"seats": ["nobody"]})
    assert answer.code is AnswerCode.UNREADABLE
    assert "nobody" in answer.text
    assert engine.ask("1", action=MOVE).code is AnswerCode.DONE


def test_a_warning_lights_the_cells_that_it_is_about(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.plug_in("board")
    engine.show()
    engine.show(w_inf_1="e7")
    assert engine.lights("board") == [(("e7",), Lit.WRONG), (("e5",), Lit.PUT_HERE)]
    assert engine.sounds("board") == ["warning"]
    engine.show()
    assert engine.lights("board")[2:] == [(("e5", "e7"), Lit.OFF)]


def test_a_lifted_piece_lights_where_it_may_go_and_whom_it_may_hit_until_it_lies_again(
    tmp_path: Path,
) -> None:
    setup = {**SETUP, "pieces": {"w.inf.1": {"at": "e5"}, "n.inf.1": {"at": "f6"}}}
    engine = Engine(tmp_path, setup)
    engine.plug_in("board")
    engine.show()
    engine.lift("w.inf.1")
    assert engine.lights("board") == [
        (("d5", "e4", "e6", "f4", "f5"), Lit.MAY_GO),
        (("f6",), Lit.MAY_HIT),
    ]
    engine.show()
    assert engine.lights("board")[2:] == [(("d5", "e4", "e6", "f4", "f5", "f6"), Lit.OFF)]


def test_the_last_move_is_lit_until_a_piece_is_lifted(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.plug_in("board")
    engine.show()
    engine.show(w_inf_1="e6")
    assert engine.lights("board") == [(("e5", "e6"), Lit.LAST)]
    engine.ask("1", action={"end_turn": True})
    engine.show()
    assert len(engine.lights("board")) == 1
    engine.lift("n.inf.1")
    assert (("e5", "e6"), Lit.OFF) in engine.lights("board")


def test_a_cell_s_switch_lights_what_stood_there_before_any_eyes_see_it(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.plug_in("board")
    engine.show()

    def switch(cell: str, value: str) -> None:
        event = DeviceEvent("board", Seconds(engine.now), "cell", cell, value)
        engine.service.take(Received("device_event", "board", event))

    switch("a2", "clear")
    assert engine.lights("board") == []
    switch("e5", "clear")
    assert engine.lights("board") == [(("d5", "e4", "e6", "f4", "f5", "f6"), Lit.MAY_GO)]
    switch("e5", "covered")
    assert engine.lights("board")[1:] == [(("d5", "e4", "e6", "f4", "f5", "f6"), Lit.OFF)]
    switch("e5", "clear")
    engine.show(w_inf_1="e6")
    assert engine.lights("board")[-1] == (("e5", "e6"), Lit.LAST)


def test_nothing_is_looked_for_anew_while_the_table_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counted(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def count(*given: Any) -> Any:
            asked.append(name)
            return method(*given)

        return count

    for name in ("advice", "layout", "decider"):
        monkeypatch.setattr(DozenWar, name, counted(name, getattr(DozenWar, name)))
    showing: Showing[Any, Any] = Showing()
    engine = Engine(tmp_path)
    engine.show()
    engine.lift("w.inf.1")
    setting, table = Setting(GAME, PIECES), engine.service.table
    showing.heard(DeviceState("board", "pty", connected=True))
    asked.clear()
    assert list(showing.due(setting, table))
    assert asked.count("advice") == 1
    asked.clear()
    assert not list(showing.due(setting, table))
    assert not list(showing.due(setting, replace(table, looked_at=9.0)))
    assert asked == []


def test_the_pad_of_the_seat_whose_word_is_waited_for_is_lit(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.plug_in("pad.west", "pad.north")
    assert engine.lights("pad.west") == [((), Lit.MAY_GO)]
    assert engine.lights("pad.north") == [((), Lit.OFF)]
    engine.ask("1", action={"end_turn": True})
    engine.service.take(None)
    assert engine.lights("pad.west")[1:] == [((), Lit.OFF)]
    assert engine.lights("pad.north")[1:] == [((), Lit.MAY_GO)]
    assert (engine.sounds("pad.west"), engine.sounds("pad.north")) == ([], ["turn"])


def test_eyes_that_fell_silent_are_said(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.show()
    assert engine.wire.last("situation").watching
    engine.now += 10
    engine.service.take(None)
    assert not engine.wire.last("situation").watching


def bumped(engine: Engine, *kinds: CameraEventKind) -> None:
    for number, kind in enumerate(kinds):
        told = CameraEvent("cam", Seconds(5.0 + number), kind, f"it was {kind}")
        engine.service.take(Received("camera_event", "cam", told))


def test_what_happens_to_a_camera_is_in_the_journal_and_told_and_changes_nothing(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    before = engine.service.table.match
    bumped(engine, CameraEventKind.LOST, CameraEventKind.MOVED)
    kept = read_journal(journals(tmp_path)[0]).entries
    assert [(one.kind, one.body["text"]) for one in kept[1:]] == [
        (EntryKind.REMARKED, "Camera cam: it was lost."),
        (EntryKind.REMARKED, "Camera cam: it was moved."),
    ]
    assert engine.service.table.match == before
    assert replay(GAME, kept).state == before.state
    told = engine.wire.last("situation").recent
    assert [(one.kind, one.text, one.taken_at) for one in told] == [
        (VerdictKind.REMARKED, "Camera cam: it was lost.", 5.0),
        (VerdictKind.REMARKED, "Camera cam: it was moved.", 6.0),
    ]
    assert engine.wire.last("situation").current is None
    engine.service.close()
    again = Engine(tmp_path)
    assert [one.text for one in again.service.table.recent] == [one.text for one in told]


def test_a_camera_that_begins_to_see_is_worth_no_entry(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    bumped(engine, CameraEventKind.FOUND, CameraEventKind.BACK)
    assert len(read_journal(journals(tmp_path)[0]).entries) == 1
    bumped(engine, CameraEventKind.LOST, CameraEventKind.FOUND, CameraEventKind.FOUND)
    kept = read_journal(journals(tmp_path)[0]).entries
    assert [one.body["evidence"]["event"] for one in kept[1:]] == ["lost", "found"]


def test_a_match_broken_off_stays_so_when_the_engine_dies_until_the_players_go_on(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.show()
    engine.show(w_inf_1="e6")
    assert engine.ask("p", CommandKind.PAUSE).code is AnswerCode.DONE
    assert engine.wire.last("situation").paused
    engine.service.close()
    again = Engine(tmp_path)
    again.service.take(Connected())
    assert again.wire.last("situation").paused
    again.show(n_inf_1="f7")
    assert again.service.table.current is None
    assert again.ask("p", CommandKind.PAUSE).text == "done before"
    assert again.ask("r", CommandKind.RESUME).code is AnswerCode.DONE
    assert not again.wire.last("situation").paused
    again.show(n_inf_1="f7")
    assert again.service.table.current is not None
