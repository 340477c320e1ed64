"""Promises of the line between the network and a service."""

import threading

from hypothesis import given
from hypothesis import strategies as st

from engine.bus.inbox import Inbox
from tests.patience import PATIENCE_S


def drain(inbox: Inbox[int]) -> list[int]:
    found = []
    while (item := inbox.get(0)) is not None:
        found.append(item)
    return found


@given(samples=st.lists(st.booleans(), max_size=40), room=st.integers(1, 5))
def test_everything_but_samples_comes_through_in_order_and_of_those_the_newest(
    samples: list[bool], room: int
) -> None:
    inbox: Inbox[int] = Inbox(samples=room)
    for number, sample in enumerate(samples):
        inbox.put(number, sample=sample)
    newest = [number for number, sample in enumerate(samples) if sample][-room:]
    kept = [number for number, sample in enumerate(samples) if not sample or number in newest]
    assert drain(inbox) == kept
    assert inbox.dropped == len(samples) - len(kept)


def test_a_sample_gives_way_to_what_may_not_be_dropped() -> None:
    inbox: Inbox[int] = Inbox(capacity=2, samples=2)
    inbox.put(0, sample=True)
    inbox.put(1)
    inbox.put(2)
    assert drain(inbox) == [1, 2]
    assert inbox.dropped == 1


def test_a_writer_of_what_may_not_be_dropped_waits_for_its_reader_and_loses_nothing() -> None:
    inbox: Inbox[int] = Inbox(capacity=3)

    def write() -> None:
        for number in range(200):
            inbox.put(number)

    writer = threading.Thread(target=write)
    writer.start()
    found = [inbox.get(20) for _ in range(200)]
    writer.join(PATIENCE_S)
    assert found == list(range(200))
    assert inbox.dropped == 0


def test_closing_lets_a_waiting_writer_and_a_waiting_reader_go() -> None:
    full: Inbox[int] = Inbox(capacity=1)
    full.put(0)
    empty: Inbox[int] = Inbox()
    waiting = [threading.Thread(target=lambda: full.put(1)), threading.Thread(target=lambda: empty.get(None))]
    for thread in waiting:
        thread.start()
    full.close()
    empty.close()
    for thread in waiting:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
    assert drain(full) == [0]
