"""A page in a real Chromium, of a tablet's size, that records the times when it painted something."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dashboard.lab.breaking import first_line
from dashboard.lab.measurement import LONGEST_S
from engine.core.faults import MissingFault
from engine.core.programs import find_program

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_WATCH = """
window.painted = { drawn: {}, advised: {}, held: {} };
const after = new MessageChannel();
after.port1.onmessage = ({ data }) => {
  for (const what in painted) painted[what][data[what]] ??= performance.timeOrigin + performance.now();
};
addEventListener("DOMContentLoaded", () => new MutationObserver(() => after.port2.postMessage(
  { ...document.body.dataset })).observe(document.body, {
    attributeFilter: ["data-drawn", "data-advised", "data-held"] }));
"""
"""The script that records the times.

The page notes its drawn revision in attributes while a frame is made. A message that is posted then arrives
after the frame was painted.
"""


_USABLE_AT = "the page can be used at"
_USABLE = f"""
addEventListener("DOMContentLoaded", () => {{
  let said = false;
  const after = new MessageChannel();
  after.port1.onmessage = () => {{
    if (!said) console.debug("{_USABLE_AT}", performance.now());
    said = true;
  }};
  new MutationObserver(() => {{
    const {{ ready, drawn, advised }} = document.body.dataset;
    if (ready === "true" && drawn && drawn === advised) after.port2.postMessage("");
  }}).observe(document.body, {{ attributeFilter: ["data-ready", "data-drawn", "data-advised"] }});
}});
"""
"""The page says when its board and the advice for it are painted: from then on somebody can play.

It says so in the console. To ask the page again and again, Playwright would load a script of its own into it,
which took the slow processor 0.1 s.
"""

SLOW_4G = {"offline": False, "latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375}
"""The conditions that Chromium's tools call *Slow 4G*; ms and B/s.

They are 150 ms and 1.6 Mbit/s (up 750 kbit/s), which the tools multiply by 3.75 and 0.9."""
SLOWER_CPU = 4
"""How many times slower the processor is made for a first visit."""

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The browsers that can open a page without a window, the cheapest first.

The headless shell took 2.7 s of CPU to open and close six pages in turn, the whole browser 14.8 s (Debian's
version 156, two cores).
"""


def _find_chromium() -> str:
    """Return the path of the system's Chromium.

    Raises:
        MissingFault: there is none; the message says how to install one.
    """
    path = find_program(*CHROMIUMS)
    if path is None:
        raise MissingFault("bench dashboard needs Chromium, found none; on Debian: sudo apt install chromium")
    return path


@dataclass(frozen=True, slots=True)
class FirstVisit:
    """A visit of somebody whose browser knows nothing of the page."""

    usable_s: float
    """The time from the address to the painted board with its advice, in seconds."""
    requests: int
    """The number of answers."""
    wire_bytes: int
    """The size of the answers as they were sent, with their heads."""


class PaintedPage:
    """The page, with the times when it painted revisions, advice and held pieces since the last `forget`."""

    def __init__(self, browser: "Browser", page: "Page") -> None:
        self._browser = browser
        self._page = page

    def open(self, address: str, revision: int) -> None:
        """Open an address, and wait until the page shows this revision of the match and the advice on it.

        Raises:
            MissingFault: the page doesn't show them in time.
        """
        with self._said(f"didn't open {address.partition('#')[0]}"):
            self._page.goto(address)
        self.wait_painted(revision)

    def first_visit(self, address: str, revision: int) -> FirstVisit:
        """Visit an address by a slow line with a slow processor, in a browser that has kept nothing.

        Raises:
            MissingFault: the page doesn't show this revision of the match.
        """
        context = self._browser.new_context(viewport={"width": 390, "height": 844})
        try:
            page = context.new_page()
            page.set_default_timeout(1000 * LONGEST_S)
            page.add_init_script(_USABLE)
            sizes: list[float] = []
            tools = context.new_cdp_session(page)
            tools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
            tools.send("Network.enable")
            tools.send("Network.emulateNetworkConditions", SLOW_4G)
            tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_CPU})
            with self._said(f"didn't open {address.partition('#')[0]} by a slow line"):
                with page.expect_console_message(lambda one: one.text.startswith(_USABLE_AT)) as said:
                    page.goto(address)
                page.wait_for_selector(f"body[data-drawn='{revision}']", state="attached")
            usable_ms = float(said.value.text.removeprefix(_USABLE_AT))
            return FirstVisit(usable_ms / 1000, len(sizes), int(sum(sizes)))
        finally:
            context.close()

    def forget(self) -> None:
        """Forget all times up to now."""
        self._page.evaluate("painted = { drawn: {}, advised: {}, held: {} }")

    def wait_painted(self, revision: int) -> None:
        """Wait until a revision of the match, and the advice on it, is painted.

        Raises:
            MissingFault: the page doesn't paint them in time.
        """
        drawn = f"body[data-drawn='{revision}'][data-advised='{revision}']"
        with self._said(f"didn't draw revision {revision}"):
            self._page.wait_for_selector(drawn, state="attached")
            self._page.wait_for_function("of => painted.drawn[of] && painted.advised[of]", arg=revision)

    def wait_held(self, piece: str) -> float:
        """Wait until the page shows a piece in the hand; return the time of painting, wall clock, s.

        Raises:
            MissingFault: the page doesn't show it in time.
        """
        with self._said(f"didn't show that {piece} is in the hand"):
            self._page.wait_for_function("piece => painted.held[piece]", arg=piece)
            shown: float = self._page.evaluate("piece => painted.held[piece]", piece)
        return shown / 1000

    def wait_put(self) -> None:
        """Wait until the page shows no piece in the hand.

        Raises:
            MissingFault: the page doesn't show that in time.
        """
        with self._said("didn't show that the hand is empty"):
            self._page.wait_for_selector("body:not([data-held])", state="attached")

    def painted(self) -> dict[str, dict[str, float]]:
        """Return the times of painting, in ms of the wall clock.

        `drawn` and `advised` have them by revision, for the match and the advice on it. `held` has them by
        the piece in the hand.
        """
        found: dict[str, dict[str, float]] = self._page.evaluate("painted")
        return found

    @contextmanager
    def _said(self, otherwise: str) -> Iterator[None]:
        """Turn the browser's timeout into a `MissingFault` with this message."""
        from playwright.sync_api import Error  # noqa: PLC0415 # only the tests' requirements bring it

        try:
            yield
        except Error as error:
            raise MissingFault(
                f"bench dashboard: the page {otherwise} in {LONGEST_S:g} s; "
                f"is the machine too busy? {first_line(error)}"
            ) from error


@contextmanager
def painted_page() -> Iterator[PaintedPage]:
    """Run a browser with one page until the block ends.

    Raises:
        MissingFault: Playwright or Chromium isn't installed, doesn't run, or ends too early.
    """
    try:
        from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415 # only the tests' requirements bring it
    except ImportError as error:
        raise MissingFault("bench dashboard needs Playwright: pip install 'boardwarden[test]'") from error
    path = _find_chromium()
    try:
        with sync_playwright() as playwright:
            try:
                browser = playwright.chromium.launch(executable_path=path, timeout=1000 * LONGEST_S)
            except Error as error:
                raise MissingFault(f"bench dashboard: {path} doesn't run: {first_line(error)}") from error
            page = browser.new_page(viewport={"width": 1024, "height": 768})
            page.set_default_timeout(1000 * LONGEST_S)
            page.add_init_script(_WATCH)
            yield PaintedPage(browser, page)
            browser.close()
    except Error as error:
        raise MissingFault(f"bench dashboard: the browser broke off ({first_line(error)})") from error
