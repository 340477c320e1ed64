"""Players and how often each won, over recorded matches."""

from dataclasses import replace
from pathlib import Path

from dashboard.web.league import Players
from engine.bus.client import ReceivedMessage
from engine.bus.messages.commands import Command, CommandKind
from engine.core.ids import Seat, Seconds
from engine.records.players import PlayerShare, league, parts_of
from engine.records.recorded import open_recorded
from engine.session.matches.journal import journals
from tests.records.engines import RecordedEngine

WEST, NORTH = Seat("west"), Seat("north")


def part(
    name: str, at: float, won: float, *, game: str = "dozen_war", turn_s: tuple[float, ...] = ()
) -> PlayerShare:
    return PlayerShare(name, f"m{at:g}", game, Seconds(at), won, turn_s)


def test_who_won_most_stands_first_and_of_those_alike_whoever_needed_fewer_matches() -> None:
    found = league(
        [part("An", 1, 1), part("Lan", 1, 0), part("An", 2, 0), part("Bo", 3, 1), part("Lan", 4, 0.5)]
    )
    assert [(one.name, one.matches, one.won) for one in found] == [
        ("Bo", 1, 1),
        ("An", 2, 1),
        ("Lan", 2, 0.5),
    ]


def test_a_player_is_known_by_the_name_however_it_is_written_and_shown_as_last() -> None:
    (found,) = league(
        [part("lan", 1, 1, turn_s=(10.0, 20.0)), part("LAN", 3, 0, game="hero_realms", turn_s=(90.0,))]
    )
    assert (found.name, found.matches, found.turn_s) == ("LAN", 2, 20.0)
    assert [(one.game, one.matches, one.won) for one in found.games] == [
        ("dozen_war", 1, 1),
        ("hero_realms", 1, 0),
    ]
    assert [one.match for one in found.latest] == ["m3", "m1"]


def test_a_player_is_shown_with_the_sign_chosen_last() -> None:
    parts = [replace(part("Lan", at, 0), sign=sign) for at, sign in ((1, "cat"), (2, "owl"), (3, ""))]
    (found,) = league(parts)
    assert found.sign == "owl"


def play(folder: Path) -> RecordedEngine:
    """Play a turn of 10 s between Lan and somebody without a name."""
    engine = RecordedEngine(folder)
    engine.show()
    named = Command("n", CommandKind.INTRODUCE, 0, player=WEST, name="Lan", sign="cat")
    engine.service.take(ReceivedMessage("command", "", named))
    engine.show(w_inf_1="e6")
    engine.now += 10.0
    engine.ask("end", action={"end_turn": True})
    return engine


def test_a_recorded_match_counts_once_it_is_over_and_only_for_who_gave_a_name(tmp_path: Path) -> None:
    engine = play(tmp_path)
    (path,) = journals(tmp_path)
    players = Players(tmp_path)
    assert parts_of(open_recorded(path)) == ()
    assert players.league()["players"] == []
    engine.ask("resign", CommandKind.RESIGN, player=NORTH)
    engine.service.close()
    (found,) = parts_of(open_recorded(path))
    assert (found.name, found.won, len(found.turn_s)) == ("Lan", 1.0, 1)
    said = players.league()
    assert (said["matches"], [one.name for one in said["players"]]) == (1, ["Lan"])
    assert list(said["signs"]) == ["cat"] == [one.sign for one in said["players"]]
    assert players.league("hero_realms")["players"] == []
