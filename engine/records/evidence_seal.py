"""The seal of one match's evidence: whoever has only the evidence doesn't read what a seat asked for.

The key stands in the journal, which is the match's owner's alone and holds every hidden card anyway: a match
is judged again wherever its folder is taken.
"""

from engine.bus.messages.commands import Answer, Command, SealedAnswer, SealedCommand
from engine.bus.sealing import Seal
from engine.core.faults import InputFault
from engine.session.matches.match_opening import MatchOpening
from engine.session.texts import TEXTS


def evidence_seal(opening: MatchOpening) -> Seal:
    """Return the seal of a match's evidence; of one that an older version opened, its seed stands in."""
    return Seal((opening.key or opening.seed).encode(), table=f"evidence of {opening.match}")


def closed(seal: Seal, channel: str, message: object) -> tuple[str, object]:
    """Return a message as the evidence keeps it, and its channel there: what is a seat's is sealed."""
    match message:
        case Command(seat=str()):
            return "seat_command", seal.sealed_command(message)
        case Answer(seat=str()):
            return "seat_answer", seal.sealed_answer(message)
        case _:
            return channel, message


def opened(seal: Seal, message: object) -> object:
    """Return a recorded message as it was before it was sealed; inverse of `closed`.

    Raises:
        InputFault: it is another match's.
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
        # Its bytes are as they were recorded: the file's checksums were read before.
        raise InputFault(TEXTS.say("evidence.foreign")) from error
