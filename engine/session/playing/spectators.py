"""Spectators, and whether hands are shown to them: recorded and announced. Pure."""

import re
from dataclasses import replace

from engine.bus.messages.commands import Command, CommandKind
from engine.core.faults import InputFault
from engine.core.game import A, S
from engine.core.ids import Seconds
from engine.core.phrase import Phrase
from engine.session.matches.match import ShownHandsNote, remark, remembered, show_hands
from engine.session.playing.remarks import remarked
from engine.session.playing.standing_verdict import teller_of
from engine.session.playing.table import Setting, Table, TableStep, presumed, speak
from engine.session.seen.sighting import START
from engine.session.texts import TEXTS

FOLLOWED = ("watching", "broadcast", "hands")
"""The pages that spectators follow: the table's own page, the public pages, all hands."""

_MARK = re.compile(r"[0-9a-f]{8}")
"""The mark of a device, which the dashboard makes of its address."""

LONGEST_DELAY_S = 3600
"""The longest delay for hands that are shown."""


def look_on(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Record that a visitor, named by the mark of its device, follows the match.

    Raises:
        InputFault: it's no mark, or there is no such page.
    """
    if asked.seat is not None or asked.thing not in FOLLOWED:
        raise InputFault(TEXTS.say("looking.what", known=", ".join(FOLLOWED), came=asked.thing[:40] or "-"))
    mark = _mark(asked)
    match = table.match
    said = TEXTS.say(f"looking.{asked.thing}")
    seen = presumed(setting, table)
    taken_at = seen.taken_at if seen.taken_at != START else match.opening.opened_at
    entry = remark(match, said, {"taken_at": Seconds(taken_at), "looks_on": mark, "follows": asked.thing})
    after = replace(table, match=replace(match, causes=remembered(match, (asked.id,))))
    teller = teller_of(setting, after, replace(seen, taken_at=taken_at))
    return TableStep(after, (entry,)).then(speak(after, teller.remark(said)))


def lay_open(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Show all hands in the broadcast from now on, or hide them; record it and announce it to all seats.

    Raises:
        InputFault: nothing would change, the game has no hands, or no delay is set.
    """
    mark, match = _mark(asked), table.match
    shows = asked.kind is CommandKind.SHOW_HANDS
    if shows is (match.hands is not None):
        raise InputFault(TEXTS.say("looking.hands_are_shown" if shows else "looking.hands_are_not"))
    if shows and not setting.game.has_secrets:
        raise InputFault(TEXTS.say("looking.no_hands"))
    if shows and not 0 < asked.choice <= LONGEST_DELAY_S:
        raise InputFault(TEXTS.say("looking.no_delay", most=LONGEST_DELAY_S))
    shown = ShownHandsNote(asked.id, asked.choice, mark) if shows else None
    after, entry = show_hands(match, shown, by=mark, causes=(asked.id,))
    said = TEXTS.say("looking.shown", s=asked.choice) if shows else TEXTS.say("looking.hidden")
    table = replace(table, match=after)
    return TableStep(table, (entry,)).then(remarked(setting, table, said, {"shown": shows, "by": mark}))


def without_address(said: Phrase) -> Phrase:
    """Return a remark as everybody may read it: earlier versions wrote a spectator's address into it."""
    facts = dict(said.facts)
    _, _, key = said.key.partition(".")
    return TEXTS.say(key, **facts) if key.startswith("looking.") and "address" in facts else said


def _mark(asked: Command) -> str:
    if not _MARK.fullmatch(asked.name):
        raise InputFault(TEXTS.say("looking.no_mark", came=asked.name[:60] or "-"))
    return asked.name
