"""Changes between two JSON values: they turn one into the other, whatever both are."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.session.matches.changes import changed, changes_between

PLAIN = st.none() | st.booleans() | st.integers(2, 4) | st.sampled_from(["", "a", "b"])
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["a", "b/c", "~1"]), inner),
    max_leaves=20,
)


@given(VALUES, VALUES)
def test_changes_lead_from_any_value_to_any_other(before: Any, after: Any) -> None:
    said = json.dumps(before)
    found = changed(before, json.loads(json.dumps(changes_between(before, after))))
    assert json.dumps(found, sort_keys=True) == json.dumps(after, sort_keys=True)
    assert json.dumps(before) == said, "the value before stays as it is"


@given(VALUES)
def test_the_same_value_has_no_changes(value: Any) -> None:
    assert changes_between(value, json.loads(json.dumps(value))) == []


def test_a_card_that_is_drawn_from_a_deck_is_one_change() -> None:
    deck = [f"card {number}" for number in range(60)]
    assert changes_between({"deck": deck}, {"deck": [*deck[:31], *deck[32:]]}) == [["-", "/deck/31"]]
