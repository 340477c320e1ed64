"""Eight moments of an evening on every screen, in every language, by day and by night: all of it is seen.

`make screens` keeps them as sheets to look at, in `build/screens`.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, expect

from dashboard.web.seats.seating import Role, Seating, TabletPlace
from engine.core.decisions import Chooser
from engine.core.ids import Seat
from tests.web.browsing import fits, ready, until
from tests.web.shown_table import KEY, TABLE, FakeBus, RunningServer
from tests.web.staging import Stage
from tests.web.test_layout import DUG_UP, FOUR, HIT, LANGUAGES, off_screen
from tests.web.visitors import visitors

SIZES = (
    (320, 640),
    (360, 740),
    (390, 844),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
KEPT_IN = os.environ.get("BOARDWARDEN_SCREENS")
SEATING = Seating(KEY, table=TABLE)
TALLEST_PX = 760
"""How high a screen is on a sheet."""

LAST_ROUND: dict[str, Any] = {
    "seats": ["west", "south", "east", "north"],
    "turn": "west",
    "round": 11,
    "pieces": {
        "w.gen.mask": {"at": "c4"},
        "w.inf.1": {"at": "b5"},
        "s.gen.grim": {"at": "d5", "hp": 1},
        "s.cav.1": {"at": "e6"},
        "e.gen.est": {"at": "g6", "hp": 1},
        "e.cav.1": {"at": "g5"},
        "n.gen.kazu": {"at": "f7", "hp": 1},
        "n.cav.1": {"at": "f6"},
    },
}
ROUND: dict[str, Any] = {**FOUR, "turn": "north"}

SMALL_OR_CUT = (Path(__file__).parent / "small_or_cut.js").read_text()
"""The texts on the screen that are too small to read, or end in dots."""


@dataclass(frozen=True)
class Scene:
    """A moment: what the match begins with, what has happened before a page is opened, whose page.

    `then`: what happens while the page looks on; `shown`: by what it's seen. `asks`: whoever joins is asked
    for a name. `at_once`: what is seen wholly without scrolling; `scrolled`: the controls that
    a phone's bar may have below what it shows.
    """

    setup: dict[str, Any]
    seat: str
    shown: str
    before: Callable[[Stage], None] = lambda _: None
    then: Callable[[Stage], None] | None = None
    asks: bool = False
    path: Callable[[Stage], str] = lambda _: "/"
    at_once: tuple[str, ...] = ()
    scrolled: tuple[str, ...] = ()


def hit(stage: Stage) -> None:
    for action in HIT:
        stage.do(**action)


def played_out(stage: Stage) -> None:
    """Have a wrong move put right, and bots play to the end."""
    stage.show(w_inf_1="e6")
    stage.picture()
    stage.show()
    while stage.decision.chooser is not Chooser.NOBODY:
        stage.step()
    stage.picture()


SCENES = {
    "joining": Scene(FOUR, "west", "#calling:not([hidden]) form", asks=True),
    "round": Scene(ROUND, "west", "#moment:not([hidden])", then=lambda stage: stage.do(end_turn=True)),
    "own turn": Scene(FOUR, "west", "#bar .end-turn:enabled"),
    "hit": Scene(FOUR, "north", "#asked .choice", before=hit, at_once=("#asked .choice",)),
    "warning": Scene(
        FOUR, "west", "#alert .broken", before=lambda stage: stage.show(w_inf_1="g7"), scrolled=("reads",)
    ),
    "dig": Scene(
        DUG_UP, "west", "#moment:not([hidden])", then=lambda stage: stage.do(dig="w.gen.est", at="e4")
    ),
    "end": Scene(
        LAST_ROUND, "west", "#over .scores", before=played_out, at_once=("#over .rematch", "#over .go-on")
    ),
    "replay": Scene(
        LAST_ROUND,
        "",
        "#moments .warns",
        before=played_out,
        path=lambda stage: f"/replay?match={stage.match}",
    ),
}

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture
def screens(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page that is looked at by day or by night; a script error fails the test."""
    with visitors(browser) as come:

        def opened(theme: Theme, *, asks: bool) -> Page:
            return come(asks=asks, service_workers="block", color_scheme=theme)

        yield opened


@pytest.mark.parametrize("name", SCENES)
def test_a_moment_is_seen_on_every_screen(name: str, screens: Callable[..., Page], tmp_path: Path) -> None:
    scene = SCENES[name]
    taken: list[tuple[str, Image.Image]] = []
    wrong: dict[str, list[str]] = {}
    for theme in THEMES:
        page = screens(theme, asks=scene.asks)
        # An event while a page looks on happens once: each screen gets a match of its own then.
        with contextlib.ExitStack() as open_now:
            said = open_now.enter_context(begun(scene, tmp_path / theme))
            for width, height in SIZES:
                for language in LANGUAGES:
                    title = f"{name} {width}x{height} {language} {theme}"
                    if scene.then is not None:
                        said = open_now.enter_context(begun(scene, tmp_path / theme / title))
                    page.set_viewport_size({"width": width, "height": height})
                    look(page, scene, *said, language)
                    expect(page.locator("html")).to_have_attribute("data-theme", theme)
                    until(page, "document.fonts.status === 'loaded'")
                    fits(page, width)
                    wrong[title] = page.evaluate(SMALL_OR_CUT)
                    if scene.seat:
                        wrong[title] += [
                            f"off the screen: {row['name']}"
                            for row in off_screen(page)
                            if row["name"] not in scene.scrolled
                        ]
                    if KEPT_IN:
                        page.wait_for_timeout(400)
                        taken.append((title, Image.open(BytesIO(page.screenshot())).convert("RGB")))
    if KEPT_IN:
        keep(Path(KEPT_IN), name, taken)
    if KEPT_IN:
        Path(KEPT_IN, f"{name}.txt").write_text("\n".join(f"{t}: {f}" for t, f in wrong.items()))
    assert {title: found for title, found in wrong.items() if found} == {}


def look(page: Page, scene: Scene, stage: Stage, server: RunningServer, language: str) -> None:
    """Open a scene's page and wait until it shows its moment."""
    page.goto("about:blank")
    page.goto(address(scene, stage, server, language))
    ready(page)
    if scene.then is not None:
        scene.then(stage)
    expect(page.locator(scene.shown).first).to_be_visible()
    for what in scene.at_once:
        for one in page.locator(what).all():
            expect(one).to_be_in_viewport(ratio=1)


@contextlib.contextmanager
def begun(scene: Scene, folder: Path) -> Iterator[tuple[Stage, RunningServer]]:
    """Begin a match, bring it to its moment, and serve its pages."""
    folder.mkdir(parents=True, exist_ok=True)
    bus = FakeBus()
    bus.connect()
    stage = Stage(folder, bus, scene.setup, named=not scene.asks)
    scene.before(stage)
    server = RunningServer(bus, matches=folder)
    server.start()
    yield stage, server
    server.stop()
    stage.close()


def address(scene: Scene, stage: Stage, server: RunningServer, language: str) -> str:
    path = scene.path(stage)
    link = f"#join={SEATING.link(TabletPlace(Role.SEAT, Seat(scene.seat)))}" if scene.seat else ""
    return f"{server.url}{path}{'&' if '?' in path else '?'}lang={language}{link}"


def keep(folder: Path, name: str, taken: list[tuple[str, Image.Image]]) -> None:
    """Keep screens as sheets: each screen beside its fellows of one size."""
    folder.mkdir(parents=True, exist_ok=True)
    by_size: dict[tuple[int, int], list[tuple[str, Image.Image]]] = {}
    for title, image in taken:
        by_size.setdefault(image.size, []).append((title, image))
    for (width, height), all_ in by_size.items():
        beside = 6 if width < height else 3
        for first in range(0, len(all_), beside):
            sheet(all_[first : first + beside]).save(folder / f"{name.replace(' ', '-')}-{width}-{first}.png")


def sheet(some: list[tuple[str, Image.Image]]) -> Image.Image:
    """Return screens side by side, each beneath its title."""
    small = [
        (
            title,
            one.resize(
                (round(one.width * (factor := min(1, TALLEST_PX / one.height))), round(one.height * factor)),
                Image.Resampling.LANCZOS,
            ),
        )
        for title, one in some
    ]
    drawn = Image.new(
        "RGB", (sum(one.width + 8 for _, one in small), max(one.height for _, one in small) + 18), "white"
    )
    at = 0
    for title, one in small:
        drawn.paste(one, (at, 18))
        ImageDraw.Draw(drawn).text((at + 2, 2), title, fill="black")
        at += one.width + 8
    return drawn
