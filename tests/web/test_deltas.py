"""Deltas: sent instead of the whole, and made whole again."""

import json
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.web.seats.seating import Role, TabletPlace
from dashboard.web.telling.deltas import check_of, delta, patched, tree_of
from dashboard.web.telling.feed import Feed
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.names import Names
from dashboard.web.telling.page_states import STEPS_KEPT
from engine.bus.sealing import Seal
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game
from tests.web.following import Follower, sent
from tests.web.seated import HIDDEN, NORTH, PLAYED, WEST, tell_match
from tests.web.shown_table import KEY, T0, TABLE, FakeBus, Match

# Few words, so that parts often are what other parts were.
WORDS = st.sampled_from(["a", "e5", "", "w.inf.1", "ằ€\n"])
LEAVES = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([0.5, -1.0]) | WORDS
RECORDS = st.lists(
    st.fixed_dictionaries({"piece": WORDS, "cell": LEAVES}, optional={"cells": st.lists(WORDS, max_size=4)})
)
TREES = st.recursive(
    LEAVES | RECORDS,
    lambda parts: st.lists(parts, max_size=5) | st.dictionaries(WORDS, parts, max_size=4),
    max_leaves=12,
)


def over_the_wire(tree: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(tree))


@given(TREES, TREES)
@settings(max_examples=80)
def test_a_delta_makes_the_new_of_the_old_and_is_never_longer_than_that(old: Any, new: Any) -> None:
    before = deepcopy(old)
    change = over_the_wire(delta(old, new))
    assert patched(old, change) == new
    assert old == before
    assert len(msgspec.json.encode(change)) <= len(msgspec.json.encode({"is": new}))


def test_of_a_list_of_records_only_the_changed_are_said() -> None:
    old = [{"piece": f"w.inf.{n}", "cell": f"c{n}", "hp": 2} for n in range(40)]
    new = [*old[:7], {**old[7], "cell": "d8"}, *old[9:]]
    assert delta(old, new) == {"of": [[0, 7], {"at": 7, "in": {"cell": "d8"}}, [9, 40]]}


@pytest.mark.parametrize(
    ("old", "change"),
    [
        (None, {"in": {"a": 1}}),
        ({}, {"in": {"a": {"in": {"b": 1}}}}),
        ([1], {"of": [{"at": 3, "in": {}}]}),
        (7, {"of": [[0, 2]]}),
        ({}, {"nonsense": 1}),
    ],
)
def test_a_delta_that_was_made_for_something_else_says_so(old: Any, change: Any) -> None:
    with pytest.raises(InputFault, match="doesn't fit"):
        patched(old, change)


def test_numbers_are_said_as_a_browser_writes_them_so_that_both_find_the_same_check_number() -> None:
    tree = tree_of(b'{"a":[1.0,-0.0,1.5e-6,-55.42562584220407,7]}')
    assert msgspec.json.encode(tree) == b'{"a":[1,0,0,-55.42563,7]}'
    # The value that catalogues of check sums give for CRC-32.
    assert check_of(b"123456789") == 0xCBF4_3926


KEYS = st.sampled_from(["main", "tray"])
TABLETS = st.integers(0, 2)
ACTIONS = st.lists(
    st.tuples(st.just("tell"), KEYS, TREES)
    | st.tuples(st.sampled_from(["take", "lose", "leave", "damage"]), TABLETS)
    | st.tuples(st.just("speak"), TABLETS, st.sampled_from(["en", "vi", "ja", "none"]))
    | st.tuples(st.just("forget")),
    max_size=30,
)


def encoded(tree: Any, language: str, names: Names = ()) -> bytes:
    del names
    return msgspec.json.encode(said_in(tree, language))


def said_in(tree: Any, language: str) -> Any:
    """Every text in a language, as texts would have it."""
    if isinstance(tree, str):
        return f"{language} {tree}"
    if isinstance(tree, list):
        return [said_in(one, language) for one in tree]
    return {key: said_in(one, language) for key, one in tree.items()} if isinstance(tree, dict) else tree


@given(ACTIONS)
@settings(max_examples=60, deadline=None)
def test_whatever_is_said_lost_and_damaged_a_tablet_ends_with_exactly_the_newest(
    actions: list[tuple[Any, ...]],
) -> None:
    hub = Hub(render=encoded, languages=("en", "vi", "ja"))
    followers = [Follower(hub) for _ in range(3)]
    newest: dict[str, Any] = {}
    for action in actions:
        match action:
            case ("tell", name, tree):
                newest[name] = tree
                hub.keep("camera", name, tree)
            case ("take", at):
                followers[at].catch_up()
            case ("lose", at):
                sent(followers[at].tablet)
            case ("leave", at):
                hub.leave(followers[at].tablet)
                followers[at] = Follower(hub, followers[at].tablet.language)
            case ("damage", at):
                followers[at].shows = {key: [data] for key, data in followers[at].shows.items()}
            case ("speak", at, language):
                hub.speak(followers[at].tablet, language)
            case _:
                hub.forget("camera")
                newest.clear()
    # A line loses nothing silently: what comes next shows what is missing.
    for number, name in enumerate(("main", "tray")):
        newest[name] = {"end": [newest.get(name), number]}
        hub.keep("camera", name, newest[name])
    for follower in followers:
        follower.catch_up()
        language = follower.tablet.language
        assert {key: tree for key, tree in follower.shows.items() if key[0] == "camera"} == {
            ("camera", name): over_the_wire(said_in(tree, language)) for name, tree in newest.items()
        }


def test_what_was_overtaken_comes_as_steps_in_one_message_and_from_too_far_back_whole() -> None:
    hub = Hub()
    cells = [f"a{n}" for n in range(300)]
    hub.keep("camera", "main", {"n": 0, "cells": cells})
    slow, follower = Follower(hub), Follower(hub)
    slow.catch_up()
    for n in range(1, STEPS_KEPT + 1):
        hub.keep("camera", "main", {"n": n, "cells": cells})
        follower.catch_up()
    (text,) = slow.catch_up()
    assert len(json.loads(text)["steps"]) == STEPS_KEPT
    for n in range(STEPS_KEPT + 1):
        hub.keep("camera", "main", {"n": -n, "cells": cells})
        follower.catch_up()
    (text,) = slow.catch_up()
    assert json.loads(text)["data"] == {"n": -STEPS_KEPT, "cells": cells}
    assert (slow.shows, slow.misfits) == (follower.shows, 0)


def test_what_comes_in_a_burst_is_one_step_for_all() -> None:
    rendered: list[str] = []

    def counted(tree: Any, language: str, names: Names = ()) -> bytes:
        del names
        rendered.append(language)
        return msgspec.json.encode(tree)

    hub = Hub(render=counted, languages=("en", "vi"))
    followers = [Follower(hub, language) for language in ("en", "vi") * 20]
    for n in range(50):
        hub.keep("camera", "main", {"n": n, "cells": ["a1"] * 50})
    texts = {text for follower in followers for text in follower.catch_up()}
    assert sorted(rendered) == ["en", "vi"]
    assert len(texts) == 2


def test_a_truth_that_becomes_a_one_is_said() -> None:
    hub = Hub()
    hub.keep("camera", "main", {"paused": True, "cells": ["a1"] * 50})
    follower = Follower(hub)
    follower.catch_up()
    hub.keep("camera", "main", {"paused": 1, "cells": ["a1"] * 50})
    follower.catch_up()
    assert msgspec.json.encode(follower.shows["camera", "main"]).startswith(b'{"paused":1,')


def test_a_move_costs_a_tablet_a_tenth_of_the_whole(match: Match) -> None:
    hub = Hub()
    follower, plain = Follower(hub), hub.join()

    def tell() -> tuple[int, int]:
        for channel, message in (("match", match.message()), ("advice", match.advice())):
            hub.take(channel, "", message)
        return sum(map(len, follower.catch_up())), sum(map(len, sent(plain)))

    tell()
    for step in ({"move": "w.cav.1", "to": "d7"}, {"move": "w.arc.1", "to": "d6"}):
        match.play(step)
        steps, whole = tell()
        assert steps < whole / 10
    assert follower.wholes == 2


def test_of_a_seats_secret_no_other_tablet_is_sent_a_step(game: Game[Any, Any]) -> None:
    """All that the others are sent through two turns that differ only in north's hand."""
    received: list[list[list[str]]] = []
    for hand in (["khien-go", "luoi-sat"], ["dao-gam", "khien-go"]):
        hub, bus = Hub(), FakeBus()
        feed = Feed(bus, hub, table=TABLE, seal=Seal(KEY, table=TABLE), wall=lambda: T0)
        west, north, spectator = Follower(hub), Follower(hub), Follower(hub)
        for one, seat in ((west, WEST), (north, NORTH)):
            hub.seat(one.tablet, TabletPlace(Role.SEAT, seat))
        state = game.initial(entry_of({**PLAYED, "hands": {"west": ["dai-dao"], "north": hand}}))
        said: list[list[str]] = [[], []]
        for revision, action in enumerate(({"move": "w.cav.1", "to": "d7"}, {"end_turn": True}, {})):
            tell_match(bus, game, state, revision)
            while (event := bus.receive(0)) is not None:
                feed.take(event)
            for texts, one in zip(said, (west, spectator), strict=True):
                texts += [without_numbers(text) for text in one.catch_up()]
            north.catch_up()
            state = game.apply(state, game.parse_action(entry_of(action))) if action else state
        assert "khien-go" in str(north.shows["seat", "north"])
        assert "Great Blade" in str(said[0])
        assert any('"steps"' in text for text in said[1])
        # A tablet that changes its seat has nothing left to build on.
        hub.seat(west.tablet, TabletPlace(Role.SEAT, NORTH))
        assert [one for one in west.catch_up() if '"seat"' in one and '"data"' in one]
        received.append(said)
    assert received[0] == received[1]
    assert not any(word in str(received) for word in HIDDEN)


def without_numbers(text: str) -> str:
    """A message without the numbers that begin at random."""
    message = json.loads(text)
    return json.dumps({key: value for key, value in message.items() if key not in ("number", "from")})
