"""The visitors of pages in a test: each in a browser of its own, and no script of a page may fail."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.patience import PATIENCE_S
from tests.web.unasked import unasked


@contextmanager
def visitors(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens an empty page for one more visitor; at the end no script has failed.

    `asks`: the pages ask the visitor for a name, as they usually do; the rest are the context's own settings.
    """
    faults: list[str] = []
    contexts = []

    def come(*, asks: bool = False, **settings: Any) -> Page:
        contexts.append(browser.new_context(**{"has_touch": True, "reduced_motion": "reduce", **settings}))
        page = (contexts[-1] if asks else unasked(contexts[-1])).new_page()
        # The whole chain runs beside the browser, perhaps on two busy cores: patience, not a measurement.
        page.set_default_timeout(PATIENCE_S * 1000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert faults == []
