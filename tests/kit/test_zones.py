"""Zones: no card gets lost, nobody knows a card that was never shown, and a shuffle makes it forgotten."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.document import entry_of
from engine.core.faults import CallerFault, InputFault
from engine.core.ids import Seat
from engine.core.surfaces import ZoneKind
from engine.kit import scenario_words
from engine.kit.zones.box import Box
from engine.kit.zones.imagined import guessed, hidden_from
from engine.kit.zones.tabletop import Tabletop, hand, pile, slot, slots, spread
from engine.kit.zones.zone_json import dump_zones, load_zones
from engine.kit.zones.zone_layout import heaps_of, layout_of
from engine.kit.zones.zones import Zones
from tests.bots.nim import seeded

A, B = Seat("a"), Seat("b")
TOP = Tabletop(
    (A, B),
    (
        pile("deck", face_up=False),
        pile("discard", face_up=True),
        *slots("market", 2),
        slot("a.mask", face_up=False, owner=A),
        spread("a.play", owner=A),
        hand(A),
        hand(B),
    ),
    Box.of({"gold": 4, "gem": 3, "king": 1}),
)
PLACES = [str(zone.name) for zone in TOP.zones]


def dealt() -> Zones:
    """A deck of everything, all unknown."""
    return Zones.empty(TOP).put_unknown("deck", TOP.box.everything)


@st.composite
def played(draw: st.DrawFn) -> Zones:
    """Zones after any number of draws, moves, turns, peeks and shuffles."""
    zones = dealt()
    for _ in range(draw(st.integers(0, 14))):
        action = draw(st.sampled_from(["reveal", "pass", "move", "turn", "peek", "shuffle"]))
        where = draw(st.sampled_from([place for place in PLACES if not zones.is_empty(place)]))
        to = draw(st.sampled_from(PLACES))
        free = zones.is_empty(to) or TOP.zone(to).kind is not ZoneKind.SLOTS
        known = zones.known(where)
        match action:
            case "reveal" if zones.unnamed(where):
                card = draw(st.sampled_from(zones.can_be(where)))
                zones = zones.revealed(where, card, to=draw(st.sampled_from([(), (A,), (B,), (A, B)])))
            case "pass" if free and to != where:
                zones = zones.passed(where, to)
            case "move" if known and free and to != where:
                zones = zones.moved(draw(st.sampled_from(known)), to, bottom=draw(st.booleans()))
            case "turn" if known:
                zones = zones.turned(known[0], up=draw(st.booleans()), sideways=draw(st.booleans()))
            case "peek" if known:
                zones = zones.shown(known[0], draw(st.sampled_from([(A,), (B,)])))
            case "shuffle":
                zones = zones.shuffled(where)
    return zones


@settings(max_examples=200, deadline=None)
@given(played())
def test_every_card_is_in_one_place_or_in_a_pool_with_as_many_unnamed_cards_as_it_has(zones: Zones) -> None:
    named = [card for place in PLACES for card in zones.known(place)]
    pooled = [card for pool in zones.pools for card in TOP.box.named(pool)]
    assert sorted((*named, *pooled)) == sorted(TOP.box.cards)
    for number, pool in enumerate(zones.pools):
        unnamed = [one for held in zones.held for one in held if one.card is None and one.pool == number]
        assert len(unnamed) == pool.bit_count()
    for card in TOP.box.cards:
        zone = zones.zone_of(card)
        assert (zone is not None) == (card in named)
        assert zone is None or zones.is_in(card, zone.name)


@settings(max_examples=100, deadline=None)
@given(played())
def test_zones_load_as_they_were_dumped(zones: Zones) -> None:
    loaded = load_zones(TOP, dump_zones(zones))
    assert loaded == zones
    assert hash(loaded) == hash(zones)
    assert loaded.where == zones.where


@settings(max_examples=100, deadline=None)
@given(played())
def test_the_layout_names_a_card_only_where_its_face_shows(zones: Zones) -> None:
    for card, lies in layout_of(zones).items():
        look = zones.look(card)
        assert look.up
        assert zones.known_to(None, card)
        assert lies.sideways is (None if lies.piled else look.sideways)
        assert lies.face == "up"


@settings(max_examples=100, deadline=None)
@given(played(), st.integers(0, 99))
def test_a_world_that_a_seat_cant_tell_apart_has_all_that_it_knows_and_the_same_backs(
    zones: Zones, seed: int
) -> None:
    for seat in (A, B, None):
        other = guessed(zones, seat, seeded(seed)).zones
        assert layout_of(other) == layout_of(zones)
        assert heaps_of(other) == heaps_of(zones)
        for place in PLACES:
            for one, two in zip(zones.lying(place), other.lying(place), strict=True):
                assert one._replace(card=None) == two._replace(card=None)
                if one.knows & TOP.seat_bit[seat]:
                    assert one == two
        names = [card for pool in other.pools for card in TOP.box.named(pool)]
        known = [card for place in PLACES for card in other.known(place)]
        assert sorted((*names, *known)) == sorted(TOP.box.cards)
        assert all(other.is_in(card, place) for place in PLACES for card in other.known(place))


def test_each_hidden_card_may_be_any_of_its_pool_in_another_world() -> None:
    zones = dealt().revealed("deck", "king", to=[A]).moved("king", "a.hand")
    found = {guessed(zones, B, seeded(seed)).zones.known("a.hand")[0] for seed in range(60)}
    assert found == set(TOP.box.cards)
    assert {guessed(zones, A, seeded(seed)).zones.known("a.hand")[0] for seed in range(9)} == {"king"}


def test_nobody_knows_what_was_shuffled_and_who_held_a_card_back_still_knows_it() -> None:
    zones = dealt().revealed("deck", "king", to=[A]).moved("king", "a.hand")
    zones = zones.revealed("deck", "gem#1", up=True).moved("gem#1", "discard")
    assert zones.known_to(None, "gem#1")
    mixed = zones.shuffled("discard", into="deck")
    assert not mixed.known_to(A, "gem#1")
    assert mixed.can_be("deck") == ("gold#1", "gold#2", "gold#3", "gold#4", "gem#1", "gem#2", "gem#3")
    assert mixed.known_to(A, "king")
    assert list(hidden_from(mixed, B)) == [("a.hand", mixed.look("king"))]


def test_shuffling_discards_while_cards_of_the_old_pool_are_held_loses_none() -> None:
    zones = dealt().passed("deck", "b.hand", 3)
    zones = zones.revealed("deck", "gem#2").moved("gem#2", "discard").shuffled("discard", into="deck")
    assert zones.count("deck") == 5
    assert zones.count("b.hand") == 3
    assert zones.unnamed("b.hand") == 3
    # Of these three nobody said that they aren't the card that was discarded; of a new pool they are none.
    assert set(zones.can_be("deck")) <= set(TOP.box.cards)
    held = [one.pool for one in zones.lying("b.hand")]
    unnamed = [one for pile_ in zones.held for one in pile_ if one.card is None]
    assert len(unnamed) == sum(pool.bit_count() for pool in zones.pools)
    assert all(0 <= pool < len(zones.pools) for pool in held)


def test_a_card_that_the_pool_cant_hold_any_more_cant_be_revealed() -> None:
    zones = dealt().revealed("deck", "king", up=True).moved("king", "discard")
    with pytest.raises(CallerFault, match="king"):
        zones.revealed("deck", "king")
    with pytest.raises(CallerFault, match="already"):
        zones.revealed("deck", "gem#1").moved("gem#1", "market.1").revealed("deck", "gem#2").moved(
            "gem#2", "market.1"
        )


def test_an_order_that_was_fixed_is_known_to_nobody_and_comes_true() -> None:
    zones = dealt().ordered("deck", ["gem#3", "gold#1"])
    assert zones.cards("deck")[:3] == ("gem#3", "gold#1", None)
    assert not zones.known_to(A, "gem#3")
    tops = {guessed(zones, A, seeded(seed)).zones.cards("deck")[0] for seed in range(60)}
    assert tops == set(TOP.box.cards)


def test_what_nobody_touched_is_the_same_object_in_the_next_layout() -> None:
    zones = dealt().revealed("deck", "king", up=True).moved("king", "market.1")
    after = zones.revealed("deck", "gem#1", up=True).moved("gem#1", "a.play")
    assert layout_of(after)[TOP.box.cards[-1]] is layout_of(zones)[TOP.box.cards[-1]]
    assert after.held[TOP.index["market.1"]] is zones.held[TOP.index["market.1"]]


def test_backs_are_counted_in_slots_and_only_distinguished_from_none_in_piles() -> None:
    zones = dealt().revealed("deck", "king", to=[A]).moved("king", "a.mask")
    heaps = {heap.cell: heap for heap in heaps_of(zones)}
    assert (heaps[TOP.zone("a.mask").place].number, heaps[TOP.zone("a.mask").place].exact) == (1, True)
    assert (heaps[TOP.zone("deck").place].number, heaps[TOP.zone("deck").place].exact) == (7, False)
    assert heaps_of(Zones.empty(TOP))[0].number == 0


@pytest.mark.parametrize("rubbish", [{}, {"zones": {"nowhere": []}, "pools": []}, {"zones": 3, "pools": []}])
def test_rubbish_is_no_zones(rubbish: object) -> None:
    with pytest.raises(InputFault):
        load_zones(TOP, rubbish)


def test_a_setup_takes_the_lowest_copies_and_refuses_what_isnt_left() -> None:
    zones = scenario_words.put_cards(Zones.empty(TOP), "a.hand", entry_of(["gold", "gold#3", "gold"]))
    assert zones.cards("a.hand") == ("gold#1", "gold#3", "gold#2")
    with pytest.raises(InputFault, match="no copy of 'king'"):
        scenario_words.put_cards(zones, "deck", entry_of(["king", "king"]))
    with pytest.raises(InputFault, match="unknown card 'queen'"):
        scenario_words.put_cards(zones, "deck", entry_of(["queen"]))
    assert TOP.box.named(scenario_words.unused(zones)) == ("gold#4", "gem#1", "gem#2", "gem#3", "king")


def test_a_card_that_is_turned_into_its_other_side_lies_where_it_lay() -> None:
    zones = Zones.empty(TOP).put("a.mask", ["king"], to=[A]).put("discard", ["gold#1"])
    turned = zones.other_side("king", "gem#1")
    assert turned.known("a.mask") == ("gem#1",)
    assert (turned.known_to(A, "gem#1"), turned.known_to(B, "gem#1")) == (True, False)
    assert turned.zone_of("king") is None
    assert turned.other_side("gem#1", "king") == zones
    with pytest.raises(CallerFault):
        zones.other_side("king", "gold#1")
    with pytest.raises(CallerFault):
        zones.put_unknown("deck", TOP.box.set_of(["gem#1"])).other_side("king", "gem#1")
