"""Every scenario file of the project holds, and together they show every rule that the games enforce."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from engine.games.dozen_war.options import CHOICES as WAR_CHOICES
from engine.games.hero_realms.options import CHOICES as HERO_CHOICES
from engine.games.registry import GAMES
from engine.scenarios.document import read_scenarios
from engine.scenarios.files import scenario_files
from engine.scenarios.result import failure_line
from engine.scenarios.runner import run_file
from engine.scenarios.steps import Scenario
from tests.games.scenarios_of import scenarios_of as scenario_files_of

HERE = Path(__file__).parent
FILES = sorted({*scenario_files(HERE), *(path for game in GAMES for path in scenario_files_of(game))})


@cache
def scenarios_of(game: str) -> tuple[Scenario, ...]:
    return tuple(scenario for path in scenario_files_of(game) for scenario in read_scenarios(path))


def test_texts_that_begin_with_the_words_for_a_game_are_no_scenarios(tmp_path: Path) -> None:
    (tmp_path / "en.yaml").write_text('game: {named: "Hero Realms"}\n')
    (tmp_path / "ja.yaml").write_text("game:\n  named: x\n")
    scenario = tmp_path / "one.yaml"
    scenario.write_text('# A first row.\n---\ngame: "dozen_war"\n')
    assert scenario_files(tmp_path) == (scenario,)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_scenario_of_the_file_holds(path: Path) -> None:
    failures = [
        failure_line(result.scenario, failure) for result in run_file(path) for failure in result.failures
    ]
    assert not failures, "\n" + "\n".join(failures)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_scenarios_lie_in_the_folder_of_their_game_and_no_title_stands_twice(path: Path) -> None:
    (game,) = {scenario.game for scenario in read_scenarios(path)}
    assert game in path.parent.parts
    scenarios = scenarios_of(game)
    titles = Counter(scenario.title for scenario in scenarios)
    in_file = [scenario for scenario in scenarios if scenario.file == str(path)]
    assert [scenario.title for scenario in in_file if titles[scenario.title] > 1] == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_rule_in_scope_is_shown_by_a_scenario(game: str) -> None:
    in_scope, later = _rules(game)
    shown = Counter(str(rule) for scenario in scenarios_of(game) for rule in scenario.rules)
    for rule in in_scope:
        print(f"{rule:8} {shown[rule]} scenarios")  # noqa: T201 - the coverage report, seen with -s or on failure
    for rule, reason in later.items():
        print(f"{rule:8} later: {reason}")  # noqa: T201 - as above
    assert sorted(set(in_scope) - set(shown)) == [], "no scenario shows these rules"
    assert sorted(set(shown) - set(in_scope) - set(later)) == [], "no such rules; a typing error?"
    assert sorted(set(shown) & set(later)) == [], "shown by now: take 'later' away in the list of rules"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_rule_that_a_scenario_cites_exists(game: str) -> None:
    in_scope, later = _rules(game)
    known = {*in_scope, *later}
    for scenario in scenarios_of(game):
        for step in scenario.steps:
            cited = set(getattr(step, "because", ())) | set(
                getattr(getattr(step, "answer", None), "rules", ())
            )
            assert cited <= known, f"{scenario.file}:{step.place.line}: no such rules: {cited - known}"


@pytest.mark.parametrize(
    ("game", "choices"), [("dozen_war", WAR_CHOICES), ("hero_realms", HERO_CHOICES)], ids=["war", "heroes"]
)
def test_every_reading_is_shown_with_each_of_its_values(
    game: str, choices: Mapping[str, Sequence[str]]
) -> None:
    shown = {
        (name, value) for scenario in scenarios_of(game) for name, value in scenario.ruleset.options.items()
    }
    wanted = {(name, value) for name, values in choices.items() for value in values}
    assert sorted(wanted - shown) == [], "no scenario takes these readings"


def _rules(game: str) -> tuple[list[str], dict[str, str]]:
    """Return the rules in scope, and the others with the reason why they come later."""
    in_scope: list[str] = []
    later: dict[str, str] = {}
    for line in (HERE / f"{game}_rules.txt").read_text(encoding="utf-8").splitlines():
        rule, _, reason = line.partition("  later: ")
        if not rule or rule.startswith("#"):
            continue
        if reason:
            later[rule] = reason
        else:
            in_scope.append(rule)
    return in_scope, later
