"""Explanations as verdicts: what the players are told, in sentences. Pure; knows every game alike."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Generic

from engine.core.choosing import Violation
from engine.core.game import A, Game, S
from engine.core.ids import Seconds
from engine.core.layout import Face, Spot
from engine.core.verdict import BrokenRule, PlayedAction, RepairStep, Verdict, VerdictKind
from engine.session.explaining.referee import Ambiguous, Pending, Unexplained, Why
from engine.session.explaining.repair import Put
from engine.session.explaining.search import Line
from engine.session.matches.match import told

_PENDING = {
    Why.HIDDEN: "Something hides pieces that this would rest on",
    Why.UNFINISHED: "This play isn't finished on the table",
    Why.LIFTED: "A piece is off the table",
    Why.TAKING_BACK: "To take back what was played this turn",
}

_HINTS = {
    Why.NOT_PUSHED: ": nobody, or somebody else, is pushed to the edge",
    Why.NUDGED: ": or was the piece at the edge only nudged? Then the game is right",
}


class Teller(Generic[S, A]):
    """Writes the verdicts of one game, each resting on one look at one revision."""

    def __init__(self, game: Game[S, A], *, taken_at: Seconds, frame: int, revision: int) -> None:
        self._game = game
        self._taken_at = taken_at
        self._frame = frame
        self._revision = revision

    def settled(self, played: tuple[PlayedAction, ...], among: Ambiguous[S, A] | None = None) -> Verdict:
        """Tell what was played, `among` what else it might have been; nothing: the table is right again."""
        text = "; ".join(_each_once(played)) or "The table is right again"
        return self._verdict(
            VerdictKind.SETTLED,
            actions=played,
            candidates=() if among is None else tuple(self.played(line) for line in among.lines),
            likelihoods=() if among is None else _rounded(among.likelihoods),
            text=text,
        )

    def amended(self, text: str) -> Verdict:
        """Tell that the match goes on from another position than play led to."""
        return self._verdict(VerdictKind.SETTLED, text=text)

    def question(self, lines: Sequence[Line[S, A]], why: Why, likelihoods: Sequence[float] = ()) -> Verdict:
        """Ask which of the lines was played, or whether the only one was."""
        candidates = tuple(self.played(line) for line in lines)
        choices = " — or — ".join("; ".join(one.text for one in line) for line in candidates)
        asks = "Which was played" if len(candidates) > 1 else "Was this played"
        hint = _HINTS.get(why, "")
        return self._verdict(
            VerdictKind.AMBIGUOUS,
            candidates=candidates,
            likelihoods=_rounded(likelihoods),
            text=f"{asks}? {choices}{hint}",
        )

    def waiting(self, pending: Pending[S, A]) -> Verdict:
        """Tell what is still to be done for this to become legal play."""
        steps = tuple(repair_step(put) for put in pending.puts)
        said = " ".join(step.text for step in steps)
        about = _PENDING.get(pending.why, "This isn't clear yet")
        return self._verdict(
            VerdictKind.PENDING,
            candidates=tuple(self.played(line) for line in pending.lines),
            repair=steps,
            text=f"{about}: {said}" if said else about,
        )

    def to_put(self, puts: Sequence[Put]) -> Verdict:
        """Tell which pieces are to be put where, so that the table shows the match."""
        steps = tuple(repair_step(put, back=False) for put in puts)
        return self._verdict(VerdictKind.PENDING, repair=steps, text=" ".join(step.text for step in steps))

    def warning(self, wrong: Unexplained[A], unsaid: Sequence[str] = ()) -> Verdict:
        """Tell that no legal play looks like this, why, and how to put it right.

        `unsaid`: what, said on a tablet, would have made it legal.
        """
        steps = tuple(repair_step(put) for put in wrong.puts)
        broken = tuple(dict.fromkeys(self._broken(one) for one in wrong.violations))
        reasons = " ".join(one.text for one in broken) or "No legal play looks like this."
        hint = [f"Or is this meant: {', or '.join(unsaid)}? Say so on the tablet first."] if unsaid else []
        return self._verdict(
            VerdictKind.ILLEGAL,
            violations=broken,
            repair=steps,
            text=" ".join((reasons, *hint, *(step.text for step in steps))),
        )

    def refusal(self, text: str, violations: Sequence[Violation] = ()) -> Verdict:
        """Tell that something reported can't be done now; the match stays as it is."""
        return self._verdict(
            VerdictKind.ILLEGAL, violations=tuple(self._broken(one) for one in violations), text=text
        )

    def remark(self, text: str) -> Verdict:
        """Tell what happened to the table that changes nothing in the match."""
        return self._verdict(VerdictKind.REMARKED, text=text)

    def played(self, line: Line[S, A]) -> tuple[PlayedAction, ...]:
        """Return a line's actions as verdicts write them."""
        return tuple(
            told(self._game, state, action) for state, action in zip(line.states, line.actions, strict=False)
        )

    def _broken(self, violation: Violation) -> BrokenRule:
        return BrokenRule(violation.rule, self._game.violation_text(violation))

    def _verdict(
        self,
        kind: VerdictKind,
        *,
        text: str,
        actions: tuple[PlayedAction, ...] = (),
        candidates: tuple[tuple[PlayedAction, ...], ...] = (),
        likelihoods: tuple[float, ...] = (),
        violations: tuple[BrokenRule, ...] = (),
        repair: tuple[RepairStep, ...] = (),
    ) -> Verdict:
        return Verdict(
            kind=kind,
            taken_at=self._taken_at,
            frame=self._frame,
            revision=self._revision,
            actions=actions,
            candidates=candidates,
            likelihoods=likelihoods,
            violations=violations,
            repair=repair,
            text=text,
        )


def _each_once(played: Sequence[PlayedAction]) -> Iterator[str]:
    """Yield what was played, what was played several times running once (five cards drawn)."""
    for text, same in groupby(one.text for one in played):
        times = sum(1 for _ in same)
        yield f"{text} ({times} times)" if times > 1 else text


def _rounded(likelihoods: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(one, 3) for one in likelihoods)


def repair_step(put: Put, *, back: bool = True) -> RepairStep:
    """Return a piece to put as a verdict writes it; `back`: where it was, not where it has yet to go."""
    seen, to = put.seen, put.to
    return RepairStep(
        piece=put.piece,
        seen=seen.cell if seen is not None else None,
        to=to.cell if to is not None else None,
        others=put.others,
        face=str(to.face if to is not None else Face.UP),
        text=_put_text(put, seen, to, back=back),
    )


def _put_text(put: Put, seen: Spot | None, to: Spot | None, *, back: bool) -> str:
    if to is None:
        return f"Take {put.piece} off the table."
    if seen is None or seen.cell != to.cell:
        again = " back" if back and seen is not None else ""
        other = f", or on {', '.join(put.others)}" if put.others else ""
        face = ", face down" if to.face is Face.DOWN else ""
        return f"Put {put.piece}{again} on {to.cell}{face}{other}."
    if seen.face is not to.face:
        return f"Turn {put.piece} on {to.cell} face {to.face}."
    if to.edge:
        return f"Push {put.piece} to the edge of {to.cell}."
    return f"Put {put.piece} straight on {to.cell}."
