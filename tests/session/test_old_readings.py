"""A match keeps the rules that it was played by, whatever its unset options mean today."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.ids import Seconds
from engine.games.registry import as_played, edition, open_game
from engine.records.exports import notation_of, opening_of, play_notation
from engine.records.notation import format_notation, parse_notation
from engine.session.matches.journal import read_journal
from engine.session.matches.journal_replay import read_opening, replay
from engine.session.matches.match_keeper import MatchKeeper, opening_to_take_up
from engine.session.matches.match_opening import MatchOpening, dump_opening, load_opening

OLD = {path.stem: path for path in sorted((Path(__file__).parent / "old_journals").glob("*.jsonl"))}
"""Journals from the first edition of the rules."""

SAYS = {
    "guard_shields_a_hand": {"guard_hand": "shielded"},
    "kingdom_arrows_and_faith": {"shared_gains": "own", "magic_circle": "own", "passed_over": "nothing"},
    "kingdom_as_first_read": {"as_printed": "off"},
    "kingdom_divine_might": {"divine_might": "two", "sniping": "attacks"},
    "weapon_reaches_for_qiangxi": {"qiangxi": "reaching"},
    "qice_on_all": {"qice": "any"},
    "fengshi_asks": {"fengshi": "asked"},
    "one_guise": {"huashen": "one"},
    "rattan_asks": {"nullify": "always"},
    "moved_and_laid": {"moved": "laid"},
    "camps_burn_their_user_last": {"order": "added"},
    "passes_for_none": {"declining": "pass"},
    "half_before_companions": {"reward_order": "half"},
    "cards_and_skills_for_nothing": {"idle_uses": "allowed"},
    "general_rides_past_a_general": {"enemy_blocks": "soldiers alone"},
    "rider_passes_a_castle": {"enemy_blocks": "soldiers alone"},
}
"""The options that each of them left unset."""


def _opened(opening: MatchOpening) -> Game[Any, Any]:
    return open_game(opening.game, load_board(opening.board), opening.ruleset)


@pytest.mark.parametrize("name", OLD)
def test_a_match_of_an_earlier_edition_is_replayed_by_the_rules_of_then(name: str) -> None:
    entries = read_journal(OLD[name]).entries
    opening = read_opening(entries[0])
    assert opening.options.items() >= SAYS[name].items()
    assert replay(_opened(opening), entries).revision == len(entries) - 1


@pytest.mark.parametrize("name", OLD)
def test_an_old_match_does_not_replay_by_the_rules_of_today(name: str) -> None:
    entries = read_journal(OLD[name]).entries
    written = Ruleset(options=entries[0].body["ruleset"]["options"])
    opening = read_opening(entries[0])
    with pytest.raises(InputFault):
        replay(open_game(opening.game, load_board(opening.board), written), entries)


@pytest.mark.parametrize("name", OLD)
def test_its_text_plays_as_it_did(name: str) -> None:
    entries = read_journal(OLD[name]).entries
    game = _opened(read_opening(entries[0]))
    text = format_notation(notation_of(game, entries, secrets=True))
    again = opening_of(parse_notation(text))
    match, _ = play_notation(_opened(again), again, parse_notation(text))
    assert match.state == replay(game, entries).state


@pytest.mark.parametrize("name", OLD)
def test_a_text_of_an_earlier_edition_plays_as_it_did(name: str) -> None:
    entries = read_journal(OLD[name]).entries
    text = format_notation(notation_of(_opened(read_opening(entries[0])), entries, secrets=True))
    options = entries[0].body["ruleset"]["options"].items()
    lines = [line for line in text.splitlines() if not line.startswith(("[Edition", "[Option"))]
    lines[1:1] = [f'[Option "{key}={value}"]' for key, value in options]
    opening = opening_of(parse_notation("\n".join(lines)))
    assert opening.options == read_opening(entries[0]).options


@pytest.mark.parametrize("name", OLD)
def test_a_table_that_is_started_as_it_was_goes_on_with_it(name: str, tmp_path: Path) -> None:
    entries = read_journal(OLD[name]).entries
    opening, written = read_opening(entries[0]), entries[0].body["ruleset"]["options"]
    folder = tmp_path / opening.match
    folder.mkdir()
    (folder / "journal.jsonl").write_bytes(OLD[name].read_bytes())
    wanted = replace(opening, match="", opened_at=Seconds(0.0), options=written, instead=None)
    today = opening_to_take_up(tmp_path, wanted)
    assert today.options == opening.options
    found = MatchKeeper(tmp_path, _opened(today), terms=today.terms).resume(wanted)
    assert found is not None
    with found[1]:
        assert found[0].revision == len(entries) - 1


@pytest.mark.parametrize("game", ["dozen_war", "hero_realms", "kingdom_square", "quoc_chien"])
def test_a_match_of_today_takes_unset_options_as_today(game: str) -> None:
    opening = MatchOpening("", Seconds(0.0), game, "board", "pieces")
    assert load_opening(dump_opening(opening)) == opening
    assert edition(game) > 1


def test_an_option_that_a_match_chose_stays() -> None:
    assert as_played("hero_realms", 1, {"guard_hand": "open"}) == {"guard_hand": "open"}


def test_a_game_that_nobody_has_here_has_its_readings_as_written() -> None:
    assert as_played("checkers", 1, {"a": "b"}) == {"a": "b"}
    assert edition("checkers") == 1
