"""The dashboard as a running service: it serves one socket from one bus until it is stopped."""

import asyncio
import logging
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from fastapi import APIRouter, FastAPI

from dashboard.web.audience.addresses import keep_from_spectators
from dashboard.web.audience.broadcast import Broadcast
from dashboard.web.audience.delay import LIVE
from dashboard.web.audience.gallery import Gallery
from dashboard.web.audience.hands import ShownHands
from dashboard.web.audience.hands_pages import HandsTurning, hands_pages
from dashboard.web.audience.picture_reach import PictureReach
from dashboard.web.audience.public import public_pages
from dashboard.web.audience.visitor_count import VisitorCount
from dashboard.web.audit.audit import NO_AUDIT, Audit
from dashboard.web.audit.kept import AuditFile, audit_file
from dashboard.web.audit.pages import audit_pages
from dashboard.web.broken_off import BrokenOffMatches, broken_off_pages
from dashboard.web.films.desk import FilmDesk
from dashboard.web.films.pages import FilmServing, film_pages
from dashboard.web.health.counts import Now, TableCounts
from dashboard.web.health.health import DiskCount, health_pages
from dashboard.web.health.metrics import metrics_pages
from dashboard.web.health.vitals import Vitals
from dashboard.web.https.encryption import Encryption, keep_fresh
from dashboard.web.https.trusting import clear_app, trust_pages
from dashboard.web.league import Players, league_pages
from dashboard.web.own_pieces.pages import own_pieces_pages
from dashboard.web.passkeys.kept import PasskeyBook
from dashboard.web.phones.line import PhoneLine
from dashboard.web.phones.pages import PhoneServing, phone_pages
from dashboard.web.projecting import projecting_pages
from dashboard.web.pushing.devices import Push, PushedDevices
from dashboard.web.pushing.pages import push_pages
from dashboard.web.replays import Replays, replay_pages
from dashboard.web.seats.eras import LinkEra
from dashboard.web.seats.holders import Holders
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.marks import address_marks
from dashboard.web.seats.seating import Role, Seating, TabletPlace
from dashboard.web.serving.app import make_app
from dashboard.web.serving.doors import Door, Doors
from dashboard.web.serving.installing import installing_pages
from dashboard.web.serving.limits import USUAL, ConnectionCount, Limits
from dashboard.web.serving.listening import format_http_address, listening_socket
from dashboard.web.serving.origin import Proxy, believed_proxies, is_among, own_names
from dashboard.web.serving.own_address import network_address
from dashboard.web.serving.pages_announcer import PagesAnnouncer
from dashboard.web.serving.patient import patient_protocol, raise_file_limit
from dashboard.web.serving.said_once import SaidOnce
from dashboard.web.serving.server import EncryptedServing, Server
from dashboard.web.setting_up.cameras import Cameras, camera_pages
from dashboard.web.setting_up.checking import checking_pages
from dashboard.web.setting_up.decks import deck_pages
from dashboard.web.setting_up.starting import starting_pages
from dashboard.web.tapping.pages import tapping_pages
from dashboard.web.telling.feed import Feed
from dashboard.web.telling.hooks import Hooks
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.proofs import Proofs, proof_pages
from dashboard.web.wishes.kept import WishBook
from dashboard.web.wishes.pages import wish_pages
from dashboard.web.words.faces import face_pages
from dashboard.web.words.looks import look_pages
from dashboard.web.words.rulebook import rulebook_pages
from dashboard.web.words.speaking import encoded
from dashboard.web.words.wording import wording_pages
from engine.bus.client import Bus
from engine.bus.heart import EVERY_S, Heart, own_heart
from engine.bus.kept_logs import log_folder
from engine.bus.sealing import KEY_BYTES, Seal
from engine.core.ids import Seconds
from engine.core.phrase import LANGUAGES
from vision.addresses.phone_line import phone_line_file

WEBSOCKET_LIMIT_BYTES = 65_536
"""The longest message of a browser. A longer one closes its connection."""

_OF_CONTENT = (face_pages, look_pages)
_GRACEFUL_SECONDS = 2
_PING_SECONDS = 10
_ARRIVING_EACH, _ARRIVING = 32, 512
"""The most connections of one address, and of all, that may be in their TLS handshake at the same time."""


async def serve(  # noqa: PLR0913  # the service's parts, put together once
    *,
    listener: socket.socket,
    bus: Bus,
    table: str,
    served_as: str,
    stop: threading.Event,
    key: bytes | None = None,
    page_url: Callable[[], str] | None = None,
    delay: Seconds = LIVE,
    matches: Path | None = None,
    hosts: tuple[str, ...] = (),
    proxies: tuple[Proxy, ...] = (),
    links: LinkLife = LinkLife.TABLE,
    pictures: PictureReach = PictureReach.ALL,
    encryption: Encryption | None = None,
    when_renewed: Callable[[], None] = lambda: None,
    limits: Limits = USUAL,
    in_network: Callable[[], str | None] = network_address,
    announced: bool = False,
    hooks: Hooks | None = None,
    push: Push | None = None,
    hall: str = "",
    films_for_all: bool = False,
) -> None:
    """Serve pages and tablets until `stop` is set. It closes the socket at the end; the bus stays open.

    `key`: the table's key (None: a new one for this run). `page_url`: returns the address for tablets (None:
    the socket's). `served_as`: the host name of `--http`. `matches`: the folder of the records (None: no
    replays, no log of actions).

    `delay`: how late visitors without a seat see the table; `pictures`: who sees a camera's whole pictures.
    `links`: how long a seat's link is valid; `when_renewed` is called after links were taken back.

    `hosts`: names of proxies that pass requests on; `proxies`: their addresses (empty: this machine, if there
    are `hosts`). Only these proxies are believed when they say who asks. `encryption`: the pages are served
    by HTTPS; a visitor who uses plain HTTP at the same port gets the page that says how.

    `in_network`: returns this machine's address in its network, for the room's devices. `announced`: whether
    pages that other machines reach are announced there. `hooks`: sends turns, warnings and ends to other
    programs; `push`: returns what sends them to the devices of a book (None: nothing does). `hall`: the
    address of the hall whose rounds are played here. `films_for_all`: visitors may have films made, too.
    """
    key = key or secrets.token_bytes(KEY_BYTES)
    scheme = "http" if encryption is None else "https"
    listens_at = f"{scheme}://{format_http_address(served_as, listener.getsockname()[1])}/"
    spectators = Hub(render=encoded, languages=LANGUAGES) if delay else None
    hub = Hub(render=encoded, languages=LANGUAGES, gallery=spectators)
    cameras, proofs, vitals, audit = Cameras(), Proofs(), Vitals(), _audit_of(matches, table)
    broadcast, hands, films = Broadcast(delay=delay), ShownHands(key, table=table, delay=delay), FilmDesk()
    counts = TableCounts(table=table, version=version("boardwarden"))
    era = LinkEra(links, match=lambda: hub.series, folder=matches, table=table, renewed=when_renewed)
    seating = Seating(key, table=table, era=era)
    wishes = _wishes_known(hub, seating, matches, table)
    feed = Feed(
        bus,
        hub,
        table=table,
        seal=Seal(key, table=table),
        cameras=cameras,
        broadcast=broadcast,
        gallery=None if spectators is None else Gallery(spectators, delay=delay),
        vitals=vitals,
        proofs=proofs,
        hands=hands,
        counts=counts,
        heard_by=(
            *((hooks.take,) if hooks is not None else ()),
            (devices := PushedDevices(matches, table, seating.link, push)).take,
        ),
        answered=audit.answered,
        hall=hall,
    )
    only_here = ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback
    finding = PagesAnnouncer(
        table, version("boardwarden"), listener.getsockname()[1], encryption is not None, announced
    )
    doors = Doors(
        url=page_url or (lambda: listens_at),
        only_here=only_here,
        opened=lambda host: _door(config, host, listener.getsockname()[1], encrypted, finding),
        in_network=in_network,
    )
    visitors = VisitorCount(
        order := partial(feed.publish, "command"),
        match=lambda: hub.match,
        mark=address_marks(key, table=table),
        log=audit.looked_on,
    )
    app = make_app(
        hub=hub,
        visitors=visitors,
        publish=feed.publish,
        seating=seating,
        doors=doors,
        holders=(holders := Holders(time.time)),
        links=links,
        renew=era.renew,
        served_as=served_as,
        hosts=hosts,
        announced=lambda: finding.names,
        limits=limits,
        trust_at_first=partial(_is_trusted_at_first, encryption),
        audit=audit,
        passkeys=PasskeyBook(matches, table),
        streaming=(turning := HandsTurning(hands, order, visitors.mark_of)).streaming(),
    )
    keep_from_spectators(app, seating, delay, pictures)
    app.include_router(camera_pages(cameras, feed.publish_order, seating))
    app.include_router(_watched_pages(vitals, counts, feed, hub, seating=seating, matches=matches, key=key))
    for shown in (
        public_pages(broadcast, version=version("boardwarden"), visitors=visitors),
        hands_pages(hands, seating, doors, turning=turning, visitors=visitors, holders=holders, hosts=hosts),
        proof_pages(proofs),
        trust_pages(encryption),
        phone_pages(
            PhoneServing(
                phones := PhoneLine(),
                cameras,
                feed.publish_order,
                seating,
                lambda: own_names(served_as, hosts) | finding.names,
                frozenset(name.lower() for name in hosts),
                limits,
            ),
            doors,
            trust_at_first=partial(_is_trusted_at_first, encryption),
        ),
        audit_pages(audit, hub, seating),
        tapping_pages(seating, lambda: hub.terms.pieces),
        push_pages(devices.book, seating, key=lambda: devices.public_key),
        wish_pages(hub, seating, wishes.keep),
        own_pieces_pages(seating, lambda: hub.terms, matches),
        *(projecting_pages(), installing_pages(), wording_pages(), rulebook_pages(), deck_pages()),
        *(pages(lambda: hub.terms.content) for pages in _OF_CONTENT),
    ):
        app.include_router(shown)
    app.include_router(starting_pages(lambda: hub.terms))
    app.include_router(checking_pages(cameras, vitals, connected=lambda: feed.connected, matches=matches))
    if matches is not None:
        app.include_router(
            _recorded_pages(
                matches,
                hub,
                visitors,
                partial(
                    FilmServing,
                    matches,
                    films,
                    seating=seating,
                    doors=doors,
                    hosts=_lower(hosts),
                    for_all=films_for_all,
                ),
                delay=delay,
            )
        )
    unfiltered = _say_each_once()
    config, encrypted = server_configs(
        app,
        limits,
        believed_proxies(proxies, hosts),
        encryption=encryption,
        names=own_names(served_as, hosts),
    )
    server = Server(config, encrypted)
    carrying = asyncio.create_task(feed.run())
    beside = asyncio.create_task(
        _beside(
            encryption,
            finding,
            "" if only_here else listener.getsockname()[0],
            phones.served(None if matches is None else phone_line_file(matches, table)),
        )
    )
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    stopping = asyncio.create_task(asyncio.to_thread(stop.wait))
    try:
        await asyncio.wait((carrying, serving, stopping), return_when=asyncio.FIRST_COMPLETED)
        server.should_exit = True
        # Streams have no end, so the server would wait for them.
        hands.end(broadcast.ended)
        await doors.shut_to_room()
        await serving
        if carrying.done():
            carrying.result()
    finally:
        # This frees the thread that waits for the event, whatever ended the service.
        stop.set()
        await _end(beside)
        carrying.cancel()
        with suppress(asyncio.CancelledError):
            await carrying
        await stopping
        for close in (devices.stop, films.stop, listener.close, audit.end, unfiltered):
            close()


def _wishes_known(hub: Hub, seating: Seating, matches: Path | None, table: str) -> WishBook:
    """Return a table's book of how people want their pages, which the hub knows from now on."""
    wishes = WishBook(matches, table, link=lambda seat: seating.link(TabletPlace(Role.SEAT, seat)))
    hub.know_wishes(wishes.of)
    return wishes


def _audit_of(matches: Path | None, table: str) -> Audit:
    return NO_AUDIT if matches is None else Audit(AuditFile(audit_file(matches, table)))


def _say_each_once() -> Callable[[], None]:
    """Have the server's own logs write repeated messages once; return a function that undoes it."""
    logs, once = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio")], SaidOnce()
    for log in logs:
        log.addFilter(once)

    def undo() -> None:
        for log in logs:
            log.removeFilter(once)

    return undo


def _is_trusted_at_first(encryption: Encryption | None) -> bool:
    """Tell whether a new device needs the table's own authority first."""
    return encryption is not None and encryption.authority is not None


async def _end(task: asyncio.Task[None]) -> None:
    """Cancel a task, and wait until it has ended."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _beside(
    encryption: Encryption | None,
    finding: PagesAnnouncer,
    stays_at: str,
    phones: AbstractAsyncContextManager[None],
) -> None:
    """Do the service's other lasting work: phones' line, heartbeat, certificates, announcement.

    `stays_at`: the address where other machines always reach the pages; empty if only an open door does.
    """
    async with phones, asyncio.TaskGroup() as group:
        group.create_task(_beat(own_heart()))
        if encryption is not None:
            group.create_task(keep_fresh(encryption))
        if stays_at:
            group.create_task(finding.stay(stays_at))


async def _beat(heart: Heart) -> None:
    """Report at intervals that the event loop runs."""
    try:
        while True:
            heart.beat()
            await asyncio.sleep(EVERY_S)
    finally:
        heart.rests()


async def _door(
    config: uvicorn.Config, host: str, port: int, encrypted: EncryptedServing | None, finding: PagesAnnouncer
) -> Door:
    """Serve the same pages at another address of this machine, until the door is shut.

    Raises:
        MissingFault: the address can't be opened.
    """
    listener = listening_socket(host, port)
    server = Server(config, encrypted)
    serving = asyncio.create_task(server.serve(sockets=[listener]))

    async def shut() -> None:
        server.should_exit = True
        await serving
        listener.close()

    scheme = "http" if encrypted is None else "https"
    return finding.at_door(Door(f"{scheme}://{format_http_address(host, port)}/", shut), host)


def server_configs(
    app: FastAPI,
    limits: Limits,
    proxies: tuple[Proxy, ...],
    *,
    encryption: Encryption | None = None,
    names: frozenset[str] = frozenset(),
) -> tuple[uvicorn.Config, EncryptedServing | None]:
    """Return the server's settings, and its parts for TLS. Both count their connections together.

    Only `proxies` are believed when they say who asks. `names`: the hosts that an encrypted server is reached
    as, for pages that are asked for in clear.
    """
    files = raise_file_limit()
    protocol = patient_protocol(limits, files=files, passes_on=lambda address: is_among(address, proxies))
    config = _pages_config(app, protocol, proxies)
    if encryption is None:
        return config, None
    in_clear = _pages_config(clear_app(encryption, names), protocol, proxies)
    each = replace(limits, connections_each=_ARRIVING_EACH)
    arriving = ConnectionCount(each, most=min(_ARRIVING, files // 8))
    return config, EncryptedServing(encryption, in_clear, arriving, within_s=limits.request_within_s)


def _pages_config(
    app: FastAPI, protocol: type[asyncio.Protocol], proxies: tuple[Proxy, ...]
) -> uvicorn.Config:
    """Return how pages are served; only `proxies` are believed when they say who asks."""
    return uvicorn.Config(
        app,
        http=protocol,
        ws="websockets-sansio",
        # Without proxies these headers aren't believed: a visitor could choose the address that is recorded.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[str(one) for one in proxies],
        # With 100 tablets, compression takes as long as everything else together, and saves each 5 kB a move.
        ws_per_message_deflate=False,
        ws_max_size=WEBSOCKET_LIMIT_BYTES,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        # Without this limit, one stalled tablet keeps the server from stopping.
        timeout_graceful_shutdown=_GRACEFUL_SECONDS,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
    )


def _watched_pages(  # noqa: PLR0913  # the parts that are watched
    vitals: Vitals,
    counts: TableCounts,
    feed: Feed,
    hub: Hub,
    *,
    seating: Seating,
    matches: Path | None,
    key: bytes,
) -> APIRouter:
    """Return the routes about the table's health: for people, and for Prometheus."""
    router = APIRouter()
    disk = DiskCount(matches, lambda: hub.match)

    async def measured() -> Now:
        return Now(hub.tablets, await disk.now())

    router.include_router(
        health_pages(
            vitals,
            connected=lambda: feed.connected,
            tablets=lambda: hub.tablets,
            seating=seating,
            disk=disk.now,
            logs=None if matches is None else log_folder(matches),
        )
    )
    router.include_router(metrics_pages(counts, key=key, seating=seating, now=measured))
    return router


def _lower(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.lower() for name in names)


def _recorded_pages(
    matches: Path,
    hub: Hub,
    visitors: VisitorCount,
    films: Callable[[Replays], FilmServing],
    *,
    delay: Seconds,
) -> APIRouter:
    """Return the routes about recorded matches: replays, films, the league, matches that can be continued."""
    router, serving = APIRouter(), films(Replays(matches, delay=delay))
    router.include_router(
        replay_pages(serving.replays, hub, serving.seating, visitors, films_for_all=serving.for_all)
    )
    router.include_router(film_pages(serving))
    router.include_router(league_pages(Players(matches, delay=delay)))
    router.include_router(broken_off_pages(BrokenOffMatches(matches)))
    return router
