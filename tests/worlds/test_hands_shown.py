"""With all hands shown in the broadcast no other road tells more, nor does the broadcast before its time."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.bus.messages.match import AllHands
from engine.bus.sealing import PADDED_HANDS_BYTES, Seal
from tests.web.shown_table import KEY, TABLE
from tests.worlds.hearing import Heard, first_difference
from tests.worlds.pairs import Played, bazaar, dozen_war, hero_realms, quoc_chien
from tests.worlds.test_two_worlds import chosen, first_numbers
from tests.worlds.world import LATE, lived

__all__ = ("first_numbers",)

GAMES = {
    "bazaar": bazaar(asked="all"),
    "hero realms": hero_realms(),
    "dozen war": dozen_war(asked="all"),
}
"""Quốc Chiến's positions are looked at below, without the roads: of its pairs few actions lead on."""


def lives(folder: Path, played: Played, seed: int) -> tuple[list[Heard], list[Heard], Any]:
    """Both worlds of a pair with the hands shown, and the pair."""
    pair = next(one for one in chosen(played, seed, 40) if one.seat is not None)
    found = []
    for other in (False, True):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        found.append(lived(folder, played, pair, other=other, hands=True))
    return found[0], found[1], pair


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_only_the_broadcast_with_hands_tells_two_worlds_apart_and_only_after_its_delay(
    tmp_path: Path, played: Played
) -> None:
    one, other, pair = lives(tmp_path / "m", played, 1)
    early = [[heard for heard in world if heard.road != LATE] for world in (one, other)]
    assert first_difference(*early) == ""
    assert any("engine/all_hands" in heard.what for heard in early[0])
    late = [[heard.said for heard in world if heard.road == LATE] for world in (one, other)]
    assert late[0] != late[1]
    # Before the first sheet was due the viewer got nothing at all.
    assert not [heard for heard in early[0] if heard.road == "websocket of a viewer of hands"]
    names = {
        card["card"]
        for said in late[0]
        for seat in json.loads(said)["data"]["seats"]
        for card in seat["cards"]
    }
    game: Any = played.open()
    assert names & {card.card for seat in game.held(pair.one) for card in seat.cards}


@pytest.mark.parametrize("played", [*GAMES.values(), quoc_chien(10, asked="all")], ids=[*GAMES, "quoc chien"])
def test_the_sheet_of_all_hands_has_one_length_whatever_they_hold(played: Played) -> None:
    game, seal, lengths = played.open(), Seal(KEY, table=TABLE), set[int]()
    assert game.has_secrets
    for seed in (1, 2):
        for pair in played.pairs(seed, 8):
            for state in (pair.one, pair.other):
                sheet = AllHands("a-match-of-the-longest-name-1", 999, "f" * 32, tuple(game.held(state)))
                lengths.add(len(seal.sealed_hands(sheet).sealed))
    # In base64: four letters for three bytes, with nonce and tag.
    assert lengths == {(PADDED_HANDS_BYTES + 12 + 16 + 2) // 3 * 4}


def test_a_deck_is_in_no_ones_hand_and_a_general_that_isnt_shown_is() -> None:
    game: Any = quoc_chien(6, asked="all").open()
    seen = set[str]()
    for pair in quoc_chien(6, asked="all").pairs(3, 8):
        zones = pair.one.zones
        held = {card.card: card for seat in game.held(pair.one) for card in seat.cards}
        for card, how in held.items():
            zone = zones.zone_of(card)
            assert zone.owner is not None
            assert str(zone.kind) != "pile"
            seen |= {str(zone.name).rpartition(".")[2]}
            if str(zone.name).endswith(".head"):
                assert how.place == "head general"
        open_ones = set(map(str, game.layout(pair.one)))
        assert not held.keys() & open_ones
    assert {"hand", "head", "deputy"} <= seen


def test_everybody_at_the_table_learns_that_hands_are_shown_and_how_late(tmp_path: Path) -> None:
    one, _, _ = lives(tmp_path / "m", GAMES["bazaar"], 1)
    sent = {heard.road for heard in one if b'"after_s":3600' in heard.said}
    assert sent >= {f"websocket of {who}" for who in ("reader", "spectator", "arbiter", "public")}
