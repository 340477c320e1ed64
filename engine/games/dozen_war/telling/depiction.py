"""The game's pieces, places and cards for display: their names, owners and texts."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core.depiction import PieceFace, PlaceMark, PrintedCard
from engine.core.faces import CardFace, FaceNumber
from engine.core.ids import PieceId
from engine.core.phrase import Phrase
from engine.games.dozen_war.arms import GENERALS, Arm
from engine.games.dozen_war.content.effect import Effect, each_effect
from engine.games.dozen_war.content.pack import Pack
from engine.games.dozen_war.content.records import EquipmentRecord, GeneralRecord, Mark, TokenRecord
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.position.field import bits
from engine.games.dozen_war.position.roster import (
    ARM_OF,
    IS_CASTLE,
    IS_GENERAL,
    SEAT_OF,
    SLOTS,
    SOLDIERS_EACH,
    castle_arm,
    castles_of,
    seat_label,
)
from engine.games.dozen_war.texts import TEXTS

_GROUND = ("mountain", "volcano", "warp")
_GENERAL = "gen"


def piece_faces(rules: Rules, pieces: Sequence[PieceId]) -> tuple[PieceFace, ...]:
    """Return the faces of those pieces of a set that the game knows."""
    found = (_face(rules, piece) for piece in pieces)
    return tuple(one for one in found if one is not None)


def _face(rules: Rules, piece: PieceId) -> PieceFace | None:
    first, _, rest = piece.partition(".")
    if first == _GENERAL and rest in GENERALS:
        return PieceFace(
            piece, "general", rules.pack.general_name(rest), person=rest, faction=str(GENERALS[rest])
        )
    if first in _GROUND:
        return PieceFace(
            piece, first, TEXTS.say(f"labels.{first}", **{"cell": rest} if first == "mountain" else {})
        )
    if piece not in rules.roster.index:
        return None
    number = rules.roster.index[piece]
    seat = rules.roster.seats[SEAT_OF[number]]
    if IS_GENERAL[number]:
        slug = rest.partition(".")[2]
        name = rules.pack.general_name(slug)
        return PieceFace(piece, "general", name, seat, person=slug, faction=str(GENERALS[slug]))
    if IS_CASTLE[number]:
        name = TEXTS.say("printed.castle", seat=seat_label(seat), kind=_arm_name(castle_arm(number)))
        return PieceFace(piece, "castle", name, seat)
    arm = ARM_OF[number]
    name = TEXTS.say(
        "printed.soldier",
        seat=seat_label(seat),
        kind=_arm_name(arm),
        number=number % SLOTS % SOLDIERS_EACH + 1,
    )
    return PieceFace(piece, str(arm), name, seat)


def place_marks(rules: Rules) -> tuple[PlaceMark, ...]:
    """Return the castles with their arms, and the rows where players deploy."""
    field = rules.field
    marks: list[PlaceMark] = []
    for number, seat in enumerate(rules.roster.seats):
        deployed = bits(field.deployments[number].zone) if field.is_duel else ()
        marks += [PlaceMark(field.cells[cell], seat) for cell in deployed]
        marks += [
            PlaceMark(field.cells[cell], seat, "castle", str(castle_arm(castle)))
            for castle, cell in (
                () if field.is_duel else zip(castles_of(number), field.castles[number], strict=True)
            )
        ]
    return tuple(marks)


def printed_cards(pack: Pack) -> tuple[PrintedCard, ...]:
    """Return a pack's generals, equipment, events, treasures and curses."""
    return (
        *(_general(slug, general) for slug, general in pack.generals.items()),
        *(_equipment(slug, card) for slug, card in pack.equipment.items()),
        *(
            PrintedCard(
                CardFace(slug, "event", event.names.phrase, event.text.phrase, _back("event")),
                effects=_words(event.effects),
                back="event",
                back_label=_back("event"),
            )
            for slug, event in pack.events.items()
        ),
        *_tokens(pack.treasures.values(), "treasure"),
        *_tokens(pack.curses.values(), "curse"),
    )


def _general(slug: str, general: GeneralRecord) -> PrintedCard:
    skills = tuple(
        (
            TEXTS.say(
                "printed.skill",
                number=number,
                name=skill.names.phrase,
                marks=_marks(skill.marks, skill.coins),
            ),
            skill.text.phrase,
        )
        for number, skill in enumerate(general.skills, start=1)
    )
    return PrintedCard(
        CardFace(slug, str(general.arm), general.names.phrase, kind_label=_arm_name(general.arm)),
        skills,
        person=slug,
        faction=str(general.arm),
        back="general",
        back_label=_back("general"),
        tagged=False,
    )


def _equipment(slug: str, card: EquipmentRecord) -> PrintedCard:
    kind = "common" if card.arm is None else str(card.arm)
    arm = _back("common") if card.arm is None else _arm_name(card.arm)
    stars = FaceNumber("stars", card.star, TEXTS.say("printed.stars", number=card.star))
    return PrintedCard(
        CardFace(
            slug,
            kind,
            card.names.phrase,
            card.text.phrase,
            TEXTS.say("printed.equipment", kind=arm, marks=_marks(card.marks)),
            (stars,) if card.star else (),
        ),
        effects=_words(card.effects),
        back="equipment",
        back_label=_back("equipment"),
        copies=card.copies,
    )


def _tokens(records: Iterable[TokenRecord], kind: str) -> Iterator[PrintedCard]:
    for record in records:
        yield PrintedCard(
            CardFace(record.slug, kind, record.names.phrase, record.text.phrase, _back(kind)),
            effects=_words(record.effects),
            back="token",
            back_label=_back("token"),
            copies=record.copies,
            tagged=False,
            small=True,
        )


def _words(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.name for one in each_effect(effects)))


def _marks(marks: tuple[Mark, ...], coins: int = 0) -> Phrase:
    key = "_".join(sorted(mark.value for mark in marks)) or "none"
    return TEXTS.say(f"printed.marks.{key}_coins" if coins else f"printed.marks.{key}", coins=coins)


def _arm_name(arm: Arm) -> Phrase:
    return TEXTS.say(f"printed.arms.{arm}")


def _back(what: str) -> Phrase:
    return TEXTS.say(f"printed.backs.{what}")
