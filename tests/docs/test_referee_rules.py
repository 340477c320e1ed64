"""The referee's rules: each function that decides names its rules, and the page lists them all."""

import ast

import pytest

from engine.session.document import MODULES, PAGE, ROOT, Leads, RefereeRule, page, referee_rules
from tests.conftest import TOP

RULES = referee_rules()
FOLDERS = ("playing", "explaining")
SOURCES = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py"))]
NO_DECISION = {
    "explanations": "names the reasons",
    "verdict_texts": "puts them into words",
    "command_answers": "puts them into words",
}
"""Modules that name a reason and decide nothing."""


def deciders() -> set[str]:
    """The functions that name a reason why a table isn't certain."""
    found = set()
    for path in SOURCES:
        for made in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [
                one
                for one in ast.walk(made)
                if isinstance(one, ast.Attribute)
                and isinstance(one.value, ast.Name)
                and one.value.id == "Why"
            ]
            if isinstance(made, ast.FunctionDef) and names and path.stem not in NO_DECISION:
                found.add(f"{path.stem}.{made.name}")
    return found


def test_every_function_that_names_a_reason_for_doubt_says_its_rule() -> None:
    assert deciders() - {rule.decided_in for rule in RULES} == set()


def test_the_functions_that_decide_are_found() -> None:
    assert {"certain.certain", "referee.explain", "judgement.judge"} <= deciders()


def test_no_module_with_rules_is_left_out() -> None:
    with_rules = [
        f"{path.parent.name}/{path.name}" for path in SOURCES if "    Rules:\n" in path.read_text("utf-8")
    ]
    assert sorted(with_rules) == sorted(MODULES)


def test_there_is_a_rule_for_each_answer_of_the_table() -> None:
    assert {rule.leads for rule in RULES} == set(Leads)
    assert len(RULES) > 40
    assert len({rule.says for rule in RULES}) == len(RULES)


@pytest.mark.parametrize("rule", RULES, ids=[rule.says for rule in RULES])
def test_a_rule_follows_a_record_that_holds_and_names_a_test(rule: RefereeRule) -> None:
    (record,) = (TOP / "docs" / "develop" / "decisions").glob(f"{rule.record}-*.md")
    assert "\nState: holds\n" in record.read_text("utf-8")
    assert (TOP / "tests" / "session" / rule.test).is_file()


def test_the_page_is_made_from_the_code() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python -m engine.session.document"
