"""Evidence counts: a flipped bit, a cut, a lost or swapped file is found and named with its time."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dashboard.commands import DIDNT_HOLD, DONE, main
from engine.bus.messages.commands import CommandKind
from engine.core.ids import Seconds
from engine.records.archive import verified
from engine.records.evidence import evidence_files
from engine.records.recorded import open_recorded
from engine.session.matches.journal import Journal, journals
from engine.session.matches.journal_replay import replay
from engine.session.matches.signing import TableSigner, code_of, key_code, sign, signed_text, table_signer
from tests.records.engines import RecordedEngine
from tests.records.test_versions import rewritten


def played(folder: Path, table: str = "t") -> Path:
    """Play a little match; return its journal."""
    engine = RecordedEngine(folder, table=table)
    engine.show()
    engine.show(w_inf_1="e6")
    for _ in range(20):
        engine.show()
    engine.press("pad.west", mark="1")
    engine.wait(1.0)
    engine.wait(40.0)
    engine.service.close()
    return journals(folder)[0]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of a recorded match; tests copy its folder."""
    return played(tmp_path_factory.mktemp("recorded"))


@pytest.fixture
def path(recorded: Path, tmp_path: Path) -> Path:
    shutil.copytree(recorded.parent, tmp_path / "matches" / recorded.parent.name)
    return tmp_path / "matches" / recorded.parent.name / recorded.name


def test_untouched_evidence_holds_and_is_sealed_nearly_to_its_end(path: Path) -> None:
    report = verified(path)
    assert report.holds
    assert 0 < report.evidence.sealed < report.evidence.messages
    assert report.evidence.messages - report.evidence.sealed < 10, "what followed the last entry isn't sealed"


def flip(content: bytes) -> bytes:
    changed = bytearray(content)
    changed[len(content) // 2] ^= 0x40
    return bytes(changed)


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def test_a_flipped_bit_anywhere_in_the_evidence_is_found(path: Path) -> None:
    (file,) = evidence_files(path.parent)
    whole = file.read_bytes()
    for at in range(8, len(whole), 211):
        changed = bytearray(whole)
        changed[at] ^= 0x40
        file.write_bytes(bytes(changed))
        assert not verified(path).holds, f"byte {at} of {len(whole)}"


def flip_a_message(content: bytes) -> bytes:
    """Change a byte in the middle of the first chunk."""
    changed = bytearray(content)
    changed[content.index(bytes.fromhex("28b52ffd")) + 2000] ^= 0x40
    return bytes(changed)


@pytest.mark.parametrize(
    ("damage", "words"), [(flip, "was changed"), (flip_a_message, "was changed"), (cut, "was cut off")]
)
def test_damaged_evidence_is_named_with_its_time(
    damage: Callable[[bytes], bytes], words: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file,) = evidence_files(path.parent)
    file.write_bytes(damage(file.read_bytes()))
    assert main(["matches", "--verify", "--data", str(path.parents[1])]) == DIDNT_HOLD
    said = capsys.readouterr().out
    assert words in said
    assert str(file) in said
    assert damage is flip or "1970-01-01" in said, "the test's clock begins there"


def test_lost_evidence_is_named_with_what_the_journal_seals(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file,) = evidence_files(path.parent)
    file.unlink()
    assert main(["matches", "--verify", "--json", "--data", str(path.parents[1])]) == DIDNT_HOLD
    report = json.loads(capsys.readouterr().out)
    (fault,) = report["evidence_faults"]
    assert (fault["file"], "is lost" in fault["text"]) == (file.name, True)


def test_another_matchs_evidence_in_its_place_is_found(path: Path, tmp_path: Path) -> None:
    (file,) = evidence_files(path.parent)
    other = RecordedEngine(tmp_path / "other")
    for _ in range(60):
        other.show()
    other.service.close()
    (theirs,) = evidence_files(journals(tmp_path / "other")[0].parent)
    shutil.copyfile(theirs, file)
    (fault,) = verified(path).evidence.faults
    assert "was changed" in fault.text


def test_judging_again_says_how_much_of_the_evidence_is_left(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file,) = evidence_files(path.parent)
    file.write_bytes(cut(file.read_bytes()))
    assert main(["rejudge", "1", "--data", str(path.parents[1])]) == DIDNT_HOLD
    said = capsys.readouterr().out
    assert "the evidence isn't whole" in said
    assert "was cut off" in said


def test_evidence_of_another_key_is_distinguished_from_damage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bytes are as they were written, so nothing says of them that they were damaged."""
    ours, theirs = played(tmp_path / "ours"), tmp_path / "theirs"
    seats = RecordedEngine(theirs)
    seats.show()
    seats.ask("a", seat="west", action={"move": "w.inf.1", "to": "e6"})
    seats.service.close()
    (file,) = evidence_files(ours.parent)
    shutil.copyfile(evidence_files(journals(theirs)[0].parent)[0], file)
    main(["rejudge", "1", "--data", str(tmp_path / "ours")])
    found = capsys.readouterr()
    assert "another match's key" in found.err
    assert "damaged" not in found.err


@pytest.fixture
def signed(path: Path) -> tuple[Path, TableSigner]:
    """Return the journal with a signature behind, and what signed it."""
    signer = table_signer(path.parents[1], "t")
    found = open_recorded(path)
    match = replay(found.game, found.entries)
    with Journal.open(path) as journal:
        after = sign(signer, journal, match, None, Seconds(200.0))
    assert after.code
    assert replay(found.game, open_recorded(path).entries).code == after.code, "a restart shows it again"
    return path, signer


def test_a_tables_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    first = table_signer(tmp_path, "a/b")
    assert table_signer(tmp_path, "a/b").public == first.public
    assert table_signer(tmp_path, "c").public != first.public
    assert [one.stat().st_mode & 0o077 for one in tmp_path.iterdir()] == [0, 0]


def test_anybody_checks_a_signed_record_without_the_table(
    signed: tuple[Path, TableSigner], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, signer = signed
    away = tmp_path / "elsewhere" / path.parent.name
    shutil.copytree(path.parent, away)
    assert main(["check", str(away)]) == DONE
    said = capsys.readouterr().out
    report = verified(path)
    assert report.code in said
    assert key_code(signer.public) in said
    assert main(["check", str(away), "--code", report.code.lower(), "--key", key_code(signer.public)]) == DONE
    assert main(["check", str(away), "--code", "AAAA-AAAA-AAAA-AAAA"]) == DIDNT_HOLD
    assert main(["check", str(away), "--key", "AAAA-AAAA-AAAA-AAAA"]) == DIDNT_HOLD


def test_a_record_that_was_written_again_after_it_was_signed_doesnt_hold(
    signed: tuple[Path, TableSigner], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = signed
    for file in evidence_files(path.parent):
        file.unlink()  # a forger leaves no evidence

    def change(number: int, line: dict[str, object]) -> None:
        body = line["body"]
        assert isinstance(body, dict)
        body.pop("seal", None)
        if number == 2:
            body["by"] = ["north"]

    rewritten(path, change)
    assert main(["check", str(path.parent)]) == DIDNT_HOLD
    assert "signs another record" in capsys.readouterr().out


def test_a_signature_by_another_key_is_no_signature_by_the_one_it_names(
    signed: tuple[Path, TableSigner], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = signed

    def change(_: int, line: dict[str, object]) -> None:
        if line["kind"] == "signed":
            body = line["body"]
            assert isinstance(body, dict)
            body["key"] = "00" * 32

    rewritten(path, change)
    assert main(["check", str(path.parent)]) == DIDNT_HOLD
    assert "isn't one by the key that it names" in capsys.readouterr().out


def test_a_table_signs_a_match_as_it_ends_and_judging_again_passes_that_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    signer = table_signer(tmp_path, "t")
    engine = RecordedEngine(tmp_path, signer=signer)
    engine.show()
    engine.show(w_inf_1="e6")
    assert engine.service.table.match.code == ""
    engine.ask("end", CommandKind.ADJUDICATE, winners=("north",), reason="it's late")
    code = engine.service.table.match.code
    engine.wait(5.0)
    engine.service.close()
    report = verified(journals(tmp_path)[0])
    assert (report.holds, report.code) == (True, code)
    assert report.signature is not None
    assert report.signature.seal is not None
    assert report.evidence.sealed == report.signature.seal.messages
    assert main(["rejudge", "1", "--data", str(tmp_path)]) == DONE
    assert "no evidence" not in capsys.readouterr().out


def test_a_code_is_short_enough_to_be_written_down() -> None:
    assert code_of(signed_text("m", "0" * 64, None)) == code_of(
        b"boardwarden record\nm\n" + b"0" * 64 + b"\n-\n"
    )
    assert len(code_of(b"")) == 19
