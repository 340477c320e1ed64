"""Whole matches of every game as text, for people to review: what is played, and what comes of it.

A match is played by a seeded player, from the position in transcripts/NAME.yaml or the standard opening.
When a game's behaviour changes on purpose, write it again and read the difference before it is committed:

    BOARDWARDEN_REWRITE_TRANSCRIPTS=1 make test ARGS=tests/conformance/test_transcripts.py
"""

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.document import Entry, entry_of, read_document
from engine.core.game import Game, Ruleset
from engine.core.ids import Seconds
from engine.core.layout import Layout
from engine.games.registry import GAMES, open_game, usual_board
from engine.session.matches.entries import JournalEntry
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import open_match, play
from engine.session.matches.match_opening import MatchOpening

TRANSCRIPTS = Path(__file__).parent / "transcripts"
REWRITE = os.environ.get("BOARDWARDEN_REWRITE_TRANSCRIPTS") == "1"
MOST_ACTIONS = 2000


@dataclass(frozen=True)
class Played:
    """A match to be played; a file transcripts/NAME.yaml is its setup. `curious`: plays what's new first."""

    name: str
    game: str
    seed: int
    board: str = ""
    options: tuple[tuple[str, str], ...] = ()
    curious: bool = False

    def open(self) -> Game[Any, Any]:
        """Return the game it's played by."""
        board = load_board(self.board or usual_board(self.game))
        return open_game(self.game, board, Ruleset(options=dict(self.options)))

    @property
    def setup(self) -> Entry | None:
        """Where it starts; None is the standard opening."""
        start = TRANSCRIPTS / f"{self.name}.yaml"
        return read_document(start) if start.is_file() else None


MATCHES = (
    Played("bazaar", "bazaar", 7, curious=True),
    Played("bazaar_all_asked", "bazaar", 4, options=(("asked", "all"),), curious=True),
    Played("twelve", "twelve", 5),
    Played("dozen_war", "dozen_war", 2024),
    Played(
        "dozen_war_drafted",
        "dozen_war",
        7,
        options=(("generals", "draft"), ("turn_order", "dice")),
        curious=True,
    ),
    Played(
        "dozen_war_dealt",
        "dozen_war",
        12,
        options=(("generals", "random"), ("turn_order", "dice")),
        curious=True,
    ),
    Played("dozen_war_duel", "dozen_war", 9, board="duel", curious=True),
    Played("quoc_chien", "quoc_chien", 2),
    Played("hero_realms", "hero_realms", 3),
    Played("hero_realms_joint", "hero_realms", 5, options=(("format", "song_dau"),)),
    Played("hero_realms_hunt", "hero_realms", 6, options=(("format", "hunter_last"), ("hands", "counted"))),
    Played("kingdom_square", "kingdom_square", 4),
)


def test_every_game_has_a_transcript() -> None:
    assert {match.game for match in MATCHES} == set(GAMES)


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_a_seeded_match_goes_as_its_reviewed_transcript_says(match: Played) -> None:
    path = TRANSCRIPTS / f"{match.name}.txt"
    lines = transcript(match)
    if REWRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    reviewed = path.read_text(encoding="utf-8").splitlines()
    for number, (was, came) in enumerate(zip(reviewed, lines, strict=False), start=1):
        assert came == was, f"{path.name}:{number}: the transcript says {was!r}; now it is {came!r}"
    assert len(lines) == len(reviewed)
    assert "outcome" in lines[-1], "the match came to no end"


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_the_journal_of_a_transcripts_match_leads_to_the_same_position(match: Played) -> None:
    game, setup = match.open(), match.setup
    opening = MatchOpening(
        "m", Seconds(0.0), match.game, match.board, "none", setup.plain() if setup else None, seed=""
    )
    kept, entry = open_match(game, opening)
    entries = [entry]
    for written in played_in(match.name):
        kept, entry, _ = play(game, kept, (game.parse_action(entry_of(written)),))
        entries.append(entry)
    on_disk = [JournalEntry(one.kind, json.loads(json.dumps(one.body))) for one in entries]
    again = replay(game, tuple(on_disk))
    assert again.state == kept.state
    assert again.revision == kept.revision == len(entries) - 1
    assert game.outcome(again.state) is not None


def played_in(name: str) -> list[dict[str, Any]]:
    """Return the actions of a reviewed transcript, in order."""
    lines = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    decoder = json.JSONDecoder()
    return [decoder.raw_decode(line[line.index("{") :])[0] for line in lines if re.match(r"\w+: {", line)]


def transcript(match: Played) -> list[str]:
    """Return a match of a seeded player as lines: an action each, the seats at the end of each round."""
    game, player = match.open(), Random(match.seed)  # noqa: S311 - a player, not a secret
    choose = _curious(game, player) if match.curious else _quarrelsome(game, player)
    state = game.initial(match.setup)
    lines = [f"# {match.name}: a match of a seeded player (seed {match.seed}); see test_transcripts.py"]
    lines.extend(f"starts at {place}" for place in _places({}, game.layout(state)))
    round_before = 0
    for _ in range(MOST_ACTIONS):
        view = game.view(state, None)
        if view.round != round_before:
            round_before = view.round
            lines.extend(("", f"## round {view.round}"))
            lines.extend(
                f"{seat.label}: {', '.join(f'{name} {number}' for name, number in seat.numbers)}"
                for seat in view.seats
            )
        decision = game.decider(state)
        if decision.chooser is Chooser.NOBODY:
            break
        action = choose(state)
        after = game.apply(state, action)
        who = game.actor(state, action) or ", ".join(decision.seats) or decision.chooser
        lines.append(f"{who}: {json.dumps(game.format_action(action))}  {game.action_text(state, action)}")
        lines.extend(f"    {place}" for place in _places(game.layout(state), game.layout(after)))
        state = after
    outcome = game.outcome(state)
    if outcome is not None:
        lines.append(
            f"outcome: {', '.join(outcome.winners) or 'nobody'} by {outcome.rule} ({outcome.reason})"
        )
    return lines


def _quarrelsome(game: Game[Any, Any], player: Random) -> Callable[[Any], Any]:
    """Choose the kind of action first, so that attacks and the ends of turns aren't lost among moves.

    Attacks are chosen as often as all other kinds together: a match is a fight.
    """

    def choose(state: Any) -> Any:
        kinds: dict[str, list[Any]] = {}
        for action in game.legal_actions(state):
            kinds.setdefault(next(iter(game.format_action(action))), []).append(action)
        among = sorted(kinds) + ["attack"] * (len(kinds) - 1 if "attack" in kinds else 0)
        return player.choice(kinds[player.choice(among)])

    return choose


_NEWS = ("play", "skill", "event", "token")
"""Actions that let content act: what acts for the first time goes before everything else."""


def _curious(game: Game[Any, Any], player: Random) -> Callable[[Any], Any]:
    """Let content act that hasn't yet, whether a player or chance decides; and be slow to end a turn."""
    known: set[str] = set()

    def choose(state: Any) -> Any:
        kinds: dict[str, list[tuple[str, Any]]] = {}
        for action in game.legal_actions(state):
            written = game.format_action(action)
            word = next(iter(written))
            about = f"{written[word]} {written.get('number', '')}" if word in _NEWS else ""
            kinds.setdefault(f"{word} {about}".strip(), []).append((json.dumps(written), action))
        new = [kind for kind in sorted(kinds) if kind.split()[0] in _NEWS and kind not in known]
        among = new or sorted(kinds) + ["attack"] * (2 * ("attack" in kinds))
        if len(kinds) > 1 and player.random() < 0.85:
            among = [kind for kind in among if kind != "end_turn"]
        kind = player.choice(among)
        known.add(kind)
        return player.choice(sorted(kinds[kind], key=lambda one: one[0]))[1]

    return choose


def _places(before: Layout, after: Layout) -> list[str]:
    """Return how pieces lie now that didn't lie so before."""
    said = []
    for piece in sorted(before.keys() | after.keys()):
        was, lies = before.get(piece), after.get(piece)
        if lies is None:
            said.append(f"{piece}: off the table")
        elif was is None or (was.cell, was.face, bool(was.edge)) != (lies.cell, lies.face, bool(lies.edge)):
            edge = ", at the edge" if lies.edge else ""
            said.append(f"{piece}: {lies.cell}{', face down' if lies.face == 'down' else ''}{edge}")
    return said
