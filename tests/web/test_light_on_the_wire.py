"""How much a page's first visit moves over the network, counted without a browser."""

import re
from posixpath import dirname, join, normpath

import pytest

from tests import asking
from tests.web.shown_table import RunningServer

MOST_BYTES = 228_700
"""Scripts and styles of the match's page as they are written, compressed: 228 kB. Bundled ones have bounds of
their own (`test_bundle.py`)."""

MOST_FILES = 126
PLAIN = {"accept-encoding": "identity"}


def loaded(server: RunningServer, page: str) -> dict[str, int]:
    """Return the scripts and styles that a page loads, each with how many bytes are sent for it."""
    sent: dict[str, int] = {}
    with asking.client(base_url=server.url) as client:
        html = client.get(page).text
        waiting = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', html)
        while waiting:
            path = waiting.pop()
            if path in sent:
                continue
            answer = client.get(path, headers={"accept-encoding": "gzip"})
            assert answer.status_code == 200, path
            sent[path] = answer.num_bytes_downloaded
            found = re.findall(r'^import [^;]*?"(\.[^"]+\.js)";', answer.text, re.MULTILINE)
            waiting += [normpath(join(dirname(path), one)) for one in found]
    return sent


def test_a_first_visit_moves_few_bytes(pages_as_written: None, server: RunningServer) -> None:
    del pages_as_written
    sent = loaded(server, "/")
    assert len(sent) > 40, "the page's scripts weren't followed"
    assert sum(sent.values()) <= MOST_BYTES, sorted(sent.items(), key=lambda one: -one[1])[:10]
    assert len(sent) <= MOST_FILES


@pytest.mark.parametrize("path", ["/static/main.js", "/texts/vi.json", "/"])
def test_public_texts_are_compressed_for_whoever_takes_them_so(server: RunningServer, path: str) -> None:
    with asking.client(base_url=server.url) as client:
        packed, plain = client.get(path, headers={"accept-encoding": "gzip"}), client.get(path, headers=PLAIN)
    assert (packed.headers.get("content-encoding"), plain.headers.get("content-encoding")) == ("gzip", None)
    assert packed.content == plain.content
    assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 2
    assert "accept-encoding" in packed.headers["vary"].lower()


def test_what_not_everybody_may_read_is_never_compressed(server: RunningServer) -> None:
    with asking.client(base_url=server.url) as client:
        for path in ("/health", "/links", "/matches", "/players"):
            assert "content-encoding" not in client.get(path, headers={"accept-encoding": "gzip"}).headers, (
                path
            )


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/texts/vi.json", "/rules/dozen_war?lang=ja"])
def test_a_reload_moves_nothing_that_is_the_same(server: RunningServer, path: str) -> None:
    with asking.client(base_url=server.url) as client:
        first = client.get(path, headers={"accept-encoding": "gzip"})
        again = client.get(path, headers={"if-none-match": first.headers["etag"]})
        other = client.get(path, headers={"if-none-match": '"another"'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    assert (other.status_code, other.content) == (200, first.content)
