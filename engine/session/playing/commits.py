"""Plays are recorded and announced, with the pieces that hands have still to put. Pure."""

from dataclasses import replace

from engine.core.game import A, S
from engine.core.ids import PieceId
from engine.session.explaining.explanations import Ambiguous
from engine.session.explaining.lines import ActionLine, concerned
from engine.session.explaining.repair import PutPiece
from engine.session.matches.chance import with_chance
from engine.session.matches.match import play
from engine.session.playing.face_down_warnings import stands
from engine.session.playing.leftovers import leftovers_behind, not_put_yet, presuming, still_to_put
from engine.session.playing.played_before import gone_on
from engine.session.playing.set_aside import warn
from engine.session.playing.standing_verdict import in_force, teller_of
from engine.session.playing.strangers import wondered
from engine.session.playing.table import Setting, Table, TableStep, speak
from engine.session.playing.turned_up import never_laid
from engine.session.seen.sighting import Leftovers, Sighting
from engine.session.seen.touches import left_over


def commit(  # noqa: PLR0913  # the facts of a commit, by name
    setting: Setting[S, A],
    table: Table[S, A],
    line: ActionLine[S, A],
    seen: Sighting,
    *,
    leftovers: Leftovers | None = None,
    causes: tuple[str, ...] = (),
    among: Ambiguous[S, A] | None = None,
    held: frozenset[PieceId] = frozenset(),
) -> TableStep[S, A]:
    """Play a line, and the chance that is decided right after it.

    `among`: the other lines that were possible.

    Without `leftovers`, pieces that lie otherwise now are put up with from here on, except those that are set
    aside and the pieces `held` for a later judgement.
    """
    game = setting.game
    line = with_chance(game, table.match, line)
    is_reported = leftovers is not None
    if leftovers is None:
        left = {**not_put_yet(game, line, seen), **leftovers_behind(setting, table, seen, line.state)}
        leftovers = {piece: spot for piece, spot in left.items() if piece not in held}
    match, entry, played = play(
        game,
        table.match,
        line.actions,
        leftovers=leftovers,
        causes=causes,
        evidence={
            "taken_at": seen.taken_at,
            "source": seen.source,
            "frame": seen.frame,
            "touched": list(seen.touched),
            "lifted": list(dict.fromkeys(seen.lifted)),
        },
        was_seen=not is_reported,
    )
    ends = gone_on(table.ends, table.match, match, line)
    later = left_over(table.touches, concerned(game, line), reported=is_reported)
    yet_to_judge = tuple(one for one in table.touches if one.piece in held)
    table = replace(
        table,
        match=match,
        may_turn_up=never_laid(game, table, line.states, leftovers, seen),
        ends=ends,
        doubt=None,
        touches=tuple(dict.fromkeys((*yet_to_judge, *later))),
        question=(),
        asked_with=(),
        current=None,
        concerns=frozenset(),
    )
    table = presuming(setting, table, seen)
    spoken = speak(table, teller_of(setting, table, seen).settled(played, among))
    step = TableStep(spoken.table, (entry,), spoken.verdicts)
    return step.then(say_what_to_put(setting, step.table, seen))


def say_what_to_put(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> TableStep[S, A]:
    """Put the verdict in force that fits a table with nothing but leftovers and set-aside pieces."""
    if table.aside or wondered(table):
        return warn(setting, table, seen)
    layout = setting.game.layout(table.match.state)
    puts = tuple(
        PutPiece(piece, table.match.leftovers[piece], layout.get(piece))
        for piece in still_to_put(layout, table.match.leftovers, seen)
    )
    teller = teller_of(setting, table, seen)
    if puts:
        concerns = frozenset(("put", put.piece) for put in puts)
        known = table.concerns
        verdict = teller.to_put(puts)
        if concerns <= known and table.current is not None:
            return TableStep(replace(table, current=verdict, concerns=concerns))
        return in_force(table, verdict, concerns)
    if table.current is None or stands(table):
        return TableStep(table)
    table = replace(table, current=None, concerns=frozenset())
    return speak(table, teller.settled(()))
