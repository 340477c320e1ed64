"""A changed card strands no record: a match is listed, replayed, exported and resumed by its own cards."""

import json
import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

import engine
from dashboard.commands import DONE, main
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.game import Ruleset
from engine.core.ids import Seconds
from engine.core.terms import Terms
from engine.games.registry import open_game, usual_board
from engine.records.archive import look_at
from engine.records.recorded import open_recorded
from engine.session.matches.journal import journals
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import play
from engine.session.serving.match_parts import make_match_parts
from tests.records.test_other_machines import NOTHING

GAMES = Path(engine.__file__).parent / "games"
ACTIONS = 25


@dataclass(frozen=True)
class Older:
    """Cards as they were before: one had another name, others were read otherwise."""

    game: str
    today: str
    """A card's name today."""
    then: str
    """Its name then."""
    changes: tuple[tuple[str, str], ...] = ()
    """Other texts of today's files, each with the text of then."""


OLDER = (
    Older("hero_realms", "domination", "domination-of-old", (('en: "Gold"', 'en: "Coin of old"'),)),
    Older("kingdom_square", "no.17", "no.917", (("amount: 2", "amount: 4"),)),
    Older("quoc_chien", "zixing", "zixing-of-old", (("halves: 4", "halves: 5"),)),
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def of_then(older: Older, folder: Path) -> Terms:
    """Write the game's cards and pieces as they were, and return the terms of then."""
    content, board = folder / "house", usual_board(older.game)
    shutil.copytree(GAMES / older.game / "content", content, ignore=shutil.ignore_patterns("*.py", "__*"))
    pieces = folder / f"{board}-pieces.yaml"
    shutil.copy(GAMES / older.game / "boards" / pieces.name, pieces)
    for path in (*content.rglob("*.yaml"), pieces):
        text = re.sub(rf"(?<!\w){re.escape(older.today)}(?![\w-])", older.then, path.read_text("utf-8"))
        for today, then in older.changes:
            text = text.replace(today, then)
        path.write_text(text, "utf-8")
    return Terms(older.game, board, str(pieces), str(content))


def recorded(older: Older, folder: Path) -> Path:
    """Record a match by the cards of then, which nobody has any more; return its journal."""
    parts = make_match_parts(of_then(older, folder / "then"), None, folder=folder / "matches")
    match, journal = parts.keeper.open(NOTHING.on_terms(parts.terms), Seconds(0.0))
    chance = Random(7)  # noqa: S311  # reproducible
    for _ in range(ACTIONS):
        if parts.game.decider(match.state).chooser is Chooser.NOBODY:
            break
        action = chance.choice(list(parts.game.legal_actions(match.state)))
        match, entry, _ = play(parts.game, match, (action,))
        journal.append((entry,), Seconds(1.0))
    journal.close()
    shutil.rmtree(folder / "then")
    return journals(folder / "matches")[0]


@pytest.mark.parametrize("older", OLDER, ids=lambda one: one.game)
def test_a_match_of_other_cards_goes_on_by_them(
    older: Older, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = recorded(older, tmp_path)
    found = open_recorded(path)
    installed = open_game(older.game, load_board(usual_board(older.game)), Ruleset())
    assert any(older.then in str(piece) for piece in found.game.pieces(found.game.initial(None)))
    assert not any(older.then in str(piece) for piece in installed.pieces(installed.initial(None)))
    last = replay(found.game, found.entries)
    assert (last.departed, last.revision >= ACTIONS) == (None, True)
    assert not look_at(path).played_here
    data = ("--data", str(path.parents[1]))
    for words in (
        ("matches",),
        ("matches", "--verify"),
        ("statistics",),
        ("export", "1", "--to", "notation", "--secrets"),
        ("export", "1", "--to", "json", "--secrets"),
    ):
        assert (main([*words, *data]), words) == (DONE, words)
    assert "as recorded" not in capsys.readouterr().err


@pytest.mark.parametrize("older", OLDER, ids=lambda one: one.game)
def test_a_match_of_other_cards_is_taken_up_and_played_on(older: Older, tmp_path: Path) -> None:
    path = recorded(older, tmp_path)
    opening = open_recorded(path).opening
    parts = make_match_parts(opening.terms, None, folder=path.parents[1])
    match, journal = parts.keeper.take_up(path.parent.name, opening)
    action = next(iter(parts.game.legal_actions(match.state)))
    after, entry, _ = play(parts.game, match, (action,))
    journal.append((entry,), Seconds(2.0))
    journal.close()
    found = open_recorded(path)
    assert replay(found.game, found.entries).state == after.state
    assert json.loads(path.read_bytes().splitlines()[0])["body"]["ruleset"]["content"] == "house"


@pytest.mark.parametrize("older", OLDER, ids=lambda one: one.game)
def test_cards_that_todays_rules_cant_read_leave_the_installed_ones(older: Older, tmp_path: Path) -> None:
    unreadable = replace(older, then=older.today, changes=(("cards:", "papers:"), ("generals:", "officers:")))
    terms = of_then(unreadable, tmp_path / "then")
    installed = make_match_parts(replace(terms, content="house"), None, folder=tmp_path / "matches")
    opening = NOTHING.on_terms(replace(installed.terms, content=terms.content))
    _, journal = installed.keeper.open(opening, Seconds(0.0))
    journal.close()
    found = open_recorded(journals(tmp_path / "matches")[0])
    assert found.opening.content == "house"
    assert replay(found.game, found.entries).departed is None
