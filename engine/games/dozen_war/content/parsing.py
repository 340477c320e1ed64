"""From a pack's text to slots, answers and effects; every fault names file, line and what's allowed."""

from enum import StrEnum
from typing import TypeVar, get_args, get_origin

from engine.core.document import Entry
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.effect import ARM_WORDS, Case, Effect
from engine.games.dozen_war.content.targets import (
    MEASURED,
    Answer,
    Hurt,
    Moment,
    Need,
    Only,
    Target,
    Through,
    Where,
    Who,
)
from engine.games.dozen_war.content.terms import Role
from engine.games.dozen_war.content.vocabulary import Parameter, parameters
from engine.games.dozen_war.content.vocabulary import words as vocabulary

W = TypeVar("W", bound=StrEnum)

SLOTS = (
    "user", "unit", "units", "target", "targets", "hex", "player", "arm", "faces", "skill", "mountains",
)  # fmt: skip
"""The names that a slot may have. A scenario file fills a slot by the same key, `skill` by `copy`."""

HEXES_MAX = 12
STAR_MAX = 5


def words(entry: Entry, allowed: type[W]) -> tuple[W, ...]:
    """Return a list of different words of one kind."""
    found = tuple(allowed(one.text(tuple(allowed))) for one in entry.sequence())
    if len(set(found)) < len(found):
        raise entry.fault("the same word stands twice")
    return found


def arms(entry: Entry) -> tuple[Arm, ...]:
    """Return a list of arms."""
    return tuple(Arm(one.text(ARM_WORDS)) for one in entry.sequence())


def parse_targets(entry: Entry) -> tuple[Target, ...]:
    """Return the slots of a record.

    Raises:
        InputFault: an unknown slot, word or reach.
    """
    found = []
    for name, one in entry.mapping().items():
        if name not in SLOTS:
            raise one.fault(f"no such slot; expected one of {', '.join(SLOTS)}")
        found.append(_target(Role(name), one))
    return tuple(found)


def _target(name: Role, entry: Entry) -> Target:
    given = entry.fields(
        required=("who",),
        optional=(
            "where", "through", "of", "count", "least", "arms", "only", "fits", "every", "user_too", "repeat",
        ),
    )  # fmt: skip
    who = Who(given["who"].text(tuple(Who)))
    where, hexes = _reach(given["where"]) if "where" in given else (Where.ANY, 0)
    count = given["count"].whole(1, 6) if "count" in given else 1
    if who in (Who.ARM, Who.USED_SKILL, Who.DIE_FACES) and where is not Where.ANY:
        raise given["where"].fault(f"'{who}' isn't a place; leave 'where' out")
    if who is Who.ARM and "arms" not in given:
        raise entry.fault("the key 'arms' is missing; it lists the arms to choose from")
    if who is Who.FREE_HEX and "fits" not in given:
        raise entry.fault("the key 'fits' is missing; it says what must be able to stand there")
    return Target(
        name=name,
        who=who,
        where=where,
        hexes=hexes,
        through=_word(given, "through", Through, Through.UNITS),
        of=Role(given["of"].text()) if "of" in given else Role("user"),
        count=count,
        least=given["least"].whole(0, count) if "least" in given else _least(who, count),
        arms=arms(given["arms"]) if "arms" in given else (),
        only=Only(given["only"].text(tuple(Only))) if "only" in given else None,
        fits=Role(given["fits"].text()) if "fits" in given else Role("user"),
        every=_flag(given, "every", default=False),
        user_too=_flag(given, "user_too", default=True),
        repeat=_flag(given, "repeat", default=False),
    )


def _least(who: Who, count: int) -> int:
    return count if who is Who.DIE_FACES else 1


def _reach(entry: Entry) -> tuple[Where, int]:
    word, _, number = entry.text().partition(" ")
    if word not in tuple(Where):
        raise entry.fault(
            f"expected one of any, beside, range, within n, line n, path n; found '{entry.text()}'"
        )
    where = Where(word)
    if where not in MEASURED:
        if number:
            raise entry.fault(f"'{word}' takes no number, found '{entry.text()}'")
        return where, 1 if where is Where.BESIDE else 0
    if not number.isdecimal() or not 1 <= int(number) <= HEXES_MAX:
        raise entry.fault(f"expected '{word} n' with n from 1 to {HEXES_MAX}, found '{entry.text()}'")
    return where, int(number)


def parse_answer(entry: Entry) -> Answer:
    """Return the hits or cards that a defend-marked record answers."""
    given = entry.fields(optional=("to", "whose", "arms", "within"))
    return Answer(
        moment=_word(given, "to", Moment, Moment.HIT),
        whose=words(given["whose"], Hurt) if "whose" in given else (Hurt.SOLDIER, Hurt.GENERAL),
        arms=arms(given["arms"]) if "arms" in given else (),
        within=given["within"].whole(0, HEXES_MAX) if "within" in given else None,
    )


def parse_needs(entry: Entry) -> tuple[Need, ...]:
    """Return the conditions that must hold before a record may be used."""
    return words(entry, Need)


def parse_effects(entry: Entry) -> tuple[Effect, ...]:
    """Return effects, at least one.

    Raises:
        InputFault: an unknown word or parameter, an impossible number, or no effect at all.
    """
    found = tuple(_effect(one) for one in entry.sequence())
    if not found:
        raise entry.fault("expected at least one effect")
    return found


def _effect(entry: Entry) -> Effect:
    given = entry.mapping()
    if len(given) != 1:
        raise entry.fault(f"expected one word with its parameters, found {', '.join(given) or 'nothing'}")
    word, inner = next(iter(given.items()))
    kind = vocabulary().get(word)
    if kind is None:
        raise inner.fault(f"no such effect; expected one of {', '.join(vocabulary())}")
    known = parameters(word)
    required = tuple(one.name for one in known if one.required)
    optional = tuple(one.name for one in known if not one.required)
    if inner.value is None:
        inner = Entry({}, inner.file, inner.line, inner.key)
    values = inner.fields(required=required, optional=optional)
    by_name = {one.name: one for one in known}
    return kind(**{name: _value(by_name[name], value) for name, value in values.items()})


def _value(parameter: Parameter, entry: Entry) -> object:
    kind = parameter.type
    if get_origin(kind) is tuple and get_args(kind)[0] is Case:
        return _cases(entry)
    if kind is bool:
        return entry.flag()
    if kind is int:
        return entry.whole(parameter.says.low, parameter.says.high)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(entry.text(tuple(kind)))
    return Role(entry.text())


def _cases(entry: Entry) -> tuple[Case, ...]:
    cases: list[Case] = []
    seen: set[int] = set()
    for one in entry.sequence():
        given = one.fields(required=("faces", "effects"))
        faces = tuple(face.whole(1, 6) for face in given["faces"].sequence())
        if not faces or len(set(faces)) < len(faces) or seen & set(faces):
            raise given["faces"].fault("expected faces from 1 to 6, none of them twice in the roll")
        seen |= set(faces)
        cases.append(Case(faces, parse_effects(given["effects"])))
    if not cases:
        raise entry.fault("expected at least one case")
    return tuple(cases)


def _word(given: dict[str, Entry], key: str, allowed: type[W], default: W) -> W:
    return allowed(given[key].text(tuple(allowed))) if key in given else default


def _flag(given: dict[str, Entry], key: str, *, default: bool) -> bool:
    return given[key].flag() if key in given else default
