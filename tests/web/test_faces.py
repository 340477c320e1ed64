"""The print of cards at its address: once for all tablets, in each one's language."""

from pathlib import Path

import pytest

from dashboard.web.words.faces import faces_of, readable
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Cell
from engine.core.phrase import LANGUAGES
from engine.core.sentences import Interpreter
from engine.games.registry import GAMES, all_texts
from engine.session.serving.bus_messages import surface_of
from tests import asking
from tests.bazaar.game import Bazaar
from tests.bazaar.test_service import BOARD
from tests.bazaar.texts import TEXTS
from tests.web.shown_table import RunningServer


def test_each_card_of_the_box_is_said_once_with_what_is_printed_on_it() -> None:
    game = Bazaar(load_board(BOARD), Ruleset())
    faces = {one.card: one for one in game.faces().cards}
    assert set(faces) == set(game.tabletop.box.names)
    lamp = faces["lamp"]
    assert (str(lamp.label), lamp.kind, str(lamp.kind_label)) == ("Lamp", "red", "Red")
    assert [(one.key, one.number, str(one.label)) for one in lamp.numbers] == [("cost", 2, "costs 2")]
    assert "Take 2 gold" in str(faces["porter"].text)
    assert faces["fox"].numbers == ()


def test_zones_are_called_by_the_games_words_and_hands_arent_among_them() -> None:
    game = Bazaar(load_board(BOARD), Ruleset())
    zones = {one.cell: Interpreter([TEXTS]).said(one.label, "ja") for one in game.faces().zones}
    assert zones["market.2"] == "市場"
    assert zones["b.play"] == "場"
    assert "b.hand" not in zones


def test_the_surface_says_how_things_lie_in_a_cell_and_whose_it_is() -> None:
    cells = {one.cell: one for one in surface_of(load_board(BOARD)).cells}
    assert (cells[Cell("deck")].zone, cells[Cell("deck")].seat) == ("pile", None)
    assert (cells[Cell("b.play")].zone, cells[Cell("b.play")].seat) == ("spread", "b")
    assert {one.zone for one in surface_of(load_board("duel")).cells} == {""}


def test_what_lies_face_down_is_said_as_a_number_of_backs() -> None:
    game = Bazaar(load_board(BOARD), Ruleset())
    view = game.view(game.initial(None), None)
    assert {one.cell: one.number for one in view.heaps} == {"deck": 31, "masks": 4}


def test_a_game_without_cards_has_no_faces() -> None:
    assert faces_of("dozen_war", "house").cards == ()
    with pytest.raises(InputFault):
        faces_of("dozen_war", "nowhere")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_cards_and_zones_of_every_game_can_be_read_in_every_language(game: str) -> None:
    faces = faces_of(game, "house")
    labels = [*(one.label for one in faces.cards), *(one.label for one in faces.zones)]
    interpreter = Interpreter(all_texts())
    assert not [one for one in labels for language in LANGUAGES if "{" in interpreter.said(one, language)]


def test_cards_are_read_at_their_games_address_and_an_unknown_game_is_refused(server: RunningServer) -> None:
    assert asking.get(f"{server.url}/cards/dozen_war?lang=vi").json() == {"cards": [], "zones": []}
    assert asking.get(f"{server.url}/cards/chess").status_code == 404
    assert asking.get(f"{server.url}/cards/dozen_war?content=nowhere").status_code == 404


@pytest.mark.parametrize("address", ["/cards/dozen_war", "/look/dozen_war/art?cards=x"])
def test_no_address_reads_a_file_or_says_whether_there_is_one(
    server: RunningServer, tmp_path: Path, address: str
) -> None:
    kept = tmp_path / "secret.yaml"
    kept.write_text("password: hunter2\n")
    answers = [
        asking.get(f"{server.url}{address}", params={"content": str(path)})
        for path in (kept, kept.with_name("absent.yaml"))
    ]
    assert {answer.status_code for answer in answers} == {404}
    here, nowhere = (answer.text.replace(str(tmp_path)[:40], "") for answer in answers)
    assert "password" not in here
    assert here == nowhere


def test_the_pack_that_is_played_with_may_be_read_though_it_is_a_file() -> None:
    assert readable("dozen_war", "/home/club/own.yaml", "/home/club/own.yaml") == "/home/club/own.yaml"
    assert readable("dozen_war", "house", "") == "house"
    with pytest.raises(InputFault, match="house"):
        readable("dozen_war", "/home/club/own.yaml", "house")
