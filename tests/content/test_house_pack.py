from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games.dozen_war.arms import GENERALS, Arm
from engine.games.dozen_war.content.effect import Effect, each_effect
from engine.games.dozen_war.content.pack import Pack, load_pack, pack_names
from engine.games.dozen_war.content.records import (
    EquipmentRecord,
    EventRecord,
    GeneralRecord,
    Hits,
    Origin,
    SkillRecord,
    TokenRecord,
)
from engine.games.dozen_war.content.targets import Who
from engine.games.dozen_war.content.terms import Blow
from engine.games.dozen_war.content.vocabulary import words
from engine.games.dozen_war.words.coins_and_cards import Coin, Draw
from engine.games.dozen_war.words.damage import Damage
from engine.games.dozen_war.words.recruits import Recruit
from engine.games.dozen_war.words.statuses import Root, Silence

Record = SkillRecord | EquipmentRecord | EventRecord | TokenRecord


def records(pack: Pack) -> Iterator[Record]:
    yield from pack.skills.values()
    yield from pack.equipment.values()
    yield from pack.events.values()
    yield from pack.treasures.values()
    yield from pack.curses.values()


def named(pack: Pack) -> Iterator[Record | GeneralRecord]:
    yield from pack.generals.values()
    yield from records(pack)


def words_of(record: Record) -> list[str]:
    return [effect.name for effect in each_effect(record.effects)]


def test_the_pack_that_comes_with_the_game_is_listed_and_read_once() -> None:
    assert pack_names() == ("house",)
    assert load_pack("house") is load_pack("house")


def test_every_general_of_the_roster_has_its_arm_and_three_skills(house: Pack) -> None:
    assert {slug: general.arm for slug, general in house.generals.items()} == GENERALS
    assert len(house.skills) == 36
    for general in house.generals.values():
        assert [skill.number for skill in general.skills] == [1, 2, 3]
        assert {skill.general for skill in general.skills} == {general.slug}
        assert all(house.skill(general.slug, skill.number) is skill for skill in general.skills)


def test_only_the_third_skill_costs_two_coins(house: Pack) -> None:
    assert {(skill.number, skill.coins) for skill in house.skills.values()} == {(1, 0), (2, 0), (3, 2)}


def test_the_deck_has_thirty_designs_in_sixty_copies_split_as_the_rulebook_deals_them(house: Pack) -> None:
    copies = Counter[Arm | None]()
    box = [card for card in house.equipment.values() if card.origin is Origin.REMAKE]
    designs = Counter(card.arm for card in box)
    for card in box:
        copies[card.arm] += card.copies
    assert designs == {Arm.INFANTRY: 7, Arm.ARCHER: 6, Arm.CAVALRY: 6, None: 11}
    assert copies == {Arm.INFANTRY: 13, Arm.ARCHER: 13, Arm.CAVALRY: 11, None: 23}
    assert Counter(house.deck) == {slug: card.copies for slug, card in house.equipment.items()}


def test_tokens_lie_under_nine_mountains_one_each_and_two_under_five(house: Pack) -> None:
    mix = house.tokens
    assert (mix.maps, mix.treasures, mix.curses) == (5, 5, 4)
    assert (mix.single, mix.double) == (4, 5)
    assert mix.total == mix.single + 2 * mix.double == 14
    assert sum(one.copies for one in house.treasures.values()) == 5
    assert sum(one.copies for one in house.curses.values()) == 4


def test_there_are_twice_as_many_events_as_a_match_draws(house: Pack) -> None:
    assert len(house.events) >= 14
    hits = Counter(event.hits for event in house.events.values())
    assert hits[Hits.ALL] > hits[Hits.DIE] > 0, "chance shouldn't pick on one player in most events"


def test_every_name_and_text_stands_in_each_language_and_no_name_twice(house: Pack) -> None:
    assert set(house.languages) == {"vi", "en", "ja"}
    for record in named(house):
        texts = [] if isinstance(record, GeneralRecord) else [record.text]
        for wording in (record.names, *texts):
            assert wording.languages == ("vi", "en", "ja"), record.slug
        for text in texts:
            assert text.vi.endswith("."), record.slug
            assert text.en.endswith("."), record.slug
            assert text.said_in("ja").endswith("。"), record.slug
            assert len({text.said_in(language) for language in house.languages}) == 3, record.slug
    for group in (house.skills, house.equipment, house.events, {**house.treasures, **house.curses}):
        for language in house.languages:
            names = Counter(one.names.said_in(language) for one in group.values())
            assert [name for name, count in names.items() if count > 1] == []


def test_japanese_is_written_in_japanese(house: Pack) -> None:
    for record in named(house):
        for letter in record.names.said_in("ja"):
            assert is_japanese(letter), record.slug
        if not isinstance(record, GeneralRecord):
            written = Counter(is_japanese(letter) for letter in record.text.said_in("ja"))
            assert written[True] > 4 * written[False], record.slug


def is_japanese(letter: str) -> bool:
    """Whether it's kana, a kanji or one of the full-width marks."""
    return any(low <= letter <= high for low, high in ("\u3000\u30ff", "\u4e00\u9fff", "\uff00\uff5e"))


def test_every_record_says_where_it_comes_from(house: Pack) -> None:
    for record in named(house):
        ours = isinstance(record, EventRecord | TokenRecord)
        added = isinstance(record, EquipmentRecord) and record.origin is Origin.HOUSE
        assert added or record.origin is (Origin.HOUSE if ours else Origin.REMAKE), record.slug


def test_every_word_of_the_vocabulary_is_used(house: Pack) -> None:
    used = {word for record in records(house) for word in words_of(record)}
    assert used == set(words())


@pytest.mark.parametrize(
    ("general", "number", "marks", "star", "fist", "words"),
    [
        ("est", 1, "d", 1, False, "swap redirect"),
        ("est", 2, "d", 1, False, "damage"),
        ("est", 3, "a", 1, False, "move extra_targets"),
        ("kazu", 1, "d", 1, False, "cancel"),
        ("kazu", 2, "a", 2, True, "damage stun"),
        ("kazu", 3, "a", 3, True, "no_guard damage pull"),
        ("rodoc", 1, "d", 3, False, "heal"),
        ("rodoc", 2, "a", 1, False, "move"),
        ("rodoc", 3, "a", 1, True, "damage"),
        ("mask", 1, "a", 1, True, "damage"),
        ("mask", 2, "a", 1, False, "extra_attack"),
        ("mask", 3, "a", 4, True, "no_guard roll damage heal damage heal"),
        ("soul", 1, "a", 1, False, "power move"),
        ("soul", 2, "a", 1, False, "damage recruit"),
        ("soul", 3, "d", 3, False, "swap redirect damage"),
        ("siri", 1, "a", 1, False, "no_guard"),
        ("siri", 2, "d", 1, False, "teleport cancel"),
        ("siri", 3, "a", 1, False, "move"),
        ("raen", 1, "a", 1, False, "range"),
        ("raen", 2, "d", 2, False, "push root"),
        ("raen", 3, "a", 3, True, "no_guard damage freeze"),
        ("xacnas", 1, "a", 1, False, "power"),
        ("xacnas", 2, "a", 1, True, "damage"),
        ("xacnas", 3, "d", 3, False, "evade"),
        ("lucy", 1, "d", 1, False, "cancel"),
        ("lucy", 2, "d", 1, False, "strike_back"),
        ("lucy", 3, "a", 1, True, "damage"),
        ("grim", 1, "ad", 1, False, "transform"),
        ("grim", 2, "ad", 1, False, "transform"),
        ("grim", 3, "ad", 3, False, "copy_skill"),
        ("neuro", 1, "a", 4, False, "ban"),
        ("neuro", 2, "ad", 1, False, "recruit"),
        ("neuro", 3, "a", 1, False, "move"),
        ("ranus", 1, "ad", 1, False, "teleport cancel"),
        ("ranus", 2, "a", 1, False, "extra_attack move"),
        ("ranus", 3, "a", 1, True, "damage"),
    ],
)
def test_a_skill_has_the_marks_star_and_effects_of_its_card(  # noqa: PLR0913  # a row of a table of cases
    house: Pack, general: str, number: int, *, marks: str, star: int, fist: bool, words: str
) -> None:
    skill = house.skill(general, number)
    assert (skill.attacks, skill.defends) == ("a" in marks, "d" in marks)
    assert (skill.star, skill.fist) == (star, fist)
    assert words_of(skill) == words.split()
    assert (skill.answer is not None) is skill.defends


def test_a_skill_with_a_fist_is_one_that_deals_its_general_s_attack(house: Pack) -> None:
    for skill in house.skills.values():
        attacks = [one for one in each_effect(skill.effects) if isinstance(one, Damage)]
        assert any(one.blow is Blow.ATTACK for one in attacks) is skill.fist, skill.slug


@pytest.mark.parametrize(
    ("card", "copies", "marks", "star", "words"),
    [
        ("bua-chien", 2, "a", 1, "power"),
        ("song-kiem", 2, "a", 1, "extra_attack"),
        ("giay-nhanh-nhen", 2, "a", 1, "move"),
        ("truong-thuong", 3, "a", 1, "range"),
        ("lao-moc", 1, "a", 3, "no_guard damage pull"),
        ("chuy-xich", 1, "a", 1, "range power"),
        ("khien-ma-thuat", 2, "d", 4, "reflect"),
        ("no-sat", 2, "a", 1, "extra_attack"),
        ("ten-xuyen-pha", 2, "a", 1, "power"),
        ("cung-thep", 2, "a", 1, "range"),
        ("bom-khoi", 2, "d", 2, "cancel"),
        ("ao-choang-phep-thuat", 2, "d", 2, "redirect"),
        ("dao-gam", 3, "d", 2, "strike_back"),
        ("thuong-ky-si", 3, "a", 1, "spill_range"),
        ("dai-dao", 2, "a", 1, "power"),
        ("giao-thep", 1, "a", 1, "no_guard"),
        ("kiem-mot-tay", 2, "d", 2, "strike_back"),
        ("khien-go", 2, "d", 2, "cancel"),
        ("luoi-sat", 1, "d", 4, "root"),
        ("trieu-goi-am-ky", 2, "a", 1, "recruit"),
        ("ken-goi-quan", 2, "a", 1, "recruit"),
        ("binh-mau", 4, "ad", 4, "heal"),
        ("lo-phep-thuat", 1, "a", 1, "no_guard"),
        ("thuoc-hoi-suc", 2, "a", 1, "extra_attack"),
        ("thuoc-tang-luc", 2, "a", 1, "move"),
        ("day-chuyen-may-man", 2, "ad", 5, "cancel"),
        ("danh-cap", 2, "ad", 4, "steal"),
        ("nhan-dich-chuyen", 2, "ad", 3, "teleport cancel"),
        ("quyen-truong-phep-thuat", 2, "d", 3, "cancel"),
        ("thich-khach", 2, "a", 4, "damage"),
    ],
)
def test_a_card_has_the_copies_marks_star_and_effects_of_the_deck_list(
    house: Pack, card: str, *, copies: int, marks: str, star: int, words: str
) -> None:
    record = house.equipment[card]
    assert (record.attacks, record.defends) == ("a" in marks, "d" in marks)
    assert (record.copies, record.star) == (copies, star)
    assert words_of(record) == words.split()


def test_a_card_of_an_arm_works_on_units_of_that_arm_only(house: Pack) -> None:
    for card in house.equipment.values():
        if card.arm is None:
            continue
        own = [slot for slot in card.targets if slot.who is Who.ALLY_UNIT and slot.user_too]
        if card.attacks:
            assert own, card.slug
        assert all(slot.arms == (card.arm,) for slot in own), card.slug
        if card.answer is not None:
            assert card.answer.arms == (card.arm,), card.slug


def harm(effect: Effect) -> bool | None:
    """Whether an effect harms its player; None when it does neither."""
    match effect:
        case Coin(amount) | Draw(amount):
            return amount < 0
        case Damage() | Root() | Silence():
            return True
        case Recruit():
            return False
        case _:
            return None


def test_treasures_only_reward_and_curses_only_harm(house: Pack) -> None:
    for treasure in house.treasures.values():
        assert not any(harm(effect) for effect in treasure.effects), treasure.slug
    for curse in house.curses.values():
        assert all(harm(effect) for effect in curse.effects), curse.slug


def test_nothing_in_the_pack_tells_of_the_machine_it_was_made_on() -> None:
    folder = Path(__file__).parents[2] / "engine" / "games" / "dozen_war" / "content" / "house"
    for path in folder.glob("*.yaml"):
        assert "/work" not in path.read_text(encoding="utf-8"), path.name
