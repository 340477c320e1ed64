"""A word that a game doesn't know is an error of the file, named with its line, never a fact that fails."""

from pathlib import Path

import pytest

from engine.core.faults import InputFault
from engine.scenarios.runner import run_file

RULES = {"dozen_war": "DW-6.3", "hero_realms": "DG-4.1", "quoc_chien": "QC-2.1", "kingdom_square": "KS-9.1"}


def run(folder: Path, game: str, *lines: str, rules: str = "") -> None:
    file = folder / "one.yaml"
    top = [f"game: {game}", "title: unknown words", f"rules: [{rules or RULES[game]}]", "steps:"]
    file.write_text("\n".join([*top, *(f"  - {line}" for line in lines)]), encoding="utf-8")
    run_file(file)


@pytest.mark.parametrize("game", RULES)
def test_a_rule_that_the_rulebook_doesnt_have_is_refused_with_those_like_it(
    game: str, tmp_path: Path
) -> None:
    with pytest.raises(
        InputFault, match=rf"one\.yaml:3: .*unknown rule 'ZZ-1\.1'; {game} has such as {RULES[game][:2]}"
    ):
        run(tmp_path, game, "expect: {winner: none}", rules=f"{RULES[game]}, ZZ-1.1")


def test_a_whole_chapter_may_be_shown(tmp_path: Path) -> None:
    run(tmp_path, "kingdom_square", "expect: {winner: none}", rules="KS-9")


def test_a_part_of_a_rule_that_the_rulebook_has_whole_may_be_shown(tmp_path: Path) -> None:
    run(tmp_path, "quoc_chien", "expect: {winner: none}", rules="QC-7.2")
    with pytest.raises(InputFault, match=r"unknown rule 'QC-8\.9'"):
        run(tmp_path, "quoc_chien", "expect: {winner: none}", rules="QC-8.9")


def test_a_rule_that_an_action_breaks_must_be_one_of_the_rulebook(tmp_path: Path) -> None:
    with pytest.raises(InputFault, match=r"one\.yaml:5: .*unknown rule 'KS-9\.99'"):
        run(tmp_path, "kingdom_square", "{refuse: {end_turn: true}, because: [KS-9.99]}")


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("phase: noon", "expected one of start, draw"),
        ("blessed: {first: [fier]}", "expected one of fire, earth"),
        ("at: {f.hero: z9}", "expected one of a1"),
        ("stats: {f.hero: {speed: 1}}", "unknown key; expected one of at, df, sp"),
        ("binds: {f.hero: [no.9999]}", "unknown card 'no.9999'"),
        ("winner: [third]", "expected one of first, second"),
        ("waiting: {third: lay}", "unknown seat 'third'; expected one of first, second"),
    ],
)
def test_a_word_of_a_fact_that_doesnt_exist_is_refused_wherever_the_match_stands(
    fact: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputFault, match=rf"one\.yaml:5: .*{said}"):
        run(tmp_path, "kingdom_square", f"expect: {{{fact}}}")


@pytest.mark.parametrize(
    ("game", "fact"),
    [
        ("hero_realms", "phase: noon"),
        ("hero_realms", "format: chess"),
        ("quoc_chien", "dead: [nobody]"),
        ("quoc_chien", "chained: [nobody]"),
        ("dozen_war", "winner: [nobody]"),
        ("dozen_war", "colour: red"),
    ],
)
def test_each_game_says_what_it_knows_instead(game: str, fact: str, tmp_path: Path) -> None:
    with pytest.raises(InputFault, match=r"one\.yaml:5: .*(expected one of|unknown)"):
        run(tmp_path, game, f"expect: {{{fact}}}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("options: {warp_opens: never}", "warp_opens: .*expected one of 'round 3'"),
        ("options: {warp_closes: never}", "no option 'warp_closes'"),
        ("content: nobodys", "no content pack 'nobodys'"),
        ("board: nowhere", "nowhere: no such file"),
    ],
)
def test_a_choice_that_a_game_cant_be_played_with_is_refused_with_its_own_line(
    line: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "one.yaml"
    top = ["game: dozen_war", "title: unknown choices", "rules: [DW-6.3]", line]
    file.write_text("\n".join([*top, "steps: [{expect: {round: 1}}]"]), encoding="utf-8")
    with pytest.raises(InputFault, match=rf"one\.yaml:4: .*{said}"):
        run_file(file)
