"""`boardwarden engine`: the engine alone: the referee, the match and its journal."""

import argparse
from importlib.metadata import version
from pathlib import Path

from dashboard.commands.broker import running_broker
from dashboard.commands.cameras import chosen_cameras, chosen_footage
from dashboard.commands.evidence import chosen_recorder
from dashboard.commands.ruleset import chosen_ruleset
from dashboard.commands.terms import chosen_board, chosen_clock, chosen_dice, chosen_game, chosen_setup
from engine.bots.bot import seats_of
from engine.bots.registry import parse_seating
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.sealing import Seal, table_key
from engine.bus.service import set_up_logging, stop_event
from engine.core.board import load_board
from engine.core.document import Entry
from engine.core.footage import Footage
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from engine.core.tags import FILE
from engine.games.registry import open_game
from engine.session.boards.palettes import parse_lights
from engine.session.boards.showing import Showing
from engine.session.boards.tags import TagDesk, all_things
from engine.session.matches.keeping import MatchKeeper
from engine.session.matches.match import Opening
from engine.session.serving.hosting import Host
from engine.session.serving.service import WANTED, EngineService


def run(parsed: argparse.Namespace) -> int:
    """Serve until told to stop.

    Raises:
        InputFault: game, board, pieces, setup or footage are unusable.
        MissingFault: the journal can't be written, or another engine plays the match.
    """
    set_up_logging(Service.ENGINE)
    broker = running_broker(parsed.broker, service="engine")
    release = version("boardwarden")
    footage = chosen_footage(parsed)
    setup = chosen_setup(parsed, footage)
    opening = _opening(parsed, footage, setup, release)
    board, pieces = load_board(opening.board), load_pieces(opening.pieces)
    game = open_game(opening.game, board, opening.ruleset)
    # The match keeps the setup as plain values; only here can a fault in it still name its file and line.
    bots = parse_seating(parsed.bots, seats_of(game, game.initial(setup)))
    stop = stop_event(supervised=parsed.supervised)
    seal = Seal(table_key(Path(parsed.data), parsed.table), table=parsed.table)
    bus = BusClient(url=broker, table=parsed.table, service=Service.ENGINE, wanted=WANTED, version=release)
    engine = EngineService(
        bus,
        board=board,
        pieces=pieces,
        game=game,
        keeper=MatchKeeper(Path(parsed.data), game),
        opening=opening,
        host=Host(bots) if bots else None,
        seal=seal,
        recorder=chosen_recorder(parsed, release),
        tags=TagDesk(Path(parsed.data) / FILE, all_things(game, pieces), seal, discreet=True),
        showing=Showing(parse_lights(parsed.lights), sounding=parsed.sounds == "on"),
    )
    bus.start()
    try:
        engine.run(stop)
    finally:
        bus.stop()
        engine.close()
    return 0


def _opening(
    parsed: argparse.Namespace, footage: Footage | None, setup: Entry | None, release: str
) -> Opening:
    """Return what a match is opened with: what was asked for, else the footage's, else the usual."""
    board, pieces = chosen_board(parsed, footage)
    ruleset = chosen_ruleset(parsed, footage)
    return Opening(
        match="",
        opened_at=Seconds(0.0),
        game=chosen_game(parsed, footage),
        board=board,
        pieces=pieces,
        setup=None if setup is None else setup.plain(),
        content=ruleset.content,
        options=ruleset.options,
        version=release,
        table=parsed.table,
        dice=chosen_dice(parsed, load_board(board)),
        clock=chosen_clock(parsed),
        # Footage that begins anew is another match, however much it looks like the last one.
        feed=f"{' '.join(chosen_cameras(parsed))} since {parsed.footage_start}"
        if footage is not None
        else "",
    )
