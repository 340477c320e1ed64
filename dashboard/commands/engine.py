"""`boardwarden engine`: runs the engine alone: the referee, the match and its journal."""

import argparse
import logging
import threading
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from dashboard.commands import DONE
from dashboard.commands.broker import running_broker
from dashboard.commands.cameras import chosen_cameras, chosen_footage
from dashboard.commands.evidence import chosen_recorder
from dashboard.commands.ruleset import chosen_ruleset
from dashboard.commands.sensors import chosen_sensors
from dashboard.commands.terms import (
    chosen_board,
    chosen_clock,
    chosen_dice,
    chosen_game,
    chosen_pausing,
    chosen_setup,
)
from dashboard.version import commit_of
from engine.bus.channels import Service
from engine.bus.claiming import NameClaim, table_claim
from engine.bus.client import BusClient
from engine.bus.heart import Heart, own_heart
from engine.bus.kept_logs import keep_log
from engine.bus.proofs import MessageProofs
from engine.bus.sealing import Seal, table_key
from engine.bus.service import keep_files_private, set_up_logging, stop_event
from engine.core.board import load_board
from engine.core.document import Entry, entry_of
from engine.core.draws import DrawSource
from engine.core.faults import InputFault, MissingFault
from engine.core.footage import Footage
from engine.core.forced import ForcedSteps
from engine.core.ids import Seconds
from engine.core.tags import FILE
from engine.games.carried import PlayedWith
from engine.session.boards.board_show import BoardShow
from engine.session.boards.palettes import parse_lights
from engine.session.boards.tags import TagDesk, all_things
from engine.session.matches.match_keeper import opening_to_take_up
from engine.session.matches.match_opening import MatchOpening
from engine.session.matches.signing import table_signer
from engine.session.serving.match_parts import MatchParts, MatchPartsMaker, make_match_parts
from engine.session.serving.service import WANTED, EngineService

log = logging.getLogger(__name__)


def run(parsed: argparse.Namespace) -> int:
    """Serve until stopped.

    Raises:
        InputFault: the game, board, pieces, setup or footage is unusable.
        MissingFault: the journal can't be written, or another engine plays the match.
    """
    set_up_logging(Service.ENGINE)
    keep_files_private()
    keep_log(Path(parsed.data), parsed.table, "engine")
    broker = running_broker(parsed.broker, service="engine")
    serve_engine(parsed, broker, stop_event(supervised=parsed.supervised), own_heart())
    return DONE


def serve_engine(parsed: argparse.Namespace, broker: str, stop: threading.Event, heart: Heart) -> None:
    """Serve the table that the options describe until `stop` is set; `heart` beats with the engine's loop.

    Raises:
        InputFault: the game, board, pieces, setup or footage is unusable.
        MissingFault: the journal can't be written, or another engine plays the match.
    """
    footage = chosen_footage(parsed)
    setup = chosen_setup(parsed, footage)
    release = version("boardwarden")
    opening = _opening(parsed, footage, setup, release)
    folder = Path(parsed.data)
    make_parts = partial(make_match_parts, folder=folder)
    # The match keeps the setup as plain values. Only here can the message of a fault name its file and line.
    parts = make_parts(opening.terms, setup)
    found = opening_to_take_up(folder, opening)
    if found.terms != opening.terms:
        parts = _parts_again(make_parts, found) or parts
    key = table_key(folder, parsed.table)
    seal = Seal(key, table=parsed.table)
    bus = BusClient(
        url=broker,
        table=parsed.table,
        service=Service.ENGINE,
        wanted=WANTED,
        version=release,
        proofs=MessageProofs(key, table=parsed.table),
    )
    engine = EngineService(
        bus,
        parts=parts,
        make_parts=make_parts,
        opening=opening,
        seal=seal,
        recorder=chosen_recorder(parsed, release),
        signer=table_signer(folder, parsed.table),
        tags=TagDesk(folder / FILE, all_things(parts.game, parts.pieces), seal, discreet=True),
        sensors=chosen_sensors(parsed),
        showing=BoardShow(parse_lights(parsed.lights), sounding=parsed.sounds == "on"),
    )
    with ExitStack() as undo:
        undo.callback(engine.close)
        if not parsed.supervised:
            undo.enter_context(_sole_engine(broker, parsed.table, key, stop))
        undo.callback(bus.stop)
        undo.callback(heart.rests)
        bus.start()
        engine.run(stop, heart)


@contextmanager
def _sole_engine(broker: str, table: str, key: bytes, stop: threading.Event) -> Generator[None]:
    """Claim the table's name for an engine that was started alone; `play` claims it for the engine it starts.

    Raises:
        MissingFault: another table has that name on this broker.
    """
    claim = NameClaim(broker, table, table_claim(key))
    claim.start()
    try:
        claim.settles(stop)
        if (other := claim.other) is not None:
            raise MissingFault(
                f"the table on {other.host} has the name '{table}' on this broker, with other data; stop it, "
                "or give this engine a --table of its own"
            )
        yield
    finally:
        claim.release()


def _parts_again(make_parts: MatchPartsMaker[Any, Any], found: MatchOpening) -> MatchParts[Any, Any] | None:
    """Return the parts of the interrupted match; None, after a message, when a file of theirs is unusable."""
    try:
        return make_parts(found.terms, None if found.setup is None else entry_of(found.setup))
    except InputFault as error:
        log.error("the last match can't continue: %s; a new one is opened instead", error)  # noqa: TRY400 # a fault of a file, shown in full
        return None


def _opening(
    parsed: argparse.Namespace, footage: Footage | None, setup: Entry | None, release: str
) -> MatchOpening:
    """Return how a match is opened: by the options, else by the footage, else as usual."""
    board, pieces = chosen_board(parsed, footage)
    ruleset = chosen_ruleset(parsed, footage)
    return MatchOpening(
        match="",
        opened_at=Seconds(0.0),
        game=chosen_game(parsed, footage),
        board=board,
        pieces=pieces,
        setup=None if setup is None else setup.plain(),
        content=ruleset.content,
        options=ruleset.options,
        version=release,
        played_with=PlayedWith(commit=commit_of(Path(__file__).parents[2])),
        table=parsed.table,
        dice=chosen_dice(parsed, load_board(board)),
        draws=DrawSource(parsed.draws),
        forced=ForcedSteps(parsed.forced),
        clock=chosen_clock(parsed),
        pause=chosen_pausing(parsed),
        bots=parsed.bots,
        # Footage that is shown again is another match, so its time of beginning is a part of the name.
        feed=f"{' '.join(chosen_cameras(parsed))} since {parsed.footage_start}"
        if footage is not None
        else "",
    )
