"""The seal of one match's evidence: without the journal nobody can read a seat's commands in it.

The key stands in the journal. Only the match's owner has the journal, which holds every hidden card anyway.
So a match can be judged again wherever its folder is taken.
"""

from engine.bus.messages.commands import Answer, Command, SealedAnswer, SealedCommand
from engine.bus.sealing import Seal
from engine.core.faults import InputFault
from engine.session.matches.match_opening import MatchOpening
from engine.session.texts import TEXTS


def evidence_seal(opening: MatchOpening) -> Seal:
    """Return the seal of a match's evidence; a match of an older version uses its seed for it."""
    return Seal((opening.key or opening.seed).encode(), table=f"evidence of {opening.match}")


def closed(seal: Seal, channel: str, message: object) -> tuple[str, object]:
    """Return a message in the evidence's form, and its channel there: a seat's messages are sealed."""
    match message:
        case Command(seat=str()):
            return "seat_command", seal.sealed_command(message)
        case Answer(seat=str()):
            return "seat_answer", seal.sealed_answer(message)
        case _:
            return channel, message


def opened(seal: Seal, message: object) -> object:
    """Return a recorded message in its unsealed form; inverse of `closed`.

    Raises:
        InputFault: the message belongs to another match.
    """
    try:
        match message:
            case SealedCommand():
                return seal.opened_command(message)
            case SealedAnswer():
                return seal.opened_answer(message)
            case _:
                return message
    except InputFault as error:
        # Its bytes are the recorded ones: the file's checksums were checked before.
        raise InputFault(TEXTS.say("evidence.foreign")) from error
