"""The test of two worlds finds a leak on each road: each of these lets one thing slip, as a mistake would."""

import logging
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dashboard.web.audience.broadcast import Broadcast
from dashboard.web.health.health import disk_of
from dashboard.web.replays import Opened
from dashboard.web.telling.hub import Hub
from engine.bus.messages.boards import DeviceOrder, LightsOrder, SoundOrder, UnusedEvent
from engine.bus.messages.commands import Command, SealedCommand
from engine.bus.sealing import Seal
from engine.core.advice import IntentCheck
from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction
from engine.session.boards.board_show import BoardShow
from engine.session.matches.entries import canonical
from engine.session.playing.table import Table
from engine.session.playing.table_events import happen
from engine.session.serving.bus_messages import match_state_of, seat_sheet_of, sensing_state_of, situation_of
from tests.bazaar.game import Bazaar
from tests.worlds.hearing import first_difference
from tests.worlds.pairs import Pair, bazaar
from tests.worlds.test_two_worlds import both, chosen, first_numbers
from tests.worlds.world import Back

__all__ = ("first_numbers",)

Spoil = Callable[[pytest.MonkeyPatch], None]
BAZAAR = bazaar(asked="all")


@cache
def pair() -> Pair:
    """A pair where somebody moves a thing that others don't see."""
    return next(one for one in chosen(BAZAAR, 6, 1) if one.seat is not None)


def secret(game: Any, state: Any) -> str:
    """Something that hangs on all that is hidden."""
    return sha256(canonical(game.dump(state))).hexdigest()[:8]


def of(setting: Any, table: Table[Any, Any]) -> str:
    return secret(setting.game, table.match.state)


def in_the_headline(spoil: pytest.MonkeyPatch) -> None:
    def leaking(setting: Any, table: Any) -> Any:
        said = match_state_of(setting, table)
        return replace(said, view=replace(said.view, headline=Phrase(of(setting, table))))

    spoil.setattr("engine.session.serving.announcements.match_state_of", leaking)


def in_the_situation(spoil: pytest.MonkeyPatch) -> None:
    def leaking(setting: Any, table: Any, **more: Any) -> Any:
        return replace(situation_of(setting, table, **more), problem=Phrase(of(setting, table)))

    spoil.setattr("engine.session.serving.announcements.situation_of", leaking)


def by_a_length_in_the_situation(spoil: pytest.MonkeyPatch) -> None:
    def leaking(setting: Any, table: Any, **more: Any) -> Any:
        longer = "." * (int(of(setting, table), 16) % 97)
        return replace(situation_of(setting, table, **more), problem=Phrase(longer))

    spoil.setattr("engine.session.serving.announcements.situation_of", leaking)


def in_what_is_sensed(spoil: pytest.MonkeyPatch) -> None:
    def leaking(setting: Any, table: Any, _: Any) -> Any:
        event = UnusedEvent("pad.a", "tag", of(setting, table), 1, Seconds(0.0))
        return sensing_state_of(setting, table, (event,))

    spoil.setattr("engine.session.serving.announcements.sensing_state_of", leaking)


def in_the_readers_own_sheet(spoil: pytest.MonkeyPatch) -> None:
    def leaking(setting: Any, table: Any, seat: Seat, *more: Any) -> Any:
        return replace(seat_sheet_of(setting, table, seat, *more), laid=(of(setting, table),))

    spoil.setattr("engine.session.serving.announcements.seat_sheet_of", leaking)


def by_the_length_of_sealed_sheets(spoil: pytest.MonkeyPatch) -> None:
    spoil.setattr("engine.bus.sealing.PADDED_BYTES", 1)


def by_one_message_more(spoil: pytest.MonkeyPatch) -> None:
    usual = BoardShow.due

    def leaking(self: Any, setting: Any, table: Any, *more: Any) -> Any:
        yield from usual(self, setting, table, *more)
        for _ in range(int(of(setting, table), 16) % 5):
            yield "board", DeviceOrder(SoundOrder("settled"))

    spoil.setattr(BoardShow, "due", leaking)


def in_a_light(spoil: pytest.MonkeyPatch) -> None:
    usual = BoardShow.due

    def leaking(self: Any, setting: Any, table: Any, *more: Any) -> Any:
        yield from usual(self, setting, table, *more)
        cells = setting.game.tabletop.zones
        yield "board", DeviceOrder(LightsOrder((cells[int(of(setting, table), 16) % len(cells)].name,)))

    spoil.setattr(BoardShow, "due", leaking)


def in_the_log(spoil: pytest.MonkeyPatch) -> None:
    def leaking(setting: Any, table: Any, took: Any, now: float) -> Any:
        logging.getLogger("engine").debug("%s", of(setting, table))
        return happen(setting, table, took, now)

    spoil.setattr("engine.session.serving.service.happen", leaking)


def in_reasons(spoil: pytest.MonkeyPatch) -> None:
    def leaking(self: Any, state: Any, *_: Any) -> Any:
        return (IntentCheck("play", secret(self, state), ()),)

    spoil.setattr(Bazaar, "why_not", leaking)


def in_a_seal_that_doesnt_close(spoil: pytest.MonkeyPatch) -> None:
    def sealed(_: Seal, asked: Command) -> SealedCommand:
        return SealedCommand(b64encode(msgspec.json.encode(asked).ljust(1000)).decode())

    def opened(_: Seal, asked: SealedCommand) -> Command:
        return msgspec.json.decode(b64decode(asked.sealed), type=Command)

    spoil.setattr(Seal, "sealed_command", sealed)
    spoil.setattr(Seal, "opened_command", opened)


def in_commands_that_lie_open(spoil: pytest.MonkeyPatch) -> None:
    usual = Back.publish

    def leaking(self: Back, channel_name: str, message: Any, name: str = "") -> None:
        if channel_name == "seat_command":
            self.world.ears.keep("command", self.world.seal.opened_command(message))
        usual(self, channel_name, message, name)

    spoil.setattr(Back, "publish", leaking)


def in_a_log_of_what_came(spoil: pytest.MonkeyPatch) -> None:
    usual = Bazaar.parse_action

    def leaking(self: Any, entry: Any) -> Any:
        logging.getLogger("engine.bus").debug("came: %s", entry.plain())
        return usual(self, entry)

    spoil.setattr(Bazaar, "parse_action", leaking)


def in_a_sentence_of_an_action(spoil: pytest.MonkeyPatch) -> None:
    spoil.setattr(Bazaar, "action_text", Bazaar.own_text)


def in_the_words_of_an_action(spoil: pytest.MonkeyPatch) -> None:
    spoil.setattr("engine.session.matches.match.shown", lambda game, _, action: game.format_action(action))


def in_what_everybody_may_choose(spoil: pytest.MonkeyPatch) -> None:
    def leaking(setting: Any, table: Any) -> Any:
        said = match_state_of(setting, table)
        return replace(said, choices=(PlayedAction({"play": of(setting, table)}, None, Phrase("")),))

    spoil.setattr("engine.session.serving.announcements.match_state_of", leaking)


def in_evidence_that_lies_open(spoil: pytest.MonkeyPatch) -> None:
    spoil.setattr("engine.records.recorder.closed", lambda _, channel, message: (channel, message))


def in_an_export_before_the_end(spoil: pytest.MonkeyPatch) -> None:
    spoil.setattr("tests.worlds.world.is_over", lambda *_: True)


def in_a_picture(spoil: pytest.MonkeyPatch) -> None:
    def leaking(setting: Any, table: Any) -> Any:
        said = match_state_of(setting, table)
        return replace(said, view=replace(said.view, headline=Phrase(of(setting, table))))

    spoil.setattr("dashboard.pictures.scenes.match_state_of", leaking)


def in_a_replay(spoil: pytest.MonkeyPatch) -> None:
    usual = Opened.moment
    spoil.setattr(Opened, "moment", lambda self, *more: usual(replace(self, over=True), *more))


def in_how_much_the_disk_holds(spoil: pytest.MonkeyPatch) -> None:
    spoil.setattr("tests.worlds.world.disk_of", lambda folder, _: disk_of(folder))


def on_anothers_tablet(spoil: pytest.MonkeyPatch) -> None:
    def leaking(self: Any, sheet: Any) -> None:
        self.keep("clock", sheet.seat, sheet)

    spoil.setattr(Hub, "take_sheet", leaking)


def to_the_public(spoil: pytest.MonkeyPatch) -> None:
    usual = Broadcast.take

    def leaking(self: Any, channel: str, message: Any, **more: Any) -> None:
        if channel == "match":
            message = replace(message, match=f"{message.match} {len(leaks)}")
        usual(self, channel, message, **more)

    leaks: list[int] = []

    def counted(setting: Any, table: Any, took: Any, now: float) -> Any:
        leaks.extend(range(int(of(setting, table), 16) % 3))
        return happen(setting, table, took, now)

    spoil.setattr(Broadcast, "take", leaking)
    spoil.setattr("engine.session.serving.service.happen", counted)


LEAKS: dict[Spoil, str] = {
    in_the_headline: "bus",
    in_the_situation: "bus",
    by_a_length_in_the_situation: "bus",
    in_what_is_sensed: "bus",
    by_the_length_of_sealed_sheets: "bus",
    by_one_message_more: "bus",
    in_a_light: "bus",
    in_what_everybody_may_choose: "bus",
    in_the_log: "log",
    in_a_log_of_what_came: "log",
    in_the_readers_own_sheet: "websocket of reader",
    in_reasons: "bus",
    in_a_seal_that_doesnt_close: "bus",
    in_commands_that_lie_open: "bus",
    in_a_sentence_of_an_action: "bus",
    in_the_words_of_an_action: "bus",
    on_anothers_tablet: "websocket of spectator",
    to_the_public: "websocket of public",
    in_how_much_the_disk_holds: "health",
    in_evidence_that_lies_open: "evidence",
    in_an_export_before_the_end: "export",
    in_a_picture: "picture",
    in_a_replay: "replay",
}


@pytest.mark.parametrize(("leak", "road"), LEAKS.items(), ids=[leak.__name__ for leak in LEAKS])
def test_a_leak_is_found_on_its_road(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Spoil, road: str
) -> None:
    leak(monkeypatch)
    one, other = both(tmp_path / "m", BAZAAR, pair())
    assert first_difference(one, other).startswith(road)
