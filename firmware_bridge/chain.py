"""The fault of a board's chain of switches."""

import re

from engine.core.phrase import Phrase, unsaid
from firmware_bridge.link.messages import Hello
from firmware_bridge.texts import TEXTS

CHAIN = "cells"
"""The board's name for its chain of switches in its list of faulty parts."""

_CUT = re.compile(r"nothing is read beyond register (\d+) of (\d+)")


def chain_fault(hello: Hello) -> Phrase:
    """Return the fault of a board's chain of switches, as the board reports it; empty: there is none."""
    for fault in hello.faults:
        part, _, words = fault.partition(": ")
        if part == CHAIN and CHAIN not in hello.pads:
            cut = _CUT.fullmatch(words)
            if cut is None:
                return TEXTS.say("boards.chain_doubtful", board=hello.board, what=words)
            return TEXTS.say("boards.chain_cut", board=hello.board, read=int(cut[1]), all=int(cut[2]))
    return unsaid()
