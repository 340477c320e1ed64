"""A table's choices before a match, its prints, and the doctor's report, as the server sends them."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dashboard.web.setting_up.checking import camera_findings, device_findings, report_of
from dashboard.web.setting_up.offering import Own, offer
from dashboard.web.words.speaking import INTERPRETER
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.cameras import CameraCheckup, CameraState
from engine.core.board import find_board_file
from engine.core.dice import Dice
from engine.core.document import entry_of
from engine.core.findings import Finding, Grade
from engine.core.phrase import Phrase
from engine.core.terms import Terms
from engine.games.dozen_war.options import CHOICES
from engine.games.registry import GAMES, OWN_GAMES
from engine.session.serving.match_parts import make_match_parts
from firmware_bridge.ports import FoundPort
from tests import asking
from tests.web.shown_table import FakeBus, RunningServer

CAMERA = CameraState("cam", "usb camera", 1920, 1080)
GLARE = Finding("light", Grade.BAD, 20, Phrase("a lamp is mirrored"), Phrase("turn it away"))
BOARD = DeviceState("board", "/dev/ttyACM0", connected=True, firmware="1.1")


def test_every_board_on_offer_can_be_opened_for_every_group_of_seats(tmp_path: Path) -> None:
    make_parts = partial(make_match_parts, folder=tmp_path)
    for game in offer("en", Own()).games:
        for board in game.boards:
            for opening in board.openings:
                terms = Terms(game.game, board.board, board.pieces, options=board.usual)
                parts = make_parts(terms, entry_of(opening.setup))
                state = parts.game.initial(entry_of(opening.setup))
                assert {one.seat for one in parts.game.view(state, None).seats} == set(opening.seats)
            values = {one.name: {value.value for value in one.values} for one in game.readings}
            assert all(value in values[name] for name, value in board.usual.items())
        asked = {name for board in game.boards for name in board.usual}
        assert asked == {one.name for one in game.readings}


def test_every_game_is_offered_for_every_number_of_players_that_its_boards_are_laid_for() -> None:
    offered = {game.game: game for game in offer("en", Own()).games}
    assert tuple(offered) == tuple(GAMES)
    games = {name: offered[name] for name in OWN_GAMES}
    numbers = {name: [len(board.seats) for board in game.boards] for name, game in games.items()}
    assert numbers == {
        "dozen_war": [4, 2],
        "hero_realms": [4, 2, 3, 5, 6],
        "kingdom_square": [2],
        "quoc_chien": [8, 2, 3, 4, 5, 6, 7, 9, 10],
    }
    assert {name: game.players for name, game in games.items()} == {
        "dozen_war": (2, 4),
        "hero_realms": (2, 6),
        "kingdom_square": (2, 2),
        "quoc_chien": (2, 10),
    }
    assert [one.board for one in games["hero_realms"].boards[:2]] == ["realms@4", "realms@2"]
    assert {one.bare for one in games["hero_realms"].boards} == {"realms"}


@pytest.mark.parametrize("language", ["en", "vi", "ja"])
def test_every_game_of_the_project_is_named_explained_and_pictured(language: str) -> None:
    games = [one for one in offer(language, Own()).games if one.game in OWN_GAMES]
    for game in games:
        assert game.pictured
        assert all((game.name, game.about, game.lasts, game.book))
    assert len({game.name for game in games}) == len(games)


def test_only_what_a_board_has_is_offered_to_be_printed() -> None:
    own = [one for one in offer("en", Own()).games if one.game in OWN_GAMES]
    prints = {one.bare: one.prints for game in own for one in game.boards}
    of_cards = ("board", "cards", "aids", "calibration")
    assert prints == {
        **dict.fromkeys(("mativen", "duel"), ("board", "pieces", "cards", "aids", "tray", "calibration")),
        **dict.fromkeys(("realms", "kingdom", "kingdoms"), of_cards),
    }


def test_the_board_of_a_match_is_offered_once_however_it_is_named() -> None:
    usual = offer("en", Own()).games
    for name in ("realms", "realms@3", str(find_board_file("realms"))):
        assert offer("en", Own(name, "realms-pieces", "house", "hero_realms")).games == usual


def test_more_players_than_a_box_serves_are_offered_with_the_boxes_they_need() -> None:
    games = {game.game: game for game in offer("en", Own()).games}
    board = next(one for one in games["hero_realms"].boards if one.board == "realms@6")
    boxes = {len(opening.seats): opening.boxes for opening in board.openings}
    assert boxes == {6: 2, 5: 2, 4: 1, 3: 1, 2: 1}


def test_where_dice_come_from_is_asked_only_in_games_that_throw_them() -> None:
    games = [one for one in offer("en", Own()).games if one.game in OWN_GAMES]
    asked = {game.game: {board.dice for board in game.boards} for game in games}
    assert asked.pop("dozen_war") == {tuple(Dice)}
    assert all(dice == {()} for dice in asked.values())
    assert asked


def test_readings_are_said_in_the_language_asked_for(server: RunningServer) -> None:
    def asked(language: str) -> list[str]:
        found = asking.get(f"{server.url}/start/offer", params={"lang": language}).json()
        return [one["asks"] for one in found["games"][0]["readings"]]

    assert asked("vi") != asked("en") != asked("ja")
    assert asked("tlh") == asked("en")
    assert len(set(asked("ja"))) == len(asked("en")) == len(CHOICES)


def test_a_game_names_its_boards_and_ways_itself_in_the_language_asked_for() -> None:
    found = {game.game: game for game in offer("vi", Own()).games}
    boards = {one.board: one for one in found["dozen_war"].boards}
    whole, duel = boards["mativen"], boards["duel"]
    assert (whole.name, duel.about) == ("Dozen War, bản đồ đầy đủ", "Hai người, nửa giờ")
    assert [one.name for one in whole.ways] == ["Theo sách luật", "Nhanh"]
    realms = found["hero_realms"].boards[0]
    assert (realms.name, realms.about) == ("Bàn Địa Giới Anh Hùng", "")
    assert [one.name for one in realms.ways] == ["Theo sách luật"]


def test_what_is_printed_from_the_page_is_the_commands_own(server: RunningServer) -> None:
    wanted = {"board": "duel", "paper": "letter"}
    answer = asking.get(f"{server.url}/print/calibration.pdf", params=wanted)
    assert answer.content.startswith(b"%PDF")
    assert 'filename="calibration-letter.pdf"' in answer.headers["content-disposition"]


@pytest.mark.parametrize(
    ("board", "named"),
    [("realms", "realms@4-board"), ("realms@2", "realms@2-board"), ("kingdoms@5", "kingdoms@5-board")],
)
def test_the_board_of_every_game_is_printed_as_it_is_laid(
    server: RunningServer, board: str, named: str
) -> None:
    answer = asking.get(f"{server.url}/print/board.pdf", params={"board": board, "paper": "a3"})
    assert answer.content.startswith(b"%PDF")
    assert f'filename="{named}-a3.pdf"' in answer.headers["content-disposition"]


def test_how_a_print_is_glued_is_a_picture_in_the_language_asked_for(server: RunningServer) -> None:
    pictures = {
        asking.get(f"{server.url}/print/gluing.svg", params={"board": "duel", "lang": lang}).text
        for lang in ("en", "vi", "ja")
    }
    assert len(pictures) == 3
    assert all("<svg" in one for one in pictures)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("calibration.pdf?board=/etc/passwd", "duel, kingdom, kingdoms, mativen, realms and cards of"),
        ("cards.pdf?board=duel&content=../x", "and cards of house"),
        ("money.pdf?board=duel", "can't print 'money'; expected board"),
        ("tray.pdf?board=duel&paper=napkin", "no paper 'napkin'; expected one of a4"),
        ("gluing.svg?board=/etc/passwd", "expected a board of "),
        ("gluing.svg?board=duel&paper=napkin", "no paper 'napkin'; expected one of a4"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_what_can(server: RunningServer, path: str, said: str) -> None:
    answer = asking.get(f"{server.url}/print/{path}")
    assert answer.status_code == 404
    assert said in answer.text


def test_the_doctor_tells_what_the_services_found_and_the_machine(
    server: RunningServer, bus: FakeBus
) -> None:
    bus.connect()
    bus.tell("camera", CAMERA, "cam")
    bus.tell("device", BOARD, "board")
    bus.tell("camera_checkup", CameraCheckup("cam", 1, (GLARE,), "light"), "cam")
    found: dict[str, Any] = {}
    for _ in range(200):
        found = asking.get(f"{server.url}/doctor").json()
        if found["first"] == "light":
            break
    grades = {one["check"]: one["grade"] for one in found["findings"]}
    assert grades.pop("clock")
    assert grades == {"light": "bad", "board": "good", "broker": "good"}
    sent = asking.get(f"{server.url}/doctor", params={"lang": "ja"}).json()["findings"]
    labels = {one["check"]: one["label"] for one in sent}
    assert (labels["board"], labels["clock"], labels["light"]) == ("基板", "時計", "")
    assert {one["check"]: one["text"] for one in sent}["broker"] == "テーブルのブローカーは応答しています"


def test_several_cameras_are_distinguished_and_one_in_trouble_says_what() -> None:
    broken = CameraState("cam2", "other", problem=Phrase("it gives no pictures"))
    found = camera_findings([(CAMERA, CameraCheckup("cam", 1, (GLARE,), "light")), (broken, None)])
    assert [(one.check, one.grade) for one in found] == [
        ("cam light", Grade.BAD),
        ("cam2 camera", Grade.BAD),
    ]
    assert [INTERPRETER.said(one.label, "vi") for one in found] == ["light (cam)", "máy quay (cam2)"]
    assert report_of(found).first == "cam light"
    assert camera_findings([])[0].grade is Grade.UNKNOWN


def test_a_port_that_nobody_talks_to_is_said_with_what_to_do(tmp_path: Path) -> None:
    port = tmp_path / "ttyACM1"
    port.touch()
    found = device_findings([BOARD], [FoundPort(str(port), "Espressif")])
    assert [one.grade for one in found] == [Grade.GOOD, Grade.FAIR]
    assert "no board has answered" in found[1].text
    other = device_findings([], [FoundPort(str(port), "FTDI", ours=False)])
    assert "may be a board" in other[0].text
    assert "--serial PORT" in other[0].advice
    gone = device_findings([DeviceState("board", "/dev/x", connected=False)], [])
    assert gone[0].grade is Grade.MISSING
    assert device_findings([], [])[0].text.startswith("no board is plugged in")


def test_a_game_whose_players_build_decks_says_so_to_who_opens_a_match() -> None:
    decked = [one.game for one in offer("en", Own()).games if one.decked]
    assert decked == ["kingdom_square"]


def test_a_board_of_the_tables_own_is_offered_too(tmp_path: Path) -> None:
    board, pieces = tmp_path / "mine.yaml", tmp_path / "mine-pieces.yaml"
    board.write_bytes(find_board_file("duel").read_bytes())
    pieces.write_bytes(find_board_file("duel-pieces").read_bytes())
    found = offer("en", Own(str(board), str(pieces), "house")).games[0]
    assert [one.board for one in found.boards] == ["mativen", "duel", str(board)]
    assert found.boards[-1].name == "duel"
    assert found.content == ("house",)
    assert len(offer("en", Own("gone.yaml", "gone-pieces.yaml")).games[0].boards) == 2
