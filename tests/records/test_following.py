"""A match that goes on is shown as far as it has come, and no entry of it is replayed twice."""

from pathlib import Path
from typing import Any

from engine.core.game import Game
from engine.records.evidence import evidence_files
from engine.records.rejudgement import Sitting, sittings
from engine.records.replay import entry_times, shown_as_far, timeline
from engine.records.running_match import FollowedMatch
from engine.session.matches.entries import JournalEntry
from engine.session.matches.journal import journals, read_journal
from tests.records.engines import RecordedEngine
from tests.session.two_soldiers import GAME, PIECES


class Counting:
    """A game that counts how often an action was applied."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self.applied = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, state: Any, action: Any) -> Any:
        self.applied += 1
        return self._game.apply(state, action)


def played_on(folder: Path) -> tuple[RecordedEngine, Path]:
    engine = RecordedEngine(folder)
    engine.show()
    engine.show(w_inf_1="e6")
    return engine, journals(folder)[0]


def test_what_is_shown_of_a_match_that_goes_on_is_what_is_shown_of_it_at_once(tmp_path: Path) -> None:
    engine, journal = played_on(tmp_path)
    counting: Any = Counting(GAME)
    following = FollowedMatch(counting, PIECES)
    known: dict[tuple[Path, int], Sitting | None] = {}

    def is_as_at_once() -> bool:
        entries = read_journal(journal).entries
        moments = timeline(entry_times(journal), sittings(journal.parent, known=known))
        once: Any = Counting(GAME)
        at_once = shown_as_far(once, PIECES, entries, moments)
        assert following.shown(entries, moments) == at_once
        assert counting.applied == once.applied, "nothing was applied twice"
        return True

    assert is_as_at_once()
    assert counting.applied > 0
    for turn in range(3):
        engine.now += 10.0
        engine.ask(f"end{turn}", action={"end_turn": True})
        assert is_as_at_once()
        engine.show(**({"n_inf_1": "b2"} if turn == 0 else {}))
        assert is_as_at_once()
    engine.service.close()
    assert is_as_at_once()
    assert len(known) == 1
    # Without evidence the journal says when: other moments, the same entries.
    for path in evidence_files(journal.parent):
        path.unlink()
    known.clear()
    assert is_as_at_once()


def test_another_match_in_its_place_is_shown_from_its_own_start(tmp_path: Path) -> None:
    engine, journal = played_on(tmp_path)
    engine.service.close()
    entries = read_journal(journal).entries
    moments = timeline(entry_times(journal), ())
    following = FollowedMatch(GAME, PIECES)
    whole, _ = following.shown(entries, moments)
    opened = JournalEntry(entries[0].kind, {**entries[0].body, "seed": "8"})
    shown, _ = following.shown((opened,), moments[:1])
    assert len(whole) > len(shown) == 1


def test_a_match_that_todays_rules_do_not_lead_through_stays_shown_as_far_as_they_do(tmp_path: Path) -> None:
    engine, journal = played_on(tmp_path)
    engine.ask("end", action={"end_turn": True})
    engine.service.close()
    *others, last = read_journal(journal).entries
    otherwise = JournalEntry(last.kind, {**last.body, "state_hash": "of another version"})
    moments = timeline(entry_times(journal), ())
    following = FollowedMatch(GAME, PIECES)
    for _ in range(2):
        shown, broken = following.shown((*others, otherwise), moments)
        assert len(shown) == len(moments) - 1
        assert f"entry {len(moments)} of the journal can't be replayed" in broken
    whole, none = following.shown((*others, last), moments)
    assert (len(whole), none) == (len(moments), "")
