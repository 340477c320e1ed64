"""A whole match of every game as text, for people to review: what is played, and what comes of it.

The match is played by a seeded player, from the position in transcripts/GAME.yaml or the standard opening.
When a game's behaviour changes on purpose, write it anew and read the difference before it is committed:

    BOARDWARDEN_REWRITE_TRANSCRIPTS=1 make test ARGS=tests/conformance/test_transcripts.py
"""

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import Entry, read_document
from engine.core.game import Chooser, Game, Ruleset
from engine.core.layout import Layout
from engine.games.registry import GAMES, open_game
from engine.scenarios.document import DEFAULT_BOARD

TRANSCRIPTS = Path(__file__).parent / "transcripts"
REWRITE = os.environ.get("BOARDWARDEN_REWRITE_TRANSCRIPTS") == "1"
SEED = 2024
MOST_ACTIONS = 1000


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_seeded_match_goes_as_its_reviewed_transcript_says(name: str) -> None:
    path = TRANSCRIPTS / f"{name}.txt"
    start = TRANSCRIPTS / f"{name}.yaml"
    setup = read_document(start) if start.is_file() else None
    lines = transcript(open_game(name, load_board(DEFAULT_BOARD), Ruleset()), setup, SEED)
    if REWRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    reviewed = path.read_text(encoding="utf-8").splitlines()
    for number, (was, came) in enumerate(zip(reviewed, lines, strict=False), start=1):
        assert came == was, f"{path.name}:{number}: the transcript says {was!r}; now it is {came!r}"
    assert len(lines) == len(reviewed)
    assert "outcome" in lines[-1], "the match came to no end"


def transcript(game: Game[Any, Any], setup: Entry | None, seed: int) -> list[str]:
    """Return a match of a seeded player as lines: an action each, the seats at the end of each round."""
    player = Random(seed)  # noqa: S311 - a player, not a secret
    state = game.initial(setup)
    lines = [f"# {game.name}: a match of a seeded player (seed {seed}); see test_transcripts.py"]
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
        action = _chosen(game, state, player)
        after = game.apply(state, action)
        who = ", ".join(decision.seats) or decision.chooser
        lines.append(f"{who}: {json.dumps(game.format_action(action))}  {game.action_text(state, action)}")
        lines.extend(f"    {place}" for place in _places(game.layout(state), game.layout(after)))
        state = after
    outcome = game.outcome(state)
    if outcome is not None:
        lines.append(
            f"outcome: {', '.join(outcome.winners) or 'nobody'} by {outcome.rule} ({outcome.reason})"
        )
    return lines


def _chosen(game: Game[Any, Any], state: Any, player: Random) -> Any:
    """Choose the kind of action first, so that attacks and the ends of turns aren't lost among moves.

    Attacks are chosen as often as all other kinds together: a match is a fight.
    """
    kinds: dict[str, list[Any]] = {}
    for action in game.legal_actions(state):
        kinds.setdefault(next(iter(game.format_action(action))), []).append(action)
    among = sorted(kinds) + ["attack"] * (len(kinds) - 1 if "attack" in kinds else 0)
    return player.choice(kinds[player.choice(among)])


def _places(before: Layout, after: Layout) -> list[str]:
    """Return how pieces lie now that didn't lie so before."""
    told = []
    for piece in sorted(before.keys() | after.keys()):
        was, lies = before.get(piece), after.get(piece)
        if lies is None:
            told.append(f"{piece}: off the table")
        elif was is None or (was.cell, was.face, bool(was.edge)) != (lies.cell, lies.face, bool(lies.edge)):
            edge = ", at the edge" if lies.edge else ""
            told.append(f"{piece}: {lies.cell}{', face down' if lies.face == 'down' else ''}{edge}")
    return told
