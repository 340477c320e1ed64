"""The actions left to do: for the player whose turn it is, or for the one who must choose first."""

from collections.abc import Iterator, Mapping, Sequence

from engine.core.advice import Advice, LeftToDo
from engine.core.ids import PieceId
from engine.core.sentences import Texts, joined
from engine.games.dozen_war.combat.combat import guards
from engine.games.dozen_war.content.rules import REVIVAL_COINS, Rules
from engine.games.dozen_war.ground.ways import in_hand
from engine.games.dozen_war.phases.duel import left_to_deploy
from engine.games.dozen_war.position.roster import SEAT_OF, seat_label
from engine.games.dozen_war.position.state import NOBODY, Phase, State
from engine.games.dozen_war.telling.views import decider


def left_to_do(rules: Rules, texts: Texts, state: State, sheet: Sequence[Advice]) -> tuple[LeftToDo, ...]:
    """Return the things that the choosing seats still have to do; hidden cards aren't counted."""
    decision = decider(rules, state)
    if decision.kind == "turn" and decision.seats:
        return tuple(_of_turn(rules, texts, state, sheet))
    if state.stack and not state.agenda:
        return tuple(_of_answer(rules, texts, state))
    if state.phase is Phase.PLACING and not state.agenda:
        return tuple(_of_placing(rules, texts, state, sheet))
    return tuple(
        LeftToDo(
            seat,
            decision.kind,
            texts.say(f"headlines.{decision.kind}", round=state.round, seat=seat_label(seat)),
            due=True,
        )
        for seat in decision.seats
    )


def _of_placing(rules: Rules, texts: Texts, state: State, sheet: Sequence[Advice]) -> Iterator[LeftToDo]:
    seat, kind = rules.roster.seats[state.turn], "deploy" if rules.field.is_duel else "place"
    number = left_to_deploy(state, state.turn) if rules.field.is_duel else len(in_hand(state, state.turn))
    said = texts.say(f"left.{kind}", seat=seat_label(seat), number=number)
    yield LeftToDo(seat, "placing", said, tuple(one.piece for one in sheet if one.entries), due=True)


def _of_turn(rules: Rules, texts: Texts, state: State, sheet: Sequence[Advice]) -> Iterator[LeftToDo]:
    seat = rules.roster.seats[state.turn]
    own = [one for one in sheet if SEAT_OF[rules.roster.index[one.piece]] == state.turn]
    able: Mapping[str, list[PieceId]] = {
        "move": [one.piece for one in own if one.moves],
        "attack": [one.piece for one in own if one.attacks],
        "dig": [one.piece for one in own if one.digs],
        "warp": [one.piece for one in own if one.warps],
        "revive": [one.piece for one in own if one.entries],
        "skill": [one.piece for one in own if one.skills],
    }
    for kind, pieces in able.items():
        if pieces:
            number = sum(len(one.skills) for one in own) if kind == "skill" else len(pieces)
            text = texts.say(
                f"left.{kind}", number=number, coins=state.scores.coins[state.turn], needed=REVIVAL_COINS
            )
            yield LeftToDo(seat, kind, text, tuple(pieces))


def _of_answer(rules: Rules, texts: Texts, state: State) -> Iterator[LeftToDo]:
    hit = state.stack[-1]
    seat, ids = rules.roster.seats[SEAT_OF[hit.target]], rules.roster.ids
    said = texts.say(
        f"left.answer{'_after' if hit.landed else ''}{'_nobody' if hit.attacker == NOBODY else ''}",
        piece=seat_label(rules.roster.seats[hit.by]) if hit.attacker == NOBODY else ids[hit.attacker],
        target=ids[hit.target],
        number=hit.damage,
        seat=seat_label(seat),
    )
    if hit.stars and rules.options.stars == "on":
        said = joined((said, texts.say("left.answer_stars", stars=hit.stars)), "run")
    yield LeftToDo(seat, "answer", said, (ids[hit.target],), due=True)
    able = tuple(ids[unit] for unit in guards(rules, state, hit))
    if able:
        yield LeftToDo(seat, "block", texts.say("left.blocks", number=len(able)), able)
