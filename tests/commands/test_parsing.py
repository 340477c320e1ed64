"""The command line lists its commands by use, and answers words that it doesn't know."""

from pathlib import Path

import pytest

from dashboard.commands import BAD_INPUT, main
from dashboard.commands.table import COMMANDS, USES


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the message for words that end the program as bad input."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == BAD_INPUT
    return capsys.readouterr().err


def test_every_command_stands_under_one_use() -> None:
    assert sorted(name for names in USES.values() for name in names) == sorted(one.name for one in COMMANDS)


def test_the_help_lists_the_commands_by_use_in_whole_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:-1] for line in lines if line.endswith(":")] == [*USES]
    assert max(map(len, lines)) <= 100
    for command in COMMANDS:
        assert sum(line.startswith(f"  {command.name} ") for line in lines) == 1


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("jugde", "x"), "boardwarden: unknown command 'jugde'; did you mean judge?"),
        (("play", "--gmae", "x"), "boardwarden play: unknown --gmae x; did you mean --game?"),
        (("play", "--gmae=x"), "boardwarden play: unknown --gmae=x; did you mean --game?"),
        (("play", "--dice", "trya"), "boardwarden play: unknown --dice 'trya'; did you mean tray?"),
        (("play", "--links", "zzz"), "boardwarden play: unknown --links 'zzz'; expected one of match, table"),
        (("judge",), "boardwarden judge: the following arguments are required: SOURCE"),
    ],
)
def test_a_wrong_word_is_answered_with_the_one_that_was_meant_and_the_way_to_the_help(
    words: tuple[str, ...], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, way = said(capsys, *words).splitlines()
    assert first == meant
    assert way.endswith("--help explains the options")


def test_a_command_that_is_like_no_other_gets_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    sent = said(capsys, "zzz")
    assert all(one.name in sent for one in COMMANDS)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("play", "--game", "dozenwar"), "; did you mean dozen_war?"),
        (("play", "--board", "mativan"), "; did you mean mativen?"),
        (("play", "--bots", "wset"), "; did you mean west?"),
        (("play", "--game", "zzz"), ""),
    ],
)
def test_a_misspelt_name_is_answered_with_the_one_that_was_meant(
    words: tuple[str, ...], meant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--data", str(tmp_path), "--http", "127.0.0.1:0"]) == BAD_INPUT
    sent = capsys.readouterr().err
    assert sent.endswith(f"{meant}\n")
    assert meant or "did you mean" not in sent


def test_a_fault_that_names_nothing_ends_as_it_was_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "film.mp4").write_bytes(b"no film")
    assert main(["see", str(tmp_path / "film.mp4")]) == BAD_INPUT
    assert "did you mean" not in capsys.readouterr().err
