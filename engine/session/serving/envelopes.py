"""Commands and answers as they travel: the table's in the open, a seat's in sealed envelopes."""

import logging

from engine.bus.client import Bus, BusEvent, ReceivedMessage
from engine.bus.messages.commands import Answer, AnswerCode, Command, SealedCommand
from engine.bus.sealing import Seal
from engine.core.faults import InputFault
from engine.session.texts import TEXTS

log = logging.getLogger(__name__)


class Envelopes:
    """Opens seats' commands and seals their answers. Without a seal all is in the open."""

    def __init__(self, bus: Bus, seal: Seal | None) -> None:
        self._bus = bus
        self._seal = seal
        self._sealed_otherwise = False

    def opened(self, event: BusEvent | None, revision: int) -> BusEvent | None:
        """Return a message without its seal, for the engine alone; None: it is refused.

        A command in a seat's name that isn't sealed is refused: any program on the bus could have written it,
        and could read it. `revision` is the match's, for the answer.
        """
        if self._seal is None:
            return event
        match event:
            case ReceivedMessage("seat_command", name, SealedCommand() as sealed):
                try:
                    return ReceivedMessage("command", name, self._seal.opened_command(sealed))
                except InputFault as error:
                    # Its sender can't open our sheets either: one such answer is enough.
                    if not self._sealed_otherwise:
                        log.error("%s", error)  # noqa: TRY400 # a fault of the set-up, reported in full
                    self._sealed_otherwise = True
                    return None
            case ReceivedMessage("command", _, Command(seat=str()) as asked):
                text = TEXTS.say("answer.unsealed")
                self._bus.publish("answer", Answer(asked.id, AnswerCode.ILLEGAL, revision, text))
                return None
            case _:
                return event

    def answer(self, answer: Answer) -> None:
        """Answer the table in the open, and a seat sealed: no other seat can read the answer or its code."""
        if answer.seat is None or self._seal is None:
            self._bus.publish("answer", answer)
        else:
            self._bus.publish("seat_answer", self._seal.sealed_answer(answer))
