"""A seat's possible uses beside moves and attacks: cards, skills, actions, generals; and why not now.

For that seat's eyes only: it names the cards in its hand.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.decisions import Chooser, Violation, broken
from engine.core.ids import PieceId, RuleId, Seat
from engine.core.phrase import Phrase
from engine.core.sentences import Texts, joined
from engine.core.views import UseView
from engine.games.dozen_war.actions.actions import Action, Attack, Dig, Draft, Revive, Warp, format_action
from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.arms import arm_label
from engine.games.dozen_war.content.records import EquipmentRecord, GeneralRecord, SkillRecord
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.legality.legal import ActionTable, legal_actions
from engine.games.dozen_war.legality.violations import violations
from engine.games.dozen_war.position.roster import generals_of, seat_label
from engine.games.dozen_war.position.state import Phase, State
from engine.games.dozen_war.telling.secrecy import peeked_notes
from engine.games.dozen_war.telling.views import decider, own_label
from engine.games.dozen_war.using.skills import slug_of
from engine.games.dozen_war.using.slots import SKILLS_EACH

MOST_WAYS = 1500
"""The most ways that are listed: four targets out of twenty are 4,845 choices, and nobody looks for the last
one."""

_ACTIONS = ("attack", "dig", "warp", "revive")
_Ways = dict[str, list[dict[str, object]]]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A position as one seat looks through its uses; `ways` are the legal uses by key."""

    rules: Rules
    """The board, names, readings and content of the match."""
    texts: Texts
    """The sentences of the game."""
    state: State
    """The position."""
    seat: Seat
    """The seat that looks."""
    ways: _Ways
    """Its legal actions as they are written, by the key of the card, skill or action that they use."""


def uses(table: ActionTable, texts: Texts, state: State, seat: Seat) -> tuple[UseView, ...]:
    """Return all that a seat has to use, with every legal way to use it now or the rules against it."""
    rules = table.rules
    if seat not in rules.roster.seats or state.phase is Phase.OVER:
        return ()
    mine = seat in decider(rules, state).seats
    ways = _ways(table, state) if mine else {}
    seen = _Seen(table.rules, texts, state, seat, ways)
    return (*_drafts(seen), *_actions(seen), *_cards(seen), *_skills(seen), *_known(seen))


def _ways(table: ActionTable, state: State) -> _Ways:
    found: _Ways = {}
    for action in legal_actions(table, state):
        key = _key(action)
        if key and len(found.setdefault(key, [])) < MOST_WAYS:
            found[key].append(format_action(action))
    return found


def _key(action: Action) -> str:
    match action:
        case Play(card):
            return f"card {card}"
        case Skill(piece, number):
            return f"skill {piece} {number}"
        case Attack(piece):
            return f"attack {piece}"
        case Dig(piece):
            return f"dig {piece}"
        case Warp(piece):
            return f"warp {piece}"
        case Revive(piece):
            return f"revive {piece}"
        case Draft(general):
            return f"draft {general}"
        case _:
            return ""


def _drafts(seen: _Seen) -> Iterator[UseView]:
    ways = seen.ways
    for slug, general in seen.rules.pack.generals.items():
        key = f"draft {slug}"
        if key in ways:
            yield UseView(
                key=key,
                kind="draft",
                label=general.names.phrase,
                text=_portrait(seen.texts, general),
                actions=tuple(ways[key]),
            )


def _portrait(texts: Texts, general: GeneralRecord) -> Phrase:
    return joined(
        (
            texts.say("labels.arm", arm=arm_label(general.arm)),
            *(
                texts.say("labels.skill", number=one.number, name=one.names.phrase, text=one.text.phrase)
                for one in general.skills
            ),
        ),
        "lines",
    )


def _actions(seen: _Seen) -> Iterator[UseView]:
    for key, actions in seen.ways.items():
        action, _, name = key.partition(" ")
        if action in _ACTIONS:
            yield UseView(
                key=key,
                kind="attack" if action == "attack" else "deed",
                label=seen.texts.say(
                    f"labels.action_{action}",
                    name=own_label(seen.rules, seen.texts, seen.rules.roster.index[PieceId(name)]),
                ),
                piece=PieceId(name),
                actions=tuple(actions),
            )


def _cards(seen: _Seen) -> Iterator[UseView]:
    hand = Counter(seen.state.cards.hands[seen.rules.roster.seats.index(seen.seat)])
    for slug, copies in sorted(hand.items()):
        record = seen.rules.pack.equipment[slug]
        key = f"card {slug}"
        actions = tuple(seen.ways.get(key, ()))
        yield UseView(
            key=key,
            kind="card",
            label=record.names.phrase,
            text=record.text.phrase,
            numbers=((("copies", copies),) if copies > 1 else ()) + (("stars", record.star),),
            marks=tuple(str(mark) for mark in record.marks),
            actions=actions,
            why_not=() if actions else _why_not(seen, Play(slug), record),
        )


def _skills(seen: _Seen) -> Iterator[UseView]:
    rules, state = seen.rules, seen.state
    if not state.skills:
        return
    for piece in generals_of(rules.roster.seats.index(seen.seat)):
        if not state.owns(piece):
            continue
        name = rules.roster.ids[piece]
        for number in range(1, SKILLS_EACH + 1):
            record = rules.pack.skill(slug_of(piece), number)
            key = f"skill {name} {number}"
            actions = tuple(seen.ways.get(key, ()))
            yield UseView(
                key=key,
                kind="skill",
                label=record.names.phrase,
                text=record.text.phrase,
                piece=name,
                numbers=((("coins", record.coins),) if record.coins else ()) + (("stars", record.star),),
                marks=(*(str(mark) for mark in record.marks), *(("fist",) if record.fist else ())),
                actions=actions,
                why_not=() if actions else _why_not(seen, Skill(name, number), record),
            )


def _known(seen: _Seen) -> Iterator[UseView]:
    for number, text in enumerate(peeked_notes(seen.rules, seen.texts, seen.state, seen.seat)):
        yield UseView(key=f"known {number}", kind="known", label=text)


def _why_not(
    seen: _Seen, action: Play | Skill, record: SkillRecord | EquipmentRecord
) -> tuple[tuple[RuleId, Phrase], ...]:
    rules, state = seen.rules, seen.state
    found: tuple[Violation, ...]
    decision = decider(rules, state)
    if decision.chooser is Chooser.SEAT and seen.seat not in decision.seats:
        # Everybody knows only whose choice it is; the possible choices are that player's secret.
        whose = joined([seat_label(seat) for seat in decision.seats])
        found = (broken("DW-17.1", "others_choose", seat=whose),)
    else:
        # Nothing is chosen yet, so a missing choice is no reason.
        found = tuple(one for one in violations(rules, state, action) if one.reason != "wrong_count")
    if not found:
        rule = "DW-10.1" if isinstance(action, Play) else "DW-9.1"
        found = (broken(rule, "nothing_fits", name=record.names.phrase),)
    said = ((one.rule, seen.texts.say(f"violations.{one.reason}.says", **dict(one.facts))) for one in found)
    return tuple(dict.fromkeys(said))
