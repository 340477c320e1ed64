"""Chooses the best moments of a recorded match for a film of one minute. Pure.

It names no game: it knows a match by the pieces that stand on the board, their hit points, the players'
counters and the verdicts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import pairwise

from dashboard.web.texts import TEXTS
from engine.core.ids import PieceId, RuleId, Seat
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import joined

LONGEST_S = 60.0
"""The most seconds of a film of moments."""

_BEFORE_S, _AFTER_S = 3.0, 3.0
"""The seconds before and after a moment: the hand comes in, and its result lies there."""
_RIGHTED_S, _WARNING_S = 1.5, 8.0
"""The seconds after a table is right again, and the most after a warning: a longer search is cut."""
_LEAST_BEFORE_S, _LEAST_AFTER_S = 1.0, 1.5
"""The seconds before and after a moment without which nobody sees what happened."""
_OPENING_S, _FIRST_S = 4.0, 1.0
"""The seconds of the opening, and how many of them the first action has."""
_END_S = 4.0
"""The seconds that the end stands still."""
_GREAT, _HALF = 0.25, 0.5
"""The part of the most that a player's counter ever had, and of a piece's hit points, whose loss at once is
great.
"""
_SENTENCES = 3
"""The most sentences of a caption."""


class MomentKind(IntEnum):
    """The reason to show a moment. Of two moments with as much weight the later kind is shown."""

    OPENING = 0
    DAMAGE = 1
    LOSS = 2
    WARNING = 3
    TURN = 4
    LAST = 5
    END = 6


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's piece on the board."""

    label: Phrase
    """Its name for people."""
    hp: int | None = None
    """Its hit points; None where it has none."""
    hp_max: int | None = None
    """The most hit points that it can have; None where it has none."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's state, as everybody may know it."""

    label: Phrase
    """The seat's name for people."""
    counters: Mapping[str, int] = field(default_factory=dict)
    """The player's counters by name."""
    out: bool = False
    """Whether the player has left the match."""


@dataclass(frozen=True, slots=True)
class GlancedWarning:
    """A warning: the table showed a play that the rules forbid."""

    text: Phrase
    """A sentence about the fault, for people."""
    rules: tuple[RuleId, ...] = ()
    """The rules that forbid it."""


@dataclass(frozen=True, slots=True)
class MatchGlance:
    """A match at one moment, as everybody could see it."""

    at_s: float
    """The moment, in seconds since the opening."""
    revision: int
    """The number of actions that were played by then."""
    headline: Phrase
    """The position in one line for people."""
    pieces: Mapping[PieceId, Standing] = field(default_factory=dict)
    """The players' pieces on the board."""
    players: Mapping[Seat, Player] = field(default_factory=dict)
    """The players."""
    played: tuple[Phrase, ...] = ()
    """The last actions as sentences."""
    came: tuple[Phrase, ...] = ()
    """Their results as sentences, as far as the evidence has them."""
    warned: GlancedWarning | None = None
    """The warning of this moment; None: there is none."""
    righted: bool = False
    """Whether the table was found right at this moment."""
    ended_by: RuleId | None = None
    """The rule that ended the match; None while it goes on."""


@dataclass(frozen=True, slots=True)
class FilmMoment:
    """A part of the film of moments."""

    kind: MomentKind
    """The reason why it is shown."""
    at_s: float
    """The moment itself, in seconds since the opening."""
    from_s: float
    """The beginning of the part."""
    to_s: float
    """The end of the part."""
    text: Phrase
    """The sentences about it."""
    rules: tuple[RuleId, ...] = ()
    """The rules that it is about."""


@dataclass(frozen=True, slots=True)
class _Worth:
    """A moment that may be shown."""

    part: FilmMoment
    """The part of the match."""
    weight: float
    """Its weight: heavier moments are taken first."""


def best_moments(
    seen: Sequence[MatchGlance], *, main: str = "", lives: frozenset[str] = frozenset()
) -> tuple[FilmMoment, ...]:
    """Return the parts of a match for a film of at most `LONGEST_S`: in order, and none overlapping.

    The opening and the end are always among them; a match without any length has its end alone. The others
    are taken by their weight as long as there is room.

    Args:
        seen: The match's moments, in order of time; at least one.
        main: The name of the counter that says who leads; empty: there is none.
        lives: The names of the counters whose fall is damage.
    """
    ends = _end_of(seen)
    chosen = [ends]
    if ends.at_s > seen[0].at_s:
        chosen = [_opening_of(seen, ends), ends]
    for worth in sorted(_worths(seen, main, lives), key=lambda one: (-one.weight, one.part.at_s)):
        part = _fitted(worth.part, chosen)
        length_s = sum(one.to_s - one.from_s for one in chosen)
        if part is not None and length_s + part.to_s - part.from_s <= LONGEST_S:
            chosen = sorted((*chosen, part), key=lambda one: one.from_s)
    return tuple(chosen)


def main_counter(order: Sequence[str], signs: Mapping[str, str]) -> str:
    """Return the counter that says who leads: the first with a heart, else with a star, else the first.

    `order`: the counters as players see them; `signs`: the names of the symbols that the game draws them
    with. All games share the heart for life and the star for merit.

    >>> main_counter(("coins", "merit"), {"coins": "coin", "merit": "star"})
    'merit'
    """
    found = (one for sign in ("heart", "star") for one in order if signs.get(one) == sign)
    return next(found, order[0] if order else "")


def _opening_of(seen: Sequence[MatchGlance], ends: FilmMoment) -> FilmMoment:
    """Return the table as it was laid out before the first action, up to that action's first second."""
    began_s = seen[0].at_s
    played = (one.at_s for one in seen if one.revision > seen[0].revision)
    to_s = min(max(next(played, began_s) + _FIRST_S, began_s + _OPENING_S), ends.from_s)
    from_s = max(began_s, to_s - _OPENING_S)
    return FilmMoment(MomentKind.OPENING, from_s, from_s, to_s, TEXTS.say("film.opening"))


def _end_of(seen: Sequence[MatchGlance]) -> FilmMoment:
    ended = next((one for one in seen if one.ended_by is not None), seen[-1])
    before_s = max(0.0, min(_BEFORE_S, (ended.at_s - seen[0].at_s) / 2))
    rules = () if ended.ended_by is None else (ended.ended_by,)
    text = _sentences((*_happened(ended), ended.headline))
    return FilmMoment(MomentKind.END, ended.at_s, ended.at_s - before_s, ended.at_s + _END_S, text, rules)


def _worths(seen: Sequence[MatchGlance], main: str, lives: frozenset[str]) -> Iterator[_Worth]:
    yield from _warnings(seen)
    most = _most(seen, lives)
    leader: Seat | None = None
    last = _last_action(seen)
    for before, now in pairwise(seen):
        ahead = _leader(now, main)
        turned = leader is not None and ahead is not None and ahead != leader
        leader = ahead or leader
        if now.revision <= before.revision or now.ended_by is not None:
            continue  # what was taken back isn't lost, and the end is shown anyway
        found = [*_losses(before, now), *_damage(before, now, lives, most)]
        if turned and ahead is not None:
            found.append((MomentKind.TURN, 50.0, TEXTS.say("film.leads", seat=now.players[ahead].label)))
        if now is last:
            found.append((MomentKind.LAST, 60.0, SILENCE))
        if found:
            found.sort(key=lambda one: -one[1])
            kind, weight, _ = found[0]
            own = [text for one, _, text in found if not now.came or one is MomentKind.TURN]
            text = _sentences((*now.played[-1:], *now.came, *own))
            yield _Worth(_around(kind, now.at_s, text), weight)


def _last_action(seen: Sequence[MatchGlance]) -> MatchGlance | None:
    """Return the last action before the one that ended the match."""
    over = next((one for one in seen if one.ended_by is not None), None)
    if over is None:
        return None
    played = [
        now for before, now in pairwise(seen) if before.revision < now.revision and now.ended_by is None
    ]
    return played[-1] if played else None


def _warnings(seen: Iterable[MatchGlance]) -> Iterator[_Worth]:
    """Yield each warning up to the moment when the table was right again; what grew in between is one."""
    opened: MatchGlance | None = None
    for one in seen:
        if one.warned is not None and opened is None:
            opened = one
        elif opened is not None and one.righted:
            yield _warning(opened, one.at_s)
            opened = None
    if opened is not None:
        yield _warning(opened, None)


def _warning(opened: MatchGlance, righted_s: float | None) -> _Worth:
    warned = opened.warned or GlancedWarning(SILENCE)
    ends_s = _AFTER_S if righted_s is None else righted_s - opened.at_s + _RIGHTED_S
    righted = () if righted_s is None else (TEXTS.say("film.righted"),)
    text = _sentences((warned.text, *righted))
    part = _around(MomentKind.WARNING, opened.at_s, text)
    to_s = opened.at_s + min(max(ends_s, _LEAST_AFTER_S), _WARNING_S)
    return _Worth(replace(part, to_s=to_s, rules=warned.rules), 45.0)


def _losses(before: MatchGlance, now: MatchGlance) -> Iterator[tuple[MomentKind, float, Phrase]]:
    for piece, stood in before.pieces.items():
        if piece not in now.pieces:
            yield MomentKind.LOSS, 30.0 + 5.0 * (stood.hp_max or 0), TEXTS.say("film.gone", piece=stood.label)
    for seat, player in now.players.items():
        was = before.players.get(seat)
        if player.out and was is not None and not was.out:
            yield MomentKind.LOSS, 100.0, TEXTS.say("film.out", seat=player.label)


def _damage(
    before: MatchGlance, now: MatchGlance, lives: frozenset[str], most: Mapping[str, int]
) -> Iterator[tuple[MomentKind, float, Phrase]]:
    for piece, stood in before.pieces.items():
        stands = now.pieces.get(piece)
        if stands is None or stood.hp is None or stands.hp is None or not stood.hp_max:
            continue
        lost = stood.hp - stands.hp
        if lost >= _HALF * stood.hp_max:
            text = TEXTS.say("film.hurt", piece=stood.label, lost=lost)
            yield MomentKind.DAMAGE, 10.0 + 20.0 * lost / stood.hp_max, text
    for seat, player in now.players.items():
        was = before.players.get(seat)
        for name in sorted(lives) if was is not None else ():
            lost = was.counters.get(name, 0) - player.counters.get(name, 0) if was is not None else 0
            if lost >= _GREAT * most[name]:
                text = TEXTS.say("film.loses", seat=player.label, lost=lost)
                yield MomentKind.DAMAGE, 20.0 + 40.0 * lost / most[name], text


def _most(seen: Iterable[MatchGlance], lives: frozenset[str]) -> dict[str, int]:
    """Return the most that any player ever had, for each of these counters."""
    found = dict.fromkeys(lives, 1)
    for one in seen:
        for player in one.players.values():
            for name in lives:
                found[name] = max(found[name], player.counters.get(name, 0))
    return found


def _leader(seen: MatchGlance, main: str) -> Seat | None:
    """Return the one player who has most of the main counter; None: several have, or nobody counts it."""
    counted = {seat: one.counters[main] for seat, one in seen.players.items() if main in one.counters}
    ahead = [seat for seat, number in counted.items() if number == max(counted.values())]
    return ahead[0] if len(ahead) == 1 < len(counted) else None


def _happened(seen: MatchGlance) -> tuple[Phrase, ...]:
    return (*seen.played[-1:], *seen.came)


def _sentences(texts: Iterable[Phrase]) -> Phrase:
    """Return the first texts as one, each only once: whole sentences, then plays, which have no stop."""
    first = tuple(dict.fromkeys(filter(None, texts)))[:_SENTENCES]
    whole = [one for one in first if one.endswith(".")]
    plays = joined([one for one in first if one not in whole], "steps")
    return joined((*whole, plays), "sentences")


def _around(kind: MomentKind, at_s: float, text: Phrase) -> FilmMoment:
    return FilmMoment(kind, at_s, at_s - _BEFORE_S, at_s + _AFTER_S, text)


def _fitted(part: FilmMoment, chosen: Sequence[FilmMoment]) -> FilmMoment | None:
    """Return the part, cut to the room between the chosen ones; None: too little of it would be seen."""
    if any(one.from_s < part.at_s < one.to_s for one in chosen):
        return None
    from_s = max((part.from_s, *(one.to_s for one in chosen if one.to_s <= part.at_s)))
    to_s = min((part.to_s, *(one.from_s for one in chosen if one.from_s >= part.at_s)))
    if part.at_s - from_s < _LEAST_BEFORE_S or to_s - part.at_s < _LEAST_AFTER_S:
        return None
    return replace(part, from_s=from_s, to_s=to_s)
