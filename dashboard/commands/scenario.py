"""`boardwarden scenario FILE...`: runs scenario files, or all of a folder, and prints what failed."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE
from engine.core.faults import InputFault
from engine.scenarios.files import scenario_files
from engine.scenarios.result import ScenarioResult, failure_line, summary_line
from engine.scenarios.runner import run_file


def run(parsed: argparse.Namespace) -> int:
    """Run the files; return 0 when all scenarios pass, 1 when one failed, 2 when a file couldn't be run.

    The other files run all the same when one can't be run.
    """
    results: list[ScenarioResult] = []
    unusable = 0
    named = map(Path, parsed.files)
    for path in (path for one in named for path in scenario_files(one) or (one,)):
        try:
            of_file = run_file(path)
        except InputFault as error:
            unusable += 1
            print(f"boardwarden scenario: {error}", file=sys.stderr)
            continue
        results.extend(of_file)
        for result in of_file:
            _print(result, as_json=parsed.json)
    print(summary_line(results), file=sys.stderr if parsed.json else sys.stdout)
    if unusable:
        return BAD_INPUT
    return DONE if all(result.passed for result in results) else DIDNT_HOLD


def _print(result: ScenarioResult, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(_document(result), ensure_ascii=False), flush=True)
        return
    for failure in result.failures:
        print(failure_line(result.scenario, failure))


def _document(result: ScenarioResult) -> dict[str, Any]:
    scenario = result.scenario
    return {
        "file": scenario.file,
        "line": scenario.line,
        "game": scenario.game,
        "title": scenario.title,
        "rules": list(scenario.rules),
        "passed": result.passed,
        "steps": len(scenario.steps),
        "steps_run": result.steps_run,
        "failures": [
            {
                "step": failure.place.number,
                "line": failure.place.line,
                "kind": failure.kind,
                "rules": list(failure.miss.rules or scenario.rules),
                "expected": failure.miss.expected,
                "came": failure.miss.came,
                "text": failure_line(scenario, failure),
            }
            for failure in result.failures
        ],
    }
