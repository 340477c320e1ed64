"""The runner's promises about chance, on a game of one die: the project has no game with chance yet."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from engine.core.decisions import Chooser, Decision, Violation
from engine.core.document import Entry
from engine.core.game import Game
from engine.core.ids import RuleId, Seat
from engine.core.phrase import Phrase
from engine.core.views import SeatView, View
from engine.scenarios import runner
from engine.scenarios.result import failure_line
from engine.scenarios.runner import run_file

WEST = Seat("west")


@dataclass(frozen=True)
class Dice:
    """The eyes rolled so far, and whether a die is in the air."""

    rolled: tuple[int, ...] = ()
    in_the_air: bool = False


class DiceGame(Game[Dice, int]):
    """West throws a die (`{throw: true}`), chance lets it fall (`{fall: 4}`)."""

    def initial(self, _setup: Entry | None) -> Dice:
        return Dice()

    def decider(self, state: Dice) -> Decision:
        if state.in_the_air:
            return Decision(Chooser.CHANCE, (), "die")
        return Decision(Chooser.SEAT, (WEST,), "throw")

    def legal_actions(self, state: Dice) -> list[int]:
        return list(range(1, 7)) if state.in_the_air else [0]

    def violations(self, state: Dice, action: int) -> tuple[Violation, ...]:
        legal = action in self.legal_actions(state)
        return () if legal else (Violation(RuleId("DICE-1"), "cannot_fall"),)

    def violation_text(self, violation: Violation) -> Phrase:
        del violation
        return Phrase("a die can't fall so")

    def apply(self, state: Dice, action: int) -> Dice:
        if action == 0:
            return replace(state, in_the_air=True)
        return Dice((*state.rolled, action))

    def pieces(self, _state: Dice) -> tuple[()]:
        return ()

    def view(self, state: Dice, _seat: Seat | None) -> View:
        return View(Phrase("dice"), self.decider(state), WEST, 1, (), (SeatView(WEST, Phrase("West")),))

    def parse_action(self, entry: Entry) -> int:
        found = entry.mapping()
        return found["fall"].whole() if "fall" in found else 0

    def mismatches(self, state: Dice, expected: Entry) -> tuple[str, ...]:
        wanted = expected.fields(required=("rolled",))["rolled"].plain()
        return () if wanted == list(state.rolled) else (f"rolled {list(state.rolled)}",)

    def dump(self, state: Dice) -> dict[str, Any]:
        return {"rolled": list(state.rolled), "in_the_air": state.in_the_air}


@pytest.fixture(autouse=True)
def dice_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    game = DiceGame()  # type: ignore[abstract]  # only what a runner asks
    monkeypatch.setattr(runner, "open_game", lambda *_: game)


def failures(path: Path, steps: str, seed: int = 0) -> list[str]:
    path.write_text(
        f"game: dice\nboard: mativen\ntitle: dice\nrules: []\nseed: {seed}\nsteps:\n{steps}", encoding="utf-8"
    )
    [result] = run_file(path)
    return [failure_line(result.scenario, failure) for failure in result.failures]


THROW, FALL_4 = "- do: {throw: true}\n", "- chance: {fall: 4}\n"


def test_a_chance_step_fixes_how_the_open_chance_falls(tmp_path: Path) -> None:
    assert failures(tmp_path / "dice.yaml", THROW + FALL_4 + "- expect: {rolled: [4]}\n") == []


def test_a_chance_step_without_an_open_chance_fails_and_says_who_must_choose(tmp_path: Path) -> None:
    [line] = failures(tmp_path / "dice.yaml", FALL_4)
    assert (
        "expected the game to wait for chance (a die, a shuffle, a draw); came west to choose (throw)" in line
    )


def test_an_outcome_that_cannot_come_fails_with_the_rule(tmp_path: Path) -> None:
    [line] = failures(tmp_path / "dice.yaml", f"{THROW}- chance: {{fall: 7}}\n")
    assert "step 2, chance [DICE-1]: expected {fall: 7} to be possible" in line


def test_chance_that_the_file_leaves_open_falls_by_its_seed(tmp_path: Path) -> None:
    def rolled(seed: int) -> str:
        [line] = failures(tmp_path / "dice.yaml", f"{THROW * 8}- expect: {{rolled: []}}\n", seed)
        return line.partition("came ")[2]

    assert rolled(7) == rolled(7)
    assert len({rolled(seed) for seed in range(5)}) > 1
