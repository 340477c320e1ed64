"""Slots that no action can write, refused by name when a pack is read."""

from engine.core.faults import InputFault
from engine.games.dozen_war.content.records import EquipmentRecord, Pack, SkillRecord
from engine.games.dozen_war.content.targets import SLOT_KINDS, UNITS, Who

_KIND_OF = {
    **dict.fromkeys((*UNITS, Who.DEAD_GENERAL), "piece"),
    Who.FREE_HEX: "cell",
    Who.MOUNTAIN: "cell",
    Who.ENEMY_PLAYER: "seat",
    Who.ARM: "arm",
    Who.DIE_FACES: "face",
    Who.USED_SKILL: "skill",
}
"""The kind of slot that each kind of target is written in."""


def checked(pack: Pack) -> Pack:
    """Return the pack.

    Raises:
        InputFault: a card's or skill's slot has a name for another kind of thing.
    """
    records: tuple[EquipmentRecord | SkillRecord, ...] = (*pack.equipment.values(), *pack.skills.values())
    for record in records:
        _check_slots(pack, record)
    return pack


def _check_slots(pack: Pack, record: EquipmentRecord | SkillRecord) -> None:
    for slot in record.targets:
        kind = SLOT_KINDS[slot.name]
        if kind != _KIND_OF[slot.who]:
            names = ", ".join(name for name, one in SLOT_KINDS.items() if one == _KIND_OF[slot.who])
            raise InputFault(
                f"content pack {pack.name}: {record.slug}: '{slot.who.value}' can't fill the slot "
                f"'{slot.name}'; expected one of {names}"
            )
