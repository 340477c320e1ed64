"""The measures of `boardwarden bench dashboard`, in small: how late tablets are, and a move's bytes."""

import json
import os
import re
from typing import Any

import pytest

from dashboard.lab.audience import audience, bare_server
from dashboard.lab.dashboard import Extent, bench_dashboard
from dashboard.lab.lateness import share_at, share_ms, until_last, until_painted
from dashboard.lab.match_messages import Move, byte_rows, messages_of_moves, revision_of, texts_sent
from dashboard.lab.tablets import revision_in
from dashboard.web.telling.hub import Hub
from engine.bus.broker import LOOPBACK, free_port
from engine.bus.sealing import KEY_BYTES
from engine.core.faults import MissingFault
from tests.asking import connect
from tests.bench.rows import is_ratio, measured, positive
from tests.web.following import Follower

KEY = bytes(KEY_BYTES)
MOVES = 4
SMALL = Extent(tablets=(1, 3), moves=MOVES, a_move_every_s=0.05, settle_s=0.0, visits=1)

VISIT = [
    f"a first visit by Slow 4G, CPU 4 times slower: {what}"
    for what in ("until the page can be used, s", "requests", "kB on the wire")
]

BYTES = [
    "the first picture of a tablet, bytes (deflated N)",
    *(
        f"a move as {how}, bytes {which}"
        for how in ("whole states", "steps")
        for which in ("to a tablet, mean", "to a tablet, most", "deflated as permessage-deflate does, mean")
    ),
]
PAGE = [
    "bus to painted page, ms, p50",
    "bus to painted page, ms, p99",
    "until the advice is painted too, ms, p50",
    "until the advice is painted too, ms, p99",
    "moves painted only with the next",
]
OTHERS = [
    "bus to the last tablet's line, ms, p50",
    "bus to the last tablet's line, ms, p99",
    "a bare server to the last line, ms, p50",
    "a bare server to the last line, ms, p99",
    "ratio, p50",
]
SERVICE = [
    "the service's CPU, ms a move",
    "the service's resident MB",
    f"the whole machine's load, % of {os.cpu_count()} cores",
]


@pytest.fixture(scope="module")
def moves() -> list[Move]:
    return messages_of_moves(MOVES, KEY)


def parsed(texts: list[list[str]]) -> list[list[dict[str, Any]]]:
    return [[json.loads(text) for text in move] for move in texts]


def test_every_move_is_painted_and_comes_to_every_tablet(chromium: str) -> None:
    del chromium
    rows = measured(bench_dashboard(SMALL))
    assert [re.sub(r"deflated \d+", "deflated N", what) for what in rows] == [
        *VISIT,
        *BYTES,
        *(f"1 tablet: {what}" for what in (*PAGE, *SERVICE)),
        *(f"3 tablets: {what}" for what in (*PAGE, *OTHERS, *SERVICE)),
    ]
    assert all(positive(rows[what]) for what in VISIT)
    for beside in ("1 tablet", "3 tablets"):
        # The last is always painted alone: the round waits for it.
        assert 0 <= rows[f"{beside}: {PAGE[-1]}"] < MOVES
        assert 0 < rows[f"{beside}: {PAGE[0]}"] <= rows[f"{beside}: {PAGE[1]}"]
        assert 0 < rows[f"{beside}: {PAGE[2]}"] <= rows[f"{beside}: {PAGE[3]}"]
        assert positive(rows[f"{beside}: {SERVICE[1]}"])
    assert 0 < rows[f"3 tablets: {OTHERS[0]}"] <= rows[f"3 tablets: {OTHERS[1]}"]
    assert 0 <= rows[f"3 tablets: {OTHERS[2]}"] <= rows[f"3 tablets: {OTHERS[3]}"]
    medians = (rows[f"3 tablets: {OTHERS[n]}"] for n in (0, 2))
    assert is_ratio(rows[f"3 tablets: {OTHERS[4]}"], *medians, step=0.1, own_step=0.1)


def test_as_many_moves_are_said_as_asked_for_each_of_a_newer_revision(moves: list[Move]) -> None:
    revisions = [revision_of(move) for move in moves]
    assert len(moves) == MOVES + 1
    assert revisions[0] == 0
    assert revisions == sorted(set(revisions))
    for move in moves:
        assert [one.channel for one in move].count("match") == 1
        assert {"advice", "situation", "seat"} <= {one.channel for one in move}


def test_steps_tell_of_the_same_states_as_whole_ones_in_fewer_bytes(moves: list[Move]) -> None:
    steps, whole = (texts_sent(moves, KEY, steps=how) for how in (True, False))
    of = [[(one["channel"], one["name"]) for one in move] for move in parsed(whole)]
    assert [[(one["channel"], one["name"]) for one in move] for move in parsed(steps)] == of
    assert all(("seat", "west") in move for move in of)
    follower = Follower(Hub())
    for said, states in zip(steps, parsed(whole), strict=True):
        assert all(follower.take(text) for text in said)
        for state in states:
            key = (state["channel"], state["name"])
            assert key not in follower.shows or follower.shows[key] == state["data"]
    assert {"match", "advice", "situation", "seat"} <= {channel for channel, _ in follower.shows}
    rows = list(byte_rows(steps, whole))
    assert [re.sub(r"deflated \d+", "deflated N", row["what"]) for row in rows] == BYTES
    first, *values = (row["value"] for row in rows)
    assert first == sum(len(text.encode()) for text in whole[0])
    assert values[1] == max(sum(len(text.encode()) for text in move) for move in whole[1:])
    for mean, most, deflated in (values[:3], values[3:]):
        assert 0 < deflated < mean <= most
    assert values[3] < values[0] / 4


def test_a_tablet_tells_which_revision_a_text_brings_whole_or_as_steps(moves: list[Move]) -> None:
    for steps in (True, False):
        for move, texts in zip(moves, texts_sent(moves, KEY, steps=steps), strict=True):
            said = [revision_in(text.encode()) for text in texts]
            assert [revision for revision in said if revision is not None] == [revision_of(move)]
            # As a slow tablet gets it: messages beside the match don't count.
            assert revision_in(f"[{','.join(texts)}]".encode()) == revision_of(move)
    assert revision_in(b'{"channel":"seat","name":"west","data":{"revision":7}}') is None
    both = b'[{"channel":"match","data":{"revision":3}},{"channel":"advice","data":{"revision":9}}]'
    assert revision_in(both) == 3


def test_what_a_server_passes_on_comes_to_every_tablet_and_what_it_does_not_is_missed() -> None:
    said = [f'{{"channel":"match","data":{{"revision":{revision}}}}}' for revision in (1, 3)]
    with (
        bare_server() as url,
        audience(url, [None, {"hello": 1}], longest_s=0.0) as hasty,
        audience(url, [None, None]) as others,
        connect(url) as sender,
    ):
        for text in said:
            sender.send(text)
        others.wait_for(3)
        with pytest.raises(MissingFault, match=r"expected revision 4 on every tablet, .* to 2 of 2"):
            hasty.wait_for(4)
        came = others.came()
    assert [[revision for _, revision in tablet] for tablet in came] == [[1, 3], [1, 3]]
    assert all(first <= second for (first, _), (second, _) in came)


def test_tablets_that_find_no_server_say_so() -> None:
    url = f"ws://{LOOPBACK}:{free_port()}/"
    refused = pytest.raises(MissingFault, match=f"1 tablets couldn't connect to {url}: .+")
    with refused, audience(url, [None]):
        pass


def test_what_was_overtaken_is_shown_with_what_overtook_it() -> None:
    drawn = {"4": 11_500.0, "9": 14_000.0}
    assert until_painted([10.0, 11.0, 12.0, 13.0], [3, 4, 8, 9], drawn) == [1.5, 0.5, 2.0, 1.0]


def test_a_line_that_is_late_by_more_than_a_move_is_not_taken_for_a_quick_one() -> None:
    # Each move comes after the next was sent: 1.5 s late, though something came 0.5 s after each sending.
    late = [(9.0, 0), (11.5, 1), (12.5, 2), (13.5, 3)]
    assert until_last([10.0, 11.0, 12.0], [1, 2, 3], [late]) == [1.5, 1.5, 1.5]


def test_the_last_of_the_tablets_counts_and_what_came_before_the_match_does_not() -> None:
    quick = [(8.0, 9), (9.0, 0), (10.25, 1), (11.25, 2)]
    skips = [(8.5, 9), (9.5, 0), (11.5, 2)]
    assert until_last([10.0, 11.0], [1, 2], [quick, skips]) == [1.5, 0.5]


def test_percentiles_are_times_that_were_measured() -> None:
    times = [0.004, 0.001, 0.003, 0.002]
    assert [share_at(times, share) for share in (0.5, 0.75, 0.99)] == [0.002, 0.003, 0.004]
    assert share_ms([0.0123456], 0.99) == 12.3
