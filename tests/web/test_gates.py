"""Pages that cost much are made one at a time; whoever finds no room learns when to ask again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from dashboard.web.audience.addresses import ADDRESSES
from dashboard.web.seats.seating import Role, Seating, TabletPlace
from dashboard.web.serving.gates import AGAIN_S, COSTLY, STREAMS, Gate, path_in
from dashboard.web.serving.limits import Limits, Places, TabletPresence
from engine.core.ids import Seat
from tests import asking
from tests.patience import PATIENCE_S
from tests.web.shown_table import KEY, TABLE, FakeBus, RunningServer

WEST = Seating(KEY, table=TABLE).link(TabletPlace(Role.SEAT, Seat("west")))


class Slow:
    """An app whose pages are made once the test says so; it counts how many are being made."""

    def __init__(self) -> None:
        self.making = self.most = self.made = 0
        self.go_on = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.making += 1
        self.most = max(self.most, self.making)
        await self.go_on.wait()
        self.making -= 1
        self.made += 1
        await PlainTextResponse("made")(scope, receive, send)


@asynccontextmanager
async def asked_of(app: Slow, places: Places) -> AsyncIterator[httpx.AsyncClient]:
    def shows_a_link(asked: HTTPConnection) -> bool:
        return "authorization" in asked.headers

    pages = Gate(
        app,
        covers=path_in(COSTLY),
        places=places,
        one_by_one=True,
        address=lambda asked: asked.headers["x-from"],
        linked=shows_a_link,
    )
    transport = httpx.ASGITransport(pages)
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
        yield client


def test_one_is_made_at_a_time_and_of_an_address_a_few_wait() -> None:
    async def asked() -> None:
        app = Slow()
        async with asked_of(app, Places(unlinked=5, each=3, kept=1)) as client:

            def get(address: str, **headers: str) -> "asyncio.Task[httpx.Response]":
                return asyncio.create_task(client.get("/players", headers={"x-from": address, **headers}))

            crowd = [get("a") for _ in range(20)]
            others = [get("b") for _ in range(4)]
            seats = [get("a", authorization="Bearer x") for _ in range(2)]
            refused = [one for one in (*crowd, *others, *seats) if (await settled(one)).done()]
            assert [one.result().status_code for one in refused] == [503] * 20
            assert {one.result().headers["retry-after"] for one in refused} == {str(AGAIN_S)}
            assert not seats[0].done()
            # A cheap request is answered meanwhile.
            cheap = asyncio.create_task(client.get("/", headers={"x-from": "a"}))
            while app.making < 2:  # noqa: ASYNC110 # what is asked comes to be made by itself
                await asyncio.sleep(0)
            app.go_on.set()
            assert [(await one).text for one in (*crowd[:3], *others[:2], seats[0], cheap)] == ["made"] * 7
            assert app.most == 2, "the cheap one beside one costly one"
            assert (await get("a")).status_code == 200, "there is room again"

    asyncio.run(asyncio.wait_for(asked(), PATIENCE_S))


async def settled(task: "asyncio.Task[httpx.Response]") -> "asyncio.Task[httpx.Response]":
    for _ in range(50):
        await asyncio.sleep(0)
    return task


def test_somebody_who_reads_slowly_holds_nobody_up() -> None:
    async def asked() -> None:
        app = Slow()
        app.go_on.set()
        pages = Gate(
            app,
            covers=path_in(COSTLY),
            places=Places(9, 9, 9),
            one_by_one=True,
            address=lambda _: "a",
            linked=lambda _: False,
        )
        scope = {"type": "http", "path": "/players", "headers": [], "query_string": b"", "method": "GET"}
        reads = asyncio.Event()

        async def receive() -> dict[str, str]:
            return {"type": "http.request"}

        async def slow(message: object) -> None:
            del message
            await reads.wait()

        async def fast(message: object) -> None:
            del message

        reading = asyncio.create_task(pages(scope, receive, slow))
        while not app.made:  # noqa: ASYNC110 # as above
            await asyncio.sleep(0)
        await pages(scope, receive, fast)
        assert app.made == 2
        reads.set()
        await reading

    asyncio.run(asyncio.wait_for(asked(), PATIENCE_S))


def test_every_address_with_a_gate_is_one_of_the_service() -> None:
    assert ADDRESSES.keys() >= COSTLY | STREAMS


def test_whoever_leaves_makes_room() -> None:
    present = TabletPresence(Places(unlinked=2, each=1, kept=1))
    assert [present.enter(one, linked=False) for one in "aabc"] == [True, False, True, False]
    assert [present.enter("a", linked=True) for _ in range(2)] == [True, False]
    present.leave("a", linked=False)
    present.leave("a", linked=True)
    assert present.enter("c", linked=False)
    assert present.enter("c", linked=True)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "too many have asked"), ("vi", "quá nhiều người"), ("ja", "多くの人")]
)
def test_a_full_queue_is_said_in_a_sentence(bus: FakeBus, tmp_path: Path, language: str, said: str) -> None:
    running = RunningServer(bus, matches=tmp_path, limits=Limits(costly=Places(unlinked=9, each=0, kept=9)))
    running.start()
    try:
        with asking.client(base_url=running.url, headers={"x-forwarded-for": "192.0.2.7"}) as client:
            full = client.get("/matches", params={"lang": language})
            assert (full.status_code, full.headers["retry-after"]) == (503, str(AGAIN_S))
            assert said in full.text
            page = client.get("/matches", headers={"accept": "text/html", "accept-language": language})
            assert (page.status_code, page.headers["retry-after"]) == (503, str(AGAIN_S))
            assert said in page.text
            assert client.get("/").status_code == 200
            linked = client.get("/matches", headers={"authorization": f"Bearer {WEST}"})
            assert linked.status_code == 200
    finally:
        running.stop()
