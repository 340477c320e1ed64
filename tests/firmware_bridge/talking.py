"""A conversation with a board over a wire that can lose, on a clock that the test turns."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from engine.core.device_events import format_content
from firmware_bridge.board_reports import BoardReport, BoardSaid
from firmware_bridge.conversation import Conversation
from tests.firmware_bridge.firmware_ends import FirmwareBoard

T = TypeVar("T", bound=BoardSaid)


@dataclass
class Table:
    """A conversation and a board on a wire that can lose, and the clock. The board began at `booted`."""

    host: Conversation = field(default_factory=lambda: Conversation(1))
    board: FirmwareBoard = field(default_factory=lambda: FirmwareBoard(boot=0xABCD))
    now: float = 1000.0
    booted: float = 990.0
    lose: float = 0.0
    delays: Iterator[float] | None = None
    said: list[BoardSaid] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(3))  # noqa: S311 # a test's own chance

    @property
    def board_now(self) -> float:
        return self.now - self.booted

    def run(self, seconds: float, *, note: bool = True) -> None:
        """Let time go by in steps of 5 ms; `note`: reports count as safe at once."""
        for _ in range(round(seconds / 0.005)):
            self.now += 0.005
            self.take(self.host.tick(self.now), note=note)
            down = self.host.data_to_send(self.now)
            if down and self.chance.random() >= self.lose:
                self.board.receive_data(down, self.board_now)
            up = self.board.data_to_send(self.board_now)
            if up and self.chance.random() >= self.lose:
                late = next(self.delays) if self.delays else 0.0
                self.take(self.host.receive_data(up, self.now + late), note=note)

    def take(self, said: list[BoardSaid], *, note: bool) -> None:
        self.said += said
        for one in said:
            if note and isinstance(one, BoardReport) and one.mark:
                self.host.note(one.mark)

    def of(self, kind: type[T]) -> list[T]:
        return [one for one in self.said if isinstance(one, kind)]

    def reported(self) -> list[tuple[str, str, str, str]]:
        return [(one.device, *format_content(one.content)) for one in self.of(BoardReport)]


def opened(**settings: float) -> Table:
    table = Table(**settings)  # type: ignore[arg-type] # the settings that are numbers
    table.host.port_opened(table.now)
    table.run(0.5)
    return table
