"""A match that is played by commands alone, without looks, with its journal."""

from typing import Any

from engine.bus.messages.commands import AnswerCode, Command
from engine.session.matches.entries import JournalEntry
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.table import Setting, Table, TableStep, setting_of, table_of


class Commanded:
    """A match of a game, opened with an opening."""

    def __init__(self, game: Any, opening: MatchOpening) -> None:
        match, entry = open_match(game, opening)
        self.game = game
        self.opening = opening
        self.setting: Setting[Any, Any] = setting_of(game, match.state, None)
        self.table: Table[Any, Any] = table_of(self.setting, match)
        self.entries: list[JournalEntry] = [entry]

    def obey(self, asked: Command) -> AnswerCode:
        """Carry a command out, keep its journal entries, and return its answer."""
        step: TableStep[Any, Any] = command(self.setting, self.table, asked)
        self.table = step.table
        self.entries += step.entries
        return step.answers[-1].code
