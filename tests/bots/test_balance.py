"""The balance report: what it counts, how sure it is, and that the table is fair."""

from dataclasses import replace

import pytest

from engine.bots.balance import Digest, weigh
from engine.bots.intervals import Interval, wilson
from engine.bots.series import Series, check, play_one, play_series
from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import generals
from engine.games.registry import usual_board

WEST, EAST, NORTH = Seat("west"), Seat("east"), Seat("north")
Z_999 = 3.2905267314919255
"""The normal quantile of a two-sided 99.9 % interval."""

WHOLE = Series(
    "dozen_war",
    "mativen",
    ("greedy",),
    options=(("turn_order", "dice"), ("generals", "random"), ("equipment", "on")),
)
"""The game as it's played at a table, the draft apart."""
SHORT = Series("dozen_war", "mativen", ("random",), actions_max=40)


def _digest(*winners: Seat, finished: bool = True, seats: tuple[Seat, ...] = (WEST, EAST)) -> Digest:
    return Digest(
        seats=seats,
        winners=winners,
        finished=finished,
        reason="DW-17.3 merit" if finished else "unfinished",
        turns=32,
        actions=400,
        bots={seat: "greedy" if seat == WEST else "random" for seat in seats},
        groups={
            "general": {seat: ("est",) if seat == WEST else ("kazu", "grim") for seat in seats},
            "card": dict.fromkeys(winners, ("bomb",)),
        },
        titles={"general": "By general", "card": "By card"},
    )


@pytest.mark.parametrize(
    ("won", "trials", "low", "high"),
    [
        # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_an_interval_is_wilsons(won: int, trials: int, low: float, high: float) -> None:
    interval = wilson(won, trials)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_without_trials_nothing_is_known() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


def test_an_interval_lies_in_a_band_only_as_a_whole() -> None:
    interval = wilson(25, 100)
    assert interval.within(0.15, 0.36)
    assert not interval.within(0.2, 0.36)
    assert not interval.within(0.15, 0.3)


def test_a_shared_win_counts_in_part_for_each_and_is_counted_as_shared() -> None:
    seats = (WEST, EAST, NORTH)
    balance = weigh([_digest(WEST, EAST, seats=seats), _digest(NORTH, seats=seats)])
    assert {one.name: (one.wins, one.shared) for one in balance.tallies["seat"]} == {
        "west": (0.5, 1),
        "east": (0.5, 1),
        "north": (1.0, 0),
    }
    assert balance.shared == 1
    assert balance.fair == pytest.approx(1 / 3)


def test_a_match_broken_off_counts_as_nothing_but_unfinished() -> None:
    balance = weigh([_digest(WEST), _digest(finished=False)])
    assert (balance.matches, balance.unfinished) == (2, 1)
    assert [(one.name, one.matches) for one in balance.tallies["seat"]] == [("east", 1), ("west", 1)]
    assert balance.reasons == (("DW-17.3 merit", 1), ("unfinished", 1))


def test_wins_are_said_by_place_bot_and_what_the_game_groups_by() -> None:
    balance = weigh([_digest(WEST), _digest(EAST, seats=(EAST, WEST)), _digest(WEST)])
    said = {
        what: {one.name: (one.matches, one.wins) for one in balance.tallies[what]} for what in balance.tallies
    }
    assert said["place"] == {"1": (3, 3.0), "2": (3, 0.0)}
    assert said["bot"] == {"greedy": (3, 2.0), "random": (3, 1.0)}
    assert said["general"] == {"est": (3, 2.0), "grim": (3, 1.0), "kazu": (3, 1.0)}
    assert said["card"] == {"bomb": (3, 3.0)}


def test_a_series_is_the_same_on_one_processor_and_on_two() -> None:
    assert list(play_series(SHORT, 5, workers=2)) == [play_one(SHORT, number) for number in range(5)]


def test_general_and_card_uses_are_read_off_real_matches() -> None:
    balance = weigh(play_one(replace(WHOLE, bots=("random",)), number) for number in range(2))
    assert sum(one.matches for one in balance.tallies["general"]) == 2 * 4 * 3
    assert any(one.name.split()[-1] in {"1", "2", "3"} for one in balance.tallies["card"])


def test_bots_go_round_the_table_and_each_meets_every_first_seat() -> None:
    mixed = Series(
        "dozen_war",
        "mativen",
        ("random", "greedy", "greedy", "greedy"),
        first_goes_round=True,
        actions_max=2,
    )
    met = set()
    for number in range(16):
        played = play_one(mixed, number)
        met.add((next(seat for seat, bot in played.bots.items() if bot == "random"), played.seats[0]))
    assert len(met) == 16


def test_a_series_that_cannot_be_played_is_refused_before_it_begins() -> None:
    with pytest.raises(InputFault, match="expected one bot for all, or one for each of west, south"):
        check(Series("dozen_war", "mativen", ("greedy", "random")))
    with pytest.raises(InputFault, match="no bot 'clever'"):
        check(Series("dozen_war", "mativen", ("clever",)))
    with pytest.raises(InputFault, match="no game 'chess'"):
        check(Series("chess", "mativen", ("greedy",)))


def test_no_seat_is_ahead_beyond_doubt_in_a_few_greedy_matches() -> None:
    plain = Series(
        "dozen_war",
        "mativen",
        ("greedy",),
        options=(("skills", "off"), ("equipment", "off")),
        first_goes_round=True,
    )
    balance = weigh(play_series(plain, 12, workers=2))
    assert balance.unfinished == 0
    for one in balance.tallies["seat"]:
        assert wilson(one.wins, one.matches, Z_999).holds(balance.fair), one


@pytest.mark.slow
@pytest.mark.timeout(6 * 3600)
def test_over_a_thousand_greedy_matches_every_seat_wins_surely_between_a_sixth_and_a_third() -> None:
    balance = weigh(play_series(WHOLE, 1000, workers=2))
    assert balance.unfinished == 0
    for one in balance.tallies["seat"]:
        assert one.interval.within(1 / 6, 1 / 3), one


@pytest.mark.slow
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize(("strong", "weak"), [("search", "greedy"), ("greedy", "random")])
def test_the_better_bot_wins_surely_more_than_its_share(strong: str, weak: str) -> None:
    series = replace(WHOLE, bots=(strong, weak, weak, weak))
    balance = weigh(play_series(series, 40, workers=2))
    best = next(one for one in balance.tallies["bot"] if one.name.startswith(strong))
    assert best.interval.low > balance.fair, best


CARD_GAMES = {
    "hero_realms": {"faction": {"imperial", "guild", "necros", "wild", "item"}},
    "kingdom_square": {"deck": {"push", "wind"}},
    "quoc_chien": {"kingdom": {"wei", "shu", "wu", "qun", "careerist"}},
}


@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_card_game_says_by_what_its_matches_are_counted(game: str) -> None:
    series = Series(game, usual_board(game), ("random",), actions_max=150)
    found = play_one(series, 0)
    assert found.groups.keys() == found.titles.keys()
    assert all(title.startswith("By ") for title in found.titles.values())
    assert found.groups["card"]
    for key, names in CARD_GAMES[game].items():
        assert {one for each in found.groups[key].values() for one in each} <= names
        assert found.groups[key].keys() <= set(found.seats)
        assert found.groups[key]


def test_each_player_of_quoc_chien_has_two_generals_of_one_kingdom() -> None:
    found = play_one(Series("quoc_chien", usual_board("quoc_chien"), ("random",), actions_max=150), 3)
    for seat in found.seats:
        kingdoms = {generals()[one].kingdom for one in found.groups["general"][seat]}
        assert len(found.groups["general"][seat]) == 2
        assert len(kingdoms) == 1
        assert set(found.groups["kingdom"][seat]) <= {*kingdoms, "careerist"}
