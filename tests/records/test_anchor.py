"""A time stamp from outside on a signed record: requesting, answering and checking it."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE, MISSING, main
from engine.core.ids import Seconds
from engine.records.anchor import ANSWER, REQUEST
from engine.session.matches.journal import NAME, Journal, journals
from engine.session.matches.journal_replay import replay
from engine.session.matches.signing import sign, table_signer
from tests.needs import expect_packages
from tests.records.engines import RecordedEngine
from tests.session.two_soldiers import GAME


@pytest.fixture(autouse=True)
def _openssl() -> None:
    expect_packages("openssl")


CONFIG = """
[req]
distinguished_name = name
[name]
[stamps]
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = one
[one]
serial = {folder}/serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
"""


class Authority:
    """A time-stamping authority of this test's own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder, self.certificate = folder, folder / "authority.pem"
        self.config = folder / "config"
        self.config.write_text(CONFIG.format(folder=folder))
        (folder / "serial").write_text("01")
        run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Authority", "-days", "2",
            "-config", str(self.config), "-extensions", "stamps",
            "-keyout", str(folder / "key.pem"), "-out", str(self.certificate))  # fmt: skip

    def stamp(self, request: Path) -> None:
        run("ts", "-reply", "-config", str(self.config), "-queryfile", str(request), "-signer",
            str(self.certificate), "-inkey", str(self.folder / "key.pem"),
            "-out", str(request.with_name(ANSWER)))  # fmt: skip


def run(*words: str) -> None:
    ran = subprocess.run(["openssl", *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authorities") / "one")


def signed(folder: Path, cell: str = "e6") -> Path:
    engine = RecordedEngine(folder)
    engine.show()
    engine.show(w_inf_1=cell)
    engine.service.close()
    (path,) = journals(folder)
    with Journal.open(path) as journal:
        match = replay(GAME, journal.entries)
        sign(table_signer(folder, "t"), journal, match, None, Seconds(200.0))
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return signed(tmp_path / "matches")


def said(capsys: pytest.CaptureFixture[str], path: Path, *words: str) -> tuple[int, str]:
    status = main(["matches", *words, "--data", str(path.parents[1])])
    found = capsys.readouterr()
    return status, found.out + found.err


def test_a_stamped_record_says_when_and_an_authoritys_certificate_checks_it(
    path: Path, authority: Authority, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out = said(capsys, path, "--anchor")
    assert (status, "timestamp-query" in out) == (DONE, True)
    authority.stamp(path.with_name(REQUEST))
    status, out = said(capsys, path, "--verify")
    assert (status, "time stamp of" in out, "unchecked" in out) == (DONE, True, True)
    status, out = said(capsys, path, "--verify", "--json", "--authority", str(authority.certificate))
    anchor = json.loads(out)["anchor"]
    assert (status, anchor["checked"], anchor["fault"]) == (DONE, True, "")
    assert anchor["at"].endswith("GMT")


def test_another_records_stamp_and_another_authoritys_are_found(
    path: Path, authority: Authority, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = signed(tmp_path / "other", "d5")
    for one in (path, other):
        assert said(capsys, one, "--anchor")[0] == DONE
        authority.stamp(one.with_name(REQUEST))
    stranger = Authority(tmp_path / "stranger")
    status, out = said(capsys, path, "--verify", "--authority", str(stranger.certificate))
    assert (status, "isn't a stamp of this record by that authority: certificate verify error" in out) == (
        DIDNT_HOLD,
        True,
    )
    shutil.copyfile(other.with_name(ANSWER), path.with_name(ANSWER))
    status, out = said(capsys, path, "--verify", "--authority", str(authority.certificate))
    assert (status, "by that authority: message imprint mismatch" in out) == (DIDNT_HOLD, True)
    path.with_name(ANSWER).write_bytes(b"no answer")
    status, out = said(capsys, path, "--verify")
    assert (status, "it's no time stamp" in out) == (DIDNT_HOLD, True)


def test_a_record_that_isnt_signed_gets_no_stamp(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = RecordedEngine(tmp_path)
    engine.show()
    engine.service.close()
    (path,) = journals(tmp_path)
    status = main(["matches", "--anchor", "--data", str(tmp_path)])
    assert (status, "isn't signed" in capsys.readouterr().err) == (DIDNT_HOLD, True)
    assert not path.with_name(REQUEST).exists()


def test_without_openssl_it_says_what_is_missing(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWARDEN_WITHOUT", "openssl")
    status, out = said(capsys, path, "--anchor")
    assert (status, "openssl isn't there" in out) == (MISSING, True)


@pytest.fixture
def stamped(path: Path, authority: Authority, capsys: pytest.CaptureFixture[str]) -> Path:
    assert said(capsys, path, "--anchor")[0] == DONE
    authority.stamp(path.with_name(REQUEST))
    return path


def checked(capsys: pytest.CaptureFixture[str], path: Path, *words: str) -> tuple[int, str]:
    status = main(["check", str(path.parent), *words])
    found = capsys.readouterr()
    return status, found.out + found.err


def test_a_record_that_is_handed_over_is_checked_with_its_stamp(
    stamped: Path, authority: Authority, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    handed = tmp_path / "handed over" / NAME
    shutil.copytree(stamped.parent, handed.parent)
    certificate = ("--authority", str(authority.certificate))
    status, out = checked(capsys, handed)
    assert (status, "time stamp of" in out, "unchecked" in out) == (DONE, True, True)
    status, out = checked(capsys, handed, *certificate)
    assert (status, "GMT" in out, "unchecked" in out) == (DONE, True, False)
    handed.with_name(ANSWER).unlink()
    status, out = checked(capsys, handed, *certificate)
    assert (status, "expected a time stamp beside it (anchor.tsr); there is none" in out) == (
        DIDNT_HOLD,
        True,
    )


def test_a_stamp_doesnt_fit_a_record_that_lost_its_signature_or_got_another(
    stamped: Path, authority: Authority, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = signed(tmp_path / "other", "d5")
    shutil.copyfile(stamped.with_name(ANSWER), other.with_name(ANSWER))
    status, out = checked(capsys, other, "--json", "--authority", str(authority.certificate))
    found = json.loads(out)
    assert (status, found["holds"], "isn't a stamp" in found["anchor"]["fault"]) == (DIDNT_HOLD, False, True)
    lines = stamped.read_bytes().splitlines(keepends=True)
    stamped.write_bytes(b"".join(lines[:-1]))
    status, out = checked(capsys, stamped)
    assert (status, "it stamps a signed record, and this one isn't" in out) == (DIDNT_HOLD, True)


@pytest.mark.parametrize("content", [b"no certificate", None])
def test_what_is_no_certificate_is_no_fault_of_the_stamp(
    content: bytes | None, stamped: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = tmp_path / "given.pem"
    if content is not None:
        given.write_bytes(content)
    status, out = checked(capsys, stamped, "--authority", str(given))
    assert (status, str(given) in out, "stamp" in out) == (BAD_INPUT, True, False)


def test_without_openssl_a_record_is_checked_all_the_same_and_its_stamp_named(
    stamped: Path,
    authority: Authority,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BOARDWARDEN_WITHOUT", "openssl")
    status, out = checked(capsys, stamped)
    assert (status, "holds: " in out, "openssl isn't there" in out) == (DONE, True, True)
    assert checked(capsys, stamped, "--authority", str(authority.certificate))[0] == MISSING
