"""What an effect says besides its sentence: how far, at whom, at which lands, what its token is."""

from collections.abc import Iterator
from typing import Any

from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.games.kingdom_square.content import words
from engine.games.kingdom_square.content.card_words import Counter, Dispel, Fetch
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.land_words import Green
from engine.games.kingdom_square.content.vocabulary import WORDS
from engine.games.kingdom_square.content.whom import Born, Ground, Into, Who
from engine.games.kingdom_square.texts import TEXTS
from engine.kit.content.vocabulary import Effects

_THROUGH = (words.Spear, words.Duel, words.Blank)
"""Effects that always go through what is between."""


def done(effects: Effects) -> Phrase:
    """Return what effects do, one sentence after the other, each with what its numbers say besides."""
    return joined([part for one in effects for part in (_told(one), *_details(one))], "sentences")


def numbers_said(at: int, df: int, sp: int = 0) -> Phrase:
    """Return by how much attack, defense and speed change, those that do: "+3 attack, -1 speed"."""
    numbers = (("at", at), ("df", df), ("sp", sp))
    return joined([_say(f"stat_{name}", number=f"{number:+d}") for name, number in numbers if number])


def _told(effect: Any) -> Phrase:
    match effect:
        case words.Boost(at=at, df=df, sp=sp):
            return WORDS.filled(effect, stats=numbers_said(at, df, sp))
        case words.Hone(at=at, df=df):
            return WORDS.filled(effect, stats=numbers_said(at, df))
        case words.Ward(every=True):
            return _say("ward_all")
    return WORDS.text(effect)


def said_of(who: Who) -> Iterator[Phrase]:
    """Yield which units are meant, where it isn't any or isn't said already."""
    if who is not Who.UNIT:
        yield TEXTS.say(f"says.whom.{who}")


def _details(effect: Any) -> Iterator[Phrase]:
    reach = getattr(effect, "line", 0)
    if reach and isinstance(effect, words.Sacrifice):
        yield _say("area", number=reach)
    elif reach:
        through = isinstance(effect, _THROUGH) or getattr(effect, "pierce", False)
        through = through or (isinstance(effect, Green) and effect.mint)
        yield _say("line_through" if through else "line", number=reach)
    if isinstance(effect, words.Push):
        yield _say("area", number=effect.area)
    yield from said_of(getattr(effect, "who", Who.UNIT))
    if getattr(effect, "own_area", False):
        yield _say("own_area")
    ground = getattr(effect, "of", Ground.ANY)
    if ground is not Ground.ANY:
        yield TEXTS.say(f"says.ground.{ground}")
    match effect:
        case words.Token(kind=kind) | words.Host(kind=kind) if kind is not Born.LORD:
            one = record(f"token.{kind}")
            yield _say("born", token=one.head.label, at=one.at, df=one.df, sp=one.sp)
            if isinstance(effect, words.Token):
                yield _say("own_area" if kind is Born.GUARD else "beside")
        case words.Revive(kind=kind):
            yield TEXTS.say(f"says.kept.{kind}")
        case Fetch(what=sought, to=to):
            yield TEXTS.say(f"says.sought.{sought}")
            if to is not Into.EITHER:
                yield TEXTS.say(f"says.into.{to}")
        case Dispel(auras=True):
            yield _say("or_aura")
        case words.Ranges(lines=True):
            yield _say("lines")
        case Counter(what=what, unless=unless):
            yield TEXTS.say(f"says.announced.{what}")
            if unless:
                yield _say("unless", number=unless)
        case Green(mint=mint):
            yield _say("minted" if mint else "vacant")
        case words.Shift(forward=False):
            yield _say("not_ahead")
        case words.HeroSpeed(speed=speed):
            yield _say("speed_is", number=speed) if speed else _say("speed_up")


def _say(key: str, **facts: Any) -> Phrase:
    return TEXTS.say(f"says.{key}", **facts)
