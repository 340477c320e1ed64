"""The things that can carry an RFID tag and be laid on a seat's pad: cards, and cards for skills."""

from engine.core.tags import Taggable
from engine.games.dozen_war.content.pack import Pack
from engine.games.dozen_war.texts import TEXTS


def things(pack: Pack) -> tuple[Taggable, ...]:
    """Return the pack's equipment and skills, named as in a seat's uses.

    Names of skills leave out the general's owner.
    """
    return (
        *(Taggable(f"card {slug}", "card", card.names.phrase) for slug, card in pack.equipment.items()),
        *(
            Taggable(
                f"skill gen.{slug} {number}",
                "skill",
                TEXTS.say(
                    "labels.skill_card",
                    general=general.names.phrase,
                    number=number,
                    name=skill.names.phrase,
                ),
            )
            for slug, general in pack.generals.items()
            for number, skill in enumerate(general.skills, start=1)
        ),
    )
