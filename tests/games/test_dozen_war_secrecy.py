"""Secrets reach a seat by no way: only the secret changes, and all that the seat may receive is compared."""

from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.ids import PieceId, Seat, Seconds
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from engine.session.matches.match import open_match, play, shown
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import advice_of, match_state_of, seat_sheet_of

PIECES = {
    "w.gen.est": {"at": "d4"},
    "w.inf.1": {"at": "e5"},
    "n.gen.lucy": {"at": "f8"},
    "n.inf.1": {"at": "i10"},
}
PLAIN: dict[str, Any] = {
    "seats": ["west", "north"],
    "round": 2,
    "pieces": PIECES,
    "hands": {"west": ["song-kiem"], "north": ["dai-dao", "khien-go"]},
    "deck": ["bua-chien", "truong-thuong", "thuong-ky-si", "binh-mau", "no-sat", "dao-gam", "bom-khoi"],
    "tokens": {"e4": ["map", "doc-khi"], "b6": ["ruong-vang"]},
    "events": ["duoc-mua", "suoi-lanh"],
}
SECRETS: list[dict[str, Any]] = [
    {"hands": {"west": ["song-kiem"], "north": ["no-sat", "bom-khoi"]}},
    {"deck": ["dao-gam", "bom-khoi", "no-sat", "binh-mau", "thuong-ky-si", "truong-thuong", "bua-chien"]},
    {"tokens": {"e4": ["ho-phu", "ruong-vang"], "b6": ["map"]}},
    {"events": ["suoi-lanh", "duoc-mua"]},
]


def received(game: DozenWar, state: State, seat: Seat | None) -> list[Any]:
    """All that a seat, or with None anybody, could be sent of a position."""
    opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none")
    match, _ = open_match(game, opening)
    setting = setting_of(game, state, None)
    table = table_of(setting, replace(match, state=state))
    sheet = [] if seat is None else [asdict(seat_sheet_of(setting, table, seat))]
    return [
        sheet,
        asdict(game.view(state, seat)),
        asdict(match_state_of(setting, table)),
        asdict(advice_of(setting, table)),
        [asdict(game.advice(state, piece)) for piece in game.pieces(state)],
        {piece: asdict(spot) for piece, spot in game.layout(state).items()},
        [str(one) for one in game.pieces(state)],
    ]


@pytest.mark.parametrize("secret", SECRETS, ids=lambda one: next(iter(one)))
def test_what_another_seat_holds_or_lies_face_down_is_in_nothing_a_seat_receives(
    game: DozenWar, secret: dict[str, Any]
) -> None:
    one = game.initial(entry_of(PLAIN))
    other = game.initial(entry_of({**PLAIN, **secret}))
    assert one != other
    for seat in (None, Seat("west")):
        assert received(game, one, seat) == received(game, other, seat)


UNDER_ATTACK: dict[str, Any] = {
    **PLAIN,
    "turn": "west",
    "pieces": {**PIECES, "n.cav.1": {"at": "e6"}, "n.inf.3": {"at": "f6"}},
}


@pytest.mark.parametrize("hand", [["khien-go"], ["khien-go", "thuong-ky-si"]], ids=len)
def test_who_watches_an_attack_is_offered_the_blocks_and_no_card_of_the_defender(
    game: DozenWar, hand: list[str]
) -> None:
    hidden = {**UNDER_ATTACK, "hands": {"west": [], "north": hand}}
    state = game.initial(entry_of(hidden))
    attack = game.parse_action(entry_of({"attack": "w.inf.1", "target": "n.cav.1"}))
    state = game.apply(state, attack)
    assert game.decider(state).kind == "answer"
    seen = received(game, state, None)[2]
    assert [choice["action"] for choice in seen["choices"]] == [{"block": "n.inf.3"}, {"accept": True}]
    own = {use.key: use for use in game.uses(state, Seat("north"))}
    assert own["card khien-go"].actions == ({"play": "khien-go"},)
    assert {key for key in own if key.startswith("card ")} == {f"card {card}" for card in hand}
    for seat in (None, Seat("west")):
        assert "khien-go" not in str(received(game, state, seat))


def test_which_cards_could_answer_changes_nothing_that_others_receive(game: DozenWar) -> None:
    sent = []
    for hand in (["khien-go", "truong-thuong"], ["dao-gam", "khien-go"], ["khien-go", "song-kiem"]):
        state = game.initial(entry_of({**UNDER_ATTACK, "hands": {"west": ["bua-chien"], "north": hand}}))
        state = game.apply(state, game.parse_action(entry_of({"attack": "w.inf.1", "target": "n.cav.1"})))
        assert game.decider(state).kind == "answer"
        sent.append([received(game, state, seat) for seat in (None, Seat("west"))])
    assert sent[0] == sent[1] == sent[2]


def test_a_hand_above_its_limit_is_laid_open_to_nobody_else(game: DozenWar) -> None:
    seven = ["dai-dao", "khien-go", "no-sat", "bom-khoi", "dao-gam", "truong-thuong", "thuong-ky-si"]
    task = {"work": "discard", "seat": "north", "count": 6}
    state = game.initial(entry_of({**PLAIN, "hands": {"north": seven}, "agenda": [task]}))
    assert game.decider(state).kind == "discard"
    for seat in (None, Seat("west")):
        assert not any(card in str(received(game, state, seat)) for card in seven)
    (sheet, *_) = received(game, state, Seat("north"))
    assert [choice["action"] for choice in sheet[0]["choices"]] == [{"discard": one} for one in sorted(seven)]


@pytest.mark.parametrize("seat", [None, Seat("west")], ids=["the table", "an opponent"])
@pytest.mark.parametrize("action", [{"play": "khien-go"}, {"discard": "khien-go"}, {"take": "khien-go"}])
def test_a_refused_command_does_not_tell_whether_another_holds_the_card(
    game: DozenWar, action: dict[str, Any], seat: Seat | None
) -> None:
    answers = set()
    for hand in (["khien-go"], ["dao-gam"]):
        state = game.initial(entry_of({**UNDER_ATTACK, "hands": {"north": hand}}))
        state = game.apply(state, game.parse_action(entry_of({"attack": "w.inf.1", "target": "n.cav.1"})))
        opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none")
        setting = setting_of(game, state, None)
        table = table_of(setting, replace(open_match(game, opening)[0], state=state))
        asked = Command("c", CommandKind.ACT, 0, seat=seat, action=action)
        (answer,) = command(setting, table, asked).answers
        assert answer.code is AnswerCode.ILLEGAL
        answers.add(answer.text)
    assert len(answers) == 1


def test_an_own_hand_is_in_the_own_view_alone(game: DozenWar) -> None:
    state = game.initial(entry_of(PLAIN))
    assert [card.card for card in game.view(state, Seat("west")).hand] == ["song-kiem"]
    assert [card.card for card in game.view(state, Seat("north")).hand] == ["dai-dao", "khien-go"]
    assert game.view(state, None).hand == ()
    numbers = {seat.seat: dict(seat.numbers)["cards"] for seat in game.view(state, Seat("west")).seats}
    assert numbers == {"west": 1, "north": 2}


@pytest.mark.parametrize("card", ["dai-dao", "luoi-sat"])
def test_a_drawn_card_is_named_to_nobody_else(game: DozenWar, card: str) -> None:
    state = game.initial(
        entry_of(
            {
                **PLAIN,
                "hands": {},
                "turn": "north",
                "round": 1,
                "deck": {"shuffled": ["dai-dao", "luoi-sat", "no-sat", "bom-khoi", "dao-gam", "dao-gam"]},
            }
        )
    )
    state = game.apply(state, game.parse_action(entry_of({"end_turn": True})))
    draw = game.parse_action(entry_of({"draw": card}))
    assert game.action_text(state, draw) == "West draws a card"
    assert shown(game, state, draw) == {"draw": "hidden"}
    assert game.shown_action(state, draw, Seat("north")) == {"draw": "hidden"}
    assert game.shown_action(state, draw, Seat("west")) == {"draw": card}
    opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none")
    match, entry, played = play(game, replace(open_match(game, opening)[0], state=state), (draw,))
    assert card in str(entry.body["actions"])
    assert card not in str([asdict(one) for one in played]) + str(match.last_actions)
    assert card not in str(received(game, match.state, Seat("north")))


def test_what_is_dealt_anew_for_a_bot_looks_the_same_to_its_seat(game: DozenWar) -> None:
    state = game.initial(entry_of(PLAIN))
    dealt = [game.determinize(state, Seat("west"), Random(seed)) for seed in range(8)]  # noqa: S311  # a test's dice
    assert len({one.cards for one in dealt}) > 1
    assert len({one.tokens for one in dealt}) > 1
    for one in dealt:
        assert received(game, one, Seat("west")) == received(game, state, Seat("west"))
        assert game.decider(one).chooser is Chooser.SEAT
        assert sorted(map(len, one.cards.hands)) == sorted(map(len, state.cards.hands))


def test_a_card_taken_from_a_hand_is_named_to_who_takes_it_and_who_had_it_alone(game: DozenWar) -> None:
    pieces = {"w.inf.1": {"at": "d5"}, "n.inf.1": {"at": "l9"}, "s.inf.1": {"at": "l2"}}
    hands = {"west": ["danh-cap"], "north": ["khien-go", "dao-gam"]}
    setup = {"seats": ["west", "south", "north"], "turn": "west", "pieces": pieces, "hands": hands}
    state = game.initial(entry_of(setup))
    state = game.apply(state, game.parse_action(entry_of({"play": "danh-cap", "player": "north"})))
    take = game.parse_action(entry_of({"take": "khien-go"}))
    assert game.own_text(state, take) == "Take Wooden Shield"
    assert game.action_text(state, take) == "West takes a card from North"
    for seat in ("west", "north"):
        assert game.shown_action(state, take, Seat(seat)) == {"take": "khien-go"}
    for other in (Seat("south"), None):
        assert game.shown_action(state, take, other) == {"take": "hidden"}


def test_who_lets_a_card_work_is_said_to_do_so(game: DozenWar) -> None:
    pieces = {"w.cav.1": {"at": "d5"}, "n.inf.1": {"at": "l9"}}
    hands = {"west": ["dai-dao"], "north": ["day-chuyen-may-man"]}
    state = game.initial(entry_of({"seats": ["west", "north"], "pieces": pieces, "hands": hands}))
    state = game.apply(state, game.parse_action(entry_of({"play": "dai-dao", "user": "w.cav.1"})))
    accept = game.parse_action(entry_of({"accept": True}))
    assert game.action_text(state, accept) == "North lets Great Blade work"


def test_who_is_hit_reads_what_each_answer_leaves_of_its_unit(game: DozenWar) -> None:
    state = game.initial(entry_of(UNDER_ATTACK))
    attack = game.parse_action(entry_of({"attack": "w.inf.1", "target": "n.cav.1"}))
    state = game.apply(state, attack)
    for written, unit, said in (
        ({"block": "n.inf.3"}, "n.inf.3", "n.inf.3 takes the hit for n.cav.1"),
        ({"accept": True}, "n.cav.1", "North takes the hit on n.cav.1"),
    ):
        action = game.parse_action(entry_of(written))
        left = {one.piece: one.hp for one in game.view(game.apply(state, action), None).pieces}.get(
            PieceId(unit)
        )
        foreseen = "it's killed" if left is None else f"{left} HP left"
        assert str(game.own_text(state, action)) == f"{said} ({foreseen})"
        # The log, and whoever else reads it, has the sentence without.
        assert str(game.action_text(state, action)) == said
