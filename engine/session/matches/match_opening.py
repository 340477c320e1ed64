"""The terms of a match at its opening, and how the first entry of its journal keeps them.

Values only; no files.

A journal names the readings that its match chose, and the edition of the game's rules. In a later edition the
match keeps the rules that it was played by: `as_played` names the readings that its journal left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.board import portable_board
from engine.core.dice import Dice
from engine.core.draws import DrawSource
from engine.core.faults import InputFault
from engine.core.forced import ForcedSteps
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.terms import Terms, dump_terms, load_terms
from engine.games.carried import NOT_SAID, PlayedWith, on_carried_files, portable_terms
from engine.games.registry import as_played, edition
from engine.session.texts import TEXTS

FORMAT = 2
"""The version of the journal's entries. From the second on they keep results, and the opening keeps what the
match is played with."""
FORMATS = (1, FORMAT)
"""The versions that are read."""


@dataclass(frozen=True, slots=True)
class MatchOpening:
    """The terms and facts that a match was opened with."""

    match: str
    """The match's name."""
    opened_at: Seconds
    """When it was opened, in seconds by the wall clock."""
    game: str
    """The game's name."""
    board: str
    """The board's name or path."""
    pieces: str
    """The pieces' name or path."""
    setup: Any = None
    """How it starts, as scenario files write it; None for the game's usual start."""
    content: str = "house"
    """The content pack's name."""
    options: dict[str, str] = field(default_factory=dict)
    """The options that differ from the game's usual ones, by name."""
    version: str = ""
    """The version of the program that opened it; empty if it isn't known."""
    table: str = ""
    """The table's name."""
    feed: str = ""
    """The footage that it's played from, and since when; empty without footage."""
    causes: tuple[str, ...] = ()
    """The command that opened it, if one did."""
    seed: str = ""
    """The seed of its chance; empty: chance is observed or typed in."""
    dice: Dice = Dice.SEED
    """The source of dice. Dice that are thrown aren't drawn even with a seed."""
    clock: str = ""
    """The time control as text; empty: none."""
    bots: str = ""
    """The bots at the seats at the opening, as text; empty: none."""
    instead: Terms | None = None
    """The terms that the table was started with, where the command chose others; else None."""
    draws: DrawSource = DrawSource.SEED
    """The source of drawn cards."""
    pause: str = ""
    """The way to a pause, as `--pause` has it; empty: all players together."""
    forced: ForcedSteps = ForcedSteps.PRESSED
    """The steps without a choice that happen by themselves."""
    key: str = ""
    """The key, in hexadecimal, that seals secrets in the evidence beside the journal; empty in older
    journals.
    """
    counts_backs: bool = False
    """Whether cards that lie face down are judged, too. It's set when a match is opened, and stays off in
    matches of older journals."""
    players: dict[Seat, str] = field(default_factory=dict)
    """The names of people at the seats."""
    signs: dict[Seat, str] = field(default_factory=dict)
    """The names of the players' signs."""
    again: str = ""
    """The first of the matches that this one is a rematch of; empty if it's none."""
    played_with: PlayedWith = NOT_SAID
    """The program, rules and files that it is played with; empty in journals of the first format."""

    @property
    def ruleset(self) -> Ruleset:
        """The content pack and readings that it is played by."""
        return Ruleset(self.content, self.options)

    @property
    def given_words(self) -> tuple[str, ...]:
        """The words of the chance actions whose outcome people or sensors give, not the seed."""
        return (*self.dice.thrown_words, *self.draws.drawn_words)

    @property
    def terms(self) -> Terms:
        """The terms that the table agreed on."""
        return Terms(
            self.game,
            self.board,
            self.pieces,
            self.content,
            self.options,
            self.dice,
            self.clock,
            self.bots,
            self.draws,
            self.pause,
            self.forced,
        )

    def on_terms(self, terms: Terms) -> "MatchOpening":
        """Return the opening with other terms; it remembers the terms of the table."""
        return replace(
            self,
            game=terms.game,
            board=terms.board,
            pieces=terms.pieces,
            content=terms.content,
            options=terms.options,
            dice=terms.dice,
            clock=terms.clock,
            bots=terms.bots,
            draws=terms.draws,
            pause=terms.pause,
            forced=terms.forced,
            instead=None if terms == self.terms else self.terms,
        )


def dump_opening(opening: MatchOpening) -> dict[str, Any]:
    """Return an opening as JSON values. Facts that most matches don't have are left out."""
    names = portable_terms(opening.terms)
    body: dict[str, Any] = {
        "format": FORMAT,
        "match": opening.match,
        "opened_at": opening.opened_at,
        "game": opening.game,
        "board": names.board,
        "pieces": names.pieces,
        "setup": opening.setup,
        "ruleset": {"content": names.content, "options": opening.options},
        "version": opening.version,
        "table": opening.table,
        "feed": opening.feed,
        "causes": list(opening.causes),
        "seed": opening.seed,
        "dice": str(opening.dice),
        "clock": opening.clock,
        "bots": opening.bots,
        "draws": str(opening.draws),
    }
    if (number := edition(opening.game)) > 1:
        body["edition"] = number
    if opening.pause:
        body["pause"] = opening.pause
    if opening.forced is not ForcedSteps.PRESSED:
        body["forced"] = str(opening.forced)
    if opening.key:
        body["key"] = opening.key
    if opening.counts_backs:
        body["counts_backs"] = True
    if opening.instead is not None:
        body["instead"] = dump_terms(portable_terms(opening.instead))
    if opening.again:
        body["again"] = opening.again
    if opening.players:
        body["players"] = {str(seat): name for seat, name in opening.players.items()}
    if opening.signs:
        body["signs"] = {str(seat): sign for seat, sign in opening.signs.items()}
    if opening.played_with.packed:
        body["played_with"] = dump_played_with(opening.played_with)
    return body


def load_opening(body: Mapping[str, Any]) -> MatchOpening:
    """Return the opening that `dump_opening` wrote.

    Raises:
        InputFault: a fact is missing or wrong, or a newer program wrote it.
    """
    try:
        if body["format"] not in FORMATS:
            by = str(body.get("version"))
            raise InputFault(TEXTS.say("journal.format", format=str(body["format"]), ours=FORMAT, version=by))
        ruleset = body["ruleset"]
        number = int(body.get("edition", 1))
        found = MatchOpening(
            match=str(body["match"]),
            opened_at=Seconds(float(body["opened_at"])),
            game=str(body["game"]),
            board=portable_board(str(body["board"])),
            pieces=portable_board(str(body["pieces"])),
            setup=body["setup"],
            content=str(ruleset["content"]),
            options={str(key): str(value) for key, value in ruleset["options"].items()},
            version=str(body["version"]),
            table=str(body["table"]),
            feed=str(body["feed"]),
            causes=tuple(str(cause) for cause in body["causes"]),
            seed=str(body.get("seed", "")),
            # Before dice were a choice, a board with a tray named the word that its camera observed.
            dice=Dice(body.get("dice", Dice.TRAY if "die" in body.get("observed", ()) else Dice.SEED)),
            clock=str(body.get("clock", "")),
            bots=str(body.get("bots", "")),
            draws=DrawSource(body.get("draws", DrawSource.SEED)),
            pause=str(body.get("pause", "")),
            forced=ForcedSteps(body.get("forced", ForcedSteps.PRESSED)),
            key=str(body.get("key", "")),
            counts_backs=bool(body.get("counts_backs")),
            instead=load_terms(body["instead"]) if "instead" in body else None,
            again=str(body.get("again", "")),
            players={Seat(str(seat)): str(name) for seat, name in body.get("players", {}).items()},
            signs={Seat(str(seat)): str(sign) for seat, sign in body.get("signs", {}).items()},
            played_with=_played_with(body.get("played_with", {})),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputFault(TEXTS.say("journal.incomplete", why=repr(error))) from error
    return of_edition(_on_its_files(found), number)


def dump_played_with(found: PlayedWith) -> dict[str, Any]:
    """Return the things that a match is played with, as JSON values."""
    return {
        "commit": found.commit,
        "rules": found.rules,
        "files": dict(found.hashes),
        "packed": found.packed,
    }


def _played_with(found: Mapping[str, Any]) -> PlayedWith:
    return PlayedWith(
        str(found.get("commit", "")),
        str(found.get("rules", "")),
        {str(path): str(one) for path, one in found.get("files", {}).items()},
        str(found.get("packed", "")),
    )


def _on_its_files(opening: MatchOpening) -> MatchOpening:
    """Return an opening that names the files that it was opened with, even if others are installed now."""
    terms = on_carried_files(opening.terms, opening.played_with)
    return replace(opening, board=terms.board, pieces=terms.pieces, content=terms.content)


def of_edition(opening: MatchOpening, number: int) -> MatchOpening:
    """Return the opening of a match of an earlier edition, with the readings that it left out.

    The table that opened it can still be started in the same way and go on with the match.
    """
    options = as_played(opening.game, number, opening.options)
    if options == opening.options:
        return opening
    return replace(opening, options=options, instead=opening.instead or opening.terms)
