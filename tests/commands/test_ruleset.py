"""Which ruleset a command plays with."""

from pathlib import Path

import pytest

from dashboard.commands.parsing import argument_parser
from dashboard.commands.ruleset import chosen_ruleset, ruleset_words
from engine.core.faults import InputFault
from engine.core.footage import load_footage
from engine.core.game import Ruleset

FOOTAGE = "board: mativen\npieces: mativen-pieces\nfps: 2\noptions: {tie: shared, stars: off}\n"


def test_the_command_line_goes_before_what_the_footage_was_made_with(tmp_path: Path) -> None:
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "1.jpg").write_bytes(b"")
    (tmp_path / "footage.yaml").write_text(FOOTAGE, encoding="utf-8")
    parsed = argument_parser().parse_args(["judge", str(tmp_path), "--option", "tie=count"])
    ruleset = chosen_ruleset(parsed, load_footage(tmp_path))
    assert ruleset == Ruleset("house", {"tie": "count", "stars": "off"})


def test_a_ruleset_comes_back_from_the_words_that_choose_it() -> None:
    ruleset = Ruleset("packs/mine", {"warp_opens": "after 3 events", "tie": "shared"})
    parsed = argument_parser().parse_args(["engine", *ruleset_words(ruleset)])
    assert chosen_ruleset(parsed) == ruleset


@pytest.mark.parametrize("word", ["tie", "=shared", ""])
def test_an_option_that_is_no_pair_is_refused_with_an_example(word: str) -> None:
    parsed = argument_parser().parse_args(["engine", f"--option={word}"])
    with pytest.raises(InputFault, match="expected KEY=VALUE, such as"):
        chosen_ruleset(parsed)
