"""A journal as notation or JSON, and a match played from notation. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from time import gmtime, strftime
from typing import Any

from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game
from engine.core.ids import Seat, Seconds
from engine.core.phrase import SILENCE, Phrase, load_phrase
from engine.games.registry import edition
from engine.records.notation import (
    FORMAT,
    Amended,
    Line,
    Notation,
    NotedMove,
    NotedPosition,
    NotedRemark,
    Variation,
    format_lines,
    parse_notation,
)
from engine.records.replay import LONGEST_GAP_S
from engine.session.matches.as_recorded import is_as_recorded
from engine.session.matches.entries import Amendment, EntryKind, JournalEntry
from engine.session.matches.journal_replay import players_of, read_opening, replay, replayed, signs_of
from engine.session.matches.match import Match, amend, described, open_match, outcome_of, play, remark
from engine.session.matches.match_opening import MatchOpening, of_edition
from engine.session.matches.results import recorded_actions
from engine.session.playing.spectators import without_address

_VARIATION = "variation"
"""The word of a remark in the journal that has a variation's text."""
_TO = " to "
"""Stands in a text between the reason why a match ended and its winners."""


def is_over(game: Game[Any, Any], entries: Sequence[JournalEntry]) -> bool:
    """Tell whether a match has ended, so that nothing in it is a secret any more.

    Raises:
        InputFault: the journal can't be replayed.
    """
    return outcome_of(game, replay(game, entries)) is not None


def notation_of(
    game: Game[Any, Any], entries: Sequence[JournalEntry], *, secrets: bool, times: Sequence[float] = ()
) -> Notation:
    """Return a match in its text form, checked against the rules on the way.

    Without `secrets` it has only public facts: the moves as they were shown, and no position. With the
    `times` of the entries, by the wall clock, each move's comment ends with the time that it took.

    Raises:
        InputFault: the journal can't be replayed.
    """
    opening = replace(read_opening(entries[0]), players=players_of(entries), signs=signs_of(entries))
    lines: list[Line] = [NotedPosition(entries[0].body["state"])] if secrets else []
    matches = replayed(game, entries)
    match = next(matches)
    for number, (entry, after) in enumerate(zip(entries[1:], matches, strict=True), start=1):
        before, match = match, after
        if entry.kind is EntryKind.PLAYED:
            first, *others = _moves(game, before, entry, after, secrets=secrets)
            lines += [_timed(first, times[number] - times[number - 1]) if times else first, *others]
        elif entry.kind is EntryKind.AMENDED:
            lines.append(Amended(match.revision, _why_amended(entry), str(load_phrase(entry.body["text"]))))
            if secrets:
                lines.append(NotedPosition(entry.body["state"]))
        elif entry.kind is EntryKind.REMARKED and (secrets or _VARIATION not in entry.body["evidence"]):
            lines.append(_remarked(entry))
    if secrets:
        outcome = outcome_of(game, match)
        lines.append(NotedPosition(game.dump(match.state), "over" if outcome is not None else "not over yet"))
    return Notation(_headers(opening, secrets=secrets), tuple(lines))


def play_notation(
    game: Game[Any, Any], opening: MatchOpening, notation: Notation
) -> tuple[Match[Any], list[JournalEntry]]:
    """Return the match after a notation's moves, and the journal's entries for it.

    Raises:
        InputFault: a move is illegal, or a position doesn't follow from the moves; names its number.
    """
    match, entry = open_match(game, opening)
    before: Match[Any] | None = None
    entries, amended = [entry], None
    for line in notation.lines:
        match line:
            case NotedMove(number, _, written, _):
                before = match
                match, entry, _ = play(game, match, (_legal(game, match, number, written),))
                entries.append(entry)
            case Amended() as found:
                amended = found
            case NotedPosition(state, _) if amended is not None:
                why, over, names = amended.why.partition(_TO)
                match, entry = amend(
                    game,
                    match,
                    game.load(state),
                    Amendment(why),
                    Phrase(amended.comment),
                    winners=tuple(Seat(name) for name in names.split()) if over else None,
                )
                entries.append(entry)
                amended = None
            case NotedPosition(state, _):
                if game.dump(match.state) != state:
                    raise InputFault(
                        f"after move {match.revision}: the moves don't lead to the position written there"
                    )
            case Variation(lines):
                _check_variation(game, before, lines)
                entries.append(remark(match, SILENCE, {_VARIATION: format_lines(lines)}))
            case NotedRemark(text):
                entries.append(remark(match, Phrase(text), {}))
    return match, entries


def _legal(game: Game[Any, Any], match: Match[Any], number: int, written: Mapping[str, Any]) -> Any:
    """Return a move's action.

    Raises:
        InputFault: it is illegal, or its number isn't the next.
    """
    action = game.parse_action(entry_of(written, f"move {number}"))
    if number != match.revision + 1:
        raise InputFault(f"move {number}: expected number {match.revision + 1}")
    broken = game.violations(match.state, action)
    if broken:
        raise InputFault(f"move {number}: {broken[0].rule}: {game.violation_text(broken[0])}")
    return action


def _check_variation(game: Game[Any, Any], before: Match[Any] | None, lines: Sequence[Line]) -> None:
    """See that a variation could have been played instead of the move after `before`.

    Raises:
        InputFault: a move of it is illegal, or no move stands before it.
    """
    if before is None:
        raise InputFault("a variation stands before any move; expected it after the move that it replaces")
    match, replaced = before, None
    for line in lines:
        match line:
            case NotedMove(number, _, written, _):
                replaced = match
                match, _, _ = play(game, match, (_legal(game, match, number, written),))
            case Variation(inner):
                _check_variation(game, replaced, inner)
            case NotedPosition(state, _) if game.dump(match.state) != state:
                raise InputFault(f"after move {match.revision} of a variation: the moves lead elsewhere")
            case Amended():
                raise InputFault(
                    f"after move {match.revision}: a variation can't be amended; it is only moves"
                )
            case _:
                pass


def opening_of(notation: Notation) -> MatchOpening:
    """Return the opening that a notation's headers describe.

    Raises:
        InputFault: a header is missing, or the text is of a newer form.
    """
    if notation.header("Secrets") is False:
        raise InputFault(
            "the text holds what everybody could know of a match that went on, and can't be played from; "
            "expected one written after its end, or with --secrets"
        )
    if notation.header("Boardwarden") != FORMAT:
        raise InputFault(
            f"expected the header [Boardwarden {FORMAT}]; found {notation.header('Boardwarden')!r}"
        )
    for name in ("Match", "Game", "Board", "Pieces"):
        if not isinstance(notation.header(name), str):
            raise InputFault(f'expected a header [{name} "..."]; found {notation.header(name)!r}')
    opening = MatchOpening(
        match=str(notation.header("Match")),
        opened_at=Seconds(float(notation.header("OpenedAt") or 0.0)),
        game=str(notation.header("Game")),
        board=str(notation.header("Board")),
        pieces=str(notation.header("Pieces")),
        setup=notation.header("Setup"),
        content=str(notation.header("Content") or "house"),
        options=dict(_pairs(notation, "Option")),
        version=str(notation.header("Version") or ""),
        table=str(notation.header("Table") or ""),
        players={Seat(seat): name for seat, name in _pairs(notation, "Player")},
        signs={Seat(seat): sign for seat, sign in _pairs(notation, "Sign")},
    )
    return of_edition(opening, int(notation.header("Edition") or 1))


def _pairs(notation: Notation, wanted: str) -> list[tuple[str, str]]:
    """Return the headers of one name as pairs: `[Option "key=value"]` gives (key, value)."""
    split = [str(value).partition("=") for name, value in notation.headers if name == wanted]
    return [(key, value) for key, _, value in split]


def _why_amended(entry: JournalEntry) -> str:
    why, winners = str(entry.body["why"]), entry.body.get("winners")
    return why if winners is None else why + _TO + " ".join(winners)


def document_of(
    game: Game[Any, Any], entries: Sequence[JournalEntry], times: Sequence[float], *, secrets: bool
) -> dict[str, Any]:
    """Return a match as one JSON document: how it was opened, every action with its sentence, the end.

    Without `secrets` it has only public facts: actions as they were shown, neither setup nor positions.

    Raises:
        InputFault: the journal can't be replayed.
    """
    opening = read_opening(entries[0])
    actions: list[dict[str, Any]] = []
    matches = replayed(game, entries)
    match = next(matches)
    for entry, after, at in zip(entries[1:], matches, times[1:], strict=True):
        before, match = match, after
        if entry.kind is EntryKind.PLAYED:
            actions += (
                {"at": at, "number": one.number, "by": one.by, "action": one.action, "text": one.comment}
                for one in _moves(game, before, entry, after, secrets=secrets)
            )
        elif entry.kind is EntryKind.AMENDED:
            actions.append(
                {
                    "at": at,
                    "number": match.revision,
                    "amended": entry.body["why"],
                    **{key: entry.body[key] for key in ("winners", "by", "reason") if key in entry.body},
                    "text": str(load_phrase(entry.body["text"])),
                }
            )
    about = asdict(opening)
    # In a match that goes on, the seed would betray cards that are still to be drawn, and the key would open
    # seats' commands.
    del about["seed"], about["key"], about["played_with"]["packed"]
    if not secrets:
        del about["setup"]
    if match.departed is not None:
        about["as_recorded_from"] = match.departed.entry
    positions = {"initial": entries[0].body["state"], "final": game.dump(match.state)} if secrets else {}
    return {
        "format": FORMAT,
        **about,
        "secrets": secrets,
        "actions": actions,
        **positions,
        "over": outcome_of(game, match) is not None,
    }


def _moves(
    game: Game[Any, Any], before: Match[Any], entry: JournalEntry, after: Match[Any], *, secrets: bool
) -> list[NotedMove]:
    if is_as_recorded(entry, after):
        kept = zip(entry.body["actions"], recorded_actions(entry), strict=True)
        return [
            NotedMove(number, one.by, written if secrets else one.action, str(one.text))
            for number, (written, one) in enumerate(kept, start=before.revision + 1)
        ]
    state, moves = before.state, []
    for number, kept in enumerate(entry.body["actions"], start=before.revision + 1):
        action = game.parse_action(entry_of(kept, "journal"))
        one = described(game, state, action)
        # The game writes it again, so that the words come in its order: a journal sorts them.
        written = game.format_action(action) if secrets else one.action
        moves.append(NotedMove(number, one.by, written, one.text))
        state = game.apply(state, action)
    return moves


def _timed(move: NotedMove, took_s: float) -> NotedMove:
    """Return a move whose comment ends with the time that it took, as PGN writes elapsed time.

    The actions of one entry were played at once: the first of them gets the time.
    """
    seconds = min(max(0.0, took_s), LONGEST_GAP_S)
    elapsed = f"[%emt {int(seconds // 3600)}:{int(seconds // 60 % 60):02}:{int(seconds % 60):02}]"
    return replace(move, comment=f"{move.comment} {elapsed}".strip())


def _remarked(entry: JournalEntry) -> Line:
    """Return a remark as a comment, or as the variation that was recorded with the match."""
    kept = entry.body["evidence"].get(_VARIATION)
    if isinstance(kept, str):
        return Variation(parse_notation(kept, "variation").lines)
    return NotedRemark(str(without_address(load_phrase(entry.body["text"]))))


def _headers(opening: MatchOpening, *, secrets: bool) -> tuple[tuple[str, Any], ...]:
    day = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(opening.opened_at))
    return (
        ("Boardwarden", FORMAT),
        ("Match", opening.match),
        ("Date", day),
        ("OpenedAt", opening.opened_at),
        ("Table", opening.table),
        ("Game", opening.game),
        ("Board", opening.board),
        ("Pieces", opening.pieces),
        ("Content", opening.content),
        *((("Edition", number),) if (number := edition(opening.game)) > 1 else ()),
        *(("Option", f"{key}={value}") for key, value in sorted(opening.options.items())),
        *(("Player", f"{seat}={name}") for seat, name in sorted(opening.players.items())),
        *(("Sign", f"{seat}={sign}") for seat, sign in sorted(opening.signs.items())),
        ("Version", opening.version),
        *((("Setup", opening.setup),) if secrets else (("Secrets", False),)),
    )
