"""Who looks on without a seat: kept with the match, and told to the table. Pure."""

from dataclasses import replace
from ipaddress import ip_address

from engine.bus.messages.commands import Command
from engine.core.faults import InputFault
from engine.core.game import A, S
from engine.core.ids import Seconds
from engine.session.matches.match import remark, remembered
from engine.session.playing.judging import teller_of
from engine.session.playing.table import Setting, Step, Table, presumed, speak
from engine.session.seen.sighting import START
from engine.session.texts import CATALOGUE

FOLLOWED = ("watching", "broadcast")
"""What is followed without a seat: the table's own page, or what is made for the world outside."""


def look_on(setting: Setting[S, A], table: Table[S, A], asked: Command) -> Step[S, A]:
    """Keep that somebody follows the match from an address.

    Raises:
        InputFault: that's no address, or nothing that can be followed.
    """
    if asked.seat is not None or asked.thing not in FOLLOWED:
        raise InputFault(
            CATALOGUE.say("looking.what", known=", ".join(FOLLOWED), came=asked.thing[:40] or "-")
        )
    try:
        address = str(ip_address(asked.name.partition("%")[0]))
    except ValueError as error:
        raise InputFault(CATALOGUE.say("looking.no_address", came=asked.name[:60] or "-")) from error
    match = table.match
    said = CATALOGUE.say(f"looking.{asked.thing}", address=address)
    seen = presumed(setting, table)
    taken_at = seen.taken_at if seen.taken_at != START else match.opening.opened_at
    entry = remark(match, said, {"taken_at": Seconds(taken_at), "looks_on": address, "follows": asked.thing})
    after = replace(table, match=replace(match, causes=remembered(match, (asked.id,))))
    teller = teller_of(setting, after, replace(seen, taken_at=taken_at))
    return Step(after, (entry,)).then(speak(after, teller.remark(said)))
