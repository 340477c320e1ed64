"""The docs' page checks a record in anybody's browser, from the disk."""

import hashlib
import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.bus.messages.commands import CommandKind
from engine.records.archive import verified
from engine.session.matches.journal import journals
from engine.session.matches.signing import key_code, table_signer
from tests.conftest import TOP
from tests.records.engines import RecordedEngine

PAGE = TOP / "docs" / "build-and-run" / "examples" / "check_record.html"


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a match that is over, with the table's signature."""
    folder = tmp_path_factory.mktemp("matches")
    engine = RecordedEngine(folder, signer=table_signer(folder, "t"))
    engine.show()
    engine.show(w_inf_1="e6")
    engine.ask("over", CommandKind.ADJUDICATE, winners=("west",), reason="time")
    engine.service.close()
    (path,) = journals(folder)
    assert verified(path).signature is not None
    return path


@pytest.fixture
def page(browser: Browser) -> Page:
    """The page, opened from the disk."""
    page = browser.new_page()
    page.goto(PAGE.as_uri())
    return page


def said(page: Page, journal: Path) -> list[tuple[str, str]]:
    """Return the page's lines about a journal, each with whether it's right."""
    page.set_input_files("#journal", journal)
    lines = page.locator("#found li")
    expect(lines.last).to_be_visible()
    expect(page.locator("#found[data-done=true]")).to_be_attached()
    return [(one.get_attribute("data-state") or "", one.inner_text()) for one in lines.all()]


def test_a_signed_record_holds_and_its_codes_are_those_of_the_table(page: Page, journal: Path) -> None:
    report = verified(journal)
    assert report.signature is not None
    (chain, holds), (signature, signed) = said(page, journal)
    assert (chain, signature) == ("right", "right"), (holds, signed)
    assert journal.parent.name in holds
    assert report.code in signed
    assert key_code(report.signature.key) in signed


@pytest.mark.parametrize(
    ("was", "becomes", "expected"),
    [
        (b'"to":"e6"', b'"to":"e7"', "Line 2 was changed"),
        (b'"signature":"', b'"signature":"0', "was changed"),
        (b"\n", b"", "was changed"),
    ],
)
def test_a_changed_record_doesnt_hold(
    page: Page, journal: Path, tmp_path: Path, was: bytes, becomes: bytes, expected: str
) -> None:
    changed = tmp_path / "journal.jsonl"
    content = journal.read_bytes()
    assert was in content
    changed.write_bytes(content.replace(was, becomes, 1))
    ((state, text),) = said(page, changed)
    assert (state, expected in text) == ("wrong", True), text


def test_what_is_no_journal_is_said_to_be_none(page: Page, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("hello\nworld\n")
    ((state, _),) = said(page, other)
    assert state == "wrong"


def test_a_record_that_was_written_anew_with_all_its_hashes_isnt_the_one_that_was_signed(
    page: Page, journal: Path, tmp_path: Path
) -> None:
    last, lines = "0" * 64, []
    for kept in journal.read_bytes().replace(b'"to":"e6"', b'"to":"e7"').splitlines():
        line = {key: value for key, value in json.loads(kept).items() if key != "hash"}
        bare = json.dumps(line, sort_keys=True, separators=(",", ":"))
        last = hashlib.sha256(f"{last}{bare}".encode()).hexdigest()
        lines.append(json.dumps({**line, "hash": last}, sort_keys=True, separators=(",", ":")))
    forged = tmp_path / "journal.jsonl"
    forged.write_text("".join(f"{line}\n" for line in lines))
    (chain, _), (signature, text) = said(page, forged)
    assert (chain, signature, text) == ("right", "wrong", "The signature is of another journal.")
