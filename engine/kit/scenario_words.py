"""The words that scenarios of all card games share: cards in zones in a setup, facts in an `expect`.

A card's name stands for any copy. A list of cards is a multiset unless the zone is a pile: then top first.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Never, TypeVar, cast

from engine.core.decisions import Chooser, Decision, Outcome
from engine.core.document import Entry
from engine.core.ids import Seat
from engine.core.surfaces import ZoneKind
from engine.kit.position import Position
from engine.kit.zones.box import name_of
from engine.kit.zones.zones import Zones

Check = Callable[[Never, Entry], str | None]
"""A check of a fact of a game's state: it returns the fault, or None. An unknown word raises."""

T = TypeVar("T")


def put_cards(
    zones: Zones, zone: str, entry: Entry, *, up: bool | None = None, to: Iterable[Seat] = ()
) -> Zones:
    """Return zones with the cards that a setup lists in a zone, the lowest free copy of each name.

    `up`: their faces show; None: as is usual there. `to`: the other seats that know them.

    Raises:
        InputFault: an unknown card, or more copies than there are; with file and line.
    """
    box = zones.top.box
    for one in entry.sequence():
        name = one.text()
        free = [card for card in box.copies_of(name) if zones.where[box.numbers[card]] < 0]
        if not box.copies_of(name):
            raise one.fault(f"unknown card '{name}'")
        if not free:
            raise one.fault(f"no copy of '{name}' is left")
        zones = zones.put(zone, [free[0]], up=up, to=to)
    return zones


def unused(zones: Zones) -> int:
    """Return how many cards of the box aren't in the match yet, for `box: whole`."""
    named = sum(1 << number for number, at in enumerate(zones.where) if at >= 0)
    pooled = 0
    for pool in zones.pools:
        pooled |= pool
    return zones.top.box.everything & ~named & ~pooled


def cards_in(zone: str) -> Check:
    """Return the check that exactly these cards lie in a zone; `hidden` is a card unknown to the engine."""

    def check(state: Position[Never], entry: Entry) -> str | None:
        wanted = [_known_card(state.zones, one) for one in entry.sequence()]
        found = ["hidden" if card is None else str(card) for card in state.zones.cards(zone)]
        ordered = state.zones.top.zone(zone).kind is ZoneKind.PILE
        return None if _same(wanted, found, ordered=ordered) else f"{zone} has {_listed(found)}"

    return check


def by_seat(seats: Iterable[Seat], each: Callable[[Seat], Check]) -> Check:
    """Return the check of a fact that is given by seat: `hands: {p1: [gold]}`."""
    known = tuple(map(str, seats))

    def check(state: object, entry: Entry) -> str | None:
        found = []
        for name, one in entry.mapping().items():
            if name not in known:
                raise one.fault(f"unknown seat '{name}'; expected one of {', '.join(known)}")
            found.append(_checked(each(Seat(name)), state, one))
        return "; ".join(one for one in found if one) or None

    return check


def number(named: str, of: Callable[[Never], int]) -> Check:
    """Return the check of a number."""

    def check(state: object, entry: Entry) -> str | None:
        return None if _of(of, state) == entry.whole() else f"{named} is {_of(of, state)}"

    return check


def word(named: str, of: Callable[[Never], str], allowed: Sequence[str] = ()) -> Check:
    """Return the check of a word."""

    def check(state: object, entry: Entry) -> str | None:
        return None if _of(of, state) == entry.text(tuple(allowed)) else f"{named} is {_of(of, state)}"

    return check


def words(named: str, of: Callable[[Never], Iterable[str]], allowed: Sequence[str] = ()) -> Check:
    """Return the check of a list of words in any order. `allowed`: all possible words, if known."""

    def check(state: object, entry: Entry) -> str | None:
        found = list(_of(of, state))
        wanted = [one.text(tuple(allowed)) for one in entry.sequence()]
        return None if Counter(found) == Counter(wanted) else f"{named} is {_listed(found)}"

    return check


def words_of_cards(named: str, of: Callable[[Never], Iterable[str]]) -> Check:
    """Return the check of cards in any order; the number of a copy may be left out."""

    def check(state: Position[Never], entry: Entry) -> str | None:
        found = list(_of(of, state))
        wanted = [_known_card(state.zones, one) for one in entry.sequence()]
        return None if _same(wanted, found, ordered=False) else f"{named} is {_listed(found)}"

    return check


def winner(outcome: Callable[[Never], Outcome | None]) -> Check:
    """Return the check of the winners: seats, `none` while the match runs, or `draw`."""

    def check(state: Position[Never], entry: Entry) -> str | None:
        ended = _of(outcome, state)
        if isinstance(entry.value, str):
            wanted = entry.text(("none", "draw"))
            found = "none" if ended is None else "draw" if not ended.winners else _listed(ended.winners)
            return None if found == wanted else f"winner is {found}"
        won = () if ended is None else ended.winners
        wanted_seats = {one.text(tuple(map(str, state.seats))) for one in entry.sequence()}
        return (
            None if ended is not None and set(won) == wanted_seats else f"winner is {_listed(won) or 'none'}"
        )

    return check


def waiting(decider: Callable[[Never], Decision]) -> Check:
    """Return the check of the awaited seats and the reason: `{p1: choose}`, `{chance: draw}`, `{}`."""

    def check(state: Position[Never], entry: Entry) -> str | None:
        known = (*map(str, state.seats), str(Chooser.CHANCE))
        for name, one in entry.mapping().items():
            if name not in known:
                raise one.fault(f"unknown seat '{name}'; expected one of {', '.join(known)}")
        decision = _of(decider, state)
        who: Sequence[str] = decision.seats or (
            () if decision.chooser == "nobody" else (str(decision.chooser),)
        )
        found = {str(one): decision.kind for one in who}
        wanted = {name: one.text() for name, one in entry.mapping().items()}
        # A usual turn isn't a question that a seat is asked.
        asked = {who: kind for who, kind in found.items() if kind != "turn"}
        return None if wanted in (found, asked) else f"waiting is {found}"

    return check


def failed(checks: Mapping[str, Check], state: object, expected: Entry) -> tuple[str, ...]:
    """Return a sentence for each fact of an `expect` that doesn't hold.

    Raises:
        InputFault: an unknown fact, or an unknown name in it; with the line.
    """
    found = []
    for name, entry in expected.mapping().items():
        if name not in checks:
            raise entry.fault(f"unknown fact; expected one of {', '.join(sorted(checks))}")
        wrong = _checked(checks[name], state, entry)
        if wrong:
            found.append(f"{entry.file}:{entry.line}: {wrong}")
    return tuple(found)


def _of(of: Callable[[Never], T], state: object) -> T:
    """Return a fact of a state, which must be of the kind that has this fact."""
    return cast("Callable[[object], T]", of)(state)


def _checked(check: Check, state: object, entry: Entry) -> str | None:
    """Return the fault that a check finds in a state of its kind."""
    return cast("Callable[[object, Entry], str | None]", check)(state, entry)


def _known_card(zones: Zones, entry: Entry) -> str:
    text = entry.text()
    if text != "hidden" and not zones.top.box.copies_of(text):
        raise entry.fault(f"unknown card '{text}'")
    return text


def _same(wanted: Sequence[str], found: Sequence[str], *, ordered: bool) -> bool:
    """Tell whether cards are the wanted ones: a copy must be that copy, a bare name may be any copy."""
    if len(wanted) != len(found):
        return False
    if ordered:
        return all(one in (card, name_of(card)) for one, card in zip(wanted, found, strict=True))
    left = list(found)
    for one in sorted(wanted, key=lambda card: "#" not in card):
        meant = next((card for card in left if one in (card, name_of(card))), None)
        if meant is None:
            return False
        left.remove(meant)
    return True


def _listed(found: Iterable[str]) -> str:
    return f"[{', '.join(found)}]"
