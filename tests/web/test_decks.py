"""Decks of one's own: a line that a link carries, the rules that one breaks, the setup that plays it."""

from typing import Any

import httpx
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from engine.core.board import load_board
from engine.core.decks import MOST, format_deck, parse_deck
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.registry import open_game, usual_board
from tests import asking
from tests.web.shown_table import RunningServer

NAMES = st.from_regex(r"[a-z][a-z0-9_.]{0,8}", fullmatch=True)


def asked(server: RunningServer, what: str, **query: str) -> httpx.Response:
    return asking.get(f"{server.url}/decks/kingdom_square{what}", params=query)


def said(server: RunningServer, what: str, **query: str) -> Any:
    return asked(server, what, **query).json()


def wind() -> str:
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    return format_deck(game.sample_decks()["wind"])


@given(st.dictionaries(NAMES, st.dictionaries(NAMES, st.integers(1, MOST), max_size=5), max_size=4))
def test_a_deck_is_read_as_it_was_written(deck: dict[str, dict[str, int]]) -> None:
    assert parse_deck(format_deck(deck)) == deck


@pytest.mark.parametrize("line", ["book", "book=a*0", "book=a*100", "book=a*b", "book=a,a", "book=a;book=b"])
def test_what_is_no_deck_is_refused_with_what_was_expected(server: RunningServer, line: str) -> None:
    with pytest.raises(InputFault, match="expected"):
        parse_deck(line)
    assert asked(server, "/check", deck=line).status_code == 400


def test_every_part_offers_its_cards_in_the_readers_language(
    server: RunningServer,
) -> None:
    found = said(server, "/cards", lang="ja")
    parts = {one["part"]: one for one in found["parts"]}
    # Of 23 heroes one is only what another becomes.
    assert {part: len(one["cards"]) for part, one in parts.items()} == {"hero": 22, "lands": 38, "book": 192}
    (hero,) = (one for one in parts["hero"]["cards"] if one["card"] == "no.13")
    assert hero["label"] == "拝灯会の騎士ズアン"
    assert "火" in hero["kind"]
    assert [one["part"] for one in found["parts"] if one["single"]] == ["hero"]


def test_a_sample_deck_keeps_the_rules_and_each_broken_one_is_named(server: RunningServer) -> None:
    assert said(server, "/check", deck=wind())["faults"] == []
    broken = wind().replace("no.1,", "no.1*2,").replace("no.140*2", "no.140*4").replace("no.137", "no.137*2")
    found = said(server, "/check", deck=broken, lang="en")["faults"]
    assert [one["rule"] for one in found] == ["KS-1.1", "KS-1.2", "KS-1.2", "KS-1.3"]
    assert any("Bronze Dragonfly" in one["text"] and "3" in one["text"] for one in found)


@pytest.mark.parametrize("deck", ["", "hero=no.13,no.14", "hero=no.17", "book=x", "rest=no.1"])
def test_no_deck_at_all_breaks_a_rule_too(server: RunningServer, deck: str) -> None:
    assert said(server, "/check", deck=deck)["faults"]
    assert asked(server, "/cards.pdf", deck=deck).status_code == 400


def test_the_file_for_a_match_opens_one_with_that_deck(server: RunningServer) -> None:
    written = asked(server, "/setup.yaml", deck=wind())
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    state = game.initial(entry_of(yaml.safe_load(written.text)))
    assert state.heroes[0] == "no.125"
    assert game.deck_prints(parse_deck(wind()))["f.no.140"] == 2


def test_a_game_without_decks_has_no_such_page(server: RunningServer) -> None:
    for game in ("dozen_war", "chess"):
        assert asking.get(f"{server.url}/decks/{game}").status_code == 404
        assert asking.get(f"{server.url}/decks/{game}/cards").status_code == 404
    assert asked(server, "").headers["content-type"].startswith("text/html")


@pytest.mark.slow
def test_a_decks_cards_are_printed_each_as_often_as_it_has_it(server: RunningServer) -> None:
    found = asked(server, "/cards.pdf", deck=wind())
    assert found.content.startswith(b"%PDF")
