"""The printed texts of cards in words: effects of cards, generals' skills and their times."""

from collections.abc import Iterator

from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import joined
from engine.games.quoc_chien.content.cards import Kind, Suit, card_of, names
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.content.wordings import OtherPrinting
from engine.games.quoc_chien.options import Options
from engine.games.quoc_chien.position.registry import SKILLS
from engine.games.quoc_chien.position.skill import is_asked, is_played
from engine.games.quoc_chien.skills.doing import Stepwise
from engine.games.quoc_chien.texts import TEXTS

_SUITS = {Suit.SPADE: "♠", Suit.HEART: "♥", Suit.CLUB: "♣", Suit.DIAMOND: "♦"}
_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}


def card_label(card: str) -> Phrase:
    """Return a card's name with suit and rank, or a general's name."""
    if card in generals():
        return generals()[card].head.label
    one = card_of(card)
    return TEXTS.say(
        "card",
        name=names()[one.name].head.label,
        suit=_SUITS[one.suit],
        rank=_RANKS.get(one.rank, str(one.rank)),
    )


def effect_text(name: str, options: Options) -> Phrase:
    """Return the text of a card of a name under some readings; mounts of a kind share theirs."""
    if _holds(names()[name].other_printing, options):
        return TEXTS.say(f"otherwise.{name}")
    kind = names()[name].kind
    return TEXTS.say(f"effects.{kind if kind in (Kind.PLUS, Kind.MINUS) else name}")


def _holds(other: OtherPrinting | None, options: Options) -> bool:
    """Tell whether a card or skill follows another printing under some readings."""
    return other is not None and getattr(options, other.reading) == other.value


def general_text(slug: str, options: Options) -> Phrase:
    """Return the skills that a general has under some readings, and its companions."""
    one = generals()[slug]
    parts = [skill_text(name, options) for name in one.skills if is_played(SKILLS[name], options)]
    if one.named:
        parts.append(
            TEXTS.say("companions", names=joined([generals()[named].head.label for named in one.named]))
        )
    return joined(parts, "sentences")


def skill_text(name: str, options: Options) -> Phrase:
    """Return a skill's name, its times, and its effect under some readings."""
    return TEXTS.say("skill", name=TEXTS.say(f"words.{name}"), does=skill_effect(name, options))


def skill_effect(name: str, options: Options) -> Phrase:
    """Return a skill's times and its effect under some readings; of a piece of equipment, the card's text."""
    if name not in SKILLS:
        return effect_text(name, options) if name in names() else SILENCE
    group = "otherwise" if _holds(SKILLS[name].other_printing, options) else "skills"
    said = TEXTS.say(f"{group}.{name}")
    return joined([*_ways(name, options), said], "sentences")


def _ways(name: str, options: Options) -> Iterator[Phrase]:
    skill = SKILLS[name]
    if skill.only:
        yield TEXTS.say(f"ways.{skill.only}")
    if skill.limited:
        yield TEXTS.say("ways.limited")
    elif isinstance(skill, Stepwise) and skill.once:
        yield TEXTS.say("ways.once")
    elif skill.must and not is_asked(skill, options):
        yield TEXTS.say("ways.locked")
