"""The scenario runner's promises to people who write scenario files."""

import json
from pathlib import Path

import pytest

from dashboard.commands import main
from engine.core.faults import InputFault
from engine.scenarios.document import read_scenarios
from engine.scenarios.result import ScenarioResult, failure_line
from engine.scenarios.runner import run_file

HEAD = """\
game: dozen_war
title: a small fight
rules: [DW-5]
setup:
  seats: [west, north]
  turn: west
  round: 2
  pieces:
    w.inf.1: {at: d6}
    n.cav.1: {at: d7}
    n.inf.1: {at: l10}
steps:
"""
"""Twelve lines, so that the first step stands in line 13."""


@pytest.fixture
def run(tmp_path: Path) -> "Run":
    return Run(tmp_path / "fight.yaml")


class Run:
    """Runs the steps of the small fight."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, steps: str, head: str = HEAD) -> ScenarioResult:
        self.path.write_text(head + steps, encoding="utf-8")
        return run_file(self.path)[0]

    def failures(self, steps: str) -> list[str]:
        result = self(steps)
        return [failure_line(result.scenario, failure) for failure in result.failures]


def test_a_scenario_whose_steps_all_hold_passes(run: Run) -> None:
    result = run("- do: {attack: w.inf.1, target: n.cav.1}\n- expect: {dead: [n.cav.1]}\n")
    assert result.passed
    assert result.steps_run == 2


def test_a_failed_step_names_file_line_step_rule_expected_and_came(run: Run) -> None:
    [line] = run.failures("- do: {move: w.inf.1, to: d4}\n")
    assert line.startswith(
        f"{run.path}:13: step 1, do [DW-5]: expected {{move: w.inf.1, to: d4}} to be legal"
    )
    assert "came DW-5: " in line


def test_after_an_action_that_failed_nothing_more_is_run(run: Run) -> None:
    result = run("- do: {move: w.inf.1, to: d4}\n- expect: {turn: north}\n")
    assert (len(result.failures), result.steps_run) == (1, 1)


def test_every_expectation_that_fails_is_said(run: Run) -> None:
    lines = run.failures("- expect: {hp: {w.inf.1: 1}}\n- expect: {turn: north}\n- expect: {round: 2}\n")
    assert [":13: step 1, expect" in lines[0], ":14: step 2, expect" in lines[1]] == [True, True]
    assert len(lines) == 2
    assert "expected 1, found 2" in lines[0]
    assert lines[0].count(str(run.path)) == 1


def test_an_action_of_another_seat_than_asked_for_fails(run: Run) -> None:
    [line] = run.failures("- do: {end_turn: true}\n  by: north\n")
    assert "expected north to choose; came west to choose (turn)" in line


def test_a_refusal_that_does_not_happen_fails(run: Run) -> None:
    [line] = run.failures("- refuse: {move: w.inf.1, to: d5}\n  because: [DW-5]\n")
    assert "[DW-5]: expected {move: w.inf.1, to: d5} to be refused; came no rule that it breaks" in line


def test_every_rule_of_a_refusal_must_be_among_those_broken(run: Run) -> None:
    assert run("- refuse: {move: w.inf.1, to: d7}\n  because: [DW-2.3]\n").passed
    [line] = run.failures("- refuse: {move: w.inf.1, to: d7}\n  because: [DW-2.3, DW-4.6]\n")
    assert "refuse [DW-4.6]" in line
    assert "came DW-2.3: " in line


def test_a_refusal_leaves_the_state_as_it_was(run: Run) -> None:
    assert run(
        "- refuse: {move: w.inf.1, to: d7}\n- expect: {at: {w.inf.1: d6}, turn: west}\n"
        "- do: {move: w.inf.1, to: d5}\n"
    ).passed


def test_another_seat_is_refused_what_is_not_its_to_choose(run: Run) -> None:
    assert run("- refuse: {end_turn: true}\n  by: north\n").passed
    assert not run("- refuse: {end_turn: true}\n  by: west\n").passed


def test_chance_is_refused_clearly_where_none_is_open(run: Run) -> None:
    [line] = run.failures("- chance: {end_turn: true}\n")
    assert "expected the game to wait for chance" in line
    assert "came west to choose (turn)" in line


def test_options_are_compared_as_whole_sets_and_a_missing_key_is_not_checked(run: Run) -> None:
    assert run("- options_for: w.inf.1\n  are: {attacks: [n.cav.1]}\n").passed
    [line] = run.failures("- options_for: w.inf.1\n  are: {moves: [d5, d8], attacks: [n.cav.1]}\n")
    assert "missing: d8" in line
    assert "too many: c5, c6, c7, e6" in line
    assert "attacks" not in line


def test_a_sighting_that_is_explained_moves_the_state_on(run: Run) -> None:
    assert run(
        "- see: {w.inf.1: d5}\n  infer: [{move: w.inf.1, to: d5}]\n- expect: {at: {w.inf.1: d5}}\n"
    ).passed


def test_a_sighting_explained_otherwise_fails_with_what_came(run: Run) -> None:
    [line] = run.failures("- see: {w.inf.1: d5}\n  infer: [{move: w.inf.1, to: c6}]\n")
    assert "expected [{move: w.inf.1, to: c6}] to be committed" in line
    assert "came [{move: w.inf.1, to: d5}] committed" in line


def test_a_warning_changes_nothing(run: Run) -> None:
    assert run("- see: {w.inf.1: d4}\n  warn: [DW-5]\n- expect: {at: {w.inf.1: d6}}\n").passed


def test_a_warning_that_cites_other_rules_fails(run: Run) -> None:
    [line] = run.failures("- see: {w.inf.1: d4}\n  warn: [DW-6.1]\n")
    assert "see [DW-6.1]: expected a warning that cites DW-6.1; came a warning for" in line


def test_candidates_are_compared_in_any_order(run: Run) -> None:
    head = HEAD.replace("    n.cav.1: {at: d7}\n", "    n.gen.grim: {at: d7}\n    n.gen.neuro: {at: e6}\n")
    grim, neuro = "[{attack: w.inf.1, target: n.gen.grim}]", "[{attack: w.inf.1, target: n.gen.neuro}]"
    seen = "- see: {w.inf.1: {edge: true}}\n"
    assert run(f"{seen}  ask: [{grim}, {neuro}]\n", head).passed
    assert run(f"{seen}  ask: [{neuro}, {grim}]\n", head).passed
    assert not run(f"{seen}  ask: [{grim}]\n", head).passed
    assert not run(f"{seen}  ask: [{grim}, {grim}]\n", head).passed
    assert not run(f"{seen}  infer: {grim}\n", head).passed


def test_options_reach_the_rules_as_words_though_yaml_reads_on_and_off_as_truth_values(run: Run) -> None:
    head = HEAD.replace("setup:", "options: {castle_splash: on, warp_opens: round 3}\nsetup:")
    run("- expect: {turn: west}\n", head)
    [scenario] = read_scenarios(run.path)
    assert scenario.ruleset.options == {"castle_splash": "on", "warp_opens": "round 3"}


@pytest.mark.parametrize(
    ("steps", "line", "said"),
    [
        ("- dance: {}\n", 13, "step 1: expected one of do, refuse"),
        ("- do: {end_turn: true}\n  refuse: {end_turn: true}\n", 13, "found do, refuse"),
        ("- do: {end_turn: true}\n  because: [DW-5]\n", 14, "unknown key"),
        ("- do: {fly: w.inf.1}\n", 13, "fly"),
        ("- do: {move: w.inf.99, to: d5}\n", 13, "w.inf.99"),
        ("- do: {move: w.inf.1, to: z9}\n", 13, "z9"),
        ("- do: {end_turn: true}\n  by: nobody\n", 13, "unknown seat 'nobody'"),
        ("- expect: {}\n", 13, "at least one fact"),
        ("- expect: {weather: fine}\n", 13, "weather"),
        ("- expect: {at: {w.inf.99: d5}}\n", 13, "w.inf.99"),
        ("- options_for: w.dragon\n  are: {moves: []}\n", 13, "w.dragon"),
        ("- options_for: w.inf.1\n  are: {moves: [z9]}\n", 13, "z9"),
        ("- options_for: w.inf.1\n  are: {attacks: [n.dragon]}\n", 13, "n.dragon"),
        ("- options_for: w.inf.1\n  are: {swims: []}\n", 14, "unknown key"),
        ("- see: {w.dragon: d5}\n  infer: []\n", 13, "w.dragon"),
        ("- see: {w.inf.1: z9}\n  infer: []\n", 13, "z9"),
        ("- see: {w.inf.1: {colour: red}}\n  infer: []\n", 13, "unknown key"),
        ("- see: {w.inf.1: {face: sideways}}\n  infer: []\n", 13, "sideways"),
        ("- see: {w.inf.1: {edge: perhaps}}\n  infer: []\n", 13, "perhaps"),
        ("- see: {w.inf.2: {edge: true}}\n  infer: []\n", 13, "isn't on the table"),
        ("- see: {w.inf.2: gone}\n  infer: []\n", 13, "isn't on the table"),
        ("- see: {}\n", 13, "expected one of infer, ask, warn"),
        ("- see: {}\n  infer: []\n  warn: [DW-5]\n", 13, "expected one of infer, ask, warn"),
        ("- see: {}\n  infer: [{fly: w.inf.1}]\n", 14, "fly"),
        ("- see: {}\n  ask: []\n", 14, "at least one candidate"),
    ],
)
def test_an_unknown_word_is_an_error_with_its_line(run: Run, steps: str, line: int, said: str) -> None:
    with pytest.raises(InputFault) as fault:
        run(steps)
    assert str(fault.value).startswith(f"{run.path}:{line}:")
    assert said in str(fault.value)


def test_a_word_is_read_before_any_step_is_taken(run: Run) -> None:
    with pytest.raises(InputFault, match="z9"):
        run("- do: {move: w.inf.1, to: d4}\n- do: {move: w.inf.1, to: z9}\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("game: dozen_war", "game: ludo", "ludo"),
        ("title: a small fight", "name: a small fight", "unknown key"),
        ("title: a small fight\n", "", "'title' is missing"),
        ("rules: [DW-5]", "rules: DW-5", "expected a list"),
        ("rules: [DW-5]", "rules: [DW-5]\nseed: soon", "expected a whole number"),
        ("rules: [DW-5]", "rules: [DW-5]\noptions: {gravity: off}", "gravity"),
        ("rules: [DW-5]", "rules: [DW-5]\noptions: {castle_splash: perhaps}", "perhaps"),
        ("rules: [DW-5]", "rules: [DW-5]\ncontent: homemade", "homemade"),
        ("rules: [DW-5]", "rules: [DW-5]\nboard: moon", "moon"),
        ("{at: d6}", "{at: z9}", "z9"),
        ("{at: d6}", "{at: e4b}", "e4b"),
        ("{at: d6}", "{at: d7}", "d7"),
        ("{at: d6}", "{at: c9}", "c9"),
        ("w.inf.1:", "w.elf.1:", "w.elf.1"),
        ("turn: west", "turn: south", "south"),
        ("turn: west", "turn: [west", "not YAML"),
    ],
)
def test_a_heading_or_setup_that_cant_be_is_an_error_that_names_it(
    run: Run, old: str, new: str, said: str
) -> None:
    assert old in HEAD
    with pytest.raises(InputFault) as fault:
        run("- expect: {round: 2}\n", HEAD.replace(old, new, 1))
    assert said in str(fault.value)


def test_a_file_without_a_scenario_is_an_error(tmp_path: Path) -> None:
    empty = tmp_path / "empty.yaml"
    empty.write_text("# nothing here\n", encoding="utf-8")
    with pytest.raises(InputFault, match="no scenario"):
        run_file(empty)


def test_a_file_may_hold_several_scenarios(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(f"{HEAD}- expect: {{round: 2}}\n---\n{HEAD}- expect: {{round: 3}}\n", encoding="utf-8")
    assert [result.passed for result in run_file(path)] == [True, False]


class TestCommand:
    """`boardwarden scenario`."""

    def test_prints_the_counts_and_returns_0_when_all_hold(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = _file(tmp_path, "- expect: {round: 2}\n")
        assert main(["scenario", str(path)]) == 0
        assert capsys.readouterr().out == "1 passed, 0 failed\n"

    def test_prints_a_line_a_failed_step_and_returns_1(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = _file(tmp_path, "- expect: {round: 3}\n- expect: {turn: north}\n")
        assert main(["scenario", str(path)]) == 1
        out = capsys.readouterr().out.splitlines()
        assert [line.split(" [")[0] for line in out] == [
            f"{path}:13: step 1, expect",
            f"{path}:14: step 2, expect",
            "0 passed, 1 failed",
        ]

    def test_returns_2_for_a_file_that_cant_be_read_and_still_runs_the_others(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = _file(tmp_path, "- expect: {round: 2}\n")
        assert main(["scenario", str(tmp_path / "missing.yaml"), str(path)]) == 2
        out, err = capsys.readouterr()
        assert out == "1 passed, 0 failed\n"
        assert "missing.yaml: can't be read" in err

    def test_json_is_one_object_a_scenario_and_nothing_else_on_standard_output(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = _file(tmp_path, "- expect: {round: 3}\n")
        assert main(["scenario", "--json", str(path)]) == 1
        out, err = capsys.readouterr()
        [sent] = [json.loads(line) for line in out.splitlines()]
        assert (sent["file"], sent["title"], sent["rules"]) == (str(path), "a small fight", ["DW-5"])
        assert sent["passed"] is False
        [failure] = sent["failures"]
        assert (failure["step"], failure["line"], failure["kind"]) == (1, 13, "expect")
        assert failure["expected"] == "{round: 3}"
        assert "found 2" in failure["came"]
        assert err == "0 passed, 1 failed\n"


def _file(folder: Path, steps: str) -> Path:
    path = folder / "fight.yaml"
    path.write_text(HEAD + steps, encoding="utf-8")
    return path


def test_a_folder_stands_for_the_scenario_files_in_it_and_below(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wei").mkdir()
    for name in ("west.yaml", "wei/north.yaml"):
        (tmp_path / name).write_text(f"# {name}\n{HEAD}  - expect: {{turn: west}}\n", encoding="utf-8")
    (tmp_path / "cards.yaml").write_text("cards: []\n", encoding="utf-8")
    assert main(["scenario", str(tmp_path)]) == 0
    assert capsys.readouterr().out.strip() == "2 passed, 0 failed"
    assert main(["scenario", str(tmp_path), str(tmp_path / "cards.yaml")]) == 2


def test_a_folder_without_scenarios_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
