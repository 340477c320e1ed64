from pathlib import Path

import pytest

from engine.core.faults import InputFault
from engine.games.dozen_war.content.pack import Pack, load_pack
from engine.games.dozen_war.content.terms import Role
from engine.games.dozen_war.words.damage import Damage
from engine.games.dozen_war.words.movement import Push
from tests.content.packs import CARD, EVENT, HEAD, HOUSE_CARDS, ONE_MORE, TREASURE, line_of, loaded, refused

NEW_CARD = f"{ONE_MORE}{CARD}"


def test_a_new_card_of_known_words_loads_from_a_file_without_code(tmp_path: Path, house: Pack) -> None:
    pack = loaded(tmp_path, NEW_CARD)
    card = pack.equipment["giao-sat"]
    assert card.effects == (Damage(Role("target"), 1), Push(Role("target"), 1))
    assert set(pack.equipment) == {*house.equipment, "giao-sat"}
    assert len(pack.deck) == HOUSE_CARDS + 1
    assert pack.generals == house.generals


def test_a_record_with_a_known_slug_replaces_it(tmp_path: Path, house: Pack) -> None:
    pack = loaded(tmp_path, HEAD + TREASURE)
    assert pack.treasures["ruong-vang"].names.en == "Chest"
    assert list(pack.treasures) == list(house.treasures)


def test_a_pack_says_in_which_languages_it_speaks(tmp_path: Path) -> None:
    only_english = NEW_CARD.replace("    vi: Giáo Sắt\n", "").replace("vi: Đẩy lùi., ", "")
    card = loaded(tmp_path, f"languages: [en]\n{only_english}").equipment["giao-sat"]
    assert card.names.languages == ("en",)
    assert card.names.said_in("ja") == card.names.vi == "Iron Pike"
    three = NEW_CARD.replace("en: Iron Pike", "en: Iron Pike\n    ja: 鉄の槍")
    assert loaded(tmp_path, three).equipment["giao-sat"].names.said_in("ja") == "鉄の槍"
    line, words = refused(tmp_path, f"languages: [vi, en, ja]\n{three}")
    assert words.startswith("text: the key 'ja' is missing; found vi, en")
    assert line == line_of(f"languages: [vi, en, ja]\n{three}", "text: {")


@pytest.mark.parametrize(
    ("languages", "says"),
    [
        ("[]", "expected at least one language, none of them twice"),
        ("[en, en]", "expected at least one language, none of them twice"),
        ("[english]", "expected a language's two lower-case letters, such as en; found 'english'"),
        ("[1]", "expected text, found 1"),
        ("en", "expected a list, found 'en'"),
    ],
)
def test_a_pack_of_no_real_language_is_refused(tmp_path: Path, languages: str, says: str) -> None:
    line, words = refused(tmp_path, f"languages: {languages}\n{NEW_CARD}")
    assert (line, words.removeprefix("languages: ")) == (1, says)


def test_a_pack_is_a_folder_too(tmp_path: Path) -> None:
    cards = CARD.partition("\n")[2]
    (tmp_path / "cards.yaml").write_text(cards, encoding="utf-8")
    (tmp_path / "pack.yaml").write_text(f"{ONE_MORE}equipment: cards.yaml\n", encoding="utf-8")
    assert len(load_pack(str(tmp_path)).deck) == HOUSE_CARDS + 1


def test_an_unknown_pack_is_answered_with_those_that_exist(tmp_path: Path) -> None:
    with pytest.raises(InputFault, match="no content pack 'hause'; expected one of house"):
        load_pack("hause")
    with pytest.raises(InputFault, match="no content pack"):
        load_pack(str(tmp_path))


def test_a_pack_that_is_gone_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(InputFault, match=r"'.*gone\.yaml' is missing: no such file or folder; put it back"):
        load_pack(str(tmp_path / "gone.yaml"))


CARD_FAULTS = [
    ("damage: {on", "damge: {on", "damge", "no such effect; expected one of cancel, redirect"),
    ("amount: 1", "amuont: 1", "amuont", "unknown key; expected one of on, amount, blow, splash"),
    ("amount: 1", "amount: 9", "amount: 9", "expected a whole number from 1 to 3, found 9"),
    ("amount: 1", "amount: much", "amount: much", "expected a whole number"),
    ("{on: target, hexes: 1}", "{on: target}", "push", "the key 'hexes' is missing"),
    ("on: target, hexes", "on: targets, hexes", "- push", "'targets' can't be that here; expected user or"),
    ("amount: 1}", "amount: 1, blow: kick}", "blow", "expected one of attack, strike, loss; found 'kick'"),
    ("amount: 1}", "amount: 1, splash: 1}", "splash", "expected true or false"),
    ("who: enemy unit", "who: enemies", "target: {who", "expected one of ally unit"),
    ("where: range", "where: range 3", "target: {who", "'range' takes no number"),
    ("where: range", "where: line", "target: {who", "expected 'line n' with n from 1 to 12"),
    ("where: range", "where: line 40", "target: {who", "expected 'line n' with n from 1 to 12"),
    (
        "where: range",
        "where: near",
        "target: {who",
        "expected one of any, beside, range, within n, line n, path n",
    ),
    ("where: range", "where: line 3, through: walls", "target: {who", "expected one of nothing, units, all"),
    ("where: range", "where: range, count: 0", "target: {who", "expected a whole number from 1 to 6"),
    ("where: range", "where: range, of: unit", "target: {who", "of: 'unit' is nobody here"),
    ("user: {who: ally unit", "hero: {who: ally unit", "hero", "no such slot; expected one of user, unit"),
    ("arms: [infantry]}", "arms: [pikes]}", "user: {who", "expected one of infantry"),
    ("marks: [attack]", "marks: []", "- slug", "expected at least one mark"),
    ("marks: [attack]", "marks: [attack, attack]", "marks", "the same word stands twice"),
    ("marks: [attack]", "marks: [charge]", "marks", "expected one of attack, defend; found 'charge'"),
    ("star: 2", "star: 6", "star", "expected a whole number from 1 to 5, found 6"),
    ("copies: 1", "copies: 0", "copies", "expected a whole number from 1 to 60, found 0"),
    ("vi: Giáo Sắt", "vi: ''", "vi: ''", "expected text, found nothing"),
    ("    vi: Giáo Sắt\n", "", "- slug", "the key 'vi' is missing"),
    ("    en: Iron Pike\n", "", "- slug", "the key 'en' is missing"),
    ("vi: Đẩy lùi., ", "", "text", "the key 'vi' is missing"),
    (
        "arm: infantry\n",
        "arm: alchemist\n",
        "arm: alchemist",
        "expected one of infantry, cavalry, archer, common",
    ),
    ("origin: printed", "origin: box", "origin", "expected one of printed, remake, house; found 'box'"),
    ("slug: giao-sat", "slug: Giáo Sắt", "- slug", "expected lower-case letters, digits and hyphens"),
    (
        "marks: [attack]",
        "marks: [attack]\n    answers: {to: hit}",
        "answers",
        "only a record with the mark defend",
    ),
    (
        "user: {who: ally unit, arms: [infantry]}",
        "unit: {who: ally unit}",
        "target: {who",
        "'user' is nobody here",
    ),
    ("- push: {on: target, hexes: 1}", "- push: {}\n        pull: {}", "- push", "expected one word"),
    ("- push: {on: target, hexes: 1}", "- roll: {cases: []}", "- roll", "expected at least one case"),
    (
        "- push: {on: target, hexes: 1}",
        "- roll: {cases: [{faces: [1], effects: &gain [coin: {amount: 1}]}, {faces: [1], effects: *gain}]}",
        "- roll",
        "none of them twice",
    ),
    ("- push: {on: target, hexes: 1}", "- coin: {amount: 0}", "- coin", "0 changes nothing"),
    ("- push: {on: target, hexes: 1}", "- move: {on: user}", "- move", "0 changes nothing"),
    (
        "- push: {on: target, hexes: 1}",
        "- move: {on: user, amount: 1, again: true}",
        "- move",
        "no amount beside 'again: true'",
    ),
    ("- push: {on: target, hexes: 1}", "- teleport: {on: user, to: target}", "- teleport", "there is no hex"),
    ("- push: {on: target, hexes: 1}", "- strike_back: {}", "- strike_back", "nothing to answer here"),
    ("- push: {on: target, hexes: 1}", "- cancel: {what: hit}", "- cancel", "nothing to answer here"),
    ("- push: {on: target, hexes: 1}", "- stun: {on: attacker}", "- stun", "'attacker' can't be that here"),
    (
        "- push: {on: target, hexes: 1}",
        "- reveal: {what: tokens, of: target}",
        "- reveal",
        "there is no mountains",
    ),
]


@pytest.mark.parametrize(("before", "after", "at", "says"), CARD_FAULTS)
def test_a_broken_card_is_refused_with_its_line_and_what_is_allowed(
    tmp_path: Path, before: str, after: str, at: str, says: str
) -> None:
    assert before in NEW_CARD
    text = NEW_CARD.replace(before, after, 1)
    line, words = refused(tmp_path, text)
    assert says in words
    assert line == line_of(text, at)


EVENT_FAULTS = [
    ("every: true", "every: false", "units: {who", "it takes 'every: true'"),
    ("lasts: round}", "lasts: turn}", "- move", "the event lasts a round; expected round, found 'turn'"),
    ("who: ally unit", "who: free hex, fits: archer", "units: {who", "nobody chooses 'free hex' in an event"),
    (
        "move: {on: units, amount: -1, lasts: round}",
        "swap: {on: units, other: units}",
        "- swap",
        "expected only in a skill or card",
    ),
    ("hits: all", "hits: me", "hits", "expected one of all, die; found 'me'"),
    ("lasts: round\n", "lasts: ever\n", "lasts: ever", "expected one of once, round; found 'ever'"),
    (
        "move: {on: units, amount: -1, lasts: round}",
        "damage: {on: units, amount: 1}",
        "- damage",
        "nobody does it",
    ),
    (
        "move: {on: units, amount: -1, lasts: round}",
        "stun: {on: user, lasts: round}",
        "- stun",
        "expected units",
    ),
]


@pytest.mark.parametrize(("before", "after", "at", "says"), EVENT_FAULTS)
def test_a_broken_event_is_refused_with_its_line_and_what_is_allowed(
    tmp_path: Path, before: str, after: str, at: str, says: str
) -> None:
    text = HEAD + EVENT
    assert before in text
    text = text.replace(before, after, 1)
    line, words = refused(tmp_path, text)
    assert says in words
    assert line == line_of(text, at)


def test_a_record_without_effects_is_refused(tmp_path: Path) -> None:
    text = HEAD + TREASURE.replace("    effects:\n      - coin: {amount: 3}\n", "    effects: []\n")
    assert refused(tmp_path, text) == (line_of(text, "effects"), "effects: expected at least one effect")


def test_a_slug_that_stands_twice_is_refused_with_both_lines(tmp_path: Path) -> None:
    text = f"{HEAD}cards: {HOUSE_CARDS + 2}\n{CARD}{CARD.partition(chr(10))[2]}"
    line, words = refused(tmp_path, text)
    assert words.endswith(f"the slug 'giao-sat' already stands in line {line_of(text, '- slug')}")
    assert line > line_of(text, "origin")


def test_a_deck_of_another_size_must_say_so(tmp_path: Path) -> None:
    line, words = refused(tmp_path, HEAD + CARD)
    assert line == line_of(HEAD + CARD, "  - slug")
    assert f"the cards' copies add up to {HOUSE_CARDS + 1}, expected {HOUSE_CARDS}" in words
    line, words = refused(tmp_path, f"{HEAD}cards: {HOUSE_CARDS}\n{CARD}")
    assert line == 3
    assert f"the cards' copies add up to {HOUSE_CARDS + 1}, expected {HOUSE_CARDS}" in words


def test_tokens_that_do_not_fill_the_mountains_are_refused(tmp_path: Path) -> None:
    line, words = refused(
        tmp_path, HEAD + "tokens: {maps: 5, treasures: 5, curses: 4, single: 5, double: 5}\n"
    )
    assert line == 3
    assert "14 tokens, but 5 mountains with one and 5 with two hide 15" in words
    line, words = refused(
        tmp_path, HEAD + "tokens: {maps: 4, treasures: 5, curses: 5, single: 4, double: 5}\n"
    )
    assert "expected a whole number from 5 to 5, found 4" in words


def test_tokens_that_no_record_makes_are_refused(tmp_path: Path) -> None:
    text = HEAD + "tokens: {maps: 5, treasures: 6, curses: 3, single: 4, double: 5}\n"
    line, words = refused(tmp_path, text)
    assert line == 3
    assert "the treasures' copies add up to 5, but 'tokens' says 6" in words


SKILL = """\
      - slug: {slug}
        vi: Một
        en: One
        text: {{vi: Một., en: One.}}
        star: 1
        marks: [attack]
        {extra}
        effects: [{{move: {{on: user, amount: 1}}}}]
        origin: printed
"""

GENERAL = f"""\
generals:
  - slug: est
    vi: Est
    en: Est
    arm: infantry
    origin: printed
    skills:
{SKILL.format(slug="mot", extra="coins: 0")}\
{SKILL.format(slug="hai", extra="coins: 0")}\
{SKILL.format(slug="ba", extra="coins: 2")}"""


def test_a_general_of_ones_own_box_replaces_that_general(tmp_path: Path, house: Pack) -> None:
    pack = loaded(tmp_path, HEAD + GENERAL)
    assert [skill.slug for skill in pack.generals["est"].skills] == ["mot", "hai", "ba"]
    assert pack.skill("est", 3).coins == 2
    assert list(pack.generals) == list(house.generals)
    assert "phi-than" not in pack.skills


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("slug: est", "slug: esther", "expected one of est, kazu"),
        ("arm: infantry", "arm: archer", "expected one of infantry; found 'archer'"),
        (SKILL.format(slug="hai", extra="coins: 0"), "", "expected 3 skills, found 2"),
        ("slug: hai", "slug: khoa-xich", "the skill 'khoa-xich' stands at est and kazu"),
        ("coins: 2", "coins: -1", "expected a whole number from 0 to 9, found -1"),
        ("coins: 2", "fist: hard", "expected true or false"),
        ("coins: 2", "needs: [luck]", "expected one of soldier lost, hp to spare, user alive; found 'luck'"),
    ],
)
def test_a_broken_general_is_refused(tmp_path: Path, before: str, after: str, says: str) -> None:
    text = HEAD + GENERAL
    assert before in text
    assert says in refused(tmp_path, text.replace(before, after, 1))[1]


def test_a_pack_without_a_base_needs_every_section(tmp_path: Path) -> None:
    assert refused(tmp_path, "name: bare\n") == (
        1,
        "the key 'cards' is missing; a pack without 'base' needs it",
    )


def test_unknown_sections_are_refused(tmp_path: Path) -> None:
    line, words = refused(tmp_path, HEAD + "spells: []\n")
    assert line == 3
    assert "expected one of name, base, languages, cards, tokens, generals, equipment" in words
