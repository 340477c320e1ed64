"""The last verdicts of a match that is taken up again, told anew from its journal."""

from engine.core.document import entry_of
from engine.core.game import A, Game, S
from engine.core.ids import Seconds
from engine.core.verdict import Verdict
from engine.session.match import EntryKind, JournalEntry, told
from engine.session.table import VERDICTS_KEPT
from engine.session.telling import Teller


def recalled(game: Game[S, A], entries: tuple[JournalEntry, ...]) -> tuple[Verdict, ...]:
    """Return what was told of the last plays, newest last; `entries` must replay.

    Warnings and questions change no state, are in no journal, and so are not recalled.
    """
    state: S | None = None
    verdicts: list[Verdict] = []
    for entry in entries:
        if state is None:
            state = game.load(entry.body["state"])
        elif entry.kind is EntryKind.PLAYED:
            played = []
            for written in entry.body["actions"]:
                action = game.parse_action(entry_of(written, "journal"))
                played.append(told(game, state, action))
                state = game.apply(state, action)
            evidence = entry.body.get("evidence", {})
            teller = Teller(
                game,
                taken_at=Seconds(float(evidence.get("taken_at", 0.0))),
                frame=int(evidence.get("frame", 0)),
                revision=int(entry.body["revision"]),
            )
            verdicts.append(teller.settled(tuple(played)))
    return tuple(verdicts[-VERDICTS_KEPT:])
