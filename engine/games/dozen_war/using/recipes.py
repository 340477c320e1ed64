"""Cards and skills as they're tried again and again: records read once, actions made once."""

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from engine.core.ids import PieceId
from engine.games.dozen_war.content.effects import Cancel, CopySkill, Heal, Swap, Transform, each_effect
from engine.games.dozen_war.content.records import EquipmentRecord, SkillRecord
from engine.games.dozen_war.content.targets import Moment, Target
from engine.games.dozen_war.content.terms import USER, Cancelled
from engine.games.dozen_war.ground.reach import Rules
from engine.games.dozen_war.roster import GENERALS
from engine.games.dozen_war.using.slots import SKILLS_EACH, Record, chosen_texts, deals_attack, skill_price
from engine.games.dozen_war.using.targeting import groups_of, tires
from engine.games.dozen_war.using.uses import Play, Skill

SLUGS = tuple(GENERALS)
"""The generals' slugs, as skills are numbered by them."""
_MADE_MAX = 1 << 15
"""How many uses of one card or skill are remembered, and how many bundles of them."""

Groups = tuple[tuple[int, ...], ...]
Bundle = tuple[Groups, tuple[Play | Skill, ...]]
"""What fills the last slot, and the actions, one each."""


@dataclass(frozen=True, eq=False)
class Recipe:
    """A card or skill, read once.

    `slots` are those still to be filled, with whether a unit that has attacked fits (`targeting.tires`);
    `preset` fills the slot of a skill that copies. It's used in the `own_turn`, and as an answer to a hit at
    its `moment`, if it has one. `checked` and `answer_checked` tell whether a choice of
    things that fit may still be refused for its effects, in the own turn and as an answer; `attacks_by_card`
    whether its bearer must be able to fight.
    """

    record: Record
    stars: int
    slots: tuple[tuple[Target, bool], ...]
    preset: tuple[tuple[str, tuple[int, ...]], ...]
    coins: int
    own_turn: bool
    moment: Moment | None
    checked: bool
    answer_checked: bool
    attacks_by_card: bool
    _bundles: dict[tuple[int, Groups, tuple[int, ...], bytes], Bundle] = field(
        default_factory=dict, repr=False
    )
    _uses: dict[tuple[int, Groups], Play | Skill] = field(default_factory=dict, repr=False)

    def bundle(self, rules: Rules, user: int, picks: Groups, things: tuple[int, ...], rays: bytes) -> Bundle:
        """Return the actions with any of the things in the last slot, after these picks for the others.

        Remembered: units stand still mostly, and there are few things to aim at.
        """
        key = (user, picks, things, rays)
        bundle = self._bundles.get(key)
        if bundle is None:
            if len(self._bundles) >= _MADE_MAX:
                self._bundles.clear()
            groups = tuple(groups_of(self.free[-1], things, rays)) if self.free else ((),)
            made = tuple(self._action(rules, user, (*picks, group) if self.free else ()) for group in groups)
            bundle = self._bundles[key] = (groups, made)
        return bundle

    @cached_property
    def free(self) -> tuple[Target, ...]:
        """The slots that somebody fills by choice."""
        return tuple(slot for slot, _ in self.slots if not slot.every)

    @cached_property
    def tiring(self) -> tuple[bool, ...]:
        """Of each free slot, whether a unit that has attacked can't fill it."""
        return tuple(tiring for slot, tiring in self.slots if not slot.every)

    @cached_property
    def before(self) -> tuple[tuple[Target, ...], ...]:
        """Of each free slot, those just before it that take all that fits: it may be measured from them."""
        found: list[tuple[Target, ...]] = []
        waiting: tuple[Target, ...] = ()
        for slot, _ in self.slots:
            if slot.every:
                waiting = (*waiting, slot)
            else:
                found.append(waiting)
                waiting = ()
        return tuple(found)

    def _action(self, rules: Rules, user: int, picks: Groups) -> Play | Skill:
        """The use with these picks; remembered: bundles differ by a thing or two of many."""
        use = self._uses.get((user, picks))
        if use is None:
            if len(self._uses) >= _MADE_MAX:
                self._uses.clear()
            use = self._uses[user, picks] = self._written(rules, user, picks)
        return use

    def _written(self, rules: Rules, user: int, picks: Groups) -> Play | Skill:
        numbers = dict(self.preset)
        numbers.update((str(slot.name), group) for slot, group in zip(self.free, picks, strict=True))
        texts = chosen_texts(rules, self.record, numbers)
        if isinstance(self.record, SkillRecord):
            return Skill(PieceId(rules.roster.ids[user]), self.record.number, texts)
        return Play(self.record.slug, texts)


@dataclass(frozen=True, eq=False)
class Recipes:
    """All cards and skills of a match's content, each read when it's first met."""

    rules: Rules
    _found: dict[tuple[str, int, int], Recipe] = field(default_factory=dict, repr=False)
    _plain: dict[tuple[int, int], tuple[Recipe, ...] | None] = field(default_factory=dict, repr=False)

    def card(self, slug: str) -> Recipe:
        """Return a card."""
        recipe = self._found.get((slug, 0, 0))
        if recipe is None:
            record = self.rules.pack.equipment[slug]
            recipe = self._found[slug, 0, 0] = _read(self.rules, record, record.star)
        return recipe

    @cached_property
    def cancellers(self) -> frozenset[str]:
        """The cards that answer a card (DW-18.4)."""
        cards = self.rules.pack.equipment.items()
        return frozenset(slug for slug, card in cards if card.answer and card.answer.moment is Moment.CARD)

    def skills(self, general: int, number: int, known: int) -> tuple[Recipe, ...]:
        """Return a general's skill; of one that copies, a recipe for each of the known skills it may copy."""
        try:
            plain = self._plain[general, number]
        except KeyError:
            record = self.rules.pack.skill(SLUGS[general], number)
            plain = self._plain[general, number] = (
                None if copies(record) else (_read(self.rules, record, record.star),)
            )
        if plain is not None or not known:
            return plain or ()
        record = self.rules.pack.skill(SLUGS[general], number)
        bits = (bit for bit in range(len(SLUGS) * SKILLS_EACH) if known >> bit & 1)
        return tuple(self._skill(record, bit) for bit in bits if not copies(self._numbered(bit)))

    def _numbered(self, bit: int) -> SkillRecord:
        general, number = divmod(bit, SKILLS_EACH)
        return self.rules.pack.skill(SLUGS[general], number + 1)

    def _skill(self, record: SkillRecord, copied: int) -> Recipe:
        key = (record.general, record.number, copied)
        recipe = self._found.get(key)
        if recipe is None:
            recipe = self._found[key] = self._copy(record, copied)
        return recipe

    def _copy(self, own: SkillRecord, bit: int) -> Recipe:
        record, stars = copied_record(own, self._numbered(bit))
        preset = tuple((str(slot.name), (bit,)) for slot in own.targets)
        return _read(self.rules, record, stars, preset)


@lru_cache(maxsize=32)
def recipes_of(rules: Rules) -> Recipes:
    """Return the recipes of a match's content."""
    return Recipes(rules)


def copies(record: SkillRecord) -> bool:
    """Tell whether a skill is used as another one."""
    return any(isinstance(effect, CopySkill) for effect in record.effects)


def copied_record(own: SkillRecord, other: SkillRecord) -> tuple[SkillRecord, int]:
    """Return the skill in effect when one copies another: paid as itself, its star bounded; and its stars."""
    copy = next(effect for effect in own.effects if isinstance(effect, CopySkill))
    slots = tuple(slot for slot in own.targets if slot.name == copy.skill)
    record = replace(
        other, general=own.general, number=own.number, coins=own.coins, targets=(*slots, *other.targets)
    )
    return record, min(other.star, copy.star)


def _read(
    rules: Rules, record: Record, stars: int, preset: tuple[tuple[str, tuple[int, ...]], ...] = ()
) -> Recipe:
    effects = tuple(each_effect(record.effects))
    card = isinstance(record, EquipmentRecord)
    taken = {name for name, _ in preset}
    slots = tuple((slot, tires(record, slot)) for slot in record.targets if str(slot.name) not in taken)
    places = any(isinstance(effect, Swap | Transform) for effect in effects)
    cancels = any(effect == Cancel(Cancelled.HIT) for effect in effects)
    chooses_user = any(slot.name == USER for slot in record.targets)
    return Recipe(
        record=record,
        stars=stars,
        slots=slots,
        preset=preset,
        coins=skill_price(rules, record),
        own_turn=record.attacks and Cancel(Cancelled.CARD) not in effects,
        moment=record.answer.moment if record.answer and record.defends else None,
        checked=places,
        answer_checked=places
        or any(isinstance(effect, Heal) for effect in effects)
        or (card and cancels and chooses_user),
        attacks_by_card=card and deals_attack(record),
    )
