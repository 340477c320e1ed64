"""The position that goes on from a table as it lies, because the players say so: no action led there."""

from engine.core.faults import InputFault
from engine.core.layout import Face, Layout
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.position.roster import ARM_OF, HP_MAX, IS_CASTLE, IS_GENERAL
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.saving import positions
from engine.games.dozen_war.saving.positions import facts_of
from engine.games.dozen_war.texts import TEXTS


def adopted(rules: Rules, state: State, lies: Layout) -> State:
    """Return the position with every piece as it lies; moved and spent units stay so.

    Infantry and castles have the HP that their face shows (DW-4.4, DW-5.1); generals keep theirs. Mountains
    stay where the match has them.

    Raises:
        InputFault: a hit waits for its answer, or the pieces can't lie so (DW-2).
    """
    if state.stack:
        raise InputFault(TEXTS.say("answer_first"))
    document = positions.dump(rules, state)
    pieces, castles = facts_of(document, "pieces"), facts_of(document, "castles")
    for number, piece in enumerate(rules.roster.ids):
        if not state.owns(number):
            continue
        spot = lies.get(piece)
        down = spot is not None and spot.face is Face.DOWN
        if IS_CASTLE[number]:
            castles[str(piece)] = {"hp": 0 if spot is None else 1 if down else HP_MAX[number]}
        elif spot is not None:
            before = facts_of(pieces, str(piece))
            now = {key: value for key, value in before.items() if key != "dead"} | {"at": str(spot.cell)}
            if ARM_OF[number] is Arm.INFANTRY and not IS_GENERAL[number]:
                now["hp"] = 1 if down else HP_MAX[number]
            pieces[str(piece)] = now
        elif IS_GENERAL[number]:
            pieces[str(piece)] = {"dead": True}
        else:
            pieces.pop(str(piece), None)
    return positions.load(rules, document)
