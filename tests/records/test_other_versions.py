"""A match judged again by the rules of another version, beside the installed ones."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from dashboard.archive.other_version import PROJECT
from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE, MISSING, main
from engine.bus.messages.commands import AnswerCode
from tests.records.checkouts import ROOT, changed_checkout
from tests.records.engines import RecordedEngine

ARMS = "games/dozen_war/arms.py"
STANDING = (ARMS, "Arm.INFANTRY: 1", "Arm.INFANTRY: 0")
"""Rules of a foot soldier that moves no hex."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def data(tmp_path: Path) -> str:
    """Return the folder of a match: a soldier moves a hex."""
    engine = RecordedEngine(tmp_path / "matches")
    engine.show()
    engine.show(w_inf_1="e6")
    engine.service.close()
    return str(tmp_path / "matches")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["rejudge", "1", *words])
    found = capsys.readouterr()
    return status, found.out, found.err


def test_a_changed_rule_is_shown_beside_the_record_and_the_installed_rules(
    data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout = str(changed_checkout(tmp_path / "0.4", STANDING))
    status, out, error = said(capsys, "--data", data, "--rules", checkout)
    assert (status, error) == (DIDNT_HOLD, "")
    head, moment, *sides = out.splitlines()
    assert head.endswith(f"by {checkout}: differs in 1; by the installed rules: the same")
    assert "frame" in moment
    names, texts = zip(*(side.strip().split(": ", 1) for side in sides), strict=True)
    assert names == ("recorded", checkout, "installed")
    assert "e5 to e6" in texts[0]
    assert "DW-5.1" in texts[1] or "illegal" in texts[1]
    assert texts[2].strip() == "as recorded"


def test_only_judgements_differ_after_the_first_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = RecordedEngine(tmp_path / "longer")
    engine.show()
    engine.show(w_inf_1="e6")
    assert engine.ask("end", action={"end_turn": True}).code is AnswerCode.DONE
    assert engine.ask("move", action={"move": "n.inf.1", "to": "f7"}).code is AnswerCode.DONE
    engine.service.close()
    checkout = changed_checkout(tmp_path / "0.4", STANDING)
    _, out, _ = said(capsys, "--data", str(tmp_path / "longer"), "--json", "--rules", str(checkout))
    moments = json.loads(out)["moments"]
    lines = [line for one in moments for line in (*one["recorded"], *one["other"])]
    assert [one for one in lines if one.startswith(("frame:", "taken_at:"))] == []
    assert any("Infantry moves 0 hexes" in one for one in lines)


def test_a_version_that_judges_alike_is_said_to(
    data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout = changed_checkout(tmp_path / "same")
    status, out, _ = said(capsys, "--data", data, "--json", "--rules", str(checkout))
    found = json.loads(out)
    assert (status, found["same"], found["moments"]) == (DONE, True, [])
    assert found["other"]["verdicts"] == found["installed"]["verdicts"] > 0


def test_a_wheel_in_a_folder_is_judged_by(
    data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, was, now = STANDING
    built = next(WheelBuilder(str(ROOT)).build(directory=str(tmp_path / "built"), versions=["standard"]))
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    with zipfile.ZipFile(built) as wheel, zipfile.ZipFile(wheels / Path(built).name, "w") as other:
        for one in wheel.namelist():
            content = wheel.read(one)
            other.writestr(
                one, content.replace(was.encode(), now.encode()) if one.endswith(name) else content
            )
    for _ in range(2):  # the second time it's unpacked already
        status, out, error = said(capsys, "--data", data, "--rules", str(wheels))
        assert (status, error, f"by {wheels}: differs in 1" in out) == (DIDNT_HOLD, "", True)


def stub_wheel(folder: Path, version: str) -> None:
    """Write a wheel whose program says that it judges a match as it was recorded."""
    folder.mkdir()
    about = f"{PROJECT}-{version}.dist-info"
    account = {"verdicts": 3, "differences": [], "by_others": True}
    with zipfile.ZipFile(folder / f"{PROJECT}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr("dashboard/__init__.py", "")
        wheel.writestr("dashboard/__main__.py", f"print({json.dumps(account)!r})\n")
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {PROJECT}\nVersion: {version}\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")


def test_a_version_is_fetched_by_pip_into_an_environment_of_its_own(
    data: str,
    tmp_path: Path,
    cache: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stub_wheel(tmp_path / "index", "0.3.0")
    with zipfile.ZipFile(tmp_path / "index" / f"{PROJECT}-0.3.0-py3-none-any.whl") as wheel:
        for one in wheel.namelist():
            if ".dist-info" in one:
                wheel.extract(one, tmp_path / "libraries")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "libraries"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    status, out, error = said(capsys, "--data", data, "--rules", "0.3.0")
    assert (status, "fetching boardwarden 0.3.0" in error) == (DONE, True)
    assert "by 0.3.0: the same; by the installed rules: the same" in out
    assert (cache / "boardwarden" / "versions" / "0.3.0" / "bin" / "python").exists()
    assert said(capsys, "--data", data, "--rules", "0.3.0")[2] == "", "it's fetched once"
    status, _, error = said(capsys, "--data", data, "--rules", "0.2.9")
    assert (status, "pip can't fetch it" in error, "name a folder" in error) == (MISSING, True, True)


@pytest.mark.parametrize("given", ["yesterday", "-1", "../../no-folder-of-versions"])
def test_what_is_no_version_and_no_folder_is_refused(
    given: str, data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, error = said(capsys, "--data", data, f"--rules={given}")
    assert (status, "expected a version such as" in error) == (BAD_INPUT, True)


def test_a_folder_without_a_version_and_a_file_that_is_no_wheel_are_refused(
    data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, error = said(capsys, "--data", data, "--rules", str(tmp_path))
    assert (status, "expected a checkout, or one boardwarden-*.whl; 0 are there" in error) == (
        BAD_INPUT,
        True,
    )
    (tmp_path / "x.whl").write_bytes(b"PK\x03\x04 nothing")
    status, _, error = said(capsys, "--data", data, "--rules", str(tmp_path / "x.whl"))
    assert (status, "expected a wheel of this program" in error) == (BAD_INPUT, True)


@pytest.mark.parametrize("also", ["--from-frames", "--option=volcano_is_mountain=off", "--cluster=tcp://x:1"])
def test_rules_go_with_no_other_comparison(
    also: str, data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "--data", data, "--rules", str(tmp_path), also)[0] == BAD_INPUT


def test_a_version_that_fails_is_named_with_its_reason(
    data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "broken"
    (folder / "dashboard").mkdir(parents=True)
    (folder / "dashboard" / "__init__.py").touch()
    (folder / "dashboard" / "__main__.py").write_text("raise SystemExit('no such command: rejudge')\n")
    status, _, error = said(capsys, "--data", data, "--rules", str(folder))
    assert (status, "can't be judged: by" in error) == (BAD_INPUT, True)


FIRST_WORDS = '"""The arms that units fight as'


@pytest.mark.parametrize(
    ("change", "is_other"),
    [
        ((ARMS, FIRST_WORDS, f"# The arms.\n\n{FIRST_WORDS}, and more"), False),
        (STANDING, True),
        (("games/dozen_war/content/house/equipment.yaml", "slug: dai-dao\n", "slug: dai-dao-moi\n"), True),
    ],
    ids=["words", "rule", "card"],
)
def test_a_match_counts_as_one_of_other_rules_once_a_rule_or_card_has_changed(
    change: tuple[str, str, str], data: str, tmp_path: Path, *, is_other: bool
) -> None:
    later = changed_checkout(tmp_path / "later", change)
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "dashboard", "matches", "--data", data],
        env={**os.environ, "PYTHONPATH": str(later)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "as recorded" in ran.stdout) == (DONE, is_other), ran.stderr


AFTERWARDS = (
    STANDING,
    ("games/dozen_war/content/house/equipment.yaml", "slug: dai-dao\n", "slug: dai-dao-moi\n"),
    ("boards/mativen.yaml", "size_mm: [", "size_mm: [1"),
)
"""A later version: a soldier's move, a card's name and the board's size are others."""

READ = """
import sys
from pathlib import Path
from dashboard.commands import main
from engine.records.recorded import open_recorded
from engine.session.matches.journal import journals
from engine.session.serving.match_parts import make_match_parts

data, out = sys.argv[1:]
for words in (
    ["matches"],
    ["matches", "--verify"],
    ["statistics"],
    ["export", "1", "--to", "notation", "--secrets"],
    ["export", "1", "--to", "gif", "--out", out],
):
    if main([*words, "--data", data]):
        sys.exit(f"{words} failed")
path = journals(Path(data))[0]
opening = open_recorded(path).opening
keeper = make_match_parts(opening.terms, None, folder=Path(data)).keeper
match, journal = keeper.take_up(path.parent.name, opening)
journal.close()
print("taken up at", match.revision, "as recorded from", match.departed.entry)
"""


def test_a_later_version_reads_replays_draws_and_takes_up_a_record_of_today(
    data: str, tmp_path: Path
) -> None:
    later = changed_checkout(tmp_path / "later", *AFTERWARDS)
    film = tmp_path / "film.gif"
    ran = subprocess.run(
        [sys.executable, "-P", "-c", READ, data, str(film)],
        env={**os.environ, "PYTHONPATH": str(later)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "taken up at 1 as recorded from 2" in ran.stdout
    assert "moves e5 to e6" in ran.stdout
    assert "goes as recorded from entry 2" in ran.stderr
    assert film.read_bytes()[:3] == b"GIF"
