"""The results of an action as sentences: compared points, and lost health with its cause. All are public."""

from collections.abc import Callable, Iterator

from engine.core.ids import Seat
from engine.core.phrase import SILENCE, Fact, Phrase
from engine.games.quoc_chien.cards.huogong import Burning
from engine.games.quoc_chien.cards.juedou import Duelling
from engine.games.quoc_chien.cards.wuxie_keji import Countering
from engine.games.quoc_chien.content.cards import card_of, is_card, names
from engine.games.quoc_chien.content.generals import skill_names
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.state import DISCARDS, State, health_of
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import Damage, DamagePart
from engine.games.quoc_chien.resolving.effects import Forced
from engine.games.quoc_chien.resolving.slash import Slashing
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.quoc_chien.telling.printed import card_label
from engine.games.quoc_chien.texts import TEXTS
from engine.kit.resolving.frames import StackFrame

Label = Callable[[Seat], Phrase]
"""Returns the name of a seat."""

NULLIFICATIONS = ("wuxie-keji", "wuxie-keji-guo")
"""The cards that nullify a trick, and each other."""


def consequences(before: State, after: State, label: Label) -> Iterator[Phrase]:
    """Yield the compared points and their result, and each seat's lost health with what it was lost by."""
    yield from _compared(before, after, label)
    cause = _cause(before, label)
    for seat in before.seats:
        lost = health_of(before, seat) - health_of(after, seat)
        if lost > 0:
            facts: dict[str, Fact] = {
                "seat": label(seat),
                "number": lost,
                "left": max(0, health_of(after, seat)),
            }
            yield (
                TEXTS.say("came.lost_by", cause=cause, **facts) if cause else TEXTS.say("came.lost", **facts)
            )


def _compared(before: State, after: State, label: Label) -> Iterator[Phrase]:
    """Yield the two cards that were laid, and who has won; nothing where a card went elsewhere at once."""
    comparing = next((one for one in reversed(before.stack) if isinstance(one, Comparing)), None)
    if comparing is None or comparing.laid:
        return
    came = set(after.zones.known(DISCARDS)) - set(before.zones.known(DISCARDS))
    laid: dict[Seat, str] = {}
    for card in came:
        zone = before.zones.zone_of(card)
        if zone is not None and zone.owner in {comparing.seat, comparing.other}:
            laid[zone.owner] = str(card)
    if len(laid) < len({comparing.seat, comparing.other}):
        return
    mine, theirs = laid[comparing.seat], laid[comparing.other]
    facts: dict[str, Fact] = {
        "seat": label(comparing.seat),
        "card": card_label(mine),
        "other": label(comparing.other),
        "theirs": card_label(theirs),
    }
    points = [
        card_of(card).rank + before.counters[seat, Count.COMPARE]
        for seat, card in ((comparing.seat, mine), (comparing.other, theirs))
    ]
    yield TEXTS.say("came.won" if points[0] > points[1] else "came.not_won", **facts)


def _cause(before: State, label: Label) -> Phrase:
    """Return the cause of lost health: a card and its user, or a skill. Silence: the action says it."""
    skill: Phrase = SILENCE
    for frame in reversed(before.stack):
        if isinstance(frame, Damage) and DamagePart.DEAL < frame.part < DamagePart.GO_ALONG_CHAIN:
            break  # it was dealt already: the loss is the skill's that follows it
        if isinstance(frame, Doing) and not skill:
            skill = TEXTS.say("came.of", card=used(frame.skill, ()), seat=label(frame.seat))
        found = caused_by(frame, label)
        if found:
            return found
    return skill


def caused_by(frame: StackFrame, label: Label) -> Phrase:
    """Return the cause of a frame's damage: a card and its user, or a skill. Silence: it deals none."""
    match frame:
        case Slashing(name=name, user=user, cards=cards) | Forced(card=name, user=user, cards=cards):
            return TEXTS.say("came.of", card=used(name, cards), seat=label(user))
        case Duelling(turn=turn, user=user, target=target, cards=cards):
            return TEXTS.say(
                "came.of", card=used("juedou", cards), seat=label(user if turn == target else target)
            )
        case Countering(name=name, user=user) if name not in NULLIFICATIONS:
            return TEXTS.say("came.of", card=used(name, ()), seat=label(user))
        case Burning(user=user, cards=cards):
            return TEXTS.say("came.of", card=used("huogong", cards), seat=label(user))
        case Damage(card=name, source=source, cards=cards) if name in names() or name in skill_names():
            card = used(name, cards)
            return card if source is None else TEXTS.say("came.of", card=card, seat=label(source))
    return SILENCE


def used(name: str, cards: tuple[str, ...]) -> Phrase:
    """Return the used card with suit and rank; a name alone where other cards count as it."""
    if len(cards) == 1 and is_card(cards[0]) and card_of(cards[0]).name == name:
        return card_label(cards[0])
    return names()[name].head.label if name in names() else TEXTS.say(f"words.{name}")
