"""Promises of web hooks: turns, warnings and ends are sent once, and no address holds the table up."""

import json
import queue
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from dashboard.commands.hooks import load_hooks
from dashboard.web.telling.hooks import HookEvents, HookLine, HookMessage, Hooks
from dashboard.web.telling.news import HookKind
from engine.bus.client import ReceivedMessage
from engine.bus.messages.match import MatchState
from engine.core.board import load_board
from engine.core.decisions import Outcome
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import RuleId, Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game
from tests.patience import PATIENCE_S
from tests.web.shown_table import Match

MESSAGE = HookMessage(HookKind.WARNING, "t", "m", "", "", "no")


def warned(text: str, kind: VerdictKind = VerdictKind.ILLEGAL) -> ReceivedMessage:
    return ReceivedMessage("verdict", "", Verdict(kind, Seconds(1.0), 1, 1, text=Phrase(text)))


@pytest.fixture(scope="module")
def state() -> MatchState:
    """A match as the engine publishes it."""
    game = open_game("dozen_war", load_board("mativen"), Ruleset())
    return replace(Match(game, game.initial(None)).message(), match="one", players={Seat("north"): "Ana"})


def turn(state: MatchState, seat: str | None, **changed: Any) -> ReceivedMessage:
    view = replace(
        state.view, turn=None if seat is None else Seat(seat), headline=Phrase(f"{seat} plays"), **changed
    )
    return ReceivedMessage("match", "", replace(state, view=view))


def said(*events: ReceivedMessage) -> list[tuple[str, str, str]]:
    found = HookEvents("t")
    return [(str(one.event), one.seat, one.player) for event in events for one in found.take(event)]


def test_each_change_of_turn_is_said_once(state: MatchState) -> None:
    events = (
        turn(state, "south"),
        turn(state, "north"),
        turn(state, "north"),
        turn(state, None),
        turn(state, "south"),
    )
    assert said(*events) == [("your_turn", "north", "Ana"), ("your_turn", "south", "")]


def test_what_was_so_when_the_page_was_started_is_no_news(state: MatchState) -> None:
    over = Outcome((Seat("north"),), RuleId("bazaar.end"), "over")
    assert said(turn(state, "north")) == []
    assert said(turn(state, "north", outcome=over)) == []


def test_the_end_of_a_match_is_said_once(state: MatchState) -> None:
    over = Outcome((Seat("north"),), RuleId("bazaar.end"), "over")
    ended = turn(state, "north", outcome=over)
    assert said(turn(state, "south"), ended, ended) == [("match_over", "", "")]


def test_a_warning_that_stands_is_said_once() -> None:
    events = (
        warned("a"),
        warned("a"),
        warned("", VerdictKind.SETTLED),
        warned("a"),
        warned("b", VerdictKind.PENDING),
    )
    assert [kind for kind, *_ in said(*events)] == ["warning", "warning"]


class Listener:
    """A program that is sent messages, and may refuse some."""

    def __init__(self, refuses: int = 0) -> None:
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self.left = refuses
        outer = self

        class Answering(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # as the library calls it
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.left -= 1
                self.send_response(503 if outer.left >= 0 else 204)
                self.end_headers()
                if outer.left < 0:
                    outer.heard.put(json.loads(body))

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        self.url = f"http://127.0.0.1:{self._server.server_port}/secret"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    """A program that takes a message at the third try."""
    opened = Listener(refuses=2)
    yield opened
    opened.close()


def test_a_message_is_sent_again_until_it_is_taken(listener: Listener) -> None:
    line = HookLine(listener.url, pauses_s=(0.0, 0.0, 0.0))
    line.send(MESSAGE)
    assert listener.heard.get(timeout=PATIENCE_S) == {
        "event": "warning", "table": "t", "match": "m", "seat": "", "player": "", "text": "no",
    }  # fmt: skip
    line.stop()


def test_an_address_that_is_away_is_named_once_without_its_path(caplog: pytest.LogCaptureFixture) -> None:
    tried: queue.Queue[str] = queue.Queue()

    def refuse(url: str, _: bytes) -> None:
        tried.put(url)
        raise OSError(111, "refused")

    line = HookLine("http://hooks.example/secret", post=refuse, pauses_s=(0.0,))
    for _ in range(2):
        line.send(MESSAGE)
    for _ in range(4):
        tried.get(timeout=PATIENCE_S)
    line.stop()
    assert [record.getMessage() for record in caplog.records] == [
        "the web hook at hooks.example takes no messages: the connection is refused; nothing answers there"
    ]


def test_without_addresses_nothing_is_sent() -> None:
    hooks = Hooks("t", ())
    hooks.take(warned("a"))
    hooks.stop()


def test_a_file_of_addresses_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "hooks"
    file.write_text("# ours\n\nhttps://ntfy.example/topic\nhttp://127.0.0.1:9/x\n")
    assert load_hooks(file) == ("https://ntfy.example/topic", "http://127.0.0.1:9/x")
    file.write_text("file:///etc/passwd\n")
    with pytest.raises(InputFault, match="address 1: expected http"):
        load_hooks(file)
    file.write_text("http://h/\n" * 11)
    with pytest.raises(InputFault, match="at most 10"):
        load_hooks(file)
    with pytest.raises(InputFault, match="can't be read"):
        load_hooks(tmp_path / "gone")
