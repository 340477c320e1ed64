"""The files that a page's answer names before its scripts ask for them: those it needs, each fetched once."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Page

from dashboard.web.serving import pages
from tests import asking
from tests.web.browsing import show
from tests.web.played import in_a_turn, opened
from tests.web.shown_table import FakeBus, RunningServer


def named(server: RunningServer, path: str = "/", **headers: str) -> list[str]:
    """Return the addresses that the answer with a page names."""
    with asking.client(base_url=server.url) as client:
        link = client.get(path, headers={"accept-language": "vi-VN,vi;q=0.9", **headers}).headers["link"]
    return re.findall(r"<([^>]+)>; rel=preload; as=fetch; crossorigin", link)


def test_before_a_match_only_the_texts_are_named_in_the_links_language_or_the_browsers(
    server: RunningServer,
) -> None:
    assert named(server) == ["/texts/vi.json"]
    assert named(server, "/?lang=ja") == ["/texts/ja.json"]
    assert named(server, **{"accept-language": "de"}) == ["/texts/en.json"]


def test_a_bundled_page_names_the_files_that_it_is_made_of_first(server: RunningServer) -> None:
    bundled = pages.bundle()
    if bundled is None:
        pytest.skip("there's no bundler")
    with asking.client(base_url=server.url) as client:
        answer = client.get("/")
    style, script = answer.headers["link"].split(", ")[:2]
    assert re.fullmatch(r"<(/bundle/index-\w+\.css)>; rel=preload; as=style", style)
    assert re.fullmatch(r"<(/bundle/main-\w+\.js)>; rel=modulepreload", script)
    for one in (style, script):
        assert one[1 : one.index(">")] in answer.text


def test_the_page_of_a_match_fetches_all_that_is_named_and_nothing_twice(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    opened("kingdom_square", 2, seed=3).until(in_a_turn(0)).tell(bus)
    asked: Counter[str] = Counter()
    page.on("request", lambda one: asked.update([one.url.removeprefix(server.url.rstrip("/"))]))
    show(page, f"{server.url}/?lang=ja")
    wanted = named(server, "/?lang=ja")
    assert [one.partition("?")[0] for one in wanted] == [
        "/texts/ja.json",
        "/look/kingdom_square",
        "/cards/kingdom_square",
    ]
    assert {one: asked[one] for one in wanted} == dict.fromkeys(wanted, 1)
    fetched = [one for one in asked if one.startswith(("/texts/", "/look/kingdom_square?", "/cards/"))]
    assert sorted(fetched) == sorted(wanted)
