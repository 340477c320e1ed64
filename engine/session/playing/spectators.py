"""Spectators, and whether hands are shown to them: recorded and announced. Pure."""

from dataclasses import replace
from ipaddress import ip_address

from engine.bus.messages.commands import Command, CommandKind
from engine.core.faults import InputFault
from engine.core.game import A, S
from engine.core.ids import Seconds
from engine.session.matches.match import ShownHandsNote, remark, remembered, show_hands
from engine.session.playing.remarks import remarked
from engine.session.playing.standing_verdict import teller_of
from engine.session.playing.table import Setting, Table, TableStep, presumed, speak
from engine.session.seen.sighting import START
from engine.session.texts import TEXTS

FOLLOWED = ("watching", "broadcast", "hands")
"""The pages that spectators follow: the table's own page, the public pages, all hands."""

LONGEST_DELAY_S = 3600
"""The longest delay for hands that are shown."""


def look_on(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Record that a visitor at an address follows the match.

    Raises:
        InputFault: it's no address, or there is no such page.
    """
    if asked.seat is not None or asked.thing not in FOLLOWED:
        raise InputFault(TEXTS.say("looking.what", known=", ".join(FOLLOWED), came=asked.thing[:40] or "-"))
    address = _address(asked)
    match = table.match
    said = TEXTS.say(f"looking.{asked.thing}", address=address)
    seen = presumed(setting, table)
    taken_at = seen.taken_at if seen.taken_at != START else match.opening.opened_at
    entry = remark(match, said, {"taken_at": Seconds(taken_at), "looks_on": address, "follows": asked.thing})
    after = replace(table, match=replace(match, causes=remembered(match, (asked.id,))))
    teller = teller_of(setting, after, replace(seen, taken_at=taken_at))
    return TableStep(after, (entry,)).then(speak(after, teller.remark(said)))


def lay_open(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Show all hands in the broadcast from now on, or hide them; record it and announce it to all seats.

    Raises:
        InputFault: nothing would change, the game has no hands, or no delay is set.
    """
    address, match = _address(asked), table.match
    shows = asked.kind is CommandKind.SHOW_HANDS
    if shows is (match.hands is not None):
        raise InputFault(TEXTS.say("looking.hands_are_shown" if shows else "looking.hands_are_not"))
    if shows and not setting.game.has_secrets:
        raise InputFault(TEXTS.say("looking.no_hands"))
    if shows and not 0 < asked.choice <= LONGEST_DELAY_S:
        raise InputFault(TEXTS.say("looking.no_delay", most=LONGEST_DELAY_S))
    shown = ShownHandsNote(asked.id, asked.choice, address) if shows else None
    after, entry = show_hands(match, shown, by=address, causes=(asked.id,))
    said = (
        TEXTS.say("looking.shown", s=asked.choice, address=address)
        if shows
        else TEXTS.say("looking.hidden", address=address)
    )
    table = replace(table, match=after)
    return TableStep(table, (entry,)).then(remarked(setting, table, said, {"shown": shows, "by": address}))


def _address(asked: Command) -> str:
    try:
        return str(ip_address(asked.name.partition("%")[0]))
    except ValueError as error:
        raise InputFault(TEXTS.say("looking.no_address", came=asked.name[:60] or "-")) from error
