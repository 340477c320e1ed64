"""Cards and skills in a form for many tries: records read once, actions made once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType

from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.arms import GENERALS
from engine.games.dozen_war.content.effect import Effect, each_effect
from engine.games.dozen_war.content.records import EquipmentRecord, SkillRecord
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.targets import SLOT_KINDS, Moment, Target
from engine.games.dozen_war.content.terms import USER, Cancelled
from engine.games.dozen_war.content.use import Record, Use
from engine.games.dozen_war.position.field import bits
from engine.games.dozen_war.position.roster import FIRST_GENERAL
from engine.games.dozen_war.using.slots import (
    SKILLS_EACH,
    deals_attack,
    is_spent_on_use,
    skill_bit,
    skill_price,
    texts_of,
)
from engine.games.dozen_war.using.targeting import Finder, finder_of, tires

SLUGS = tuple(GENERALS)
"""The generals' slugs, in the order of the skills' numbers."""
_MADE_MAX = 1 << 12
"""The most remembered uses of one card or skill by the same unit."""
_PAGES_MAX = 1 << 9
"""The most remembered pages: units with their choices for all slots but the last."""

Group = tuple[int, ...]
"""The things that fill a slot, by number."""
_LISTS_MAX = 1 << 10
"""The most remembered lists of a general's skills: each set of copyable skills is another list."""
_NUMBERS = range(1, SKILLS_EACH + 1)


class Page(dict[Group, Play | Skill]):
    """The uses that differ only in the last slot, by its things.

    Each use is made when it's first needed.
    """

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
        """Make the use; slots without a choice aren't written."""
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
    """A card or skill, read once, with the answers to frequent questions."""

    rules: Rules
    """The board, names, readings and content of the match."""
    record: Record
    """The card or skill; for a copying skill the copied one, at the price of the copying one."""
    stars: int
    """Its stars in this use (DW-19)."""
    slots: tuple[tuple[Target, bool], ...]
    """The slots still to be filled, each with whether a unit that has attacked doesn't fit
    (`targeting.tires`).
    """
    chosen: dict[str, Group]
    """The slot of a skill that copies, already filled with the copied one."""
    coins: int
    """The coins that it costs."""
    bit: int
    """The skill's bit if using it spends it (`skill_bit`); else 0."""
    own_turn: bool
    """It is used in its player's turn."""
    moment: Moment | None
    """The moment when it answers; None: it answers nothing."""
    checked: bool
    """Whether, in its player's turn, well-filled slots may still be refused because of its effects."""
    answer_checked: bool
    """Whether, as an answer, well-filled slots may still be refused because of its effects."""
    attacks_by_card: bool
    """It is a card that attacks, so its bearer must be able to fight."""
    _begun: dict[int, tuple[Use, Page]] = field(default_factory=dict, repr=False)
    """The plain uses already made, by user, or by seat for a card without one."""
    _pages: dict[tuple[int, tuple[Group, ...]], Page] = field(default_factory=dict, repr=False)
    """The pages already opened, by user and choices."""

    def begun(self, seat: int, user: int) -> tuple[Use, Page]:
        """Return a plain use in a seat's own turn before anything is chosen, and its page."""
        key = ~seat if user < 0 else user  # a card has no user
        begun = self._begun.get(key)
        if begun is None:
            use = Use(self.record, seat, user, self.stars, self.chosen)
            begun = self._begun[key] = use, self.page(user, ())
        return begun

    def page(self, user: int, picks: tuple[Group, ...]) -> Page:
        """Return the uses with these choices for all slots but the last, by the last slot's things."""
        page = self._pages.get((user, picks))
        if page is None:
            if len(self._pages) >= _PAGES_MAX:
                self._pages.clear()
            page = self._pages[user, picks] = Page(self, user, picks)
        return page

    @cached_property
    def number(self) -> int:
        """The number of a general's skill; 0 for a card."""
        return self.record.number if isinstance(self.record, SkillRecord) else 0

    def serves(self, moment: Moment | None) -> bool:
        """Tell whether it can be used in its player's turn, or as an answer at a moment."""
        return self.own_turn if moment is None else self.moment is moment

    @cached_property
    def free(self) -> tuple[Target, ...]:
        """The slots that are filled by choice."""
        return tuple(slot for slot, _ in self.slots if not slot.every)

    @cached_property
    def is_plain(self) -> bool:
        """Whether it takes at most one thing in its player's turn, and any fitting thing will do."""
        one = all(slot.least == slot.count == 1 and not slot.every for slot, _ in self.slots)
        return one and len(self.slots) <= 1 and not self.checked and not self.record.needs

    @cached_property
    def doubtful(self) -> tuple[Effect, ...]:
        """The effects that may still forbid a use with well-filled slots."""
        effects = each_effect(self.record.effects)
        return tuple(effect for effect in effects if effect.needs_room or effect.may_be_vain)

    @cached_property
    def finders(self) -> tuple[Finder, ...]:
        """The finder of each free slot's things."""
        return tuple(finder_of(slot, tiring=tiring) for slot, tiring in self.slots if not slot.every)

    @cached_property
    def before(self) -> tuple[tuple[Target, ...], ...]:
        """The automatic slots before each free slot, which the free one may be measured from."""
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
        """The written slots, in order: each name, with the texts of its possible things."""
        written = {str(slot.name) for slot in self.record.targets if not slot.every}
        return tuple(
            (name, texts_of(self.rules, kind)) for name, kind in SLOT_KINDS.items() if name in written
        )


@dataclass(frozen=True, eq=False)
class Recipes:
    """All cards and skills of a match's content, each read at its first use."""

    rules: Rules
    """The board, names, readings and content of the match."""
    _cards: dict[str, Recipe] = field(default_factory=dict, repr=False)
    """The cards already read, by slug."""
    _skills: dict[tuple[int, Moment | None, int], tuple[Recipe, ...]] = field(
        default_factory=dict, repr=False
    )
    """The lists of skills already made: by general, moment, and the skills known where one copies."""
    _read: dict[tuple[str, int, int], Recipe] = field(default_factory=dict, repr=False)
    """The skills already read: by general, number and the copied skill's bit, -1 for none."""

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

        A copying skill gives a recipe for each known skill that it may copy.
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
        """Return the recipe of a skill, or of the skill of a bit that it copies."""
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
    """Return the bit of a skill that its use spends; 0 for other records."""
    if isinstance(record, SkillRecord) and is_spent_on_use(rules, record.number):
        return skill_bit(FIRST_GENERAL + SLUGS.index(record.general), record.number)
    return 0


def _place(bit: int) -> tuple[int, int]:
    """Return the general and number of a skill's bit."""
    general, number = divmod(bit, SKILLS_EACH)
    return general, number + 1


@lru_cache(maxsize=32)
def recipes_of(rules: Rules) -> Recipes:
    """Return the recipes of a match's content."""
    return Recipes(rules)


def copies(record: SkillRecord) -> bool:
    """Tell whether a skill is used as another one."""
    return any(effect.copying for effect in record.effects)


def copied_record(own: SkillRecord, other: SkillRecord) -> tuple[SkillRecord, int]:
    """Return the skill in effect when one copies another (its own price, limited stars), and its stars."""
    copied, star = next(effect.copying for effect in own.effects if effect.copying)
    slots = tuple(slot for slot in own.targets if slot.name == copied)
    record = replace(
        other, general=own.general, number=own.number, coins=own.coins, targets=(*slots, *other.targets)
    )
    return record, min(other.star, star)


def _read(
    rules: Rules, record: Record, stars: int, chosen: Mapping[str, Group] = MappingProxyType({})
) -> Recipe:
    effects = tuple(each_effect(record.effects))
    card = isinstance(record, EquipmentRecord)
    slots = tuple(
        (slot, tires(rules, record, slot)) for slot in record.targets if str(slot.name) not in chosen
    )
    places = any(effect.needs_room for effect in effects)
    cancelled = [effect.cancels for effect in effects]
    chooses_user = any(slot.name == USER for slot in record.targets)
    return Recipe(
        rules=rules,
        record=record,
        stars=stars,
        slots=slots,
        chosen=dict(chosen),
        coins=skill_price(rules, record),
        bit=_bit(rules, record),
        own_turn=record.attacks and Cancelled.CARD not in cancelled,
        moment=record.answer.moment if record.answer and record.defends else None,
        checked=places,
        answer_checked=places
        or any(effect.may_be_vain and not effect.cancels for effect in effects)
        or (card and Cancelled.HIT in cancelled and chooses_user),
        attacks_by_card=card and deals_attack(record),
    )
