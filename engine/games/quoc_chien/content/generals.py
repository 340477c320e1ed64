"""The generals: kingdoms, health, companions and skills."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from engine.core.document import Entry
from engine.games.quoc_chien.content.cards import BOXES
from engine.kit.content.records import HEAD_REQUIRED, Head, read_head, read_records


class Kingdom(StrEnum):
    """The kingdom of a general."""

    WEI = "wei"
    SHU = "shu"
    WU = "wu"
    QUN = "qun"


class Gender(StrEnum):
    """A general's gender, for effects that depend on it (QC-3.3)."""

    MALE = "male"
    FEMALE = "female"


@dataclass(frozen=True, slots=True)
class General:
    """One general, as printed."""

    head: Head
    """Slug, names and origin."""
    kingdom: Kingdom
    """The kingdom whose side the general is on."""
    halves: int
    """Half health points, as printed."""
    gender: Gender
    """The general's gender."""
    skills: tuple[str, ...]
    """The slugs of the general's skills, in their printed order."""
    box: str
    """The box that the general comes from."""
    named: tuple[str, ...] = ()
    """The slugs of the companions that the general's card names; theirs needn't name it."""

    @property
    def is_lord(self) -> bool:
        """Whether it's a lord, a companion of all generals of its kingdom."""
        return self.head.slug.startswith("lord-")


@cache
def generals() -> dict[str, General]:
    """Return the generals by slug."""
    return read_records(Path(__file__).parent / "generals.yaml", "generals", _general)


@cache
def skill_names() -> frozenset[str]:
    """Return the skills of all generals."""
    return frozenset(name for one in generals().values() for name in one.skills)


def are_companions(one: str, other: str) -> bool:
    """Tell whether two generals of a player are companions (QC-5)."""
    first, second = generals()[one], generals()[other]
    if first.is_lord or second.is_lord:
        return first.kingdom is second.kingdom
    return other in first.named or one in second.named


def halves_of(general: str, *, head: bool) -> int:
    """Return a general's half health points, which are fewer in some places (QC-8.1, QC-1.2)."""
    return generals()[general].halves - ((general, head) in _WEAKER)


_WEAKER = frozenset({("dengai", True), ("jiangwei", False), ("sunce", False)})
"""Generals with half a health point less in one place: as head (True) or as deputy."""


def _general(entry: Entry) -> tuple[str, General]:
    given = entry.fields(
        required=(*HEAD_REQUIRED, "kingdom", "halves", "gender", "skills", "box"), optional=("companions",)
    )
    head = read_head(given)
    return head.slug, General(
        head,
        Kingdom(given["kingdom"].text(tuple(Kingdom))),
        given["halves"].whole(1, 9),
        Gender(given["gender"].text(tuple(Gender))),
        tuple(one.text() for one in given["skills"].sequence()),
        given["box"].text(BOXES),
        tuple(one.text() for one in given["companions"].sequence()) if "companions" in given else (),
    )
