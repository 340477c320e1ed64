"""Another game, of cards and a die, in a real session, which knows nothing about the game."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.bots.bot import RandomBot
from engine.bus.channels import BY_NAME
from engine.bus.client import BusEvent, ReceivedMessage
from engine.bus.codec import decode, encode
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.device_events import ButtonPress, DeviceEvent, DiceAtRest
from engine.core.dice import Dice
from engine.core.game import Game
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Face, Spot
from engine.core.observations import Look, LookCells, LookMotion, LookPieces, Seen
from engine.core.verdict import VerdictKind
from engine.session.matches.journal import journals, read_journal
from engine.session.matches.journal_replay import replay
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.bot_host import BotHost
from engine.session.serving.match_parts import MatchParts
from engine.session.serving.service import EngineService
from tests.session.card_game import PIECES, Action, CardGame, State

GAME: Game[State, Action] = CardGame()
DEALT = {"apple.1": "market.1", "plum.3": "market.2", "pear.2": "a.1"}


class Wire:
    """A bus that keeps each message as it would travel."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Any]] = []

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        del name
        channel = BY_NAME[channel_name]
        self.sent.append((channel_name, decode(channel, encode(channel, message))))

    def receive(self, timeout: float | None) -> BusEvent | None:
        del timeout
        return None


class CardTable:
    """A card table: its cards, a camera over it, and the engine that judges it."""

    def __init__(
        self, folder: Path, *, dice: Dice = Dice.TRAY, host: BotHost[Any, Any] | None = None, **more: Any
    ) -> None:
        self.wire, self.now, self.folder = Wire(), 100.0, folder
        opening = MatchOpening(
            "", Seconds(0.0), "orchard", "mativen", "none", DEALT, table="t", seed="5", dice=dice, **more
        )
        self.service: EngineService[State, Action] = EngineService(
            self.wire, opening=opening,
            parts=MatchParts(
                opening.terms, load_board("mativen"), PIECES, GAME, MatchKeeper(folder, GAME), host
            ),
            monotonic=lambda: self.now, wall=lambda: self.now,
        )  # fmt: skip
        self.lies = dict(GAME.layout(self.state))
        self.rolls = 0
        self.see()

    @property
    def state(self) -> State:
        return self.service.table.match.state

    def said(self, kind: VerdictKind) -> list[Any]:
        return [one for channel, one in self.wire.sent if channel == "verdict" and one.kind is kind]

    def see(self) -> None:
        """Let the camera look until the table has settled."""
        for steady in (False, True):
            self.now += 0.5
            seen = tuple(
                Seen(
                    card,
                    spot.cell,
                    0.0,
                    0.0,
                    spot.face or Face.UP,
                    90.0 * bool(spot.sideways),
                    edge=False,
                    confidence=0.9,
                    margin=0.4,
                    sideways=spot.sideways,
                )
                for card, spot in self.lies.items()
            )
            look = Look(
                "cam",
                round(self.now * 2),
                Seconds(self.now),
                LookPieces(seen),
                LookCells(),
                LookMotion(steady=steady, moved=False),
            )
            self.service.take(ReceivedMessage("look", "cam", look))

    def lay(self, card: str, place: str | None, *, sideways: bool = False) -> None:
        if place is None:
            del self.lies[PieceId(card)]
        else:
            self.lies[PieceId(card)] = Spot(Cell(place), Face.UP, sideways=sideways)
        self.see()

    def throw(self, number: int) -> None:
        self.rolls += 1
        event = DeviceEvent("tray", Seconds(self.now), DiceAtRest((number,)), mark=str(self.rolls))
        self.service.take(ReceivedMessage("device_event", "tray", event))

    def press(self) -> None:
        self.now += 0.1
        pad = f"pad.{self.state.turn}"
        event = DeviceEvent(pad, Seconds(self.now), ButtonPress("done"))
        self.service.take(ReceivedMessage("device_event", pad, event))
        self.now += 0.1
        self.see()

    def ask(self, kind: CommandKind, name: str, **more: Any) -> AnswerCode:
        more.setdefault("revision", self.service.table.match.revision)
        self.service.take(ReceivedMessage("command", "", Command(name, kind, **more)))
        answer: Answer = next(one for channel, one in reversed(self.wire.sent) if channel == "answer")
        return answer.code


def test_a_card_laid_from_the_market_into_a_row_is_a_purchase_and_the_draw_is_announced(
    tmp_path: Path,
) -> None:
    table = CardTable(tmp_path)
    assert GAME.decider(table.state).chooser is Chooser.CHANCE
    table.throw(4)
    assert table.state.coins == 4
    table.lay("apple.1", "a.2")
    bought = table.said(VerdictKind.SETTLED)[-1]
    drawn = next(card for card, place in table.state.lies if place == "market.1")
    assert [one.action for one in bought.actions] == [{"buy": "apple.1"}, {"draw": drawn}]
    put = table.service.table.current
    assert put is not None
    assert [(step.piece, step.to) for step in put.repair] == [(drawn, "market.1")]
    table.lay(drawn, "market.1")
    assert table.service.table.current is None


def test_a_card_turned_by_a_quarter_gives_its_coin_and_turned_back_takes_it_back(tmp_path: Path) -> None:
    table = CardTable(tmp_path)
    table.throw(1)
    table.lay("pear.2", "a.1", sideways=True)
    assert (table.state.coins, sorted(table.state.turned)) == (2, ["pear.2"])
    table.lay("pear.2", "a.1")
    assert (table.state.coins, sorted(table.state.turned)) == (1, [])
    assert "Taken back" in table.said(VerdictKind.SETTLED)[-1].text


def test_a_card_too_dear_is_warned_of_with_the_games_own_rule_and_put_back(tmp_path: Path) -> None:
    table = CardTable(tmp_path)
    table.throw(2)
    table.lay("plum.3", "a.2")
    (warning,) = table.said(VerdictKind.ILLEGAL)
    assert [one.rule for one in warning.violations] == ["O-3"]
    assert [(step.piece, step.to) for step in warning.repair] == [("plum.3", "market.2")]
    assert [(one.piece, one.cell, one.margin) for one in warning.reads] == [("plum.3", "a.2", 0.4)]
    table.lay("plum.3", "market.2")
    assert table.service.table.current is None


def test_a_purchase_followed_by_a_draw_is_not_taken_back_by_laying_the_card_back(tmp_path: Path) -> None:
    table = CardTable(tmp_path)
    table.throw(3)
    table.lay("apple.1", "a.2")
    coins = table.state.coins
    table.lay("apple.1", "market.1")
    assert table.state.coins == coins
    assert table.service.table.current is not None


def test_a_match_survives_the_engine_and_replays_from_its_journal(tmp_path: Path) -> None:
    table = CardTable(tmp_path, clock="10m+5s")
    table.throw(5)
    table.lay("plum.3", "a.2")
    table.press()
    table.throw(2)
    before = table.service.table.match
    table.service.close()
    kept = read_journal(journals(tmp_path)[0]).entries
    assert replay(GAME, kept).state == before.state
    again = CardTable(tmp_path, clock="10m+5s")
    assert again.state == before.state
    assert again.service.table.match.opening.match == before.opening.match
    clock = again.service.table.match.clock
    assert clock is not None
    assert clock.left_s[Seat("a")] > 604.0
    assert GAME.decider(again.state).seats == ("b",)


def test_bots_play_a_whole_match_of_it_while_somebody_moves_the_cards_for_them(tmp_path: Path) -> None:
    bots = {seat: RandomBot() for seat in (Seat("a"), Seat("b"))}
    table = CardTable(tmp_path, dice=Dice.SEED, host=BotHost(bots))
    for _ in range(400):
        if GAME.outcome(table.state) is not None:
            break
        table.now += 1.1
        table.service.take(None)
        table.lies = dict(GAME.layout(table.state))
        table.see()
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert table.said(VerdictKind.ILLEGAL) == []
    assert len(table.state.row(outcome.winners[0])) == 3
    shown = next(one for channel, one in reversed(table.wire.sent) if channel == "match")
    assert shown.view.outcome == outcome
    assert replay(GAME, read_journal(journals(tmp_path)[0]).entries).state == table.state


def test_two_seats_agree_to_go_back_beyond_the_turn(tmp_path: Path) -> None:
    table = CardTable(tmp_path)
    table.throw(1)
    start = table.state
    table.press()
    table.throw(6)
    assert table.ask(CommandKind.TAKE_BACK, "1", seat=Seat("b"), choice=1) is AnswerCode.DONE
    assert table.state != start
    assert table.ask(CommandKind.TAKE_BACK, "2", seat=Seat("a"), choice=1) is AnswerCode.DONE
    assert table.state == replace(start)


def test_a_match_lost_on_time_is_over_and_not_taken_up_again(tmp_path: Path) -> None:
    table = CardTable(tmp_path, clock="5s,loses")
    table.throw(3)
    for _ in range(10):
        table.see()
    shown = next(one for channel, one in reversed(table.wire.sent) if channel == "match")
    assert shown.view.outcome.winners == ("b",)
    assert shown.view.decision.chooser is Chooser.NOBODY
    assert table.ask(CommandKind.ACT, "1", action={"done": True}) is AnswerCode.NOT_NOW
    table.service.close()
    again = CardTable(tmp_path, clock="5s,loses")
    assert again.service.table.match.opening.match != table.service.table.match.opening.match
