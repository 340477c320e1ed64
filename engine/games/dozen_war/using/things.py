"""What of the game can carry an RFID tag and be laid on a seat's pad: its cards, and cards for its skills."""

from engine.core.tags import Thing
from engine.games.dozen_war.content.pack import Pack


def things(pack: Pack) -> tuple[Thing, ...]:
    """Return the pack's equipment and skills, named as a seat's uses are, but for whose a general is."""
    return (
        *(Thing(f"card {slug}", "card", card.names.en) for slug, card in pack.equipment.items()),
        *(
            Thing(f"skill gen.{slug} {number}", "skill", f"{general.names.en} {number}: {skill.names.en}")
            for slug, general in pack.generals.items()
            for number, skill in enumerate(general.skills, start=1)
        ),
    )
