"""Records outlive versions: a changed rule, card or board strands nothing; unknown entries are skipped."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE, main
from dashboard.pictures.scenes import headline_of
from dashboard.web.replays import Replays
from dashboard.web.words.speaking import said as said_by
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.core.terms import Terms
from engine.games.carried import pack, unpack
from engine.games.dozen_war.content.pack import load_pack
from engine.games.registry import usual_board
from engine.games.rules_code import FORM
from engine.records.archive import import_match, look_at
from engine.records.chain import check_chain
from engine.records.recorded import open_recorded
from engine.records.upgrading import upgrade
from engine.session.matches.changes import changed
from engine.session.matches.entries import EntryKind, canonical, fingerprint
from engine.session.matches.journal import FIRST_HASH, NAME, Journal, chained, journals, read_journal
from engine.session.matches.journal_replay import replay
from engine.session.matches.match_keeper import opening_to_take_up
from engine.session.matches.match_opening import FORMAT, MatchOpening
from engine.session.matches.results import RESULTS
from engine.session.serving.bus_messages import match_state_of
from engine.session.serving.match_parts import make_match_parts
from tests.records.engines import RecordedEngine
from tests.records.test_other_machines import NOTHING, texts

OLDER = f"{FORM}0123456789abcdef"
"""The hash of rules that aren't installed."""
OF_OLDER_FORM = OLDER.removeprefix(FORM)
"""Such a hash over the whole text of the rules, as journals named it at first."""
OWN_BOARD = "hoi-an"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def rewritten(path: Path, change: Callable[[int, dict[str, Any]], None]) -> None:
    """Let a journal be what another version wrote, with every hash of that version."""
    last, lines = FIRST_HASH, []
    for number, text in enumerate(path.read_bytes().splitlines(), start=1):
        line = json.loads(text)
        change(number, line)
        last = line["hash"] = chained(last, line)
        lines.append(canonical(line) + b"\n")
    path.write_bytes(b"".join(lines))


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """Return the journal of a little match: a soldier moves a hex, and ends its turn."""
    engine = RecordedEngine(tmp_path / "matches")
    engine.show()
    engine.show(w_inf_1="e6")
    engine.press("pad.west", mark="1")
    engine.wait(1.0)
    engine.wait(40.0)
    engine.service.close()
    return journals(tmp_path / "matches")[0]


def by_a_rule_of_then(path: Path, rules: str = OLDER) -> None:
    """Let a soldier have moved three hexes, by rules that let it."""
    document: Any = None

    def change(number: int, line: dict[str, Any]) -> None:
        nonlocal document
        body = line["body"]
        if number == 1:
            document = body["state"]
            body["played_with"]["rules"] = rules
            return
        if number == 2:
            body["actions"][0]["to"] = body["results"][0]["changes"][0][2] = "e8"
            body["results"][0]["text"] = "w.inf.1 moves e5 to e8"
        for result in body["results"]:
            document = changed(document, result["changes"])
        body["state_hash"] = fingerprint(document)

    rewritten(path, change)


def by_a_card_of_then(path: Path) -> None:
    """Let a card have had another name in the pack of then."""

    def change(number: int, line: dict[str, Any]) -> None:
        if number == 1:
            played_with = line["body"]["played_with"]
            files = unpack(played_with["packed"])
            where = "content/house/equipment.yaml"
            assert "slug: dai-dao\n" in files[where]
            files[where] = files[where].replace("slug: dai-dao\n", "slug: dai-dao-cu\n")
            carry(played_with, files)

    rewritten(path, change)


def carry(played_with: dict[str, Any], files: dict[str, str]) -> None:
    played_with["packed"] = pack(files)
    played_with["files"] = {where: sha256(text.encode()).hexdigest() for where, text in files.items()}


def by_a_board_of_then(path: Path) -> None:
    """Let the board have been printed larger."""

    def change(number: int, line: dict[str, Any]) -> None:
        if number == 1:
            played_with = line["body"]["played_with"]
            files = unpack(played_with["packed"])
            was = files["table/mativen.yaml"]
            files["table/mativen.yaml"] = was.replace("dictionary:", "dictionary: ", 1).replace(
                "size_mm: [", "size_mm: [1", 1
            )
            carry(played_with, files)

    rewritten(path, change)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main([*words])
    found = capsys.readouterr()
    return status, found.out, found.err


def test_a_match_of_other_rules_is_read_as_it_was_recorded_and_says_so(
    match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    by_a_rule_of_then(match)
    data = ("--data", str(match.parents[1]))
    status, listed, _ = said(capsys, "matches", *data)
    assert (status, "as recorded: by other rules or cards" in listed) == (DONE, True)
    status, text, error = said(capsys, "export", "1", "--to", "notation", "--secrets", *data)
    assert (status, "as recorded from entry 2" in error) == (DONE, True)
    assert "moves e5 to e8" in text
    status, text, error = said(capsys, "export", "1", "--to", "json", "--secrets", *data)
    document = json.loads(text)
    assert (status, document["as_recorded_from"], document["actions"][0]["text"]) == (
        DONE,
        2,
        "w.inf.1 moves e5 to e8",
    )
    status, _, error = said(capsys, "statistics", *data)
    assert (status, "1 match counts as recorded, of 1" in error) == (DONE, True)
    status, _, error = said(capsys, "export", "1", "--to", "png", "--out", str(tmp_path / "x.png"), *data)
    assert (status, "as recorded" in error) == (DONE, True)
    last = replay(open_recorded(match).game, read_journal(match).entries)
    assert last.departed is not None
    assert (last.departed.entry, last.revision, last.state.turn is not None) == (2, 2, True)


def test_of_a_hash_of_the_older_form_the_list_says_what_it_may_be(
    match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    by_a_rule_of_then(match, OF_OLDER_FORM)
    _, listed, _ = said(capsys, "matches", "--data", str(match.parents[1]))
    assert "as recorded: by other rules (or only other comments in their code) or cards" in listed


@pytest.mark.parametrize("changed", [False, True])
def test_the_page_and_its_pictures_say_that_a_match_goes_as_recorded(match: Path, *, changed: bool) -> None:
    if changed:
        by_a_rule_of_then(match)
    opened = Replays(match.parents[1]).opened(match.parent.name)
    state = match_state_of(opened.setting, opened.shown[-1].table)
    head = said_by(headline_of(state, opened.shown[-1].table.match), "en", ())
    assert ("as recorded" in head) is changed
    assert str(opened.facts()["as_recorded"]) == (
        "As recorded from action 1 on: the rules of this version lead elsewhere" if changed else ""
    )
    opened.drawn(len(opened.shown) - 1, "ja")


def test_a_match_of_other_rules_is_taken_up_where_it_stood(match: Path) -> None:
    by_a_rule_of_then(match)
    folder = match.parents[1]
    opening = open_recorded(match).opening
    parts = make_match_parts(opening.terms, None, folder=folder)
    taken_up, journal = parts.keeper.take_up(match.parent.name, opening)
    journal.close()
    assert (taken_up.revision, taken_up.departed is not None) == (2, True)


def test_by_its_very_own_rules_a_journal_cant_lead_elsewhere(
    match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = json.loads(match.read_bytes().splitlines()[0])["body"]["played_with"]["rules"]
    by_a_rule_of_then(match, rules)
    status, _, error = said(
        capsys, "export", "1", "--to", "notation", "--secrets", "--data", str(match.parents[1])
    )
    assert (status, "isn't legal" in error) == (BAD_INPUT, True)
    with pytest.raises(InputFault, match="isn't legal"):
        import_match(tmp_path / "other", match)


def test_results_that_arent_those_of_the_entry_are_no_results(match: Path) -> None:
    by_a_rule_of_then(match)

    def change(number: int, line: dict[str, Any]) -> None:
        if number == 2:
            line["body"]["results"][0]["changes"][0][2] = "e9"

    rewritten(match, change)
    with pytest.raises(InputFault, match="fingerprint"):
        replay(open_recorded(match).game, read_journal(match).entries)


def test_a_match_is_played_with_the_cards_that_it_carries(match: Path) -> None:
    by_a_card_of_then(match)
    found = open_recorded(match)
    assert "dai-dao-cu" in load_pack(found.opening.content).equipment
    assert replay(found.game, found.entries).departed is None
    assert not look_at(match).played_here


def test_a_match_is_played_on_the_board_that_it_carries(match: Path) -> None:
    installed = open_recorded(match).board
    by_a_board_of_then(match)
    found = open_recorded(match)
    assert found.board.name == installed.name
    assert found.board.size_mm[0] == 1000 + installed.size_mm[0]


def test_an_own_board_and_pack_are_carried_and_no_path_stands_in_the_journal(tmp_path: Path) -> None:
    own = tmp_path / "own"
    there = Path("engine/boards")
    own.mkdir()
    for end in ("", "-pieces"):
        text = (there / f"mativen{end}.yaml").read_text().replace("board: mativen", f"board: {OWN_BOARD}")
        (own / f"{OWN_BOARD}{end}.yaml").write_text(text)
    (own / "pack").mkdir()
    (own / "pack" / "pack.yaml").write_text("name: Own\nbase: house\n")
    terms = Terms(
        "dozen_war", str(own / f"{OWN_BOARD}.yaml"), str(own / f"{OWN_BOARD}-pieces.yaml"), str(own / "pack")
    )
    parts = make_match_parts(terms, None, folder=tmp_path / "matches")
    wanted = MatchOpening("", Seconds(0.0), "", "", "", table="t", seed="5").on_terms(parts.terms)
    _, journal = parts.keeper.open(wanted, Seconds(0.0))
    journal.close()
    (path,) = journals(tmp_path / "matches")
    assert [one for one in texts(json.loads(path.read_bytes().splitlines()[0])) if one[:1] == "/"] == []
    assert opening_to_take_up(tmp_path / "matches", wanted).board == parts.terms.board, "it goes on with it"
    for file in own.rglob("*.yaml"):
        file.unlink()
    found = open_recorded(path)
    assert (found.board.surface.cells[0], load_pack(found.opening.content).name) == ("a1", "Own")


@pytest.mark.parametrize("game", ["dozen_war", "hero_realms", "kingdom_square", "quoc_chien"])
def test_every_game_carries_what_it_is_played_with(game: str, tmp_path: Path) -> None:
    board = usual_board(game)
    parts = make_match_parts(Terms(game, board, f"{board}-pieces"), None, folder=tmp_path)
    _, journal = parts.keeper.open(NOTHING.on_terms(parts.terms), Seconds(0.0))
    journal.close()
    (entry, *_) = read_journal(journals(tmp_path)[0]).entries
    files = unpack(entry.body["played_with"]["packed"])
    assert {f"table/{board}.yaml", f"table/{board}-pieces.yaml"} < files.keys()
    assert any(where.startswith("content/") for where in files)
    assert len(entry.body["played_with"]["rules"]) == len(OLDER)


def test_entries_that_a_newer_version_wrote_are_kept_and_skipped_by_name(
    match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(match) as journal:
        last = journal.reach[1]
    line = {"n": 4, "at": 200.0, "kind": "weather", "body": {"rain": True}}
    match.write_bytes(match.read_bytes() + canonical({**line, "hash": chained(last, line)}) + b"\n")
    data = ("--data", str(match.parents[1]))
    assert check_chain(match.read_bytes()).faults == ()
    assert replay(open_recorded(match).game, read_journal(match).entries).revision == 2
    assert "skipped: entries weather" in said(capsys, "matches", *data)[1]
    before = match.read_bytes()
    with Journal.open(match) as journal:
        assert len(journal.entries) == 4
    assert match.read_bytes() == before, "nothing of it is cut off"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\x89MCAP0\r\n\x01", "an MCAP file"),
        (b"[Boardwarden 1]\n", "a match's text"),
        (b"PK\x03\x04", "zip"),
    ],
)
def test_another_file_in_a_journals_place_is_named(
    content: bytes, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "m" / NAME
    path.parent.mkdir()
    path.write_bytes(content)
    assert what in said(capsys, "matches", "--data", str(tmp_path))[1]
    assert what in said(capsys, "matches", "--verify", "--data", str(tmp_path))[1]
    other = tmp_path / "evidence-001.mcap"
    other.write_bytes(content)
    for words in (("export", str(other), "--to", "json"), ("matches", "--import", str(other))):
        status, _, error = said(capsys, *words, "--data", str(tmp_path))
        assert (status, what in error) == (BAD_INPUT, True)


FORMATS = sorted((Path(__file__).parent / "formats").glob("*.jsonl"))
"""A little journal of every format that there ever was, as it was written then."""


@pytest.mark.parametrize("kept", FORMATS, ids=[path.stem for path in FORMATS])
def test_a_journal_of_every_format_is_read_replayed_and_brought_to_todays(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "matches" / "m" / NAME
    path.parent.mkdir(parents=True)
    path.write_bytes(kept.read_bytes())
    data = ("--data", str(path.parents[1]))
    before = replay(open_recorded(path).game, read_journal(path).entries)
    assert before.revision > 0
    assert said(capsys, "matches", "--upgrade", *data)[0] == DONE
    assert path.read_bytes().startswith(kept.read_bytes()), "what stood there stays, byte for byte"
    status, out, _ = said(capsys, "matches", "--upgrade", *data)
    assert (status, "is of today's format" in out) == (DONE, True)
    assert said(capsys, "matches", "--verify", *data)[0] == DONE
    entries = read_journal(path).entries
    after = replay(open_recorded(path).game, entries)
    assert (after.state, after.revision, after.past) == (before.state, before.revision, before.past)
    assert entries[0].body["format"] == FORMAT
    assert all(RESULTS in one.body for one in entries if one.kind is EntryKind.PLAYED)


def test_two_programs_that_upgrade_a_journal_at_once_add_one_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "matches" / "m" / NAME
    path.parent.mkdir(parents=True)
    path.write_bytes((FORMATS[0].parent / "format-1.jsonl").read_bytes())
    whole, other_is_quicker = Journal.open, iter((True, False, False))

    def opened_later(journal: Path) -> Journal:
        if next(other_is_quicker):
            assert upgrade(path, Seconds(1.0)) > 0
        return whole(journal)

    monkeypatch.setattr(Journal, "open", opened_later)
    assert upgrade(path, Seconds(2.0)) == 0
    assert [one.kind for one in read_journal(path).entries].count(EntryKind.UPGRADED) == 1


def test_today_s_format_is_kept_too() -> None:
    assert f"format-{FORMAT}" in {path.stem for path in FORMATS}


def test_an_upgraded_match_goes_as_recorded_once_rules_have_changed(tmp_path: Path) -> None:
    path = tmp_path / "matches" / "m" / NAME
    path.parent.mkdir(parents=True)
    path.write_bytes((Path(__file__).parent / "formats" / "format-1-upgraded.jsonl").read_bytes())

    def change(_: int, line: dict[str, Any]) -> None:
        if line["kind"] == "played":
            line["body"]["actions"] = [{"no": "such action"}]
        if line["kind"] == "upgraded":
            line["body"]["played_with"]["rules"] = OLDER

    rewritten(path, change)
    match = replay(open_recorded(path).game, read_journal(path).entries)
    assert (match.departed is not None, match.revision) == (True, len(match.past))


def test_judging_again_puts_the_records_rules_beside_the_installed_ones(
    match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(match.parents[1]))
    by_a_rule_of_then(match)
    status, out, error = said(capsys, "rejudge", "1", *data)
    assert (status, error) == (DIDNT_HOLD, "")
    assert "differs in 2, first in the journal" in out, "after a difference it goes on as recorded"
    assert "by the installed rules" in out
