"""Tablets of a load on a broker: each follows its own table, and comes back when the broker does."""

from collections.abc import Iterator

import pytest

from dashboard.lab.brokers.killed import Follower, Load, outcome_of
from engine.bus.broker import Broker, open_broker


@pytest.fixture
def broker() -> Iterator[Broker]:
    opened = open_broker("embedded")
    opened.start()
    yield opened
    opened.stop()


def test_each_tablet_gets_all_of_its_table_and_nothing_of_another(broker: Broker) -> None:
    found = outcome_of(Load(3, each_hz=5.0, lasts_s=3.0, followers=1, tablets=6), [broker.url])
    assert (found.lost_events, found.lost_states) == (0, 0)
    # One follower hears all three tables; each table has two tablets.
    assert found.delivered_s == pytest.approx(3 * found.messages_s)


def test_a_tablet_follows_one_table() -> None:
    tablet, all_tables = Follower("mqtt://127.0.0.1:1", "oak"), Follower("mqtt://127.0.0.1:1")
    assert [tablet.follows(table) for table in ("oak", "elm")] == [True, False]
    assert [all_tables.follows(table) for table in ("oak", "elm")] == [True, True]


def test_clients_of_one_thread_come_back_when_the_broker_does(broker: Broker) -> None:
    def away_and_back() -> None:
        broker.stop()
        broker.start()

    load = Load(2, each_hz=5.0, lasts_s=9.0, followers=1, tablets=2)
    found = outcome_of(load, [broker.url], halfway=away_and_back)
    assert found.messages_s > 0
    assert found.lost_states == 0
