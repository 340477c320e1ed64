"""Players give their names. These are kept with the match, table to all, and used instead of the seats'."""

import re
from dataclasses import replace
from typing import Any

import pytest

from dashboard.web.telling.names import called, names_of
from dashboard.web.words.speaking import rendered, said
from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.appearance import player_signs
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.games.dozen_war.game import DozenWar
from engine.records.exports import notation_of, opening_of
from engine.records.notation import format_notation, parse_notation
from engine.session.matches.journal_replay import players_of, read_opening, replay, signs_of
from engine.session.matches.match import pause
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.player_names import LONGEST_NAME, parse_name
from engine.session.serving.bus_messages import match_state_of
from tests.session.commanded import Commanded

WAR = DozenWar(load_board("mativen"), Ruleset())
SETUP: dict[str, Any] = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {"w.inf.1": {"at": "d5"}, "n.inf.1": {"at": "e5"}},
}
WEST, NORTH = Seat("west"), Seat("north")
LARGEST_TABLE = 10
"""Quốc Chiến's."""


class IntroducedMatch(Commanded):
    """A match whose players introduce themselves."""

    def __init__(self, players: dict[Seat, str] | None = None) -> None:
        super().__init__(
            WAR, MatchOpening("m", Seconds(0.0), WAR.name, "mativen", "none", SETUP, players=players or {})
        )

    def introduce(
        self, name: str, seat: Seat | None = None, player: Seat | None = None, sign: str = ""
    ) -> AnswerCode:
        number = f"c{len(self.entries)}"
        return self.obey(
            Command(number, CommandKind.INTRODUCE, 99, seat=seat, player=player, name=name, sign=sign)
        )

    def shown(self, language: str = "en") -> dict[str, Any]:
        state = match_state_of(self.setting, self.table)
        found: dict[str, Any] = rendered(state, language, names_of(state))
        return found

    def label(self, piece: str, language: str = "en") -> str:
        labels = {one["piece"]: one["label"] for one in self.shown(language)["view"]["pieces"]}
        return str(labels[piece])


def test_a_seats_own_tablet_names_its_player_even_after_later_plays() -> None:
    table = IntroducedMatch()
    assert table.introduce("Lan", WEST) is AnswerCode.DONE
    assert match_state_of(table.setting, table.table).players == {"west": "Lan"}


def test_a_name_is_kept_in_the_journal_and_replayed() -> None:
    table = IntroducedMatch()
    table.introduce("Lan", WEST)
    assert replay(WAR, table.entries).opening.players == {"west": "Lan"}


def test_a_rematch_begins_with_the_names_of_the_match_before() -> None:
    again = IntroducedMatch({WEST: "Lan"})
    assert read_opening(again.entries[0]).players == {"west": "Lan"}
    assert again.shown()["view"]["seats"][0]["label"] == "Lan"


@pytest.mark.parametrize("language", ["en", "vi", "ja"])
def test_everything_calls_the_player_instead_of_the_seat(language: str) -> None:
    table = IntroducedMatch()
    table.introduce("Lan", WEST)
    assert table.shown(language)["view"]["seats"][0]["label"] == "Lan"
    assert "Lan" in table.label("w.inf.1", language)
    assert "Lan" not in table.label("n.inf.1", language)


def test_english_uses_the_possessive_of_a_players_name() -> None:
    table = IntroducedMatch()
    assert table.label("w.inf.1") == "West infantry 1"
    table.introduce("Lan", WEST)
    assert table.label("w.inf.1") == "Lan's infantry 1"


def test_a_name_with_braces_is_said_as_it_is() -> None:
    table = IntroducedMatch()
    assert table.introduce("{seat} {0}", WEST) is AnswerCode.DONE
    assert table.shown("vi")["view"]["seats"][0]["label"] == "{seat} {0}"


def test_a_name_is_trimmed_composed_and_taken_back_with_an_empty_one() -> None:
    table = IntroducedMatch()
    table.introduce("  Nguye\u0302\u0303n   An ", WEST)
    assert table.table.match.opening.players == {"west": "Nguy\u1ec5n An"}
    table.introduce(" ", WEST)
    assert table.table.match.opening.players == {}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("x" * (LONGEST_NAME + 1), "40 letters at most; this one has 41"),
        ("a" + "\u0301" * 300, "a letter of a name has too many marks"),
        ("x" + "\u0301" * 5, "a letter of a name has too many marks"),
        ("Z\u0334\u0321\u0360\u0316\u0301algo", "a letter of a name has too many marks"),
        ("a\u0007b", "the sign U+0007"),
        ("a\u202eb", "the sign U+202E"),
        ("\u200d", "that can be seen"),
        ("an", "is somebody else"),
        ("a\u200cn", "is somebody else"),
        ("North", "is somebody else"),
        ("nORTH", "is somebody else"),
        ("\uff21\uff4e", "is somebody else"),
        ("\u0410n", "is somebody else"),
        ("\u0391n", "is somebody else"),
        ("An\u3164", "is somebody else"),
        ("A\ufe0fn", "is somebody else"),
        ("An\u034f", "is somebody else"),
        ("An\U000e0041", "is somebody else"),
        ("N\u043erth", "is somebody else"),
        ("\u3164", "that can be seen"),
        ("\u2800\u2800", "that can be seen"),
        ("Arbiter", "what the arbiter is called"),
        ("the  ARBITER", "what the arbiter is called"),
        ("\u0410rbiter", "what the arbiter is called"),
        ("Tr\u1ecdng t\u00e0i", "what the arbiter is called"),
        ("\u5be9\u5224", "what the arbiter is called"),
    ],
)
def test_a_name_that_is_too_long_unreadable_or_somebody_elses_is_refused_for_its_true_reason(
    name: str, reason: str
) -> None:
    table = IntroducedMatch({NORTH: "An"})
    assert table.introduce(name, WEST) is AnswerCode.UNREADABLE
    assert table.table.match.opening.players == {"north": "An"}
    with pytest.raises(InputFault, match=re.escape(reason)):
        parse_name(name, WEST, {NORTH: "An"}, {NORTH: "North"})


@pytest.mark.parametrize(
    "name",
    [
        "Maximilian Alexander von Hohenlohe-Langen",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u0645\u064a\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u738b\u5c0f\u660e",
        "\u0410\u043d\u043d\u0430",
        "\u00e1" * 30,
        "x\u0330\u0303\u0301",
        "\u0930\u094d\u0924\u094d\u0938\u094d\u0928\u094d\u092f\u093e",
        "\u0928\u092e\u0938\u094d\u0924\u0947",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 40,
    ],
    ids=[
        "40 letters",
        "family",
        "flag",
        "Persian",
        "Chinese",
        "Russian",
        "30 accents",
        "phonetic",
        "Hindi joined",
        "Hindi",
        "40 families",
    ],
)
def test_a_name_in_any_script_has_as_many_letters_as_people_count(name: str) -> None:
    table = IntroducedMatch()
    name = name[:40] if name.startswith("Max") else name
    assert table.introduce(name, WEST) is AnswerCode.DONE
    assert table.table.match.opening.players == {"west": name}


def test_a_tablet_names_its_own_player_and_the_table_anybody() -> None:
    table = IntroducedMatch()
    assert table.introduce("Lan", WEST, NORTH) is AnswerCode.ILLEGAL
    assert table.introduce("Lan", None, NORTH) is AnswerCode.DONE
    assert table.introduce("An", None, Seat("east")) is AnswerCode.UNREADABLE
    assert table.introduce("An") is AnswerCode.UNREADABLE


def test_players_are_introduced_in_a_pause_too() -> None:
    table = IntroducedMatch()
    paused, _ = pause(table.table.match, paused=True)
    table.table = replace(table.table, match=paused)
    assert table.introduce("Lan", WEST) is AnswerCode.DONE


def test_only_seats_that_play_have_names_on_the_pages() -> None:
    table = IntroducedMatch({Seat("p1"): "Lan"})
    assert match_state_of(table.setting, table.table).players == {}


def test_a_name_changes_nothing_in_the_match() -> None:
    table = IntroducedMatch()
    before = table.table
    table.introduce("Lan", WEST)
    assert table.table.match.state == before.match.state
    assert (table.table.match.revision, table.table.current) == (before.match.revision, before.current)


def test_a_text_of_a_match_has_the_players_names_and_is_read_back() -> None:
    table = IntroducedMatch({NORTH: "An"})
    table.introduce("Lan", WEST)
    table.introduce("", None, NORTH)
    text = format_notation(notation_of(WAR, table.entries, secrets=True))
    assert '[Player "west=Lan"]' in text
    assert "An" not in text.split()
    assert opening_of(parse_notation(text)).players == {"west": "Lan"}


def test_pictures_of_a_match_say_the_players_names() -> None:
    table = IntroducedMatch()
    table.introduce("Lan", WEST)
    seats = WAR.view(table.table.match.state, None).seats
    names = called(seats, players_of(table.entries))
    assert said(seats[0].label, "en", names) == "Lan"
    assert names == names_of(match_state_of(table.setting, table.table))


def test_a_sign_is_published_with_the_name_kept_replayed_and_taken_back() -> None:
    table = IntroducedMatch()
    assert table.introduce("Lan", WEST, sign="cat") is AnswerCode.DONE
    assert match_state_of(table.setting, table.table).signs == {"west": "cat"}
    assert replay(WAR, table.entries).opening.signs == {"west": "cat"} == signs_of(table.entries)
    table.introduce("Lan", WEST)
    assert match_state_of(table.setting, table.table).signs == {} == signs_of(table.entries)


def test_a_sign_needs_no_name() -> None:
    table = IntroducedMatch()
    assert table.introduce("", WEST, sign="cat") is AnswerCode.DONE
    state = match_state_of(table.setting, table.table)
    assert (state.players, state.signs) == ({}, {"west": "cat"})


def test_nobody_is_known_by_anothers_sign_or_by_none_that_there_is() -> None:
    table = IntroducedMatch()
    table.introduce("Lan", WEST, sign="cat")
    assert table.introduce("An", NORTH, sign="cat") is AnswerCode.UNREADABLE
    assert table.introduce("An", NORTH, sign="w.gen.est") is AnswerCode.UNREADABLE
    assert match_state_of(table.setting, table.table).players == {"west": "Lan"}
    assert table.introduce("Lan", WEST, sign="cat") is AnswerCode.DONE


def test_a_text_of_a_match_says_the_signs_and_is_read_again() -> None:
    table = IntroducedMatch()
    table.introduce("Lan", WEST, sign="cat")
    text = format_notation(notation_of(WAR, table.entries, secrets=True))
    assert '[Sign "west=cat"]' in text
    assert opening_of(parse_notation(text)).signs == {"west": "cat"}


def test_there_are_signs_for_every_seat_of_the_largest_table() -> None:
    assert len(player_signs()) > LARGEST_TABLE
