"""An engine that comes back publishes the last plays again."""

from engine.core.ids import Seconds
from engine.session.matches.entries import JournalEntry
from engine.session.matches.match import open_match, play
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.recall import recalled
from engine.session.playing.table import VERDICTS_KEPT
from tests.session.playing import PLACES
from tests.session.row_game import RowGame


def played(count: int) -> tuple[RowGame, tuple[JournalEntry, ...]]:
    game = RowGame()
    match, entry = open_match(game, MatchOpening("m", Seconds(0.0), "row", "none", "none", setup=PLACES))
    entries = [entry]
    for n in range(count):
        action = next(iter(game.legal_actions(match.state)))
        match, entry, _ = play(game, match, (action,), evidence={"taken_at": float(n), "frame": n})
        entries.append(entry)
    return game, tuple(entries)


def test_the_last_plays_are_published_again_with_their_time_and_revision() -> None:
    game, entries = played(3)
    verdicts = recalled(game, entries)
    assert [(one.revision, one.taken_at, one.frame) for one in verdicts] == [
        (1, 0.0, 0),
        (2, 1.0, 1),
        (3, 2.0, 2),
    ]
    assert [[action.action for action in one.actions] for one in verdicts] == [
        entry.body["actions"] for entry in entries[1:]
    ]


def test_no_more_plays_are_published_again_than_are_kept() -> None:
    game, entries = played(VERDICTS_KEPT + 3)
    assert [one.revision for one in recalled(game, entries)] == list(range(4, VERDICTS_KEPT + 4))


def test_a_match_on_which_nothing_was_played_has_nothing_to_tell() -> None:
    assert recalled(*played(0)) == ()
