"""Cards and skills as they're tried again and again: records read once, actions made once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType

from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.arms import GENERALS
from engine.games.dozen_war.content.effects import (
    Cancel,
    CopySkill,
    Effect,
    Heal,
    Swap,
    Transform,
    each_effect,
)
from engine.games.dozen_war.content.records import EquipmentRecord, SkillRecord
from engine.games.dozen_war.content.targets import SLOT_KINDS, Moment, Target
from engine.games.dozen_war.content.terms import USER, Cancelled
from engine.games.dozen_war.position.field import bits
from engine.games.dozen_war.position.roster import FIRST_GENERAL
from engine.games.dozen_war.position.rules import Rules
from engine.games.dozen_war.using.slots import (
    SKILLS_EACH,
    Record,
    Use,
    deals_attack,
    is_spent_on_use,
    skill_bit,
    skill_price,
    texts_of,
)
from engine.games.dozen_war.using.targeting import Finder, finder_of, tires

SLUGS = tuple(GENERALS)
"""The generals' slugs, as skills are numbered by them."""
_MADE_MAX = 1 << 12
"""How many uses of one card or skill by the same unit are remembered."""
_PAGES_MAX = 1 << 9
"""Of how many units and choices for all slots but the last they are remembered."""

Group = tuple[int, ...]
"""What fills a slot."""
_LISTS_MAX = 1 << 10
"""How many lists of a general's skills are remembered: what can be copied is another list each time."""
_NUMBERS = range(1, SKILLS_EACH + 1)


class Page(dict[Group, Play | Skill]):
    """Uses that differ only in what fills the last slot, by that, each made when it's first asked for."""

    def __init__(self, recipe: "Recipe", user: int, picks: tuple[Group, ...]) -> None:
        """Open the page of a unit that has filled all slots but the last."""
        super().__init__()
        self._record = recipe.record
        self._user = recipe.rules.roster.ids[user]
        last = str(recipe.free[-1].name) if recipe.free else ""
        groups = {
            str(slot.name): group for slot, group in zip(recipe.free, picks, strict=False)
        } | recipe.chosen
        self._last = next((column for column in recipe.columns if column[0] == last), ("", ()))
        written = [
            (name, tuple(texts[one] for one in groups.get(name, ())))
            for name, texts in recipe.columns
            if name == last or groups.get(name)
        ]
        place = [name for name, _ in written].index(last) if last else len(written)
        self._before, self._after = tuple(written[:place]), tuple(written[place + 1 :])

    def __missing__(self, group: Group) -> Play | Skill:
        """Make the use; what nobody chooses isn't written."""
        if len(self) >= _MADE_MAX:
            self.clear()
        name, texts = self._last
        last = ((name, tuple([texts[one] for one in group])),) if group else ()
        chosen, record = (*self._before, *last, *self._after), self._record
        made = self[group] = (
            Skill(self._user, record.number, chosen)
            if isinstance(record, SkillRecord)
            else Play(record.slug, chosen)
        )
        return made


@dataclass(frozen=True, eq=False)
class Recipe:
    """A card or skill, read once.

    `slots` are those still to be filled, with whether a unit that has attacked fits (`targeting.tires`);
    `chosen` fills the slot of a skill that copies. `bit` is the skill's, if it's spent on use. It's used in
    the `own_turn`, and as an answer to a hit at its `moment`, if it has one. `checked` and `answer_checked`
    tell whether a choice of things that fit may still be refused for its effects, in its player's turn and as
    an answer; `attacks_by_card` whether its bearer must be able to fight.
    """

    rules: Rules
    record: Record
    stars: int
    slots: tuple[tuple[Target, bool], ...]
    chosen: dict[str, Group]
    coins: int
    bit: int
    own_turn: bool
    moment: Moment | None
    checked: bool
    answer_checked: bool
    attacks_by_card: bool
    _begun: dict[int, tuple[Use, Page]] = field(default_factory=dict, repr=False)
    _pages: dict[tuple[int, tuple[Group, ...]], Page] = field(default_factory=dict, repr=False)

    def begun(self, seat: int, user: int) -> tuple[Use, Page]:
        """Return a plain use in a seat's own turn before anything is chosen, and its page."""
        key = ~seat if user < 0 else user  # a card has no user
        begun = self._begun.get(key)
        if begun is None:
            use = Use(self.record, seat, user, self.stars, self.chosen)
            begun = self._begun[key] = use, self.page(user, ())
        return begun

    def page(self, user: int, picks: tuple[Group, ...]) -> Page:
        """Return the uses with these picks for all slots but the last, by what fills that."""
        page = self._pages.get((user, picks))
        if page is None:
            if len(self._pages) >= _PAGES_MAX:
                self._pages.clear()
            page = self._pages[user, picks] = Page(self, user, picks)
        return page

    @cached_property
    def number(self) -> int:
        """A skill's number among its general's; 0 of a card."""
        return self.record.number if isinstance(self.record, SkillRecord) else 0

    def serves(self, moment: Moment | None) -> bool:
        """Tell whether it's of the kind for its player's turn, or for an answer at a moment."""
        return self.own_turn if moment is None else self.moment is moment

    @cached_property
    def free(self) -> tuple[Target, ...]:
        """The slots that somebody fills by choice."""
        return tuple(slot for slot, _ in self.slots if not slot.every)

    @cached_property
    def is_plain(self) -> bool:
        """Whether in its player's turn it takes one thing or nothing, and any that fits will do."""
        one = all(slot.least == slot.count == 1 and not slot.every for slot, _ in self.slots)
        return one and len(self.slots) <= 1 and not self.checked and not self.record.needs

    @cached_property
    def doubtful(self) -> tuple[Effect, ...]:
        """The effects for which a choice of things that fit may still be refused."""
        effects = each_effect(self.record.effects)
        return tuple(effect for effect in effects if isinstance(effect, Swap | Transform | Heal | Cancel))

    @cached_property
    def finders(self) -> tuple[Finder, ...]:
        """Of each free slot, what finds the things for it."""
        return tuple(finder_of(slot, tiring=tiring) for slot, tiring in self.slots if not slot.every)

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

    @cached_property
    def columns(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The slots that are written, in order: each one's name, and the texts of what may fill it."""
        written = {str(slot.name) for slot in self.record.targets if not slot.every}
        return tuple(
            (name, texts_of(self.rules, kind)) for name, kind in SLOT_KINDS.items() if name in written
        )


@dataclass(frozen=True, eq=False)
class Recipes:
    """All cards and skills of a match's content, each read when it's first met."""

    rules: Rules
    _cards: dict[str, Recipe] = field(default_factory=dict, repr=False)
    _skills: dict[tuple[int, Moment | None, int], tuple[Recipe, ...]] = field(
        default_factory=dict, repr=False
    )
    _read: dict[tuple[str, int, int], Recipe] = field(default_factory=dict, repr=False)

    def card(self, slug: str) -> Recipe:
        """Return a card."""
        recipe = self._cards.get(slug)
        if recipe is None:
            record = self.rules.pack.equipment[slug]
            recipe = self._cards[slug] = _read(self.rules, record, record.star)
        return recipe

    @cached_property
    def cancellers(self) -> frozenset[str]:
        """The cards that answer a card (DW-18.4)."""
        cards = self.rules.pack.equipment.items()
        return frozenset(slug for slug, card in cards if card.answer and card.answer.moment is Moment.CARD)

    def skills(self, general: int, moment: Moment | None, known: int) -> tuple[Recipe, ...]:
        """Return a general's skills for its player's turn, or as answers at a moment.

        One that copies is a recipe for each of the known skills that it may copy.
        """
        key = (general, moment, known if general in self._copiers else 0)
        found = self._skills.get(key)
        if found is None:
            if len(self._skills) >= _LISTS_MAX:
                self._skills.clear()
            recipes = chain.from_iterable(self._numbered(general, number, known) for number in _NUMBERS)
            found = self._skills[key] = tuple(recipe for recipe in recipes if recipe.serves(moment))
        return found

    @cached_property
    def _copiers(self) -> frozenset[int]:
        """The generals with a skill that copies."""
        skills = self.rules.pack.skills.values()
        return frozenset(SLUGS.index(skill.general) for skill in skills if copies(skill))

    def _numbered(self, general: int, number: int, known: int) -> Iterator[Recipe]:
        record = self._record(general, number)
        if not copies(record):
            yield self._recipe(record, -1)
            return
        for bit in bits(known):
            if not copies(self._record(*_place(bit))):
                yield self._recipe(record, bit)

    def _record(self, general: int, number: int) -> SkillRecord:
        return self.rules.pack.skill(SLUGS[general], number)

    def _recipe(self, own: SkillRecord, copied: int) -> Recipe:
        """A skill; used as that of a bit, if it copies one."""
        key = (own.general, own.number, copied)
        recipe = self._read.get(key)
        if recipe is None:
            if copied < 0:
                recipe = _read(self.rules, own, own.star)
            else:
                record, stars = copied_record(own, self._record(*_place(copied)))
                recipe = _read(self.rules, record, stars, {str(slot.name): (copied,) for slot in own.targets})
            self._read[key] = recipe
        return recipe


def _bit(rules: Rules, record: Record) -> int:
    """The bit of a skill that's spent on use; none of others."""
    if isinstance(record, SkillRecord) and is_spent_on_use(rules, record.number):
        return skill_bit(FIRST_GENERAL + SLUGS.index(record.general), record.number)
    return 0


def _place(bit: int) -> tuple[int, int]:
    """Whose skill a bit is, and its number."""
    general, number = divmod(bit, SKILLS_EACH)
    return general, number + 1


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
    rules: Rules, record: Record, stars: int, chosen: Mapping[str, Group] = MappingProxyType({})
) -> Recipe:
    effects = tuple(each_effect(record.effects))
    card = isinstance(record, EquipmentRecord)
    slots = tuple(
        (slot, tires(rules, record, slot)) for slot in record.targets if str(slot.name) not in chosen
    )
    places = any(isinstance(effect, Swap | Transform) for effect in effects)
    cancels = any(effect == Cancel(Cancelled.HIT) for effect in effects)
    chooses_user = any(slot.name == USER for slot in record.targets)
    return Recipe(
        rules=rules,
        record=record,
        stars=stars,
        slots=slots,
        chosen=dict(chosen),
        coins=skill_price(rules, record),
        bit=_bit(rules, record),
        own_turn=record.attacks and Cancel(Cancelled.CARD) not in effects,
        moment=record.answer.moment if record.answer and record.defends else None,
        checked=places,
        answer_checked=places
        or any(isinstance(effect, Heal) for effect in effects)
        or (card and cancels and chooses_user),
        attacks_by_card=card and deals_attack(record),
    )
