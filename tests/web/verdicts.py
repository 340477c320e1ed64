"""Verdicts as the engine tells them: a warning, and a question between two plays."""

from engine.core.ids import Cell, PieceId, RuleId, Seat, Seconds
from engine.core.layout import Face
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, RepairStep, Verdict, VerdictKind, ViolationText
from tests.web.shown_table import T0

TOO_FAR = Verdict(
    VerdictKind.ILLEGAL,
    Seconds(T0 + 60),
    40,
    0,
    violations=(
        ViolationText(RuleId("DW-5"), Phrase("Infantry moves 1 hex; the way of w.inf.1 to f7 is 2.")),
    ),
    repair=(
        RepairStep(
            PieceId("w.inf.1"),
            Cell("f7"),
            Cell("e5"),
            (Cell("f6"), Cell("e6")),
            Face.UP,
            Phrase("Put w.inf.1 back on e5, or on a hex that it may reach."),
        ),
    ),
)
SHOT = PlayedAction(
    {"attack": "w.arc.1", "target": "n.inf.1"}, Seat("west"), Phrase("w.arc.1 attacks n.inf.1")
)
STAB = PlayedAction(
    {"attack": "w.inf.1", "target": "n.inf.1"}, Seat("west"), Phrase("w.inf.1 attacks n.inf.1")
)
WHICH = Verdict(
    VerdictKind.AMBIGUOUS,
    Seconds(T0 + 70),
    44,
    0,
    candidates=((SHOT,), (STAB,)),
    text=Phrase("Who hit n.inf.1?"),
)
