"""A world: a real engine service, a real dashboard's inside, and the records, with ears on every road.

Nothing that could betray is left out. Made comparable are: the clock, which only the test turns; the folder,
the same for both; the nonces, from one seed; and ciphertext, by its length alone. A listener without
the key can tell no more of it, and a reader's own envelopes reach its tablet opened.
"""

import json
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from dashboard.pictures.scenes import scenes, sight_of
from dashboard.web.audience.broadcast import Broadcast
from dashboard.web.audience.hands import ShownHands
from dashboard.web.health.health import disk_of
from dashboard.web.health.vitals import Vitals, support_bundle
from dashboard.web.replays import Replays
from dashboard.web.seats.seating import ARBITER, SPECTATOR, Role, TabletPlace, permitted
from dashboard.web.telling.feed import Feed
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.proofs import Proofs
from dashboard.web.telling.tablet import Tablet
from dashboard.web.words.speaking import encoded
from engine.bus.client import BusEvent, Connected, ReceivedMessage
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.device_events import DeviceEvent, PadReading, PadReadingKind
from engine.core.draws import DrawSource
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seat, Seconds
from engine.core.layout import Face
from engine.core.observations import Backs, Look, LookCells, LookMotion, LookPieces, Seen
from engine.core.phrase import LANGUAGES, encode_hook
from engine.core.pieces import load_pieces
from engine.core.tags import FILE
from engine.records.evidence import evidence_files, read_about, read_evidence
from engine.records.exports import document_of, is_over, notation_of
from engine.records.notation import format_notation
from engine.records.recorded import open_recorded
from engine.records.recorder import EvidenceRecorder
from engine.records.rejudgement import sittings
from engine.records.replay import entry_times, shown_moments, timeline
from engine.records.statistics import facts_of
from engine.session.boards.board_show import BoardShow
from engine.session.boards.tags import TagDesk, all_things
from engine.session.matches.journal import journals
from engine.session.matches.journal_replay import replay
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of
from engine.session.serving.match_parts import MatchParts
from engine.session.serving.service import EngineService
from tests.bots.nim import seeded
from tests.web.shown_table import KEY, TABLE
from tests.worlds.hearing import Ears, Heard, LogEars, comparable
from tests.worlds.pairs import Pair, Played

T0 = 1_795_300_000.0
_ASKED_PLACES = 3

HANDS_AFTER = Seconds(3600.0)
"""So late are hands shown in the broadcast."""

LATE = "a viewer of hands, later"
"""The road of the hands once the delay has passed."""


@dataclass
class Back:
    """The bus as the dashboard speaks to it: what it sends reaches the engine."""

    world: "World"
    said: list[ReceivedMessage] = field(default_factory=list)

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        self.said.append(
            ReceivedMessage(channel_name, name, self.world.ears.keep(channel_name, message, name))
        )

    def receive(self, timeout: float | None) -> BusEvent | None:
        del timeout
        return None


class World:
    """One of two worlds, from its opening to its records. `reader`: whose tablet listens too.

    `hands`: the arbiter has all hands shown in the broadcast; who follows it is listened to until the delay
    has passed.
    """

    def __init__(
        self, folder: Path, played: Played, state: Any, reader: Seat | None, *, hands: bool = False
    ) -> None:
        self.folder, self.reader, self.now = folder, reader, T0
        self.ears = Ears()
        self.seal = Seal(KEY, table=TABLE, nonces=seeded(5).randbytes)
        board, pieces = load_board(played.board), load_pieces(played.pieces)
        # The game as it is, but that its matches begin in the midst of one.
        kind: Any = type(played.open())
        begins = type(kind.__name__, (kind,), {"initial": lambda _game, _setup: state})
        self.game: Any = begins(board, Ruleset(options=dict(played.options)))
        opening = MatchOpening(
            "",
            Seconds(0.0),
            played.name,
            played.board,
            played.pieces,
            options=dict(played.options),
            table=TABLE,
            seed="7",
            draws=DrawSource.TYPED,
        )
        self.pieces = pieces
        self.service: EngineService[Any, Any] = EngineService(
            self.ears,
            parts=MatchParts(opening.terms, board, pieces, self.game, MatchKeeper(folder, self.game)),
            opening=opening,
            seal=self.seal,
            recorder=EvidenceRecorder(folder, about={"version": "test"}, wall=self._now),
            showing=BoardShow(),
            tags=TagDesk(folder / FILE, all_things(self.game, pieces), self.seal, discreet=True),
            monotonic=self._now,
            wall=self._now,
        )
        self.hub = Hub(render=encoded, languages=LANGUAGES)
        self.broadcast, self.vitals = Broadcast(), Vitals()
        self.hands = ShownHands(KEY, table=TABLE, delay=HANDS_AFTER)
        self.shows_hands = hands
        self.viewer: Tablet | None = None
        self.back = Back(self)
        self.feed = Feed(
            self.back,
            self.hub,
            table=TABLE,
            seal=Seal(KEY, table=TABLE),
            broadcast=self.broadcast,
            vitals=self.vitals,
            proofs=Proofs(),
            hands=self.hands,
            wall=self._now,
        )
        self.feed.take(Connected())
        self.tablets: dict[str, Tablet] = {}
        places = {"spectator": SPECTATOR, "arbiter": ARBITER}
        if reader is not None:
            places["reader"] = TabletPlace(Role.SEAT, reader)
        for number, (name, place) in enumerate(places.items()):
            tablet = self.tablets[name] = self.hub.join(language=LANGUAGES[number % 3], steps=number % 2 == 0)
            self.hub.seat(tablet, place)
        self.public = self.broadcast.join("en")
        self._others: dict[Seat, Tablet] = {}

    def _now(self) -> float:
        return self.now

    @property
    def state(self) -> Any:
        return self.service.table.match.state

    def take(self, event: BusEvent | None) -> None:
        """Let something happen on the bus, and everybody hear of it."""
        if isinstance(event, ReceivedMessage) and event.channel not in ("command", "seat_command"):
            event = ReceivedMessage(
                event.channel, event.name, self.ears.keep(event.channel, event.message, event.name)
            )
            self.feed.take(event)
        self.service.take(event)
        self.carry()

    def carry(self) -> None:
        """Carry the messages to the dashboard, and to each tablet."""
        events, self.ears.sent = self.ears.sent, []
        for event in events:
            self.feed.take(event)
            self.drain()
        self.broadcast.release(now=Seconds(self.now + 1e12))
        self.drain()

    def drain(self) -> None:
        """Keep what the tablets are sent, message by message."""
        self.hands.release(now=Seconds(time.monotonic()))
        viewers = [] if self.viewer is None else [("a viewer of hands", self.viewer)]
        for name, tablet in (*self.tablets.items(), ("public", self.public), *viewers):
            while (text := tablet.take_together()) is not None:
                coded = text.encode() if isinstance(text, str) else text
                self.ears.heard.append(Heard(f"websocket of {name}", str(len(text)), coded))
        for tablet in self._others.values():
            while tablet.take_together() is not None:
                pass

    def ask(self, tablet: Tablet, asked: Command) -> None:
        """Have a tablet ask for something, as the web server passes it on."""
        try:
            order = permitted(tablet.place, asked)
        except InputFault as error:
            self.ears.heard.append(Heard("refusal", "", str(error).encode()))
            return
        assert isinstance(order, Command)
        tablet.asks(order.id)
        self.feed.publish("command", order)
        said, self.back.said = self.back.said, []
        for event in said:
            self.take(event)

    def at(self, seat: Seat) -> Tablet:
        """Return a tablet at a seat; the reader's own is listened to."""
        if seat == self.reader:
            return self.tablets["reader"]
        if seat not in self._others:
            tablet = self._others[seat] = self.hub.join()
            self.hub.seat(tablet, TabletPlace(Role.SEAT, seat))
        return self._others[seat]

    def look(self, *, wrong: bool = False, bare: bool = False) -> None:
        """Have a camera look at the table as it should lie, or with one piece away, until it settles.

        `bare`: nothing lies face down where something should, till it's warned of.
        """
        layout = self.game.layout(self.state)
        spots = [(piece, spot) for piece, spot in sorted(layout.items()) if not spot.covered]
        for steady in (False, True, True, True, *(True,) * (3 if bare else 0)):
            self.now += 0.75
            seen = tuple(
                Seen(
                    self.pieces.physical_id(piece), spot.cell, 0.0, 0.0, spot.face or Face.UP,
                    90.0 * bool(spot.sideways), edge=bool(spot.edge), confidence=0.9, margin=0.4,
                    sideways=spot.sideways,
                )
                for piece, spot in spots[1 if wrong else 0 :]
            )  # fmt: skip
            look = Look(
                "cam",
                round(self.now * 4),
                Seconds(self.now),
                LookPieces(seen, backs=self.backs()[1 if bare else 0 :]),
                LookCells(),
                LookMotion(steady=steady, moved=False),
            )
            self.take(ReceivedMessage("look", "cam", look))

    def backs(self) -> tuple[Backs, ...]:
        """Return a camera's count of face-down cards: for a pile, its top."""
        heaps = self.game.heaps(self.state)
        tops = {spot.cell for spot in self.game.layout(self.state).values() if spot.piled}
        return tuple(
            Backs(heap.cell, heap.back, heap.number if heap.exact else 1)
            for heap in sorted(heaps, key=lambda one: (one.number > 1, one.cell))
            if heap.number and heap.cell not in tops
        )

    def pad(self, seat: Seat, number: int) -> None:
        """Have the pad of a seat read a tag that nobody knows, sealed by the bridge."""
        self.now += 0.25
        sealed = self.seal.sealed_text(f"04AA{number:04X}")
        reading = PadReading(PadReadingKind.TAGS, seat, sealed)
        event = DeviceEvent(f"pad.{seat}", Seconds(self.now), reading, "b-1")
        self.take(ReceivedMessage("device_event", f"pad.{seat}", event))

    def live(self, pair: Pair, actions: list[tuple[Seat, dict[str, Any]]], *, few: bool = False) -> None:
        """Play a pair's actions, ask what can be asked, and have the table seen right and wrong.

        `few`: at the beginning no more is asked than after each action, and the table isn't seen without
        what lies face down.
        """
        self.service.take(Connected())
        self.carry()
        self.take(ReceivedMessage("availability", "dashboard", Availability(online=True)))
        for device in ("board", *(f"pad.{one.seat}" for one in self.game.view(self.state, None).seats)):
            self.take(ReceivedMessage("device", device, DeviceState(device, "/dev/ttyACM0", connected=True)))
        self.look()
        if self.shows_hands:
            self.show_hands()
        self.question(pair, few=few, in_turn=few)
        begun = self.service.table.match.revision
        self.look(wrong=True)
        # A piece that is away may have been played: then what was to be played isn't to be any more.
        actions = actions if self.service.table.match.revision == begun else []
        self.look()
        if not few:
            self.look(bare=True)
            self.look()
        for number, (by, action) in enumerate(actions):
            self.now += 1.0
            revision = self.service.table.match.revision
            self.ask(self.at(by), Command(f"deed {number}", CommandKind.ACT, revision, action=action))
            if self.service.table.match.revision == revision:
                raise AssertionError(f"{action} of {by} wasn't done")
            self.look()
            self.question(pair, few=True, in_turn=few)
        for seat in [one.seat for one in self.game.view(self.state, None).seats]:
            self.pad(seat, 7)

    def show_hands(self) -> None:
        """Have all hands shown in the broadcast, and somebody follow it."""
        asked = Command("show", CommandKind.SHOW_HANDS, 0, choice=int(HANDS_AFTER), name="7f000001")
        self.take(ReceivedMessage("command", "", asked))
        opening = self.hands.opening
        assert opening is not None
        self.viewer = opening.join("en")

    def question(self, pair: Pair, *, few: bool = False, in_turn: bool = False) -> None:
        """Have everybody ask why not, and try what they can't know to be there.

        `in_turn`: each tablet tries one of the words, and another at the next position.
        """
        listening = [
            self.tablets[name] for name in ("spectator", "arbiter", "reader") if name in self.tablets
        ]
        revision = self.service.table.match.revision
        cells = sorted({spot.cell for spot in self.game.layout(self.state).values()})
        pieces = self.game.pieces(self.state)
        # Few questions are about other pieces each time.
        asked = pieces[revision % len(pieces) :][:2] if few else pieces[:: max(1, len(pieces) // 8)]
        for number, piece in enumerate(asked):
            for place in (*cells[number::_ASKED_PLACES][:_ASKED_PLACES], str(piece)):
                for tablet in listening if not few else listening[-1:]:
                    self.ask(
                        tablet,
                        Command(
                            f"why {piece} {place}",
                            CommandKind.ASK,
                            revision,
                            piece=PieceId(piece),
                            place=place,
                        ),
                    )
        decision = self.game.decider(self.state)
        # A player who draws from a real deck, or takes from a hand, may say any name, and it is done.
        words = ("play", "discard", *(("draw", "take") if decision.kind == "turn" else ()))
        # Cards drawn since are hidden no more; a player who decides for others is right in one of the worlds.
        # Of like cards each has a number of its own; a player says the name that they share.
        own = {card.card.partition("#")[0] for card in self.game.view(self.state, pair.seat).hand}
        guessing = [
            one for one in listening if one.place.role is not Role.ARBITER or pair.seat in decision.seats
        ]
        hidden = [name for name in pair.hidden if name.partition("#")[0] not in own]
        for number, name in enumerate(hidden[: 1 if few else 4]):
            for word in words if decision.chooser is Chooser.SEAT else ():
                turn = (words.index(word) + revision) % max(1, len(guessing))
                for tablet in guessing[turn : turn + 1] if in_turn else guessing:
                    asked = Command(
                        f"try {number} {word} {tablet.place.role} {revision}",
                        CommandKind.ACT,
                        revision,
                        action={word: name},
                    )
                    before = self.service.table.match.revision
                    self.ask(tablet, asked)
                    assert self.service.table.match.revision == before, "a guess was carried out"

    def recorded(self) -> Iterator[Heard]:
        """Yield the contents of the match's records, during the match and after the engine has gone."""
        match = self.service.table.match.opening.match
        (left,) = evidence_files(self.folder / match)
        yield Heard("evidence", "bytes on the disk", str(left.stat().st_size).encode())
        self.service.close()
        (path,) = evidence_files(self.folder / match)
        yield Heard("evidence", "about", json.dumps(read_about(path), sort_keys=True).encode())
        for one in read_evidence(path):
            payload = msgspec.json.encode(one.message, enc_hook=encode_hook)
            yield Heard(
                "evidence", f"{one.channel}/{one.name} {one.at_ns} {len(payload)}", comparable(payload)
            )
        (journal,) = journals(self.folder)
        found = open_recorded(journal)
        secrets = is_over(found.game, found.entries)
        document = document_of(found.game, found.entries, entry_times(journal), secrets=secrets)
        yield Heard("export", "json", json.dumps(document).encode())
        notation = format_notation(notation_of(found.game, found.entries, secrets=secrets))
        yield Heard("export", "notation", notation.encode())
        yield Heard("statistics", "", repr(facts_of(found)).encode())
        moments = timeline(entry_times(journal), sittings(journal.parent))
        shown = tuple(shown_moments(found.game, found.pieces, found.entries, moments))
        opened_at = replay(found.game, found.entries[:1]).state
        setting = setting_of(found.game, opened_at, found.pieces)
        sight = sight_of(found.board, found.pieces, setting, found.game.view(opened_at, None))
        for scene in scenes(sight, setting, shown[-1:], width_px=320):
            yield Heard("picture", str(scene.at_s), scene.picture.tobytes())
        opened = Replays(self.folder).opened(match)
        yield Heard("replay", "facts", encoded(opened.facts(), "vi"))
        for number in range(len(opened.shown)):
            yield Heard("replay", str(number), encoded(opened.moment(number, self.reader), "en"))

    def health(self) -> Iterator[Heard]:
        """Yield the contents of the health page and its bundle."""
        disk = disk_of(self.folder, self.hub.match)
        # The free space of this machine moves with all that runs on it; it's reported in steps of 10 MB.
        disk = None if disk is None else replace(disk, free_bytes=10**11)
        report = self.vitals.report(now=Seconds(self.now), connected=True, disk=disk)
        kept = self.vitals.kept_messages()
        yield Heard("health", "report", json.dumps(report).encode())
        yield Heard("health", "bundle", json.dumps(kept).encode())
        yield Heard("health", "bundle's bytes", str(len(support_bundle(report, kept))).encode())


def lived(folder: Path, played: Played, pair: Pair, *, other: bool, hands: bool = False) -> list[Heard]:
    """Live one of a pair's worlds in a folder; return all that was to be heard of it, in order.

    With `hands` the last of it is the viewer's news once the delay has passed.
    """
    world = World(folder, played, pair.other if other else pair.one, pair.seat, hands=hands)
    log = LogEars(world.ears.heard)
    logger = logging.getLogger()
    level = logger.level
    logger.addHandler(log)
    logger.setLevel(logging.DEBUG)
    try:
        world.live(pair, [(action.by, action.other if other else action.one) for action in pair.actions])
        world.ears.heard += world.health()
        world.ears.heard += world.recorded()
        if world.viewer is not None:
            world.hands.release(now=Seconds(time.monotonic() + HANDS_AFTER + 1))
            while (text := world.viewer.take()) is not None:
                world.ears.heard.append(Heard(LATE, "", text.encode()))
    finally:
        logger.removeHandler(log)
        logger.setLevel(level)
        world.service.close()
    return world.ears.heard
