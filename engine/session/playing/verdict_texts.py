"""Explanations as verdicts: sentences for the players. Pure; knows every game alike."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Generic

from engine.core.decisions import Violation
from engine.core.game import A, Game, S
from engine.core.ids import Cell, Seconds
from engine.core.layout import Face, Spot, lie_across
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.core.verdict import UNNAMED, PlayedAction, RepairStep, Verdict, VerdictKind, ViolationText
from engine.session.explaining.explanations import Ambiguous, Pending, Unexplained, Why
from engine.session.explaining.face_down import PutBacks
from engine.session.explaining.lines import ActionLine
from engine.session.explaining.repair import PutPiece
from engine.session.matches.match import described
from engine.session.texts import TEXTS

_PENDING = {
    Why.HIDDEN: "pending.hidden",
    Why.UNFINISHED: "pending.unfinished",
    Why.LIFTED: "pending.lifted",
    Why.TAKING_BACK: "pending.taking_back",
}

_OTHERS_NAMED = 3
"""The most cells that are named where a piece might also go: the nearest ones. All are shown."""

_HINTS = {
    Why.HIDDEN: "question.hidden",
    Why.NOT_PUSHED: "question.not_pushed",
    Why.NUDGED: "question.nudged",
    Why.IN_DOUBT: "question.in_doubt",
    Why.UNNAMED: "question.unnamed",
    Why.UNWATCHED: "question.unwatched",
}


class Teller(Generic[S, A]):
    """Writes the verdicts of one game, each resting on one look at one revision."""

    def __init__(self, game: Game[S, A], *, taken_at: Seconds, frame: int, revision: int) -> None:
        self._game = game
        self._taken_at = taken_at
        self._frame = frame
        self._revision = revision

    def settled(self, played: tuple[PlayedAction, ...], among: Ambiguous[S, A] | None = None) -> Verdict:
        """Report the plays; `among`: the other possible ones. No plays: the table is right again."""
        text = joined([*_each_once(played)], "steps") or TEXTS.say("settled.again")
        return self._verdict(
            VerdictKind.SETTLED,
            actions=played,
            candidates=() if among is None else tuple(self.played(line) for line in among.lines),
            likelihoods=() if among is None else _rounded(among.likelihoods),
            text=text,
        )

    def amended(self, text: Phrase) -> Verdict:
        """Report that the match goes on from another position than play led to."""
        return self._verdict(VerdictKind.SETTLED, text=text)

    def question(
        self,
        lines: Sequence[ActionLine[S, A]],
        why: Why,
        likelihoods: Sequence[float] = (),
        *,
        before: bool = False,
    ) -> Verdict:
        """Ask which of the lines was played, or whether the only one was.

        `before`: before the end of a turn that was tapped meanwhile.
        """
        candidates = tuple(self.played(line) for line in lines)
        choices = joined([joined([one.text for one in line], "steps") for line in candidates], "choices")
        asks = "question.which" if len(candidates) > 1 else "question.this"
        asks = f"{asks}_before" if before else asks
        hint = (TEXTS.say(_HINTS[why]),) if why in _HINTS else ()
        return self._verdict(
            VerdictKind.AMBIGUOUS,
            candidates=candidates,
            likelihoods=_rounded(likelihoods),
            text=joined((TEXTS.say(asks, choices=choices), *hint), "run"),
        )

    def waiting(self, pending: Pending[S, A]) -> Verdict:
        """Say which steps are missing for this to become legal play."""
        steps = tuple(repair_step(put) for put in pending.puts)
        said = joined([step.text for step in steps], "sentences")
        about = TEXTS.say(_PENDING.get(pending.why, "pending.unclear"))
        return self._verdict(
            VerdictKind.PENDING,
            candidates=tuple(self.played(line) for line in pending.lines),
            repair=steps,
            text=TEXTS.say("pending.with_steps", about=about, steps=said) if said else about,
        )

    def to_put(self, puts: Sequence[PutPiece]) -> Verdict:
        """Say which pieces to put where, so that the table shows the match."""
        steps = tuple(repair_step(put, back=False) for put in puts)
        return self._verdict(
            VerdictKind.PENDING, repair=steps, text=joined([step.text for step in steps], "sentences")
        )

    def warning(self, wrong: Unexplained[A], unsaid: Sequence[Phrase] = ()) -> Verdict:
        """Say that no legal play looks like this, why, and how to put it right.

        `unsaid`: announcements on a tablet that would have made it legal.
        """
        steps = tuple(repair_step(put) for put in wrong.puts)
        broken = tuple(dict.fromkeys(self._broken(one) for one in wrong.violations))
        reasons = list(dict.fromkeys(one.text for one in broken)) or [TEXTS.say("warning.no_play")]
        hint = [TEXTS.say("warning.meant", plays=joined(unsaid, "or_else"))] if unsaid else []
        hint += [TEXTS.say("warning.stranger", cell=cell) for cell in sorted(wrong.strangers)]
        return self._verdict(
            VerdictKind.ILLEGAL,
            violations=broken,
            repair=steps,
            text=joined([*reasons, *hint, *(step.text for step in steps)], "sentences"),
        )

    def wondering(self, cells: Iterable[Cell], lines: Sequence[ActionLine[S, A]]) -> Verdict:
        """Ask which pieces are felt in these cells.

        `lines`: the plays that would bring a piece there.

        A piece that stands next to a cell may be felt there, too.
        """
        felt = tuple(sorted(cells))
        asked = [TEXTS.say("question.stranger", cell=cell) for cell in felt]
        verdict = self._verdict(
            VerdictKind.AMBIGUOUS,
            candidates=tuple(self.played(line) for line in lines),
            text=joined(asked, "sentences"),
        )
        return replace(verdict, cells=felt, felt=felt)

    def refusal(self, text: Phrase, violations: Sequence[Violation] = ()) -> Verdict:
        """Say that a reported action can't be done now; the match stays as it is."""
        return self._verdict(
            VerdictKind.ILLEGAL, violations=tuple(self._broken(one) for one in violations), text=text
        )

    def backs(self, kind: VerdictKind, puts: Sequence[PutBacks]) -> Verdict:
        """Say where face-down cards differ from the match, and how to put it right."""
        steps = tuple(_backs_step(put) for put in puts)
        text = joined([TEXTS.say("backs.off"), *(step.text for step in steps)], "sentences")
        cells = tuple(sorted({put.cell for put in puts}))
        return replace(self._verdict(kind, repair=steps, text=text), cells=cells)

    def remark(self, text: Phrase) -> Verdict:
        """Report an event at the table that changes nothing in the match."""
        return self._verdict(VerdictKind.REMARKED, text=text)

    def played(self, line: ActionLine[S, A]) -> tuple[PlayedAction, ...]:
        """Return a line's actions as verdicts write them."""
        return tuple(
            described(self._game, state, action)
            for state, action in zip(line.states, line.actions, strict=False)
        )

    def _broken(self, violation: Violation) -> ViolationText:
        return ViolationText(violation.rule, self._game.violation_text(violation))

    def _verdict(  # noqa: PLR0913  # the parts of a verdict, by name
        self,
        kind: VerdictKind,
        *,
        text: Phrase,
        actions: tuple[PlayedAction, ...] = (),
        candidates: tuple[tuple[PlayedAction, ...], ...] = (),
        likelihoods: tuple[float, ...] = (),
        violations: tuple[ViolationText, ...] = (),
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


def _each_once(played: Sequence[PlayedAction]) -> Iterator[Phrase]:
    """Yield each play, and a repeated one (five cards drawn) once."""
    for text, same in groupby(one.text for one in played):
        times = sum(1 for _ in same)
        yield TEXTS.say("settled.times", what=text, number=times) if times > 1 else text


def _rounded(likelihoods: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(one, 3) for one in likelihoods)


def repair_step(put: PutPiece, *, back: bool = True) -> RepairStep:
    """Return a piece to put in a verdict's form; `back`: to its old place, not on to a new one."""
    seen, to = put.seen, put.to
    return RepairStep(
        piece=put.piece,
        seen=seen.cell if seen is not None else None,
        to=to.cell if to is not None else None,
        others=put.others,
        face=(to.face if to is not None else None) or Face.UP,
        text=_put_text(put, seen, to, back=back),
    )


def _backs_step(put: PutBacks) -> RepairStep:
    """Return cards to lay face down, or to take away, in a verdict's form: only where, no names."""
    lays = put.action.lays
    return RepairStep(
        piece=UNNAMED,
        seen=None if lays else put.cell,
        to=put.cell if lays else None,
        others=(),
        face=Face.DOWN,
        text=TEXTS.say(f"backs.{put.action}", cell=put.cell, number=put.number),
    )


def _put_text(put: PutPiece, seen: Spot | None, to: Spot | None, *, back: bool) -> Phrase:
    if to is None:
        return TEXTS.say("put.off", piece=put.piece)
    if seen is None or seen.cell != to.cell:
        how = "back" if back and seen is not None else "on"
        where: str = to.cell
        if put.others:
            near = joined(put.others[:_OTHERS_NAMED])
            where = TEXTS.say("put.either", cell=to.cell, others=near)
        down = "_down" if to.face is Face.DOWN else ""
        return TEXTS.say(f"put.{how}{down}", piece=put.piece, where=where)
    if to.face is not None and seen.face not in (to.face, None):
        return TEXTS.say(f"put.turn_{to.face}", piece=put.piece, cell=to.cell)
    if lie_across(seen, to):
        how = "sideways" if to.sideways else "upright"
        return TEXTS.say(f"put.turn_{how}", piece=put.piece, cell=to.cell)
    return TEXTS.say("put.push" if to.edge else "put.straight", piece=put.piece, cell=to.cell)
