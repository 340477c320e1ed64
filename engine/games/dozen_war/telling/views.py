"""A position as pages show it, and actions as sentences."""

from collections.abc import Container
from functools import cache

from engine.core.decisions import Chooser, Decision, Outcome
from engine.core.ids import PieceId, Seat
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import Texts, joined
from engine.core.views import AbsentPiece, PieceView, SeatView, View
from engine.games.dozen_war.actions.actions import (
    Accept,
    Action,
    Attack,
    Block,
    Dig,
    EndTurn,
    Move,
    OpenEvent,
    Place,
    Revive,
    Spill,
    Take,
    Unearth,
    Warp,
)
from engine.games.dozen_war.actions.uses import Play, Skill, format_use
from engine.games.dozen_war.arms import Arm, arm_label
from engine.games.dozen_war.content.records import (
    CurseRecord,
    EquipmentRecord,
    EventRecord,
    SkillRecord,
    TreasureRecord,
)
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.phases.rounds import is_out, merit, outcome
from engine.games.dozen_war.position.field import bits
from engine.games.dozen_war.position.holdings import Work, robbed
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    ARM_OF,
    HP_MAX,
    IS_CASTLE,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
    SLOTS,
    SOLDIERS_EACH,
    castle_arm,
    castles_of,
    seat_label,
)
from engine.games.dozen_war.position.state import Phase, State
from engine.games.dozen_war.resolving.chance import task_decision
from engine.games.dozen_war.resolving.resolve import completed
from engine.games.dozen_war.telling.lasting import lasting
from engine.games.dozen_war.telling.secrecy import (
    UNKNOWN,
    events_in_force,
    hand_view,
    hoard_notes,
    hoard_numbers,
    settling_text,
    token_record,
)
from engine.games.dozen_war.telling.table import face_of, pieces, terrain_id
from engine.games.dozen_war.using.skills import slug_of
from engine.games.dozen_war.using.slots import taken_up

_ARM_WORDS = frozenset(map(str, Arm))


def decider(rules: Rules, state: State) -> Decision:
    """Return the seat that must choose now.

    Kinds are `turn`, `answer`, before the match `placing`, and open tasks' words.
    """
    seats = rules.roster.seats
    if state.phase is Phase.OVER:
        return Decision(Chooser.NOBODY)
    if state.agenda:
        return task_decision(rules, state.agenda[0])
    if state.phase is Phase.PLACING:
        return Decision(Chooser.SEAT, (seats[state.turn],), "placing", many=True)
    if state.stack:
        return Decision(Chooser.SEAT, (seats[SEAT_OF[state.stack[-1].target]],), "answer", continues=True)
    return Decision(Chooser.SEAT, (seats[state.turn],), "turn")


def label(rules: Rules, texts: Texts, piece: int) -> Phrase:
    """Return a piece's name for people."""
    if IS_GENERAL[piece]:
        seat = seat_label(rules.roster.seats[SEAT_OF[piece]])
        return texts.say("labels.general", seat=seat, name=rules.pack.general_name(slug_of(piece)))
    return _common_label(texts, rules.roster.seats[SEAT_OF[piece]], piece)


@cache
def _common_label(texts: Texts, seat_name: Seat, piece: int) -> Phrase:
    seat = seat_label(seat_name)
    if IS_CASTLE[piece]:
        return texts.say("labels.castle", seat=seat, kind=arm_label(castle_arm(piece)))
    return texts.say(f"labels.{ARM_OF[piece].value}", seat=seat, number=piece % SLOTS % SOLDIERS_EACH + 1)


def own_label(rules: Rules, texts: Texts, piece: int) -> Phrase:
    """Return a unit's name without its seat, which its owner knows."""
    if IS_GENERAL[piece]:
        return rules.pack.general_name(slug_of(piece))
    return texts.say(f"labels.own.{ARM_OF[piece].value}", number=piece % SLOTS % SOLDIERS_EACH + 1)


def view(rules: Rules, texts: Texts, state: State, seat: Seat | None = None) -> View:
    """Return all that a seat may know of the position.

    Of hidden cards it shows the seat's own, and the numbers of the others'.
    """
    decision, ended = decider(rules, state), outcome(rules, state)
    shown = (*_terrain_views(rules, texts, state), *_piece_views(rules, texts, state))
    return View(
        headline=_headline(texts, state, decision, ended),
        decision=decision,
        turn=None if ended else rules.roster.seats[state.turn],
        round=state.round,
        pieces=shown,
        seats=tuple(_seat_view(rules, texts, state, number) for number in state.order),
        outcome=ended,
        absent=_absent(rules, texts, state, {one.piece for one in shown}),
        hand=hand_view(rules, state, seat),
        notes=hoard_notes(rules, texts, state, seat),
        in_force=events_in_force(rules, texts, state),
    )


def _seat_view(rules: Rules, texts: Texts, state: State, seat: int) -> SeatView:
    name, numbers = rules.roster.seats[seat], _numbers(rules, state, seat)
    return SeatView(
        name,
        seat_label(name),
        numbers,
        out=is_out(rules, state, seat),
        counts=tuple(texts.say(f"labels.numbers.{what}", number=number) for what, number in numbers),
    )


def _numbers(rules: Rules, state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """Return a seat's counters; in a duel, without income and castles, its soldiers and cards."""
    if rules.field.is_duel:
        soldiers = sum(IS_SOLDIER[unit] for unit in state.stand.on_board[seat])
        return ("soldiers", soldiers), *hoard_numbers(state, seat)
    return (
        ("coins", state.scores.coins[seat]),
        ("merit", merit(state, seat)),
        ("castles", sum(state.at[castle] != OFF for castle in castles_of(seat))),
        *hoard_numbers(state, seat),
    )


def action_text(rules: Rules, texts: Texts, state: State, action: Action) -> Phrase:
    """Return an action as a sentence."""
    index = rules.roster.index
    match completed(rules, state, action):
        case Move(piece, to):
            at = state.at[index[piece]]
            start = "?" if at == OFF else rules.field.cells[at]
            return texts.say("actions.move", piece=piece, from_cell=start, to=to)
        case Attack(piece, target, None):
            return texts.say("actions.attack", piece=piece, target=target)
        case Attack(piece, target, splash):
            return texts.say("actions.attack_splash", piece=piece, target=target, splash=str(splash))
        case Warp(piece):
            return texts.say("actions.warp", piece=piece, to=rules.field.cells[rules.field.volcano])
        case Revive(piece, at_cell):
            return texts.say("actions.revive", piece=piece, to=at_cell)
        case Place(piece, at_cell):
            return texts.say("actions.place", piece=piece, to=at_cell)
        case Dig(piece, at_cell):
            return texts.say("actions.dig", piece=piece, at=at_cell)
        case (Play() | Skill()) as use:
            return use_text(rules, texts, state, use)
        case EndTurn():
            return texts.say("actions.end_turn", seat=seat_label(rules.roster.seats[state.turn]))
        case _:
            return _answer_text(rules, texts, state, action)


def _answer_text(rules: Rules, texts: Texts, state: State, action: Action) -> Phrase:
    """Return a player's answer to something, or the settling of a task, as a sentence."""
    seats = rules.roster.seats
    match action:
        case Spill(piece):
            return texts.say("actions.spill", piece=piece)
        case Take():
            taker, robbed = _taking(rules, state)
            return texts.say("actions.take", seat=taker, other=robbed)
        case Block(piece):
            return texts.say("actions.block", piece=piece, target=_pending_target(rules, state))
        case Accept() if state.agenda and state.agenda[0].work is Work.CARD:
            task = state.agenda[0]
            card = taken_up(rules, task).record.names.phrase
            return texts.say("actions.let_work", seat=seat_label(seats[task.seat]), card=card)
        case Accept():
            owner = SEAT_OF[state.stack[-1].target] if state.stack else state.turn
            landed = bool(state.stack) and state.stack[-1].landed
            return texts.say(
                "actions.accept_after" if landed else "actions.accept",
                seat=seat_label(seats[owner]),
                target=_pending_target(rules, state),
            )
        case _:
            return settling_text(rules, texts, state, action)


def action_note(rules: Rules, state: State, action: Action) -> Phrase:
    """Return the public text on the card, skill, event or token that an action plays."""
    record = _played_record(rules, state, action)
    return record.text.phrase if record else SILENCE


def _played_record(
    rules: Rules, state: State, action: Action
) -> EquipmentRecord | SkillRecord | EventRecord | TreasureRecord | CurseRecord | None:
    match action:
        case Play(card):
            return rules.pack.equipment.get(card)
        case Skill(piece, number) if IS_GENERAL[rules.roster.index[piece]]:
            return rules.pack.skill(slug_of(rules.roster.index[piece]), number)
        case OpenEvent(event):
            return rules.pack.events.get(event)
        case Unearth(token) if not (state.agenda and state.agenda[0].work is Work.PEEK):
            return token_record(rules, token)
        case _:
            return None


def use_text(rules: Rules, texts: Texts, state: State, action: Play | Skill) -> Phrase:
    """Return the playing of a card or use of a skill as a sentence."""
    head = ("play", "skill", "number")
    aims = joined(
        [
            joined([_aim(rules, thing) for thing in one], "and")
            if isinstance(one, list)
            else _aim(rules, one)
            for key, one in format_use(action).items()
            if key not in head
        ]
    )
    if isinstance(action, Play):
        who = joined([seat_label(seat) for seat in decider(rules, state).seats])
        said = texts.say("actions.play", seat=who, card=rules.pack.card_name(action.card))
    else:
        said = texts.say("actions.skill", piece=action.piece, name=_skill_name(rules, state, action))
    return joined((said, texts.say("actions.aimed", aims=aims)), "run") if aims else said


def _skill_name(rules: Rules, state: State, action: Skill) -> Phrase:
    """Return a skill's name; a soldier has none, so a refused action shows its number."""
    record = _played_record(rules, state, action)
    return record.names.phrase if record else Phrase(str(action.number))


def _aim(rules: Rules, thing: object) -> str:
    """Return a use's target as it's written; seats, arms and skills by their names."""
    text = str(thing)
    general, _, number = text.partition(".")
    if general in rules.pack.generals and number.isdecimal():
        return rules.pack.skill(general, int(number)).names.phrase
    if text in rules.roster.seats:
        return seat_label(Seat(text))
    return arm_label(Arm(text)) if text in _ARM_WORDS else text


def _taking(rules: Rules, state: State) -> tuple[Phrase, Phrase]:
    """Return the names of the player who takes a card and of the player who loses it."""
    if not state.agenda:
        return UNKNOWN, UNKNOWN
    task, seats = state.agenda[0], rules.roster.seats
    taker = seat_label(seats[task.seat])
    return taker, seat_label(seats[robbed(task)]) if task.work is Work.STEAL else UNKNOWN


def _pending_target(rules: Rules, state: State) -> str:
    return str(rules.roster.ids[state.stack[-1].target]) if state.stack else "?"


_WON = {0: "nobody", 1: "won"}


def _headline(texts: Texts, state: State, decision: Decision, ended: Outcome | None) -> Phrase:
    if ended is not None:
        names = joined([seat_label(seat) for seat in ended.winners])
        key = f"headlines.{_WON.get(len(ended.winners), 'shared')}"
        return texts.say(key, seats=names, why=texts.say(f"outcomes.{ended.reason}"))
    who = seat_label(decision.seats[0]) if decision.seats else SILENCE
    return texts.say(f"headlines.{decision.kind}", round=state.round, seat=who)


def _terrain_views(rules: Rules, texts: Texts, state: State) -> tuple[PieceView, ...]:
    cells, centre = rules.field.cells, rules.field.volcano
    if rules.field.is_duel:
        return ()
    mountains = tuple(
        PieceView(
            terrain_id("mountain", cells[cell]),
            cells[cell],
            "mountain",
            texts.say("labels.mountain", cell=cells[cell]),
        )
        for cell in bits(state.obstacles)
        if cell != centre
    )
    kind = "warp" if state.warp_open else "volcano"
    middle = PieceView(terrain_id(kind, cells[centre]), cells[centre], kind, texts.say(f"labels.{kind}"))
    return (*mountains, middle)


def _piece_views(rules: Rules, texts: Texts, state: State) -> tuple[PieceView, ...]:
    """Return the pieces on the board, and the generals off it."""
    views = []
    for piece in range(len(rules.roster.ids)):
        cell = state.at[piece]
        if cell == OFF and not (IS_GENERAL[piece] and state.owns(piece)):
            continue
        views.append(
            PieceView(
                piece=rules.roster.ids[piece],
                cell=None if cell == OFF else rules.field.cells[cell],
                kind=_kind(piece),
                label=label(rules, texts, piece),
                seat=rules.roster.seats[SEAT_OF[piece]],
                face=face_of(state, piece),
                edge=bool(state.done.acted >> piece & 1) and SEAT_OF[piece] == state.turn,
                hp=state.hp[piece],
                hp_max=HP_MAX[piece],
                spent=bool(state.done.acted >> piece & 1) and SEAT_OF[piece] == state.turn,
                statuses=tuple(sorted(map(str, state.changed(piece).statuses))),
                lasting=lasting(rules, texts, state, piece) if state.marks else (),
            )
        )
    return tuple(views)


def _absent(rules: Rules, texts: Texts, state: State, shown: Container[PieceId]) -> tuple[AbsentPiece, ...]:
    """Return soldiers in reserve, lost castles, and the volcano or warp point that isn't in the centre."""
    index = rules.roster.index
    return tuple(
        AbsentPiece(
            piece,
            label(rules, texts, index[piece])
            if piece in index
            else texts.say(f"labels.{piece.partition('.')[0]}"),
        )
        for piece in pieces(rules, state)
        if piece not in shown
    )


def _kind(piece: int) -> str:
    if IS_CASTLE[piece]:
        return "castle"
    return "general" if IS_GENERAL[piece] else ARM_OF[piece].value
