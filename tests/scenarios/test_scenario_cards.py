"""More words of card games' scenarios: several draws at once, and a seat's view."""

from pathlib import Path

import pytest

from engine.core.faults import InputFault
from engine.scenarios.result import failure_line
from engine.scenarios.runner import run_file

DECK = (
    "game: bazaar\ntitle: t\nrules: []\nsetup: {seats: [a, b], box: whole, hands: {a: [peddler]}}\nsteps:\n"
)
TAKE = "  - do: {play: peddler}\n  - do: {choose: 2}\n  - do: {end_turn: true}\n"


def of_the_bazaar(file: Path, steps: str) -> list[str]:
    file.write_text(DECK + TAKE + steps, encoding="utf-8")
    [result] = run_file(file)
    return [failure_line(result.scenario, failure) for failure in result.failures]


def test_a_list_of_draws_is_as_many_draws_and_no_more_than_there_are(tmp_path: Path) -> None:
    one, drawn = "  - chance: {draw: [lamp#4]}\n", "  - expect: {hands: {a: [lamp#4, guard#2]}}\n"
    file = tmp_path / "bazaar.yaml"
    file.write_text(
        DECK + "  - do: {play: peddler}\n  - do: {choose: 2}\n" + one + "  - do: {end_turn: true}\n"
        "  - chance: {draw: [guard#2]}\n" + drawn,
        encoding="utf-8",
    )
    [result] = run_file(file)
    assert result.failures == ()
    [line] = of_the_bazaar(file, "  - chance: {draw: [lamp#4, guard#2]}\n")
    assert "expected the game to wait for chance" in line


def test_a_view_step_says_what_a_seat_fails_to_name_and_what_it_betrays(tmp_path: Path) -> None:
    file = tmp_path / "bazaar.yaml"
    file.write_text(DECK + "  - view: b\n    knows: [peddler#1]\n", encoding="utf-8")
    [result] = run_file(file)
    [failure] = result.failures
    assert failure.miss.came == "one that doesn't name peddler#1"
    file.write_text(DECK + "  - view: a\n    hides: [peddler]\n", encoding="utf-8")
    [result] = run_file(file)
    [failure] = result.failures
    assert failure.miss.came == "one that names peddler"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("{view: z, hides: [lamp]}", "unknown seat 'z' in 'view'; expected one of a, b, spectator"),
        ("{view: a, hides: [lantern]}", "unknown card or piece 'lantern'"),
        ("{view: a}", "expected 'knows' or 'hides' beside view"),
    ],
)
def test_a_view_step_that_names_what_isnt_there_is_refused(tmp_path: Path, step: str, said: str) -> None:
    file = tmp_path / "bazaar.yaml"
    file.write_text(f"{DECK}  - {step}\n", encoding="utf-8")
    with pytest.raises(InputFault) as refused:
        run_file(file)
    assert said in str(refused.value)
    assert f"{file}:6" in str(refused.value)
