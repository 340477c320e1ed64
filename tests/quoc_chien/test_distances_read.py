"""A seat's distances and numbers on its tablet; a hidden general shows nothing."""

from dataclasses import replace

import pytest

from dashboard.web.words.speaking import INTERPRETER
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.core.phrase import LANGUAGES
from engine.games.quoc_chien.game import QuocChien
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.state import counted, own, put
from engine.games.registry import usual_board

GAME = QuocChien(load_board(usual_board("quoc_chien")), Ruleset())


def read(seat: str, **players: object) -> list[str]:
    state = GAME.initial(entry_of({"players": players}))
    return [one.label for one in GAME.uses(state, Seat(seat)) if one.kind == "known"]


def test_a_seat_reads_how_far_the_others_are_and_whom_it_reaches() -> None:
    found = read(
        "s1", s1={"equipment": ["qinggang-jian.S6"]}, s2={}, s3={}, s4={"equipment": ["dilu.C5"]}, s5={}
    )
    assert found == [
        "You reach 2",
        "Distance 1, within your reach: Seat 2, Seat 5",
        "Distance 2, within your reach: Seat 3",
        "Distance 3: Seat 4",
    ]


def test_a_hidden_generals_eyes_count_once_it_is_shown() -> None:
    four: dict[str, object] = {seat: {} for seat in ("s2", "s3", "s4")}
    horses = {"generals": ["machao", "guanyu"]}
    assert read("s1", s1=horses, **four)[1:] == [
        "Distance 1, within your reach: Seat 2, Seat 4",
        "Distance 2: Seat 3",
    ]
    shown = {**horses, "revealed": ["head"]}
    assert read("s1", s1=shown, **four)[1:] == ["Distance 1, within your reach: Seat 2, Seat 3, Seat 4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_a_seat_has_its_words_in_its_place(language: str) -> None:
    # Where one had none, the next one's words stood beside it.
    mine = {"fields": ["sha.S5"], "judgment": ["le-busi-shu.C6"], "hand": ["tao.H4"]}
    state = GAME.initial(entry_of({"players": {"s1": mine, "s2": {}}}))
    state = counted(
        put(state, Seat("s1"), Family.GIVEN.of("xianqu"), 1), Seat("s1"), Family.GIVEN.of("zhulianbihe")
    )
    state = replace(state, zones=state.zones.put(own(Seat("s1"), "wounds"), ["sha.H12"]))
    seat = GAME.view(state, None).seats[0]
    assert len(seat.counts) == len(seat.numbers)
    for (name, number), text in zip(seat.numbers, seat.counts, strict=True):
        assert name in {"xianqu", "zhulianbihe"} or str(number) in INTERPRETER.said(text, language)
