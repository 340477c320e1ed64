"""Questions to a seat about what happens: the card, its user, and the price of passing.

Only open facts are in them: the frames that are being resolved, and the cards that were used.
"""

from collections.abc import Sequence

from engine.core.ids import PieceId, Seat
from engine.core.phrase import SILENCE, Fact, Phrase
from engine.core.sentences import joined
from engine.games.quoc_chien.cards.huogong import Burning
from engine.games.quoc_chien.cards.juedou import Duelling
from engine.games.quoc_chien.cards.wugu_fengdeng import Picking
from engine.games.quoc_chien.cards.wuxie_keji import Countering
from engine.games.quoc_chien.content.cards import is_card, names
from engine.games.quoc_chien.content.generals import generals, skill_names
from engine.games.quoc_chien.position.actions import Discard, UseSkill
from engine.games.quoc_chien.position.state import JUDGED, State, general_in, health_of, hidden, shown
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import Damage, DamagePart
from engine.games.quoc_chien.resolving.discarding import DiscardPhase
from engine.games.quoc_chien.resolving.dying import Rescuing
from engine.games.quoc_chien.resolving.effects import Forced, Robbing
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.opening import Recruiting
from engine.games.quoc_chien.resolving.playing import Answering
from engine.games.quoc_chien.resolving.slash import Slashing
from engine.games.quoc_chien.resolving.striking import AskedToStrike
from engine.games.quoc_chien.telling.consequences import NULLIFICATIONS, Label, caused_by, used
from engine.games.quoc_chien.telling.printed import card_label
from engine.games.quoc_chien.texts import TEXTS
from engine.kit.choosing.actions import NONE, Choose, GameAction, Pass
from engine.kit.resolving.combinations import Choosing, ChoosingTogether
from engine.kit.resolving.frames import StackFrame
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


def question_to(state: State, seat: Seat, label: Label, legal: Sequence[GameAction]) -> Phrase:
    """Return the question to a seat that must decide; silence: the rulebook's words are enough.

    `legal` are the seat's possible actions.
    """
    if not state.stack:
        return SILENCE
    below = tuple(reversed(state.stack[:-1]))
    match state.stack[-1]:
        case Answering() as asked:
            return _answer(asked, below, label)
        case AskedToStrike() as asked:
            return _say("strike", other=label(asked.struck), wanted=_named("sha"))
        case Countering() as asked:
            return _counter(asked, seat, label)
        case Rescuing() as asked:
            return _rescue(state, asked, seat, label)
        case DiscardPhase() as asked:
            return _say("too_many", number=asked.count(state))
        case Firing():
            return _skills(state, seat, below, label, legal)
        case Choosing() | ChoosingTogether() as asked:
            return _choose(asked, seat, below, label)
        case Recruiting(head=head) if head:
            kingdom = TEXTS.say(f"kinds.{generals()[head].kingdom}")
            return _say("deputy", head=card_label(head), kingdom=kingdom)
    return SILENCE


def shown_by(state: State, action: GameAction) -> str:
    """Return the hidden general that a skill's use shows; empty where it shows none."""
    if not isinstance(action, UseSkill) or action.by is None:
        return ""
    seat = action.by
    if any(action.skill in _skills_at(state, seat, place) for place in shown(state, seat)):
        return ""
    return next(
        (
            str(general_in(state, seat, place))
            for place in hidden(state, seat)
            if action.skill in _skills_at(state, seat, place)
        ),
        "",
    )


def _skills_at(state: State, seat: Seat, place: str) -> tuple[str, ...]:
    slug = general_in(state, seat, place)
    return () if slug is None else generals()[slug].skills


def chosen_as(asked: Choosing, action: Choose) -> GameAction:
    """Return the action that a choice amounts to: a skill's use, a pass, a discard; else the choice."""
    if _is_consent(asked):
        return Pass(by=action.by) if action.choose == NONE else UseSkill(asked.what, by=action.by)
    if asked.kind == "discard" and is_card(str(action.choose)):
        return Discard((CardId(PieceId(str(action.choose))),), by=action.by)
    return action


def _is_consent(asked: Choosing) -> bool:
    """Tell whether a choice is only whether a skill or card goes on."""
    return asked.among == (1,) and not asked.least and bool(_named(asked.what))


def _say(key: str, **facts: Fact) -> Phrase:
    return TEXTS.say(f"asks.{key}", **facts)


def _named(name: str) -> Phrase:
    """Return the name of a card or skill; of another word, silence."""
    if name in names():
        return names()[name].head.label
    return TEXTS.say(f"words.{name}") if name in skill_names() else SILENCE


def _answer(asked: Answering, below: Sequence[StackFrame], label: Label) -> Phrase:
    """Return which card a seat answers, with what, and the damage that it takes otherwise."""
    wanted: dict[str, Fact] = {"wanted": _named(asked.wanted), "number": asked.count}
    more = "" if asked.count == 1 else "_more"
    match below[0] if below else None:
        case Slashing() as slash:
            card = used(slash.name, slash.cards)
            return _say(f"hit{more}", seat=label(slash.user), card=card, damage=slash.amount, **wanted)
        case Forced() as forced:
            card = used(forced.card, forced.cards)
            return _say(f"hit{more}", seat=label(forced.user), card=card, damage=1, **wanted)
        case Duelling() as duel:
            other = duel.user if duel.turn == duel.target else duel.target
            return _say(f"duel{more}", seat=label(other), card=_named("juedou"), damage=1, **wanted)
    if not asked.for_ or not _named(asked.for_):
        return _say(f"answer{more}", **wanted)
    return _say(f"answer_for{more}", card=_named(asked.for_), **wanted)


def _counter(asked: Countering, seat: Seat, label: Label) -> Phrase:
    card, user = _named(asked.name), label(asked.user)
    if asked.name in NULLIFICATIONS:
        return _say("counter_counter", seat=user, card=card)
    if asked.user == seat:
        return _say("counter_mine", card=card)
    if asked.target == asked.user:
        return _say("counter_own", seat=user, card=card)
    if asked.target == seat:
        return _say("counter_you", seat=user, card=card)
    return _say("counter", seat=user, card=card, other=label(asked.target))


def _rescue(state: State, asked: Rescuing, seat: Seat, label: Label) -> Phrase:
    facts: dict[str, Fact] = {"peach": _named("tao"), "number": 1 - health_of(state, asked.victim)}
    if asked.victim == seat:
        return _say("dying_you", wine=_named("jiu"), **facts)
    return _say("dying", seat=label(asked.victim), **facts)


def _skills(
    state: State, seat: Seat, below: Sequence[StackFrame], label: Label, legal: Sequence[GameAction]
) -> Phrase:
    """Return which skills may be used at a moment, and the judgment that they may change."""
    skills = dict.fromkeys(one.skill for one in legal if isinstance(one, UseSkill))
    named = joined([_named(one) for one in skills], "or")
    if not named:
        return SILENCE
    judging = below[0] if below else None
    judged = state.zones.known(JUDGED)
    if isinstance(judging, Judging) and judged and _named(judging.why):
        card, why = card_label(judged[0]), _named(judging.why)
        return _say("judged", seat=label(judging.seat), card=card, why=why, skills=named)
    if isinstance(judging, Damage) and judging.victim == seat and judging.part > DamagePart.DEAL:
        cause = caused_by(judging, label)
        said: dict[str, Fact] = {
            "number": judging.amount,
            "left": max(0, health_of(state, seat)),
            "skills": named,
        }
        return _say("hurt_by", cause=cause, **said) if cause else _say("hurt", **said)
    return _say("skills", skills=named)


def _choose(
    asked: Choosing | ChoosingTogether,
    seat: Seat,
    below: Sequence[StackFrame],
    label: Label,
) -> Phrase:
    mine = asked if isinstance(asked, Choosing) else next(one for one in asked.each if one.seat == seat)
    match below[0] if below else None:
        case Comparing() as comparing if mine.what == "compare":
            other = comparing.other if comparing.seat == seat else comparing.seat
            return _say("compare" if comparing.seat == seat else "compare_you", seat=label(other))
        case Robbing() as robbing if robbing.user == seat and robbing.target != seat:
            return _say("take" if robbing.keeps else "drop", seat=label(robbing.target))
        case Burning() as burning if not burning.shown:
            return _say("show", seat=label(burning.user), card=used("huogong", burning.cards))
        case Burning() as burning:
            shown = card_label(burning.shown)
            return _say("burn", seat=label(burning.target), card=shown)
        case Picking():
            return _say("pick", card=_named("wugu-fengdeng"))
    if mine.kind == "discard" and mine.least > len(mine.chosen):
        return _say("discard", number=mine.least - len(mine.chosen))
    named = _named(mine.what)
    if not named:
        return SILENCE
    return _say("skills", skills=named) if _is_consent(mine) else _say("choose_for", card=named)
