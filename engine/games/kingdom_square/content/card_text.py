"""The text of a card: made from its record, in every language."""

from collections.abc import Iterator
from dataclasses import fields

from engine.core.phrase import SILENCE, Fact, Phrase
from engine.core.sentences import joined
from engine.games.kingdom_square.content.atom import said
from engine.games.kingdom_square.content.limits import numbers_said, said_of
from engine.games.kingdom_square.content.printed import (
    Ability,
    Bond,
    Form,
    Gain,
    Kind,
    Record,
    Soil,
    Traits,
    When,
    Whose,
)
from engine.games.kingdom_square.texts import TEXTS

_PLAIN = (
    "cast",
    "start",
    "flying",
    "quick",
    "ranged",
    "pierces",
    "tireless",
    "roams",
    "reaches",
    "strikes_first",
    "enters_exhausted",
    "hosts",
    "hardens",
    "amplifies",
)
_ON_LANDS = {"funds": "pays", "reaches": "reaches_here"}
_NESTED = frozenset({"leads", "feud", "looms", "must", "toll", "veiled"})


def text_of(one: Record) -> Phrase:
    """Return all text on a card, without its numbers."""
    return joined([*_sentences(one)], "sentences")


def ability_text(ability: Ability) -> Phrase:
    """Return the text of one ability, with its price, as it stands on its card."""
    return _ability("ability", ability)


def _sentences(one: Record) -> Iterator[Phrase]:
    if one.only:
        yield _say("only", word=_class(one.only))
    for name in _PLAIN:
        yield from _flag(name, getattr(one, name))
    for name in ("flies", "shoots"):
        when = getattr(one, name)
        if when is not None:
            yield _say(name, when=_when(when))
    yield from (_gain(gain, here=one.kind is Kind.LAND) for gain in one.gains)
    if one.play:
        yield said(one.play)
    for name in ("summons", "dies"):
        if getattr(one, name):
            yield _say(name, does=said(getattr(one, name)))
    yield from map(ability_text, one.abilities)
    if one.bears is not None:
        yield from _bond(one.bears)
    if one.lays is not None:
        stats = _stats(one.lays)
        every = one.lays.every
        yield (
            _say("lays_all", stats=stats, word=_class(one.lays.klass)) if every else _say("lays", stats=stats)
        )
    yield from _soil(one.soil)
    yield from _traits(one.traits)
    if one.form is Form.CURSE:
        yield _say("curse_own" if one.play else "curse_foe")
    if one.lift:
        yield _say("lift", number=one.lift)


def _soil(soil: Soil) -> Iterator[Phrase]:
    for part in fields(soil):
        if part.name not in _NESTED:
            yield from _flag(_ON_LANDS.get(part.name, part.name), getattr(soil, part.name))
    if soil.toll is not None:
        yield _say(str(soil.toll))


def _traits(traits: Traits) -> Iterator[Phrase]:
    for part in fields(traits):
        if part.name not in _NESTED:
            yield from _flag(part.name, getattr(traits, part.name))
    if traits.must is not None:
        yield _say(str(traits.must))
    if traits.veiled is not None:
        yield _say("veiled", when=_when(traits.veiled))
    if traits.looms is not None:
        yield _say("looms", stats=_stats(traits.looms))
    if traits.feud is not None:
        feud = traits.feud
        yield _say("feud", word=_class(feud.element), at=feud.at, less=feud.less)
    yield from (_say("leads", stats=_stats(gain), when=_when(gain.when)) for gain in traits.leads)


def _flag(name: str, value: object) -> Iterator[Phrase]:
    """Yield the sentence of a field with an unusual value: that it holds, its number, or its word."""
    if not value:
        return
    if isinstance(value, str):
        yield _say(name, word=_class(value))
    elif value is True:
        yield _say(name)
    elif isinstance(value, int):
        yield _say(name, number=_signed(value) if name == "exiled" else value)


def _gain(gain: Gain, *, here: bool) -> Phrase:
    """Return a gain's sentence; `here`: a land's gain, for the unit that stands there."""
    stats = _stats(gain)
    if gain.each:
        return _say("gain_each", stats=stats, each=gain.each, word=_class(gain.klass))
    if gain.copies:
        return _say("gain_copies", stats=stats, word=_class(gain.klass))
    if here:
        of_class = _say("here_class", stats=stats, word=_class(gain.klass)) if gain.klass else SILENCE
        return of_class or _say("here", stats=stats)
    return _say("gain", stats=stats, when=_when(gain.when))


def _bond(bond: Bond) -> Iterator[Phrase]:
    yield from said_of(bond.who)
    if bond.line:
        yield _say("line", number=bond.line)
    gain = Gain(bond.at, bond.df, bond.sp)
    if gain != Gain():
        yield _say("bears", stats=_stats(gain))
    yield from _flag("tireless", bond.tireless)
    yield from _flag("trample", bond.trample)
    yield from (_ability("gives", ability) for ability in bond.gives)


def _ability(key: str, ability: Ability) -> Phrase:
    price = [
        _say("price_cost", number=ability.cost) if ability.cost else SILENCE,
        _say("price_most", number=ability.most) if ability.most else SILENCE,
        _say("price_turn") if ability.turns else SILENCE,
        _say("price_response") if ability.response else SILENCE,
        _say("price_once") if ability.once else SILENCE,
    ]
    does = joined([said(ability.does), *_limits(ability)], "sentences")
    return _say(key, price=joined([one for one in price if one] or [_say("price_free")]), does=does)


def _limits(ability: Ability) -> Iterator[Phrase]:
    """Yield the limits of a land's ability: its users and its times."""
    if ability.needs not in ("", "any"):
        yield _say("needs_kind", word=_class(ability.needs))
    if ability.whose is not Whose.OWNER:
        yield _say(f"whose_{ability.whose}")
    yield from _flag("empty", ability.empty)
    yield from _flag("hidden", ability.hidden)


def _stats(gain: Gain) -> Phrase:
    return numbers_said(gain.at, gain.df, gain.sp)


def _signed(number: int) -> str:
    return f"{number:+d}"


def _when(when: When) -> Phrase:
    return TEXTS.say(f"says.when.{when}")


def _class(word: str) -> Phrase:
    return TEXTS.say(f"says.classes.{word}")


def _say(key: str, **facts: Fact) -> Phrase:
    return TEXTS.say(f"says.{key}", **facts)
