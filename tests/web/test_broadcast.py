"""The world outside sees the public's channels, as late as asked, and nothing else."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from dashboard.web.audience.broadcast import PUBLIC, Broadcast
from dashboard.web.audience.delay import parse_delay
from dashboard.web.audience.public import READINGS, openapi
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.services import Availability
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, Verdict, VerdictKind
from engine.games.registry import open_game, usual_board
from engine.session.serving.bus_messages import surface_of
from tests import asking
from tests.conftest import TOP
from tests.web.browsing import ready, show
from tests.web.following import sent
from tests.web.shown_table import T0, FakeBus, Match, RunningServer, surface_message

PLAYED = Verdict(
    VerdictKind.SETTLED,
    T0,
    4,
    1,
    actions=(PlayedAction({"move": "w.cav.1", "to": "d7"}, Seat("west"), Phrase("w.cav.1 moves to d7")),),
)


def followed(broadcast: Broadcast) -> list[str]:
    follower = broadcast.join()
    return [json.loads(text)["channel"] for text in sent(follower)]


def test_the_public_is_as_far_behind_as_asked(match: Match) -> None:
    broadcast = Broadcast(delay=Seconds(60))
    broadcast.take("match", match.message(), now=Seconds(100))
    broadcast.release(now=Seconds(159.9))
    assert broadcast.newest("match") is None
    assert followed(broadcast) == []
    broadcast.release(now=Seconds(160))
    assert json.loads(broadcast.newest("match") or b"")["revision"] == 0
    assert followed(broadcast) == ["match"]


def test_what_was_said_while_the_public_waits_comes_in_the_same_order(match: Match) -> None:
    broadcast = Broadcast(delay=Seconds(5))
    follower = broadcast.join()
    broadcast.take("match", match.message(), now=Seconds(0))
    broadcast.take("verdict", PLAYED, now=Seconds(1))
    match.play({"move": "w.cav.1", "to": "d7"})
    broadcast.take("match", match.message(), now=Seconds(2))
    broadcast.release(now=Seconds(5.5))
    assert [json.loads(text)["data"].get("revision") for text in sent(follower)] == [0]
    broadcast.release(now=Seconds(8))
    assert [json.loads(text)["channel"] for text in sent(follower)] == ["match", "verdict"]


def test_nothing_of_seats_machines_or_answers_is_public(match: Match) -> None:
    broadcast = Broadcast()
    for channel, message in (
        ("seat", match.message()),
        ("camera", CameraState("camera", "0")),
        ("device", DeviceState("board", "/dev/x", connected=True)),
        ("availability", Availability(online=True)),
        ("answer", match.message()),
    ):
        broadcast.take(channel, message, now=Seconds(0))
    assert followed(broadcast) == []
    assert set(PUBLIC) == {"surface", "match", "situation", "verdict"}


def test_each_follower_and_reader_is_answered_in_the_language_asked_for(match: Match) -> None:
    broadcast = Broadcast()
    broadcast.take("match", match.message(), now=Seconds(0))
    headlines = {
        language: json.loads(broadcast.newest("match", language) or b"")["view"]["headline"]
        for language in ("en", "vi", "ja")
    }
    assert headlines == {
        "en": "Round 2 · West to move",
        "vi": "Vòng 2 · Lượt của Tây",
        "ja": "第2ラウンド · 西の手番",
    }
    for language, headline in headlines.items():
        (text,) = sent(broadcast.join(language))
        assert json.loads(text)["data"]["view"]["headline"] == headline


@pytest.mark.parametrize("text", ["-1", "3601", "soon", "nan", ""])
def test_a_delay_that_is_none_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(InputFault, match=r"--delay: expected seconds from 0 to 3600"):
        parse_delay(text)


def test_every_address_answers_what_the_bus_said_last(server: RunningServer, match: Match) -> None:
    for reading in READINGS:
        empty = asking.get(server.url + reading.path)
        assert (empty.status_code, empty.json()) == (404, {"text": reading.none_yet})
    server.bus.tell("surface", surface_message())
    match.tell(server.bus)
    with asking.stream("GET", f"{server.url}/api/v1/events") as stream:
        assert stream.headers["access-control-allow-origin"] == "*"
        channels = _channels(stream.iter_lines())
        assert {next(channels) for _ in range(3)} == {"surface", "match", "situation"}
        for reading in READINGS:
            assert asking.get(server.url + reading.path).status_code == 200
        server.bus.tell("verdict", PLAYED)
        assert next(channels) == "verdict"


def _channels(lines: Iterator[str]) -> Iterator[str]:
    return (json.loads(line[6:])["channel"] for line in lines if line.startswith("data: "))


def test_one_follower_too_many_is_asked_to_come_again(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dashboard.web.audience.broadcast.FOLLOWER_LIMIT", 0)
    answer = asking.get(f"{server.url}/api/v1/events")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")


def test_other_sites_may_frame_these_pages_and_no_others(server: RunningServer) -> None:
    policies = {
        path: asking.get(server.url + path).headers["content-security-policy"]
        for path in ("/embed", "/overlay", "/", "/table", "/setup")
    }
    framed = {path for path, policy in policies.items() if "frame-ancestors *" in policy}
    assert framed == {"/embed", "/overlay"}
    assert all("default-src 'self'" in policy for policy in policies.values())


def test_the_api_describes_every_type_that_it_names() -> None:
    text = json.dumps(openapi("1.0"))
    described = set(openapi("1.0")["components"]["schemas"])
    named = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert {"MatchState", "Situation", "Surface", "PieceView", "Verdict"} <= named <= described


def test_the_examples_of_the_page_run(
    server: RunningServer, match: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    match.tell(server.bus)
    page = (TOP / "docs" / "build-and-run" / "broadcast.md").read_text(encoding="utf-8")
    read, follow = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    with asking.stream("GET", f"{server.url}/api/v1/events") as stream:
        channels = _channels(stream.iter_lines())
        next(channels)
        exec(read, {"URL": server.url})  # noqa: S102 # our own page's example
        assert "w.cav.1 c5 up" in capsys.readouterr().out
        following = Thread(target=exec, args=(follow, {"URL": server.url}))
        following.start()
        # It doesn't hear messages from before it follows; so again until it has.
        while following.is_alive():
            server.bus.tell("verdict", PLAYED)
            following.join(0.05)
    assert "settled ['w.cav.1 moves to d7']" in capsys.readouterr().out


def test_the_embedded_board_follows_the_match_and_can_t_be_clicked(
    board: Page, table: FakeBus, match: Match
) -> None:
    show(board, re.sub(r"/$", "", board.url) + "/embed")
    expect(board.locator("#board [data-piece]")).to_have_count(13 + 6)
    expect(board.locator("#turn")).to_contain_text("West's turn")
    expect(board.locator("#board")).to_have_css("pointer-events", "none")
    expect(board.locator("button, a")).to_have_count(0)
    match.play({"end_turn": True})
    match.tell(table)
    expect(board.locator("#turn")).to_contain_text("North's turn")


def test_the_overlay_is_transparent_and_says_what_is_wrong(board: Page, table: FakeBus, match: Match) -> None:
    transparent = "rgba(0, 0, 0, 0)"
    # Before its script ran too, whatever file that is in: no flash over the picture.
    board.route("**/*.js", lambda route: route.abort())
    board.goto(re.sub(r"/$", "", board.url) + "/overlay")
    expect(board.locator(":root")).to_have_css("background-color", transparent)
    expect(board.locator("#strip")).to_be_hidden()
    board.unroute("**/*.js")
    board.reload()
    ready(board)
    expect(board.locator(":root")).to_have_css("background-color", transparent)
    expect(board.locator("body")).to_have_css("background-color", transparent)
    expect(board.locator("#board")).to_be_hidden()
    expect(board.locator("#strip")).to_be_visible()
    warning = Verdict(VerdictKind.ILLEGAL, T0, 40, 0, text=Phrase("n.arc.1 isn't where it was."))
    match.tell(table, current=warning)
    expect(board.locator("#news.illegal")).to_contain_text("North archer 1 isn't where it was.")


@pytest.mark.browser
def test_a_table_of_cards_is_drawn_as_cards_with_its_places_by_name(board: Page, table: FakeBus) -> None:
    field = load_board(usual_board("hero_realms"))
    game = open_game("hero_realms", field, Ruleset())
    realms = Match(game, game.initial(None))
    while game.decider(realms.state).chooser is Chooser.CHANCE:
        realms.play(game.format_action(game.legal_actions(realms.state)[0]))
    table.tell("surface", surface_of(field))
    table.tell("match", replace(realms.message(), match="m2", game="hero_realms"))
    board.goto(re.sub(r"/$", "", board.url) + "/embed")
    expect(board.locator("#board .card-face .card-name").first).to_be_visible()
    expect(board.locator("#board")).to_contain_text("the market")
    expect(board.locator("#board")).not_to_contain_text("p1.discard")
    # A back is drawn in its own colours, not as a black shape.
    expect(board.locator("#board .card-back .card-paper").first).not_to_have_css("fill", "rgb(0, 0, 0)")
