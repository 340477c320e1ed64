"""The bazaar at a real session: tablets act, a camera looks on, and what's hidden goes nowhere."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.bots.bot import RandomBot
from engine.bus.channels import BY_NAME
from engine.bus.client import BusEvent, ReceivedMessage
from engine.bus.codec import encode
from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.game import Ruleset
from engine.core.ids import Seconds
from engine.core.layout import Face
from engine.core.observations import Look, LookCells, LookMotion, LookPieces, Seen
from engine.core.pieces import load_pieces, pieces_beside
from engine.core.verdict import VerdictKind
from engine.session.matches.journal import journals, read_journal
from engine.session.matches.journal_replay import replay
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import MatchParts
from engine.session.serving.service import EngineService
from tests.bazaar.game import Bazaar
from tests.bots.nim import seeded

BOARD = str(Path(__file__).parent / "boards" / "bazaar.yaml")
ACTIONS = 60


class Wire:
    """A bus that keeps the messages and their receivers."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Any, bytes]] = []

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        self.sent.append((channel_name, message, encode(BY_NAME[channel_name], message)))

    def receive(self, timeout: float | None) -> BusEvent | None:
        return None


class Stall:
    """A table of the bazaar with a camera over it and bots at its tablets."""

    def __init__(self, folder: Path, options: dict[str, str], seed: int) -> None:
        self.game, self.wire, self.now = Bazaar(load_board(BOARD), Ruleset(options=options)), Wire(), 100.0
        opening = MatchOpening(
            "",
            Seconds(0.0),
            "bazaar",
            BOARD,
            pieces_beside(BOARD),
            options=options,
            table="t",
            seed=str(seed),
        )
        keeper: MatchKeeper[Any, Any] = MatchKeeper(folder, self.game)
        parts: MatchParts[Any, Any] = MatchParts(
            opening.terms, load_board(BOARD), load_pieces(pieces_beside(BOARD)), self.game, keeper, None
        )
        self.service: EngineService[Any, Any] = EngineService(
            self.wire, opening=opening, parts=parts, monotonic=lambda: self.now, wall=lambda: self.now
        )
        self.see()

    @property
    def state(self) -> Any:
        return self.service.table.match.state

    def see(self) -> None:
        """Let hands lay the table as the match has it, and the camera look until it has settled."""
        for steady in (False, True, True):
            self.now += 0.5
            seen = tuple(
                Seen(card, spot.cell, 0.0, 0.0, Face.UP, 90.0 * bool(spot.sideways), edge=False,
                     confidence=0.9, margin=0.4, sideways=spot.sideways)
                for card, spot in self.game.layout(self.state).items()
                if not spot.covered
            )  # fmt: skip
            look = Look(
                "cam",
                round(self.now * 2),
                Seconds(self.now),
                LookPieces(seen),
                LookCells(),
                LookMotion(steady=steady, moved=False),
            )
            self.service.take(ReceivedMessage("look", "cam", look))

    def act(self, action: Any, seat: Any) -> AnswerCode:
        revision = self.service.table.match.revision
        written = self.game.format_action(action)
        asked = Command(f"act {revision}", CommandKind.ACT, revision, seat=seat, action=written)
        self.service.take(ReceivedMessage("command", "", asked))
        answers = [message for channel, message, _ in self.wire.sent if channel == "answer"]
        code: AnswerCode = answers[-1].code
        return code

    def hidden(self) -> set[str]:
        """Return the cards that the engine knows and not everybody does."""
        return {
            str(one.card)
            for pile in self.state.zones.held
            for one in pile
            if one.card is not None and one.knows != -1
        }


@pytest.mark.parametrize("options", [{}, {"asked": "all"}], ids=str)
def test_bots_play_by_tablets_while_the_camera_finds_the_table_right_and_nothing_hidden_is_said(
    tmp_path: Path, options: dict[str, str]
) -> None:
    stall, chance = Stall(tmp_path, options, 3), seeded(3)
    played, checked, shown = 0, 0, set[str]()
    while played < ACTIONS:
        decision = stall.game.decider(stall.state)
        if decision.chooser is not Chooser.SEAT:
            break
        seat = chance.choice(decision.seats)
        stall.wire.sent.clear()
        # A card that once lay open may be spoken of, wherever it has gone since.
        shown |= set(map(str, stall.game.layout(stall.state)))
        action = RandomBot().choose(stall.game, stall.state, seat, chance)
        assert stall.act(action, seat) is AnswerCode.DONE
        stall.see()
        played += 1
        secret = stall.hidden() - shown - set(map(str, stall.game.layout(stall.state)))
        checked += len(secret)
        for channel, message, sent in stall.wire.sent:
            named = set(re.findall(rb"[a-z]+(?:#\d+)?", sent)) & {card.encode() for card in secret}
            assert not named, (channel, named)
            if channel == "verdict":
                assert message.kind is not VerdictKind.ILLEGAL
    assert played > 30
    assert checked > 100
    (path,) = journals(tmp_path)
    assert replay(stall.game, read_journal(path).entries).state == stall.state


def test_nobody_plays_another_seats_card(tmp_path: Path) -> None:
    stall = Stall(tmp_path, {}, 5)
    decision = stall.game.decider(stall.state)
    (seat,) = decision.seats
    other = next(one for one in stall.state.seats if one != seat)
    action = next(iter(stall.game.legal_actions(stall.state)))
    assert stall.act(action, other) is AnswerCode.ILLEGAL
    assert msgspec.json.encode(stall.game.dump(stall.state))
