"""A seat's knowledge: its own hand, but only the number of others' cards and of hidden tokens."""

from dataclasses import replace
from random import Random

from engine.core.ids import Seat
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import Texts, joined
from engine.core.views import CardView, Held, HeldCard
from engine.games.dozen_war.actions.actions import (
    Action,
    Assign,
    Die,
    Discard,
    Draft,
    Draw,
    OpenEvent,
    Take,
    Unearth,
    format_action,
)
from engine.games.dozen_war.actions.uses import Play
from engine.games.dozen_war.content.records import CurseRecord, TreasureRecord
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.tokens import maps_of
from engine.games.dozen_war.position.holdings import (
    FACE_DOWN,
    MAP,
    Cards,
    RobbedHand,
    Task,
    Tokens,
    Work,
    robbed,
)
from engine.games.dozen_war.position.roster import seat_label
from engine.games.dozen_war.position.state import State, altered
from engine.games.dozen_war.resolving.chance import DICE
from engine.games.dozen_war.resolving.events import struck_seat

UNKNOWN = Phrase("?")
"""The number that stands for an unknown player or card."""

HIDDEN = "hidden"
"""The word in place of a card's slug where the card is secret."""


def hand_view(rules: Rules, state: State, seat: Seat | None) -> tuple[CardView, ...]:
    """Return a seat's own hand; a spectator has none."""
    if seat is None or seat not in rules.roster.seats:
        return ()
    hand = state.cards.hands[rules.roster.seats.index(seat)]
    return tuple(
        CardView(slug, rules.pack.card_name(slug), rules.pack.equipment[slug].text.phrase) for slug in hand
    )


def held(rules: Rules, state: State) -> tuple[Held, ...]:
    """Return each seat's hand, as a broadcast may show it; tokens that a seat has looked at stay hidden."""
    return tuple(
        Held(seat, tuple(HeldCard(one.card, one.label) for one in hand_view(rules, state, seat)))
        for seat in rules.roster.seats
    )


def hoard_numbers(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """Return how many cards and map pieces a seat has, where the match has such things."""
    numbers: tuple[tuple[str, int], ...] = ()
    cards = state.cards
    if cards.pile or cards.used or any(cards.hands):
        numbers += (("cards", len(cards.hands[seat])),)
    if state.tokens.sites or state.tokens.carried or state.tokens.dropped:
        numbers += (("maps", maps_of(state, seat)),)
    return numbers


def events_in_force(rules: Rules, texts: Texts, state: State) -> tuple[Phrase, ...]:
    """Return the sentences about the events that change this round, with the players that they hit."""
    return tuple(
        texts.say(
            "notes.in_force",
            event=rules.pack.event_name(one.event),
            text=rules.pack.events[one.event].text.phrase,
            seats=joined([seat_label(rules.roster.seats[hit]) for hit in one.seats]),
        )
        for one in state.omens.in_force
    )


def hoard_notes(rules: Rules, texts: Texts, state: State, seat: Seat | None) -> tuple[Phrase, ...]:
    """Return the sentences about tokens and map pieces, also those for one seat alone."""
    cells = rules.field.cells
    return (
        *(
            texts.say("notes.carries", piece=rules.roster.ids[general], number=number)
            for general, number in state.tokens.carried
        ),
        *(
            texts.say("notes.buried", cell=cells[cell], number=len(lying))
            for cell, lying in state.tokens.sites
        ),
        *(
            texts.say("notes.dropped", cell=cells[cell], number=number)
            for cell, number in state.tokens.dropped
        ),
        *peeked_notes(rules, texts, state, seat),
    )


def peeked_notes(rules: Rules, texts: Texts, state: State, seat: Seat | None) -> tuple[Phrase, ...]:
    """Return the sentences about face-down things that one seat alone knows."""
    seats, cells = rules.roster.seats, rules.field.cells
    return tuple(
        texts.say(
            "notes.peeked",
            cell=cells[cell],
            tokens=joined([token_name(rules, texts, one) for one in _lying(state, cell)]),
        )
        for knows, cell in state.tokens.seen
        if seats[knows] == seat and _lying(state, cell)
    )


def _lying(state: State, cell: int) -> tuple[str, ...]:
    return dict(state.tokens.sites).get(cell, ())


def shown_action(rules: Rules, state: State, action: Action, seat: Seat | None) -> dict[str, object]:
    """Return an action as scenario files write it, without a card or token that is another seat's secret."""
    task = state.agenda[0] if state.agenda else None
    knowing: tuple[int, ...] = () if task is None else (task.seat,)
    match action:
        case Draw():
            pass
        case Take() if task is not None:
            source = (task.subject.seat,) if isinstance(task.subject, RobbedHand) else ()
            knowing = (task.seat, *source)  # the player who takes it, and its former owner
        case Unearth() if task is not None and task.work is Work.PEEK:
            pass
        case _:
            return format_action(action)
    if seat in {rules.roster.seats[one] for one in knowing if one >= 0}:
        return format_action(action)
    return dict.fromkeys(format_action(action), HIDDEN)


def is_secret_choice(action: Action) -> bool:
    """Tell whether the mere possibility of an action betrays a card in a hand."""
    return isinstance(action, Discard | Play | Take)


def own_text(rules: Rules, texts: Texts, action: Action) -> Phrase:
    """Return the text of an action for its chooser alone; empty where all read the same text."""
    if isinstance(action, Take):
        return texts.say("actions.take_card", card=rules.pack.card_name(action.card))
    return SILENCE


def settling_text(rules: Rules, texts: Texts, state: State, action: Action) -> Phrase:
    """Return an action that settles a task as a sentence that everybody may read."""
    task = state.agenda[0] if state.agenda else Task(Work.ROUND)
    who = seat_label(rules.roster.seats[task.seat]) if task.seat >= 0 else UNKNOWN
    piece = rules.roster.ids[task.piece] if task.piece >= 0 else "?"
    match action:
        case Draw():
            return texts.say("actions.draw", seat=who)
        case Discard(card):
            return texts.say("actions.discard", seat=who, card=rules.pack.card_name(card))
        case Unearth() if task.work is Work.PEEK:
            return texts.say("actions.peek", seat=who, cell=rules.field.cells[task.cell])
        case Unearth(token):
            return texts.say("actions.token", piece=piece, token=token_name(rules, texts, token))
        case OpenEvent(event):
            return texts.say("actions.event", event=rules.pack.event_name(event))
        case Die(face):
            return _die_text(rules, texts, state, face)
        case Draft(general):
            return texts.say("actions.draft", seat=who, general=rules.pack.general_name(general))
        case Assign(to):
            key = "assign_all" if rules.options.won_maps == "together" else "assign"
            return texts.say(f"actions.{key}", seat=who, to=str(to))
        case _:
            raise AssertionError(action)


def _die_text(rules: Rules, texts: Texts, state: State, face: int) -> Phrase:
    """Return the sentence about a roll: player, face and reason; without an open task only the face."""
    seats, task = rules.roster.seats, state.agenda[0] if state.agenda else None
    if task is None or task.work not in DICE:
        return texts.say("actions.die", face=face)
    if task.work is Work.EVENT_DIE:
        struck = struck_seat(rules, state, face)
        if struck is None:
            return texts.say("actions.die_again", face=face)
        return texts.say("actions.die_strikes", face=face, seat=seat_label(seats[struck]))
    who = seat_label(seats[task.seat])
    piece = rules.roster.ids[task.piece] if task.piece >= 0 else ""
    return texts.say(f"actions.die_of.{task.work.value}", seat=who, piece=piece, face=face)


def token_name(rules: Rules, texts: Texts, slug: str) -> Phrase:
    """Return a token's name; for an unknown token its slug."""
    if slug == MAP:
        return texts.say("labels.map_piece")
    return rules.pack.token_name(slug)


def token_record(rules: Rules, slug: str) -> TreasureRecord | CurseRecord | None:
    """Return the pack's record of a treasure or curse; None: the token is neither."""
    return rules.pack.treasures.get(slug) or rules.pack.curses.get(slug)


def determinized(rules: Rules, state: State, seat: Seat, chance: Random) -> State:
    """Return a position that looks the same to a seat, with everything hidden from it dealt again."""
    return altered(
        state,
        cards=_cards_dealt_anew(state, rules.roster.seats.index(seat), chance),
        tokens=_tokens_laid_anew(state, rules.roster.seats.index(seat), chance),
        omens=replace(state.omens, deck=_shuffled(state.omens.deck, chance, fixed=state.omens.fixed)),
    )


def _cards_dealt_anew(state: State, seat: int, chance: Random) -> Cards:
    cards = state.cards
    open_task = state.agenda[0] if state.agenda else None
    known = {seat}
    if open_task is not None and open_task.work is Work.STEAL and open_task.seat == seat:
        known.add(robbed(open_task))  # a player who takes a chosen card sees the hand
    hidden = [slug for one, hand in enumerate(cards.hands) if one not in known for slug in hand]
    hidden += cards.pile
    chance.shuffle(hidden)
    hands = []
    for one, hand in enumerate(cards.hands):
        if one in known:
            hands.append(hand)
            continue
        hands.append(tuple(sorted(hidden[: len(hand)])))
        del hidden[: len(hand)]
    pile = tuple(hidden) if cards.fixed else tuple(sorted(hidden))
    return replace(cards, hands=tuple(hands), pile=pile)


def _tokens_laid_anew(state: State, seat: int, chance: Random) -> Tokens:
    tokens = state.tokens
    known = {cell for one, cell in tokens.seen if one == seat}
    lying = [token for cell, there in tokens.sites if cell not in known for token in there]
    if all(token == FACE_DOWN for token in lying):
        return tokens
    chance.shuffle(lying)
    sites = []
    for cell, there in tokens.sites:
        if cell in known:
            sites.append((cell, there))
            continue
        sites.append((cell, tuple(lying[: len(there)])))
        del lying[: len(there)]
    return replace(tokens, sites=tuple(sites))


def _shuffled(pile: tuple[str, ...], chance: Random, *, fixed: bool) -> tuple[str, ...]:
    if not fixed:
        return pile
    cards = list(pile)
    chance.shuffle(cards)
    return tuple(cards)
