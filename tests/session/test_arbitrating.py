"""The arbiter's corrections: the facts that can be set, the reason, and the journal's record."""

import json
from random import Random
from typing import Any

import pytest

from engine.bots.chance import draw
from engine.bots.registry import open_bot
from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.board import load_board
from engine.core.clock import ClockStop
from engine.core.decisions import TURN, Chooser
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.ids import PieceId, Seat, Seconds
from engine.core.phrase import load_phrase
from engine.games.registry import open_game, usual_board
from engine.records.exports import document_of, notation_of
from engine.records.notation import format_notation
from engine.session.matches.entries import EntryKind
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import Table, TableStep, setting_of, table_of
from engine.session.playing.table_events import happen
from engine.session.serving.bus_messages import clock_state_of
from tests.session.playing import GAME, Play
from tests.session.seeing import look_at

SETUP = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 3,
    "coins": {"west": 2, "north": 1},
    "pieces": {
        "w.inf.1": {"at": "e5"},
        "w.gen.mask": {"at": "c4", "hp": 2},
        "n.inf.1": {"at": "f8", "acted": True},
        "n.gen.raen": {"dead": True},
    },
}
WHY = "The die had been read wrong."


class Desk:
    """A match of Dozen War that accepts the arbiter's commands."""

    def __init__(self, setup: dict[str, Any] = SETUP, name: str = "dozen_war") -> None:
        board = usual_board(name)
        self.game: Game[Any, Any] = open_game(name, load_board(board), Ruleset())
        opening = MatchOpening("m", Seconds(0.0), name, board, "none", setup=setup)
        match, self.opened = open_match(self.game, opening)
        self.setting = setting_of(self.game, match.state, None)
        self.table: Table[Any, Any] = table_of(self.setting, match)

    def correct(
        self, fact: str, value: str, *, of: str = "", reason: str = WHY, seat: str | None = None
    ) -> TableStep[Any, Any]:
        sent = {"piece": PieceId(of)} if fact.startswith("piece.") else {"player": Seat(of)} if of else {}
        by = Seat(seat) if seat else None
        asked: Any = Command(
            "c",
            CommandKind.CORRECT,
            self.table.match.revision,
            by,
            thing=fact,
            name=value,
            reason=reason,
            **sent,
        )
        return happen(self.setting, self.table, asked, 0.0)

    def expect(self, step: TableStep[Any, Any], **facts: Any) -> None:
        assert step.answers[-1].code is AnswerCode.DONE, step.answers[-1].text
        assert self.game.mismatches(step.table.match.state, entry_of(facts)) == ()


@pytest.mark.parametrize(
    ("fact", "of", "value", "now", "said"),
    [
        ("piece.hp", "w.gen.mask", "3", {"hp": {"w.gen.mask": 3}}, "HP 3, before: HP 2"),
        ("piece.hp", "w.castle.archer", "1", {"hp": {"w.castle.archer": 1}}, "HP 1, before: HP 2"),
        ("piece.at", "w.inf.1", "e6", {"at": {"w.inf.1": "e6"}}, "at e6, before: at e5"),
        ("piece.at", "n.gen.raen", "d9", {"at": {"n.gen.raen": "d9"}}, "at d9, before: not on the board"),
        (
            "piece.at",
            "w.gen.mask",
            "",
            {"dead": ["n.gen.raen", "w.gen.mask"]},
            "not on the board, before: at c4",
        ),
        (
            "piece.acted",
            "w.inf.1",
            "true",
            {"acted": ["n.inf.1", "w.inf.1"]},
            "has acted, before: hasn't acted",
        ),
        ("seat.coins", "west", "5", {"coins": {"west": 5}}, "5 coins, before: 2 coins"),
        ("seat.merit", "north", "4", {"merit": {"north": {"kills": 4}}}, "4 merit, before: 0 merit"),
        ("match.round", "", "5", {"round": 5}, "round 5, before: round 3"),
        ("match.turn", "", "north", {"turn": "north"}, "North to move, before: West to move"),
    ],
)
def test_each_fact_is_set_alone_and_said_with_its_reason(
    fact: str, of: str, value: str, now: dict[str, Any], said: str
) -> None:
    desk = Desk()
    before = desk.game.dump(desk.table.match.state)
    step = desk.correct(fact, value, of=of)
    desk.expect(step, **now)
    text = str(step.verdicts[0].text)
    assert said in text
    assert WHY in text
    after = desk.game.dump(step.table.match.state)
    assert sum(before[key] != after.get(key) for key in before) == 1
    (entry,) = [one for one in step.entries if one.kind is EntryKind.AMENDED]
    assert entry.body["why"] == "corrected"
    assert str(load_phrase(entry.body["text"])) == text
    assert replay(desk.game, [desk.opened, *step.entries]).state == step.table.match.state


@pytest.mark.parametrize(
    ("fact", "of", "value", "why"),
    [
        ("piece.hp", "w.gen.mask", "9", "expected"),
        ("piece.hp", "w.gen.mask", "many", "expected"),
        ("piece.hp", "n.gen.raen", "2", "put it there first"),
        ("piece.hp", "e.inf.1", "2", "no piece 'e.inf.1'"),
        ("piece.at", "w.inf.1", "z9", "z9"),
        ("piece.at", "w.inf.1", "f8", "an enemy stands there"),
        ("piece.at", "w.castle.archer", "e6", "a castle stands"),
        ("piece.acted", "w.inf.1", "perhaps", "expected 'true' or 'false'"),
        ("seat.coins", "east", "3", "no seat 'east'"),
        ("seat.coins", "west", "2", "that is so already"),
        ("seat.cards", "west", "3", "can't be corrected"),
        ("match.turn", "", "east", "east"),
    ],
)
def test_an_impossible_correction_is_refused_with_the_reason(
    fact: str, of: str, value: str, why: str
) -> None:
    desk = Desk()
    step = desk.correct(fact, value, of=of)
    assert step.answers[-1].code is AnswerCode.UNREADABLE
    assert why in str(step.answers[-1].text)
    assert step.table.match == desk.table.match
    assert step.entries == ()


@pytest.mark.parametrize("by", ["", "Anna Lê"])
def test_a_correction_keeps_its_person_and_reason(by: str) -> None:
    desk = Desk()
    asked = Command(
        "c",
        CommandKind.CORRECT,
        desk.table.match.revision,
        thing="match.round",
        name="5",
        reason=WHY,
        by=f" {by} ",
    )
    step = happen(desk.setting, desk.table, asked, 0.0)
    (entry,) = [one for one in step.entries if one.kind is EntryKind.AMENDED]
    assert (entry.body.get("by", ""), entry.body["reason"]) == (by, WHY)
    text = str(load_phrase(entry.body["text"]))
    assert text.endswith(f"{by}: {WHY}" if by else f" {WHY}")
    assert replay(desk.game, [desk.opened, *step.entries]).state == step.table.match.state
    exported = document_of(desk.game, [desk.opened, *step.entries], [0.0, 1.0], secrets=True)
    (amended,) = exported["actions"]
    assert (amended.get("by", ""), amended["reason"], amended["text"]) == (by, WHY, text)
    assert text in format_notation(notation_of(desk.game, [desk.opened, *step.entries], secrets=True))


def test_only_the_arbiter_corrects_and_only_with_a_reason() -> None:
    desk = Desk()
    assert desk.correct("seat.coins", "5", of="west", seat="west").answers[-1].code is AnswerCode.ILLEGAL
    for reason in ("", "   ", "x" * 301):
        step = desk.correct("seat.coins", "5", of="west", reason=reason)
        assert step.answers[-1].code is AnswerCode.UNREADABLE
        assert "reason" in str(step.answers[-1].text)


def test_a_corrected_place_is_asked_to_be_put_on_the_table() -> None:
    play = Play()
    assert play.ask(CommandKind.CORRECT, thing="piece.at", piece="a.1", reason=WHY) is AnswerCode.UNREADABLE
    desk = Desk()
    desk.table = happen(desk.setting, desk.table, _as_it_lies(desk), 1.0).table
    step = desk.correct("piece.at", "e6", of="w.inf.1")
    assert step.table.match.leftovers, "the piece still lies where it lay"


RUNNING: dict[str, dict[str, Any]] = {
    "hero_realms": {"players": {"p1": {"health": 50}, "p2": {"health": 40}}, "turn": "p1"},
    "quoc_chien": {
        "players": {"s1": {"health": 3, "max_health": 4}, "s2": {}},
        "turn": "s1",
        "phase": "play",
    },
    "kingdom_square": {
        "heroes": {"first": "no.13", "second": "no.125"},
        "units": {"f.hero": {"at": "d1"}, "s.hero": {"at": "d7"}},
        "turn": "first",
        "phase": "main",
    },
}


@pytest.mark.parametrize("name", RUNNING)
def test_every_number_that_a_card_game_offers_can_be_set_and_nothing_else_changes(name: str) -> None:
    game: Game[Any, Any] = open_game(name, load_board(usual_board(name)), Ruleset())
    assert game.correctable()
    state = game.initial(entry_of(RUNNING[name]))
    seat = game.view(state, None).seats[0].seat
    for what in (fact.removeprefix("seat.") for fact in game.correctable() if fact.startswith("seat.")):
        fact = f"seat.{what}"
        after = game.corrected(state, seat, fact, "2")
        numbers = dict(game.view(after, None).seats[0].numbers)
        assert numbers[what] == 2
        assert game.layout(after) == game.layout(state)
        assert game.load(json.loads(json.dumps(game.dump(after)))) == after


CARDS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "hero_realms": (
        {"players": {"p1": {"discard": ["gold", "dagger"]}, "p2": {}}, "turn": "p1"},
        "gold",
        "p2.discard",
        "market_deck",
    ),
    "quoc_chien": (
        {
            "players": {"s1": {"equipment": ["qinggang-jian.S6"]}, "s2": {}},
            "turn": "s1",
            "phase": "play",
        },
        "qinggang-jian.S6",
        "s2.equipment",
        "s2.judgment",
    ),
    "kingdom_square": (RUNNING["kingdom_square"], "f.hero", "d2", "first.book"),
}
"""A position, an open card in it, a place where an arbiter may lay it, and one where not."""


@pytest.mark.parametrize("name", CARDS)
def test_an_arbiter_lays_an_open_card_elsewhere_with_the_reason_in_the_record(name: str) -> None:
    setup, card, to, never = CARDS[name]
    desk = Desk(setup, name)
    found = [one for one in desk.game.pieces(desk.table.match.state) if one.partition("#")[0] == card]
    lying = desk.game.layout(desk.table.match.state)
    card = next(one for one in found if one in lying)
    refused = desk.correct("piece.at", never, of=card)
    assert refused.answers[-1].code is AnswerCode.UNREADABLE
    assert to in str(refused.answers[-1].text)
    step = desk.correct("piece.at", to, of=card)
    assert step.answers[-1].code is AnswerCode.DONE, str(step.answers[-1].text)
    assert desk.game.layout(step.table.match.state)[PieceId(card)].cell == to
    assert any(WHY in str(one.text) for one in step.verdicts)
    kept = replay(desk.game, (desk.opened, *step.entries))
    assert kept.state == step.table.match.state


@pytest.mark.parametrize("name", CARDS)
def test_a_match_goes_on_wherever_an_arbiter_has_laid_a_card(name: str) -> None:
    game: Game[Any, Any] = open_game(name, load_board(usual_board(name)), Ruleset())
    assert game.correctable()
    chance, bot = Random(5), open_bot("random")  # noqa: S311 # no secret
    state, moved = game.initial(None), 0
    for _ in range(160):
        decision = game.decider(state)
        if decision.chooser is Chooser.NOBODY:
            break
        if decision.kind == TURN:
            after = _laid_elsewhere(game, state, chance)
            moved += after is not state
            state = after
        if decision.chooser is Chooser.CHANCE:
            state = game.apply(state, draw(game, state, chance))
        else:
            state = game.apply(state, bot.choose(game, state, decision.seats[0], chance))
        assert game.load(json.loads(json.dumps(game.dump(state)))) == state
    assert moved


def _laid_elsewhere(game: Any, state: Any, chance: Random) -> Any:
    """Lay one open card somewhere else, if that is possible."""
    card = chance.choice(sorted(game.layout(state)))
    cells = list(game.shelves(state, card))
    chance.shuffle(cells)
    for cell in cells:
        try:
            return game.corrected(state, card, "piece.at", str(game.tabletop.zone(cell).place))
        except InputFault:
            continue
    return state


def test_a_card_that_lies_hidden_is_refused_as_one_that_is_not_there() -> None:
    game: Any = open_game("hero_realms", load_board(usual_board("hero_realms")), Ruleset())
    state = game.initial(
        entry_of({"players": {"p1": {"hand": ["gold"], "discard": ["dagger"]}, "p2": {}}, "turn": "p1"})
    )
    (held,) = state.zones.known("p1.hand")
    said = []
    for card in (held, "gold#99"):
        with pytest.raises(InputFault) as refused:
            game.corrected(state, card, "piece.at", "p2.discard")
        said.append(str(refused.value).replace(card, "it"))
    assert said[0] == said[1]


def test_a_penalty_takes_time_from_one_clock_and_says_why() -> None:
    play = Play(clock="10m")
    left = {one.seat: one.left_s for one in clock_state_of(play.table, play.now).seats}
    code = play.ask(CommandKind.PENALISE, player=Seat("b"), choice=120, reason="Late to the table.")
    assert code is AnswerCode.DONE
    now = {one.seat: one.left_s for one in clock_state_of(play.table, play.now).seats}
    assert now == {**left, Seat("b"): left[Seat("b")] - 120}
    assert (
        str(play.verdicts[-1].text) == "b loses 120 s on the clock by the arbiter's word. Late to the table."
    )
    kept = replay(GAME, play.entries)
    assert kept.clock is not None
    assert kept.clock.left_s == now


def test_time_can_be_given_back_and_a_flag_goes_up_again() -> None:
    play = Play(clock="10m")
    play.ask(CommandKind.ACT, action={"step": ["a.1", "c2"]}, name="first")
    play.put("a.1", "c2")
    play.rest()
    play.ask(CommandKind.PENALISE, name="2", player=Seat("a"), choice=600, reason="A phone rang.")
    play.wait(1)
    assert clock_state_of(play.table, play.now).seats[0].fallen
    play.ask(CommandKind.PENALISE, name="3", player=Seat("a"), choice=-60, reason="It was another's phone.")
    (first, _) = clock_state_of(play.table, play.now).seats
    assert not first.fallen
    assert first.runs


@pytest.mark.parametrize(("choice", "player"), [(0, "a"), (90_000, "a"), (10, "z")])
def test_a_penalty_that_means_nothing_is_refused(choice: int, player: str) -> None:
    play = Play(clock="10m")
    assert (
        play.ask(CommandKind.PENALISE, player=Seat(player), choice=choice, reason=WHY)
        is AnswerCode.UNREADABLE
    )


def test_without_a_clock_there_is_no_penalty() -> None:
    play = Play()
    assert clock_state_of(play.table).stands is not ClockStop.OVER
    assert play.ask(CommandKind.PENALISE, player=Seat("a"), choice=10, reason=WHY) is AnswerCode.UNREADABLE


def _as_it_lies(desk: Desk) -> Any:
    return look_at(desk.game.layout(desk.table.match.state), 1.0)
