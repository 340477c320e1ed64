"""Commands from the tablets, answered with a code. Pure; a repeated command does no harm."""

from dataclasses import replace

from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind, Refused
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import A, S, written_by
from engine.core.ids import PieceId
from engine.core.layout import Spot
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.core.unusable import explained
from engine.core.verdict import ViolationText
from engine.session.explaining.lines import ActionLine, concerned
from engine.session.matches.chance import with_chance
from engine.session.matches.entries import Amendment
from engine.session.matches.match import amend, introduce, note
from engine.session.playing.amendments import as_it_lies, as_they_lie, takers_back
from engine.session.playing.aside import place_of
from engine.session.playing.breaks import broken_off
from engine.session.playing.command_answers import (
    answered,
    declined,
    gone_on,
    say,
    tried,
    unknown_seat,
)
from engine.session.playing.commits import commit, say_what_to_put
from engine.session.playing.face_down_warnings import waived
from engine.session.playing.judgement import judge, play_before
from engine.session.playing.leftovers import leftovers_now
from engine.session.playing.played_before import TappedEnd, ends_again, kept, passed_on
from engine.session.playing.player_names import parse_name, parse_sign
from engine.session.playing.reasons import reasons
from engine.session.playing.rulings import (
    ARBITERS,
    LONGEST_REASON,
    adjudicate,
    arbitrated,
    hands_laid_open,
    resign,
)
from engine.session.playing.settlement import settle_now
from engine.session.playing.spectators import look_on
from engine.session.playing.strangers import came, plays_into
from engine.session.playing.suggestions import suggested
from engine.session.playing.table import (
    Setting,
    Table,
    TableStep,
    TakingBack,
    presumed,
    seat_names,
    seats_in_play,
)
from engine.session.seen.sighting import (
    Leftovers,
    buried_leftovers,
    edge_differs,
    leftovers_of,
    lies_wrong,
    same_claim,
)
from engine.session.seen.touches import left_over
from engine.session.seen.trail import without_shown
from engine.session.texts import TEXTS

_IN_A_PAUSE = frozenset(
    (CommandKind.RESUME, CommandKind.PAUSE, CommandKind.ASK, CommandKind.ADJUDICATE, *ARBITERS)
)


def command(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:  # noqa: C901, PLR0912  # one arm a kind of command
    """Carry out one command, or say why not."""
    for answer in table.answered:
        if (answer.command, answer.seat) == (asked.id, asked.seat):
            return TableStep(table, answers=(answer,))
    if asked.id in table.match.causes:
        return answered(TableStep(table), asked, AnswerCode.DONE, say("done_before"))
    if asked.match and asked.match != table.match.opening.match:
        return declined(table, asked, AnswerCode.STALE, say("gone_on"))
    if asked.kind is CommandKind.INTRODUCE:
        # This holds after other plays, in a pause and after the end: a name changes no position.
        return _introduce(setting, table, asked)
    if asked.kind is CommandKind.LOOK_ON:
        return _look_on(setting, table, asked)
    if asked.kind in (CommandKind.SHOW_HANDS, CommandKind.HIDE_HANDS):
        # Like a spectator's visit, it depends on no position.
        return hands_laid_open(setting, table, asked)
    if asked.revision != table.match.revision:
        return _late(setting, table, asked)
    if table.match.paused and asked.kind not in _IN_A_PAUSE:
        return declined(table, asked, AnswerCode.NOT_NOW, say("paused"))
    if table.match.is_stopped and asked.kind is not CommandKind.ASK:
        how = "time_was_up" if table.match.ruled is None else "was_ruled"
        return declined(table, asked, AnswerCode.NOT_NOW, say(how))
    match asked.kind:
        case CommandKind.ACT:
            return _act(setting, table, asked)
        case CommandKind.CHOOSE:
            return _choose(setting, table, asked)
        case CommandKind.GAME_IS_RIGHT:
            return _game_is_right(setting, table, asked)
        case CommandKind.TABLE_IS_RIGHT:
            return _table_is_right(setting, table, asked)
        case CommandKind.PLACE_IS_RIGHT:
            return _place_is_right(setting, table, asked)
        case CommandKind.ASK:
            return _ask(setting, table, asked)
        case CommandKind.SUGGEST:
            return _suggest(setting, table, asked)
        case CommandKind.PAUSE | CommandKind.RESUME:
            return broken_off(setting, table, asked)
        case CommandKind.TAKE_BACK:
            return _take_back(setting, table, asked)
        case CommandKind.RESIGN:
            return resign(setting, table, asked)
        case CommandKind.ADJUDICATE:
            return adjudicate(setting, table, asked)
        case CommandKind.CORRECT | CommandKind.PENALISE:
            return arbitrated(setting, table, asked)
        case CommandKind.ENROL | CommandKind.LAY:
            return declined(table, asked, AnswerCode.NOT_NOW, say("no_tags"))
        case CommandKind.OPEN | CommandKind.REMATCH | CommandKind.TAKE_UP:
            return declined(table, asked, AnswerCode.NOT_NOW, say("match_open"))


def _late(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Decline a command about an earlier position, unless it asks for the end of a turn that is over."""
    if asked.kind is CommandKind.ACT and ends_again(setting.game, table.match, asked):
        return answered(TableStep(table), asked, AnswerCode.DONE)
    return declined(table, asked, AnswerCode.STALE, say("stale"))


def _act(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    game, state = setting.game, table.match.state
    try:
        action = game.parse_action(entry_of(written_by(game, asked.action, asked.seat), "command"))
    except InputFault as error:
        return declined(table, asked, AnswerCode.UNREADABLE, say("unreadable", why=str(error)))
    decision = game.decider(state)
    seats = decision.seats
    # A die that belongs to no seat (an event's) is thrown by the nearest player.
    anybodys = decision.chooser is Chooser.CHANCE and not seats
    anybodys = anybodys and any(word in table.match.opening.given_words for word in asked.action)
    named = game.actor(state, action)
    theirs = asked.seat in seats and named in (None, asked.seat)
    if asked.seat is not None and not theirs and not anybodys:
        whose = seat_names(game, state, seats)
        text = say("not_yours", seats=whose, seat=seat_names(game, state, (asked.seat,)))
        return declined(table, asked, AnswerCode.ILLEGAL, text)
    if asked.seat is None and game.is_secret_choice(state, action):
        # It says so before looking: even a refusal would betray what the hand holds.
        whose = seat_names(game, state, seats, "or") if seats else TEXTS.say("that_seat")
        text = say("only_their_tablet", seats=whose)
        return declined(table, asked, AnswerCode.ILLEGAL, text)
    broken = game.violations(state, action)
    if broken:
        return declined(table, asked, AnswerCode.ILLEGAL, reasons(game, broken))
    seen = presumed(setting, table)
    line = with_chance(game, table.match, ActionLine((action,), (state, game.apply(state, action))))
    before, after = game.layout(state), line.state
    layout = game.layout(after)
    leftovers: dict[PieceId, Spot | None] = dict(buried_leftovers(seen, before, layout))
    for piece in game.pieces(after):
        lay, expected, spot = before.get(piece), layout.get(piece), seen.spots.get(piece)
        if lay is not None and piece in seen.hidden and lay.cell in seen.murky:
            # Nobody can read it there, and nobody has taken it away.
            spot = table.match.leftovers.get(piece, lay)
        # The action's own changes aren't on the table yet; other wrong pieces stay a fault.
        if expected != lay and _isnt_yet_as(lay, expected, spot):
            leftovers[piece] = spot
        elif piece in table.match.leftovers:
            leftovers[piece] = table.match.leftovers[piece]
    step = commit(setting, table, line, seen, leftovers=leftovers, causes=(asked.id,))
    if passed_on(game, state, line.state):
        step = replace(step, table=_with_end(table, step.table, line, asked))
    # A piece that it leaves unchanged was lifted for it, if at all.
    shown = frozenset(one for one in concerned(game, line) if same_claim(before.get(one), layout.get(one)))
    step = replace(step, table=_unshown(setting, step.table, shown))
    if table.judged is not None:
        touches = left_over(table.judged.touches, shown, reported=True)
        step = step.then(judge(setting, step.table, replace(table.judged, touches=touches)))
    return answered(step, asked, AnswerCode.DONE)


def _with_end(before: Table[S, A], after: Table[S, A], line: ActionLine[S, A], asked: Command) -> Table[S, A]:
    """Return the table that keeps how it was when a tablet ended a turn, for plays that show later."""
    at = asked.taken_at if asked.taken_at is not None else before.belief.last_at
    if at is None:
        return after
    leftovers, revision = before.match.leftovers, after.match.revision
    end = TappedEnd(line.states[0], leftovers, at, line.actions, revision)
    return replace(after, ends=kept(after.ends, end))


def _unshown(setting: Setting[S, A], table: Table[S, A], pieces: frozenset[PieceId]) -> Table[S, A]:
    """Return the table without the recent lifts of these pieces, which count as used up."""
    belief = table.belief
    physical = {one for one, own in setting.owned(table.match.state).items() if own in pieces}
    trail = without_shown(belief.trail, physical)
    return table if trail is belief.trail else replace(table, belief=replace(belief, trail=trail))


def _isnt_yet_as(lay: Spot | None, expected: Spot | None, spot: Spot | None) -> bool:
    """Tell whether a piece doesn't lie as an action has it yet; a pushed piece may have acted again.

    A piece that lay there before (`lay`) and was allowed to lie pushed doesn't count: it may be pushed since
    its last turn.
    """
    if lies_wrong(expected, spot):
        return True
    if expected is None or not edge_differs(expected, spot):
        return False
    might = lay is not None and lay.cell == expected.cell and lay.edge is not False
    return expected.edge is True or might


def _choose(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    felt = () if table.question else plays_into(setting, table)
    lines = table.question or felt
    if not lines:
        return declined(table, asked, AnswerCode.NOT_NOW, say("nothing_asked"))
    if not 0 <= asked.choice < len(lines):
        text = say("no_such_choice", most=len(lines) - 1, came=asked.choice)
        return declined(table, asked, AnswerCode.UNREADABLE, text)
    line = lines[asked.choice]
    after = replace(table, waiting=tuple(one for one in table.waiting if not one.due))
    after, seen = came(setting, after, line) if felt else (after, presumed(setting, table))
    before = table.doubt.before if table.doubt is not None and not felt else None
    if before is not None:
        step = play_before(setting, after, seen, before, line, causes=(asked.id,))
    else:
        step = commit(setting, after, line, seen, causes=(asked.id,))
    return answered(step, asked, AnswerCode.DONE)


def _game_is_right(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    if table.current is None and table.doubt is None:
        return declined(table, asked, AnswerCode.NOT_NOW, say("agree"))
    seen, table = presumed(setting, table), waived(replace(table, aside={}, waived=table.strangers))
    match, entry = note(table.match, leftovers_now(setting, table, seen), causes=(asked.id,))
    # Lifted pieces meant nothing.
    after = replace(table, match=match, question=(), doubt=None, touches=())
    step = TableStep(after, (entry,)).then(say_what_to_put(setting, after, seen))
    return answered(step, asked, AnswerCode.DONE)


def _table_is_right(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    # With this command a player also says that no unseen piece was merely overlooked.
    step = settle_now(setting, table)
    return step.then(_as_it_lies(setting, step.table, asked))


def _as_it_lies(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    if len(table.question) == 1:
        return _choose(setting, table, replace(asked, choice=0))
    found, why_not = None, say("no_rule_leads")
    if table.current is not None or table.doubt is not None:
        try:
            found = as_it_lies(setting.game, table.match, presumed(setting, table))
        except InputFault as error:
            why_not = explained(error)
    if found is None:
        return declined(table, asked, AnswerCode.NOT_NOW, say("adopt_not", why=why_not))
    return _adopted(
        setting, table, asked, found, TEXTS.say("amended.adopted", who=_who_said(setting, table, asked))
    )


def _place_is_right(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Go on from the pieces of one place as they lie; the judgement of the rest stays."""
    place = place_of(setting, table, asked.place)
    if not place:
        if not table.aside:
            return declined(table, asked, AnswerCode.NOT_NOW, say("no_place_wrong"))
        text = say("no_such_place", known=joined(sorted(table.aside), "or"), came=asked.place)
        return declined(table, asked, AnswerCode.NOT_NOW, text)
    lies = {piece: one.lies for piece, one in table.aside.items() if piece in place}
    found, why_not = None, say("no_rule_leads")
    try:
        found = as_they_lie(setting.game, table.match, lies)
    except InputFault as error:
        why_not = explained(error)
    if found is None:
        return declined(table, asked, AnswerCode.NOT_NOW, say("adopt_not", why=why_not))
    who = _who_said(setting, table, asked)
    text = TEXTS.say("amended.adopted_place", who=who, pieces=joined(sorted(place), "and"))
    return _adopted(setting, table, asked, found, text)


def _who_said(setting: Setting[S, A], table: Table[S, A], asked: Command) -> Phrase:
    """Return the name of the side that settles something: a seat, or all at the table's own page."""
    if asked.seat is None:
        return TEXTS.say("amended.at_the_table")
    return seat_names(setting.game, table.match.state, (asked.seat,))


def _adopted(
    setting: Setting[S, A], table: Table[S, A], asked: Command, found: tuple[S, Leftovers], text: Phrase
) -> TableStep[S, A]:
    state, leftovers = found
    made = amend(
        setting.game, table.match, state, Amendment.ADOPTED, text, leftovers=leftovers, causes=(asked.id,)
    )
    return gone_on(setting, table, asked, made)


def _ask(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    game, state = setting.game, table.match.state
    if asked.piece is None or asked.piece not in game.pieces(state) or not asked.place:
        text = say("asks_nothing", piece=asked.piece or "", place=asked.place)
        return declined(table, asked, AnswerCode.UNREADABLE, text)
    refused = tuple(
        Refused(
            one.use,
            one.target,
            tuple(ViolationText(broken.rule, game.violation_text(broken)) for broken in one.broken),
        )
        for one in game.why_not(state, asked.piece, asked.place)
    )
    # It isn't recorded: it changes nothing, and may be asked again.
    answer = Answer(asked.id, AnswerCode.DONE, table.match.revision, refused=refused, seat=asked.seat)
    return TableStep(table, answers=(answer,))


def _suggest(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Return a bot's suggestion as an answer for the asking seat alone."""
    decision = setting.game.decider(table.match.state)
    if asked.seat is None or decision.chooser is not Chooser.SEAT or asked.seat not in decision.seats:
        return declined(table, asked, AnswerCode.NOT_NOW, say("suggest_own"))
    text = suggested(setting.game, table.match, asked.seat)
    answer = Answer(asked.id, AnswerCode.DONE, table.match.revision, text, seat=asked.seat)
    return TableStep(table, answers=(answer,))


def _take_back(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Go back to an earlier position: by the only seat that has chosen since, else by all together."""
    game, match = setting.game, table.match
    earlier = next((one for one in match.past if one.revision == asked.choice), None)
    if earlier is None:
        known = joined([str(one.revision) for one in match.past[-20:]]) or "-"
        text = say("no_such_revision", known=known, came=asked.choice)
        return declined(table, asked, AnswerCode.UNREADABLE, text)
    seats = seats_in_play(game, match.state)
    if asked.seat is not None and asked.seat not in seats:
        whose, asker = (seat_names(game, match.state, one) for one in (sorted(seats), (asked.seat,)))
        not_yours = say("not_yours_to_agree", seats=whose, seat=asker)
        return declined(table, asked, AnswerCode.ILLEGAL, not_yours)
    # The table's own page belongs to no seat and speaks for all players.
    want, said_of_it = (frozenset((asked.seat,)) if asked.seat is not None else seats), asked.reason.strip()
    if len(said_of_it) > LONGEST_REASON:
        text = say("long_note", most=LONGEST_REASON)
        return declined(table, asked, AnswerCode.UNREADABLE, text)
    if table.wish is not None and (table.wish.revision, table.wish.at) == (asked.choice, match.revision):
        want |= table.wish.seats
        said_of_it = table.wish.note or said_of_it
    needed = takers_back(game, match, earlier) & seats or seats
    if not want >= needed:
        wish = TakingBack(asked.choice, match.revision, want, said_of_it)
        waiting = say("waiting", seats=seat_names(game, match.state, sorted(needed - want)))
        return answered(TableStep(replace(table, wish=wish)), asked, AnswerCode.DONE, waiting)
    seen, state = presumed(setting, table), earlier.state
    leftovers = leftovers_of(seen, game.layout(state), game.pieces(state))
    # At the table's own page a person speaks for all.
    who = (
        TEXTS.say("amended.at_the_table")
        if asked.seat is None
        else seat_names(game, match.state, sorted(want))
    )
    said = TEXTS.say("amended.taken_back_to", who=who, number=asked.choice + 1, what=earlier.played)
    if said_of_it:
        said = TEXTS.say("because", what=said, why=said_of_it)
    made = amend(game, match, state, Amendment.TAKEN_BACK, said, leftovers=leftovers, causes=(asked.id,))
    return gone_on(setting, table, asked, made)


def _introduce(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Give a seat its player's name and sign, as its holder or the table asks."""
    seat = asked.seat or asked.player
    labels = {one.seat: one.label for one in setting.game.view(table.match.state, None).seats}
    if asked.seat is not None and asked.player not in {None, asked.seat}:
        return declined(table, asked, AnswerCode.ILLEGAL, say("name_own"))
    if seat not in labels:
        return unknown_seat(table, asked, seat, joined([*labels.values()], "and"))
    try:
        name = parse_name(asked.name, seat, labels, table.match.opening.players)
        sign = parse_sign(asked.sign, seat, table.match.opening.signs)
    except InputFault as error:
        return declined(table, asked, AnswerCode.UNREADABLE, explained(error))
    match, entry = introduce(table.match, seat, name, sign, causes=(asked.id,))
    return answered(TableStep(replace(table, match=match), (entry,)), asked, AnswerCode.DONE)


def _look_on(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Record a spectator, even after other plays, in a pause or after the end."""
    return tried(table, asked, lambda: look_on(setting, table, asked))
