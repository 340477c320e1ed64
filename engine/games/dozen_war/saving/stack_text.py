"""Skills, boosts, statuses and waiting hits as text: keys of a setup, also in a saved position."""

from collections.abc import Mapping

from engine.core.document import Entry
from engine.core.ids import PieceId
from engine.games.dozen_war.arms import GENERALS
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.phases.duel import IDLE_TURNS
from engine.games.dozen_war.position.field import bits, cell_number
from engine.games.dozen_war.position.marks import FOR_GOOD, UnitMark
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import SEAT_OF
from engine.games.dozen_war.position.state import NOBODY, Hit, State, altered
from engine.games.dozen_war.saving.marks_text import dump_meaning, read_meaning
from engine.games.dozen_war.using.slots import SKILLS_EACH

COMBAT_KEYS = (
    "skills",
    "marks",
    "spent",
    "known",
    "fought",
    "strikes",
    "bereft",
    "carded",
    "idle",
    "out",
    "left",
)
"""The keys of a setup that this module reads."""
_HIT_FLAGS = ("unguarded", "unblockable", "counter", "blocked", "redirected", "landed", "aimed")
_HIT_NUMBERS = ("stars", "lost")
_SKILLS = tuple(f"{general}.{number + 1}" for general in GENERALS for number in range(SKILLS_EACH))


def with_combat(rules: Rules, state: State, found: Mapping[str, Entry]) -> State:
    """Return the position with a setup's skills and statuses.

    Where a setup says nothing, the table's option `skills` decides; a setup that deals cards has skills.

    Raises:
        InputFault: unknown units, words, skills, seats or hexes; with the line.
    """
    if "skills" in found:
        skills = found["skills"].flag()
    else:
        dealt = "hands" in found or "deck" in found
        skills = rules.options.skills == "on" or dealt or ("whole" in found and rules.options.skills != "off")
    ids = rules.roster.ids
    marks = []
    for entry in _listed(found, "marks"):
        one = entry.fields(required=("unit", "word"), optional=("amount", "left", "stars"))
        marks.append(
            UnitMark(
                _piece(rules, state, one["unit"]),
                read_meaning(one["word"], _number(one, "amount", 1, -9, len(ids))),
                _number(one, "left", 0, 0, FOR_GOOD),
                _number(one, "stars", 0, 0, 9),
            )
        )
    strikes = []
    for entry in _listed(found, "strikes"):
        one = entry.fields(required=("unit", "at"))
        strikes.append((_piece(rules, state, one["unit"]), cell_number(one["at"], rules.field.index)))
    seats = tuple(str(seat) for seat in rules.roster.seats)
    return altered(
        state,
        skills=skills,
        marks=tuple(marks),
        history=altered(
            state.history,
            spent=_skills(found, "spent"),
            known=_skills(found, "known"),
            bereft=sum(1 << seats.index(one.text(seats)) for one in _listed(found, "bereft")),
            out=sum(1 << seats.index(one.text(seats)) for one in _listed(found, "out")),
            left=sum(1 << seats.index(one.text(seats)) for one in _listed(found, "left")),
            idle=_number(found, "idle", 0, 0, IDLE_TURNS),
        ),
        done=altered(
            state.done,
            fought=sum(1 << _piece(rules, state, one) for one in _listed(found, "fought")),
            strikes=tuple(strikes),
            carded=sum(1 << seats.index(one.text(seats)) for one in _listed(found, "carded")),
        ),
    )


def dump_combat(rules: Rules, state: State) -> dict[str, object]:
    """Return the keys of skills and statuses; without skills only `skills`, where it's needed."""
    ids, cells, seats = rules.roster.ids, rules.field.cells, rules.roster.seats
    document: dict[str, object] = {
        "marks": [
            {"unit": str(ids[one.piece]), "word": word, "amount": amount, "left": one.left}
            | ({"stars": one.stars} if one.stars else {})
            for one in state.marks
            for word, amount in (dump_meaning(one.means),)
        ],
        "spent": [_SKILLS[bit] for bit in bits(state.history.spent)],
        "known": [_SKILLS[bit] for bit in bits(state.history.known)],
        "fought": [str(ids[piece]) for piece in bits(state.done.fought)],
        "strikes": [{"unit": str(ids[piece]), "at": str(cells[cell])} for piece, cell in state.done.strikes],
        "bereft": [str(seats[seat]) for seat in bits(state.history.bereft)],
        "carded": [str(seats[seat]) for seat in bits(state.done.carded)],
        "idle": state.history.idle,
        "out": [str(seats[seat]) for seat in bits(state.history.out)],
        "left": [str(seats[seat]) for seat in bits(state.history.left)],
    }
    said = {key: value for key, value in document.items() if value}
    dealt = any(state.cards.hands) or bool(state.cards.pile)
    if state.skills is not (rules.options.skills == "on" or dealt):
        said["skills"] = state.skills
    return said


def dump_hits(rules: Rules, state: State) -> list[dict[str, object]]:
    """Return the waiting hits, the next one last."""
    ids, cells = rules.roster.ids, rules.field.cells
    return [
        {
            "attack": None if hit.attacker == NOBODY else str(ids[hit.attacker]),
            "target": str(ids[hit.target]),
            "splash": None if hit.splash is None else str(ids[hit.splash]),
            "damage": hit.damage,
        }
        | ({"source": hit.source} if hit.source else {})
        | ({"seat": str(rules.roster.seats[hit.seat])} if hit.attacker == NOBODY else {})
        | {flag: True for flag in _HIT_FLAGS if getattr(hit, flag)}
        | {word: getattr(hit, word) for word in _HIT_NUMBERS if getattr(hit, word)}
        | ({"spill": [str(ids[unit]) for unit in hit.spill]} if hit.spill else {})
        | {
            key: str(cells[cell])
            for key, cell, now in (
                ("at", hit.where, state.at[hit.target]),
                ("from", hit.stood, state.at[max(0, hit.attacker)]),
            )
            if 0 <= cell < len(cells) and cell != now
        }
        for hit in state.stack
    ]


def read_hits(rules: Rules, state: State, entry: Entry) -> tuple[Hit, ...]:
    """Return the waiting hits, the next one last.

    Raises:
        InputFault: unknown keys, pieces, hexes or numbers, a next hit without an attacker or target; with the
            line.
    """
    hits = tuple(_hit(rules, state, one) for one in entry.sequence())
    if hits and not hits[-1].landed:
        top = entry.sequence()[-1].mapping()
        if state.at[hits[-1].target] == OFF:
            raise top["target"].fault(f"'{top['target'].text()}' isn't on the board")
        attacker = hits[-1].attacker
        misses = rules.options.dead_attacker == "misses" and not hits[-1].counter
        if misses and attacker != NOBODY and state.at[attacker] == OFF:
            raise top["attack"].fault(f"'{top['attack'].text()}' isn't on the board")
    return hits


def _hit(rules: Rules, state: State, entry: Entry) -> Hit:
    found = entry.fields(
        required=("attack", "target", "splash", "damage"),
        optional=("source", "seat", "at", "from", "spill", *_HIT_FLAGS, *_HIT_NUMBERS),
    )
    index = rules.field.index
    target, attacker = _piece(rules, state, found["target"]), NOBODY
    if found["attack"].value is not None:
        attacker = _piece(rules, state, found["attack"])
    elif "seat" not in found:
        raise entry.fault("the key 'seat' is missing; a hit that no unit deals is some player's")
    return Hit(
        attacker,
        target,
        None if found["splash"].value is None else _piece(rules, state, found["splash"]),
        found["damage"].whole(0, 99),
        source=found["source"].text(_sources(rules)) if "source" in found else "",
        where=cell_number(found["at"], index) if "at" in found else state.at[target],
        stood=cell_number(found["from"], index)
        if "from" in found
        else -1
        if attacker == NOBODY
        else state.at[attacker],
        stars=_number(found, "stars", 0, 0, 99),
        lost=_number(found, "lost", 0, 0, 99),
        spill=tuple(_piece(rules, state, one) for one in _listed(found, "spill")),
        seat=_of_nobody(rules, found) if attacker == NOBODY else -1,
        **{flag: found[flag].flag() for flag in _HIT_FLAGS if flag in found},
    )


def _of_nobody(rules: Rules, found: Mapping[str, Entry]) -> int:
    seats = tuple(str(seat) for seat in rules.roster.seats)
    return seats.index(found["seat"].text(seats))


def _sources(rules: Rules) -> tuple[str, ...]:
    return (*rules.pack.equipment, *rules.pack.skills)


def _listed(found: Mapping[str, Entry], key: str) -> tuple[Entry, ...]:
    return found[key].sequence() if key in found else ()


def _number(found: Mapping[str, Entry], key: str, usual: int, low: int, high: int) -> int:
    return found[key].whole(low, high) if key in found else usual


def _skills(found: Mapping[str, Entry], key: str) -> int:
    return sum(1 << _SKILLS.index(one.text(_SKILLS)) for one in _listed(found, key))


def _piece(rules: Rules, state: State, entry: Entry) -> int:
    piece = rules.roster.index.get(PieceId(entry.text()))
    if piece is None or SEAT_OF[piece] not in state.order:
        raise entry.fault(f"no such piece '{entry.text()}' in this match")
    return piece
