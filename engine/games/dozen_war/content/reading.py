"""Reads a pack's sections into records and checks them against the game's own numbers."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from engine.core.document import Entry, read_document
from engine.core.wording import (
    Wording,
    is_language,
    read_languages,
    read_text,
    read_wording,
)
from engine.games.dozen_war.arms import GENERALS, SOLDIER_ARMS, Arm
from engine.games.dozen_war.content.checks import check_record
from engine.games.dozen_war.content.parsing import (
    STAR_MAX,
    parse_answer,
    parse_effects,
    parse_needs,
    parse_targets,
    words,
)
from engine.games.dozen_war.content.records import (
    CurseRecord,
    EquipmentRecord,
    EventLasts,
    EventRecord,
    GeneralRecord,
    Hits,
    Mark,
    Origin,
    Pack,
    SkillRecord,
    TokenMix,
    TokenRecord,
    TreasureRecord,
)
from engine.games.dozen_war.content.targets import Answer

SECTIONS = ("generals", "equipment", "events", "treasures", "curses")
_COMMON = "common"
COPIES_MAX = 60
EVENTS_LEAST = 7
"""The number of events that are drawn in a match (DW-17.3)."""
SKILLS_EACH = 3
USUAL_LANGUAGES = ("vi", "en")
"""The languages of a pack that doesn't list its own."""

T = TypeVar("T", TreasureRecord, CurseRecord)
Languages = tuple[str, ...]
"""The languages that each record must have its name and text in."""


def read_pack(path: Path, *, base: Callable[[str], Pack]) -> Pack:
    """Return the pack of a file; `base` loads the pack it builds on.

    Raises:
        InputFault: a broken pack, with file and line.
    """
    document = read_document(path)
    top = document.fields(required=("name",), optional=("base", "languages", "cards", "tokens", *SECTIONS))
    under = base(top["base"].text()) if "base" in top else None
    languages = read_languages(top["languages"]) if "languages" in top else USUAL_LANGUAGES
    sections = {name: _section(path, top[name]) for name in SECTIONS if name in top}
    if under is None:
        for key in ("cards", "tokens", *SECTIONS):
            if key not in top:
                raise document.fault(f"the key '{key}' is missing; a pack without 'base' needs it")
    generals = _merged(under.generals if under else None, sections, "generals", languages, _general)
    skills = {skill.slug: skill for general in generals.values() for skill in general.skills}
    equipment = _merged(under.equipment if under else None, sections, "equipment", languages, _equipment)
    pack = Pack(
        name=read_text(top["name"]),
        languages=languages,
        generals=generals,
        skills=skills,
        equipment=equipment,
        events=_merged(under.events if under else None, sections, "events", languages, _event),
        treasures=_merged(under.treasures if under else None, sections, "treasures", languages, _treasure),
        curses=_merged(under.curses if under else None, sections, "curses", languages, _curse),
        tokens=_mix(top["tokens"]) if "tokens" in top or under is None else under.tokens,
    )
    _check_totals(document, top, sections, pack, under)
    return pack


def _section(path: Path, entry: Entry) -> Entry:
    """Return a section, from the pack's file or the file beside it."""
    if isinstance(entry.value, str):
        return read_document(path.parent / entry.value)
    return entry


R = TypeVar("R")


def _merged(
    under: Mapping[str, R] | None,
    sections: dict[str, Entry],
    name: str,
    languages: Languages,
    read: Callable[[Entry, Languages], tuple[str, R]],
) -> dict[str, R]:
    found = dict(under or {})
    own: dict[str, Entry] = {}
    for entry in sections[name].sequence() if name in sections else ():
        slug, record = read(entry, languages)
        if slug in own:
            raise entry.fault(f"the slug '{slug}' already stands in line {own[slug].line}")
        own[slug] = entry
        found[slug] = record
    return found


def _slug(entry: Entry) -> str:
    slug = entry.text()
    if not slug.replace("-", "a").isalnum() or not slug.isascii() or slug != slug.lower() or slug[0] == "-":
        raise entry.fault(f"expected lower-case letters, digits and hyphens, found '{slug}'")
    return slug


def _fields(entry: Entry, *, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Entry]:
    """Return the fields of a record, which also has its name in each language."""
    spoken = tuple(key for key in entry.mapping() if is_language(key))
    return entry.fields(required=required, optional=(*optional, *spoken))


def _text(entry: Entry, languages: Languages) -> Wording:
    return read_wording(_fields(entry, required=()), languages, entry)


def _origin(given: dict[str, Entry]) -> Origin:
    return Origin(given["origin"].text(tuple(Origin)))


def _general(entry: Entry, languages: Languages) -> tuple[str, GeneralRecord]:
    given = _fields(entry, required=("slug", "arm", "origin", "skills"))
    slug = given["slug"].text(tuple(GENERALS))
    arm = Arm(given["arm"].text((str(GENERALS[slug]),)))
    rows = given["skills"].sequence()
    if len(rows) != SKILLS_EACH:
        raise given["skills"].fault(f"expected {SKILLS_EACH} skills, found {len(rows)}")
    skills = tuple(_skill(row, languages, slug, number) for number, row in enumerate(rows, 1))
    return slug, GeneralRecord(slug, read_wording(given, languages, entry), arm, skills, _origin(given))


def _skill(entry: Entry, languages: Languages, general: str, number: int) -> SkillRecord:
    given = _fields(
        entry,
        required=("slug", "text", "star", "marks", "effects", "origin"),
        optional=("fist", "coins", "targets", "answers", "needs"),
    )
    marks = words(given["marks"], Mark)
    record = SkillRecord(
        slug=_slug(given["slug"]),
        general=general,
        number=number,
        names=read_wording(given, languages, entry),
        text=_text(given["text"], languages),
        marks=marks,
        fist=given["fist"].flag() if "fist" in given else False,
        star=given["star"].whole(1, STAR_MAX),
        coins=given["coins"].whole(0, 9) if "coins" in given else 0,
        targets=parse_targets(given["targets"]) if "targets" in given else (),
        answer=_answer(entry, given, marks),
        needs=parse_needs(given["needs"]) if "needs" in given else (),
        effects=parse_effects(given["effects"]),
        origin=_origin(given),
    )
    check_record(entry, record)
    return record


def _equipment(entry: Entry, languages: Languages) -> tuple[str, EquipmentRecord]:
    given = _fields(
        entry,
        required=("slug", "copies", "text", "arm", "star", "marks", "effects", "origin"),
        optional=("targets", "answers", "needs"),
    )
    marks = words(given["marks"], Mark)
    arm = given["arm"].text((*SOLDIER_ARMS, _COMMON))
    record = EquipmentRecord(
        slug=_slug(given["slug"]),
        copies=given["copies"].whole(1, COPIES_MAX),
        names=read_wording(given, languages, entry),
        text=_text(given["text"], languages),
        arm=None if arm == _COMMON else Arm(arm),
        marks=marks,
        star=given["star"].whole(1, STAR_MAX),
        targets=parse_targets(given["targets"]) if "targets" in given else (),
        answer=_answer(entry, given, marks),
        needs=parse_needs(given["needs"]) if "needs" in given else (),
        effects=parse_effects(given["effects"]),
        origin=_origin(given),
    )
    check_record(entry, record)
    return record.slug, record


def _answer(entry: Entry, given: dict[str, Entry], marks: tuple[Mark, ...]) -> Answer | None:
    if not marks:
        raise entry.fault("expected at least one mark: attack, defend")
    if Mark.DEFEND not in marks:
        if "answers" in given:
            raise given["answers"].fault("only a record with the mark defend answers")
        return None
    return parse_answer(given["answers"]) if "answers" in given else Answer()


def _event(entry: Entry, languages: Languages) -> tuple[str, EventRecord]:
    given = _fields(
        entry, required=("slug", "text", "hits", "lasts", "effects", "origin"), optional=("targets",)
    )
    record = EventRecord(
        slug=_slug(given["slug"]),
        names=read_wording(given, languages, entry),
        text=_text(given["text"], languages),
        hits=Hits(given["hits"].text(tuple(Hits))),
        lasts=EventLasts(given["lasts"].text(tuple(EventLasts))),
        targets=parse_targets(given["targets"]) if "targets" in given else (),
        effects=parse_effects(given["effects"]),
        origin=_origin(given),
    )
    check_record(entry, record)
    return record.slug, record


def _treasure(entry: Entry, languages: Languages) -> tuple[str, TreasureRecord]:
    record = _token(entry, languages, TreasureRecord)
    return record.slug, record


def _curse(entry: Entry, languages: Languages) -> tuple[str, CurseRecord]:
    record = _token(entry, languages, CurseRecord)
    return record.slug, record


def _token(entry: Entry, languages: Languages, kind: type[T]) -> T:
    given = _fields(entry, required=("slug", "text", "effects", "origin"), optional=("copies", "targets"))
    record = kind(
        slug=_slug(given["slug"]),
        copies=given["copies"].whole(1, COPIES_MAX) if "copies" in given else 1,
        names=read_wording(given, languages, entry),
        text=_text(given["text"], languages),
        targets=parse_targets(given["targets"]) if "targets" in given else (),
        effects=parse_effects(given["effects"]),
        origin=_origin(given),
    )
    check_record(entry, record)
    return record


def _mix(entry: Entry) -> TokenMix:
    given = entry.fields(required=("maps", "treasures", "curses", "single", "double"))
    mix = TokenMix(
        maps=given["maps"].whole(5, 5),  # DW-1.6
        treasures=given["treasures"].whole(0, 20),
        curses=given["curses"].whole(0, 20),
        single=given["single"].whole(0, 9),
        double=given["double"].whole(0, 9),
    )
    places = mix.single + 2 * mix.double
    if mix.total != places:
        raise entry.fault(
            f"{mix.total} tokens, but {mix.single} mountains with one and {mix.double} with two hide {places}"
        )
    return mix


def _check_totals(
    document: Entry, top: dict[str, Entry], sections: dict[str, Entry], pack: Pack, under: Pack | None
) -> None:
    if "cards" in top or (under is not None and len(pack.deck) != len(under.deck)):
        place = top.get("cards", sections.get("equipment", document))
        expected = top["cards"].whole(1, 999) if "cards" in top else len(under.deck) if under else 0
        if len(pack.deck) != expected:
            raise place.fault(
                f"the cards' copies add up to {len(pack.deck)}, expected {expected}; "
                "mend 'copies', or say the deck's size with the key 'cards'"
            )
    missing = [slug for slug in GENERALS if slug not in pack.generals]
    if missing:
        raise sections["generals"].fault(f"no record of {', '.join(missing)}; every general needs one")
    if len(pack.events) < EVENTS_LEAST:
        raise sections["events"].fault(f"expected at least {EVENTS_LEAST} events, found {len(pack.events)}")
    tokens: tuple[tuple[str, Mapping[str, TokenRecord], int], ...] = (
        ("treasures", pack.treasures, pack.tokens.treasures),
        ("curses", pack.curses, pack.tokens.curses),
    )
    for name, records, expected in tokens:
        copies = sum(record.copies for record in records.values())
        if copies != expected:
            place = sections.get(name, top.get("tokens", document))
            raise place.fault(f"the {name}' copies add up to {copies}, but 'tokens' says {expected}")
    seen: dict[str, str] = {}
    for general in pack.generals.values():
        for skill in general.skills:
            if skill.slug in seen:
                place = sections.get("generals", document)
                raise place.fault(f"the skill '{skill.slug}' stands at {seen[skill.slug]} and {general.slug}")
            seen[skill.slug] = general.slug
