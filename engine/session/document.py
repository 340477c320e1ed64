"""Writes the referee's rules as a table: `python -m engine.session.document`.

The rules stand in the docstrings of the functions that decide them, under `Rules:`. A line has the table's
answer, the decision record that the rule follows and a test that shows it, then the rule as a sentence.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

ROOT = Path(__file__).parent
PAGE = ROOT.parents[1] / "docs" / "develop" / "ask-or-warn.md"
BEGIN, END = "<!-- rules: begin (made from the code) -->", "<!-- rules: end -->"

MODULES = (
    "playing/reports.py",
    "playing/settlement.py",
    "playing/judgement.py",
    "playing/aside.py",
    "playing/set_aside.py",
    "playing/doubts.py",
    "playing/face_down_warnings.py",
    "playing/leftovers.py",
    "playing/turned_up.py",
    "playing/played_before.py",
    "explaining/referee.py",
    "explaining/certain.py",
    "explaining/nudges.py",
    "explaining/pushed_before.py",
    "explaining/unexplained.py",
    "explaining/apart.py",
)
"""The modules that decide, from the table's sightings to their meaning."""


class Leads(StrEnum):
    """The table's answer where a rule applies."""

    COMMITS = "commits"
    AMENDS = "amends"
    ACCEPTS = "accepts"
    WAITS = "waits"
    ASKS = "asks"
    WARNS = "warns"
    REFUSES = "refuses"


@dataclass(frozen=True, slots=True)
class RefereeRule:
    """A rule of the referee."""

    leads: Leads
    """The table's answer."""
    says: str
    """The rule as a sentence."""
    decided_in: str
    """The module and the function that decide it (`certain.certain`)."""
    record: str
    """The number of the decision record that it follows."""
    test: str
    """The file under tests/session that shows it."""


_RULE = re.compile(r"(?P<leads>[a-z]+) \((?P<record>\d{4}), (?P<test>test_\w+\.py)\): (?P<says>.+)")
_HEADING = "Rules:\n"


def referee_rules() -> tuple[RefereeRule, ...]:
    """Return all rules, module by module, each in its place in the source.

    Raises:
        ValueError: a line under `Rules:` isn't written like one; names the function.
    """
    return tuple(rule for module in MODULES for rule in _of_module(ROOT / module))


def page() -> str:
    """Return the page with the table of the rules in it."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{_table()}{END}{after}"


def _table() -> str:
    files = {path.name[:4]: path.name for path in (PAGE.parent / "decisions").glob("0*.md")}
    lines = [
        f"| {rule.leads} | {rule.says} | [{rule.record}](decisions/{files[rule.record]}) "
        f"| `{rule.decided_in}` | `{rule.test}` |"
        for rule in referee_rules()
    ]
    head = ("| the table | rule | record | decided in | test |", "| --- | --- | --- | --- | --- |")
    return "".join(f"{line}\n" for line in (*head, *lines))


def _of_module(path: Path) -> Iterator[RefereeRule]:
    for made in ast.walk(ast.parse(path.read_text("utf-8"))):
        text = ast.get_docstring(made) if isinstance(made, ast.FunctionDef) else None
        if not isinstance(made, ast.FunctionDef) or text is None or _HEADING not in text:
            continue
        where = f"{path.stem}.{made.name}"
        for line in _lines(text.partition(_HEADING)[2]):
            found = _RULE.fullmatch(line)
            if found is None:
                raise ValueError(f"{where}: no rule: {line}")
            yield RefereeRule(Leads(found["leads"]), found["says"], where, found["record"], found["test"])


def _lines(section: str) -> list[str]:
    """Return the lines of a section, each with what is indented beneath it."""
    found: list[str] = []
    for line in section.rstrip().splitlines():
        if line.startswith("     "):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line.strip())
    return found


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)  # noqa: T201 # says what it wrote
