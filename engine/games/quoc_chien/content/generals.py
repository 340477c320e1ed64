"""The generals: whose they are, how strong, whose companions, and which skills they have."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from engine.core.document import Entry
from engine.games.quoc_chien.content.cards import BOXES
from engine.kit.content.records import HEAD_REQUIRED, Head, read_head, read_records


class Kingdom(StrEnum):
    """Whose side a general is on."""

    WEI = "wei"
    SHU = "shu"
    WU = "wu"
    QUN = "qun"


class Gender(StrEnum):
    """A general's gender, for what asks for one (QC-3.3)."""

    MALE = "male"
    FEMALE = "female"


@dataclass(frozen=True, slots=True)
class General:
    """One general. `halves`: half health points; `named`: the companions that it names."""

    head: Head
    kingdom: Kingdom
    halves: int
    gender: Gender
    skills: tuple[str, ...]
    box: str
    named: tuple[str, ...] = ()

    @property
    def is_lord(self) -> bool:
        """Whether it's a lord, a companion of all of its kingdom."""
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
"""Who has half a health point less as head (True) or deputy."""


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
