"""Chance draws by the match's seed. Its draws are kept as actions, so a replay needs no seed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.game import Ruleset
from engine.core.ids import Seconds
from engine.games.dozen_war.game import DozenWar
from engine.session.matches.entries import EntryKind, JournalEntry
from engine.session.matches.journal import read_journal
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import open_match
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.table import TableStep, setting_of, table_of

SETUP: dict[str, Any] = {
    "seats": ["west", "north"],
    "turn": "north",
    "round": 2,
    "events": {"shuffled": ["duoc-mua", "vien-binh", "kho-cu", "suoi-lanh"]},
    "deck": {"shuffled": ["song-kiem", "dai-dao", "no-sat", "bom-khoi", "dao-gam", "khien-go", "luoi-sat"]},
    "pieces": {"w.gen.est": {"at": "d4"}, "n.inf.1": {"at": "i10"}},
}


@pytest.fixture(scope="module")
def game() -> DozenWar:
    return DozenWar(load_board("mativen"), Ruleset())


def opening(seed: str, **changed: Any) -> MatchOpening:
    return replace(
        MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none", setup=SETUP, seed=seed), **changed
    )


def turn_ended(game: DozenWar, seed: str) -> tuple[TableStep[Any, Any], tuple[JournalEntry, ...]]:
    match, first = open_match(game, opening(seed))
    setting = setting_of(game, match.state, None)
    asked = Command("c", CommandKind.ACT, match.revision, action={"end_turn": True})
    step = command(setting, table_of(setting, match), asked)
    assert [answer.code for answer in step.answers] == [AnswerCode.DONE]
    return step, (first, *step.entries)


def test_results_of_chance_follow_the_action_in_the_same_entry(game: DozenWar) -> None:
    step, entries = turn_ended(game, "7")
    assert [entry.kind for entry in entries] == [EntryKind.OPENED, EntryKind.PLAYED]
    words = [next(iter(action)) for action in entries[1].body["actions"]]
    assert words[:2] == ["end_turn", "event"]
    assert words.count("draw") >= 6
    assert set(entries[1].body["by"][1:]) == {None}
    assert game.decider(step.table.match.state).chooser is Chooser.SEAT
    assert step.table.match.revision == len(words)


def test_the_same_seed_draws_the_same_and_other_seeds_differ(game: DozenWar) -> None:
    drawn = {seed: turn_ended(game, seed)[1][1].body["actions"] for seed in ("7", "8", "9")}
    assert turn_ended(game, "7")[1][1].body["actions"] == drawn["7"]
    assert len({str(actions) for actions in drawn.values()}) > 1


def test_a_journal_is_replayed_without_its_seed(game: DozenWar) -> None:
    step, entries = turn_ended(game, "7")
    unseeded = JournalEntry(EntryKind.OPENED, {k: v for k, v in entries[0].body.items() if k != "seed"})
    assert replay(game, (unseeded, *entries[1:])).state == step.table.match.state


def test_no_verdict_names_a_drawn_card(game: DozenWar) -> None:
    step, entries = turn_ended(game, "7")
    said = str(step.verdicts) + str(step.table.match.last_actions)
    cards = [action["draw"] for action in entries[1].body["actions"] if "draw" in action]
    assert cards
    assert not [card for card in cards if card in said]


def test_a_match_without_a_seed_waits_until_somebody_says_how_chance_fell(game: DozenWar) -> None:
    step, _ = turn_ended(game, "")
    assert game.decider(step.table.match.state).kind == "event"
    setting = setting_of(game, step.table.match.state, None)
    asked = Command("d", CommandKind.ACT, step.table.match.revision, action={"event": "duoc-mua"})
    after = command(setting, step.table, asked)
    assert after.entries[0].body["actions"] == [{"event": "duoc-mua"}]


def test_draws_of_chance_at_the_opening_are_written_with_it(tmp_path: Path) -> None:
    game = DozenWar(load_board("mativen"), Ruleset(options={"generals": "random"}))
    keeper: MatchKeeper[Any, Any] = MatchKeeper(tmp_path, game)
    match, journal = keeper.open(opening("", setup=None), Seconds(1.0))
    journal.close()
    assert match.opening.seed
    kept = read_journal(journal.path).entries
    assert len(kept[1].body["actions"]) == 11, "twelve generals, and the last one is no question"
    assert replay(game, kept) == match
    assert not match.started, "what chance drew doesn't show that the table is laid out"
    assert game.decider(match.state).kind == "placing"
