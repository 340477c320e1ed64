"""Promises of single commands given something unusable: a sentence, the right status, clean output."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from dashboard.commands import BAD_INPUT, DIDNT_HOLD, MISSING, main
from dashboard.version import version_line
from engine.core.board import BOARDS_FOLDER

SIX_SOLDIERS = "seats: [west, north]\nturn: west\npieces:\n" + "".join(
    f"  w.inf.{number}: {{at: c4}}\n" for number in range(1, 7)
)


@pytest.fixture(autouse=True)
def no_broker_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOARDWARDEN_BROKER", raising=False)


@pytest.mark.parametrize("service", ["vision", "bridge", "engine", "dashboard", "simulate"])
def test_a_service_alone_says_that_it_needs_a_broker_and_how_to_get_one(
    service: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([service]) == BAD_INPUT
    said = capsys.readouterr().err
    assert said.startswith(f"boardwarden {service}: a service alone joins a broker that runs already")
    assert f"boardwarden {service} --broker mqtt://127.0.0.1:1883" in said
    assert "boardwarden play" in said


def test_a_private_brokers_name_is_no_broker_to_join(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--broker", "mosquitto"]) == BAD_INPUT
    assert "--broker mosquitto" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [("judge", "SOURCE"), ("engine", "--broker", "mqtt://127.0.0.1:1", "--data", "SOURCE")]
)
def test_a_setup_that_breaks_a_rule_is_named_by_file_line_and_rule(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = tmp_path / "six.yaml"
    setup.write_text(SIX_SOLDIERS, encoding="utf-8")
    given = [str(tmp_path) if word == "SOURCE" else word for word in words]
    assert main([*given, "--setup", str(setup)]) == BAD_INPUT
    said = capsys.readouterr()
    assert f"{setup}:9: w.inf.6:" in said.err
    assert "DW-2.1" in said.err
    assert said.out == ""


@pytest.mark.parametrize("command", ["see", "judge"])
def test_a_boards_file_has_its_pieces_beside_it(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(BOARDS_FOLDER / "mativen.yaml", tmp_path / "own.yaml")
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "1.jpg").write_bytes(b"not looked at")
    described = "board: mativen\npieces: mativen-pieces\nfps: 2\n"
    (tmp_path / "footage.yaml").write_text(described, encoding="utf-8")
    assert main([command, str(tmp_path), "--board", str(tmp_path / "own.yaml")]) == BAD_INPUT
    assert f"{tmp_path / 'own-pieces.yaml'}: no such file" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["see", "judge"])
def test_a_video_that_is_none_is_said_in_one_line(command: str, tmp_path: Path) -> None:
    (tmp_path / "no.mp4").write_text("no video", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "dashboard", command, str(tmp_path / "no.mp4")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (BAD_INPUT, "")
    assert done.stderr.startswith(f"boardwarden {command}: {tmp_path / 'no.mp4'}: ")
    assert done.stderr.count("\n") == 1


def test_the_version_is_said_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"{version_line()}\n"


@pytest.mark.parametrize("size", ["much", "-3GB", "2", "GB"])
def test_a_bound_for_evidence_that_is_no_size_is_refused(
    size: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", f"--evidence={size}", "--data", str(tmp_path), "--serial", "none"]) == BAD_INPUT
    assert f"--evidence {size}: expected a size such as 500MB" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["see", "calibrate", "statistics", "doctor"])
def test_a_name_that_no_file_can_have_is_refused_with_the_systems_reason(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    option = ["--camera"] if command == "doctor" else []
    assert main([command, *option, "x" * 5_000]) == BAD_INPUT
    said = capsys.readouterr().err
    assert said.startswith(f"boardwarden {command}: xxx")
    assert "too long" in said
    assert len(said) < 400


def test_pictures_that_show_no_board_are_judged_as_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(2):
        Image.new("RGB", (320, 240), (120, 90 + number, 60)).save(tmp_path / f"{number}.png")
    assert main(["judge", str(tmp_path)]) == DIDNT_HOLD
    said = capsys.readouterr()
    assert f"{tmp_path}: no frame shows the board mativen" in said.err
    assert said.out == "", "no match was followed, so none has an end"


@pytest.mark.parametrize(
    "words",
    [
        ("backup", "NOWHERE/club.tar.gz", "--data", "HERE"),
        ("restore", "NOWHERE/club.tar.gz"),
        ("see", "NOWHERE/picture.jpg"),
        ("calibrate", "NOWHERE/lens"),
        ("statistics", "--data", "HERE", "--csv", "FILE/below/table.csv"),
        ("doctor", "board", "--wiring", "NOWHERE/board.json"),
        ("matches", "--data", "HERE", "--import", "NOWHERE/match.zip"),
    ],
)
def test_a_file_in_a_folder_that_isnt_there_is_said_in_one_line(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    places = {"NOWHERE": tmp_path / "nowhere", "HERE": tmp_path, "FILE": tmp_path / "file"}
    given = list(words)
    for name, place in places.items():
        given = [word.replace(name, str(place)) for word in given]
    assert main(given) in (BAD_INPUT, MISSING)
    said = capsys.readouterr().err
    assert said.startswith(f"boardwarden {words[0]}: ")
    assert len(said.splitlines()) == 1
    assert str(tmp_path) in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("service", "install", "--into", "FILE"), "FILE: something else is there already"),
        (("restore", "HERE"), "HERE: this is a folder; expected a file"),
        (("restore", "FILE/club.tar.gz"), "FILE/club.tar.gz: a file stands where its path needs a folder"),
    ],
)
def test_a_file_where_a_folder_belongs_is_said_in_words_that_are_read_once(
    words: tuple[str, ...], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    places = {"HERE": str(tmp_path), "FILE": str(tmp_path / "file")}
    given, expected = list(words), why
    for name, place in places.items():
        given = [word.replace(name, place) for word in given]
        expected = expected.replace(name, place)
    assert main(given) in (BAD_INPUT, MISSING)
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("matches",),
        ("matches", "--verify"),
        ("matches", "--json"),
        ("rejudge", "--all"),
        ("statistics",),
        ("replay", "1"),
        ("enrol", "--list"),
        ("backup", "club.tar.gz"),
        ("restore", "club.tar.gz"),
        ("play", "--no-browser"),
        ("doctor", "disk"),
    ],
    ids=" ".join,
)
def test_a_file_as_the_folder_of_matches_is_refused_by_every_command(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club"
    file.write_text("no folder", encoding="utf-8")
    assert main([*words, "--data", str(file)]) == BAD_INPUT
    said = capsys.readouterr()
    assert said.err == (
        f"boardwarden {words[0]}: --data {file}: this is a file; expected a folder of matches\n"
    )
    assert said.out == ""
    assert file.read_text(encoding="utf-8") == "no folder"


@pytest.mark.parametrize(
    ("words", "does"),
    [
        (("uninstall",), "`rm DIR/boardwarden-table.service` removes it"),
        (("uninstall", "--into", "my units"), "`rm 'my units/boardwarden-table.service'` removes it"),
        (("status",), "`systemctl --user enable --now boardwarden-table.service` there"),
        (("logs", "--into", "units"), "`systemctl --user enable --now boardwarden-table.service` there"),
        (("status", "--system", "--hall"), "`sudo systemctl enable --now boardwarden.hall.service` there"),
        (("install",), "--into DIR writes the unit alone"),
    ],
)
def test_a_service_without_systemd_says_what_to_do_with_a_unit_that_is_a_file_alone(
    words: tuple[str, ...], does: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["service", *words]) == (BAD_INPUT if "--into" in words else MISSING)
    said = capsys.readouterr().err
    assert does in said
    assert len(said.splitlines()) == 1
