"""Two worlds that a seat can't tell apart give it, and everybody else, the same: bytes, sizes, order, number.

Through the real engine service and the dashboard's inside: the bus as any process on it hears it, the streams
of the reader's tablet, a spectator's, the arbiter's and the public's, the log, lights and pads, the evidence,
what is exported of a match that goes on, its replay, pictures, statistics, health page and bundle.
"""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.bus.messages.commands import Command, CommandKind
from engine.core.ids import PieceId, Seconds
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import seat_sheet_of
from tests.worlds.hearing import Heard, first_difference
from tests.worlds.pairs import Pair, Played, bazaar, dozen_war, hero_realms
from tests.worlds.world import lived

GAMES = {
    "bazaar, all asked": bazaar(asked="all"),
    "bazaar, able asked": bazaar(asked="able"),
    "bazaar, hands counted": bazaar(asked="all", hands="counted"),
    "hero realms": hero_realms(),
    "hero realms, joint turns": hero_realms(format="song_dau"),
    "dozen war, all asked": dozen_war(asked="all"),
    "dozen war, able asked": dozen_war(asked="able"),
}
ROADS = frozenset({
    "bus", "log", "websocket of reader", "websocket of arbiter", "websocket of spectator",
    "websocket of public", "refusal", "health", "evidence", "export", "statistics", "picture", "replay",
})  # fmt: skip
EVERY_GAME = pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def first_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tablet's first state has a number by chance, so that nobody counts the states before it: here one."""
    monkeypatch.setattr("dashboard.web.telling.page_states.secrets.randbelow", lambda _: 0)


def both(folder: Path, played: Played, pair: Pair) -> tuple[list[Heard], list[Heard]]:
    """Live both worlds of a pair, one after the other in the same place; return what was to be heard."""
    found = []
    for other in (False, True):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        found.append(lived(folder, played, pair, other=other))
    return found[0], found[1]


def chosen(played: Played, seed: int, number: int, every: int = 5) -> Iterator[Pair]:
    """Yield the pairs of a match that move most things hidden from somebody, each of another kind first.

    `every`: one of this many positions is looked at.
    """
    pairs = [pair for pair in played.pairs(seed, every) if pair.one != pair.other]
    pairs.sort(key=lambda pair: -sum(action.one != action.other for action in pair.actions))
    firsts = sorted({pair.kind: pair for pair in reversed(pairs)}.values(), key=pairs.index)
    yield from (firsts + [pair for pair in pairs if pair not in firsts])[:number]


def expect_alike(
    folder: Path, played: Played, seed: int, number: int, *, every: int = 5, roads: frozenset[str] = ROADS
) -> int:
    """See that nothing differs in some pairs of a match; return how many bytes were compared.

    `roads`: of each of them something must have been heard.
    """
    bytes_compared = 0
    for pair in chosen(played, seed, number, every):
        one, other = both(folder, played, pair)
        assert first_difference(one, other) == "", f"seed {seed}, {pair.kind}, {pair.seat}"
        own = frozenset({"websocket of reader"}) if pair.seat is None else frozenset()
        assert {heard.road for heard in one} >= roads - own
        bytes_compared += sum(len(heard.said) for heard in one)
    return bytes_compared


@EVERY_GAME
def test_on_no_road_does_a_hidden_thing_make_a_difference(tmp_path: Path, played: Played) -> None:
    assert expect_alike(tmp_path / "m", played, seed=1, number=1) > 100_000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bazaar, all asked", "dozen war, all asked"])
@pytest.mark.parametrize("seed", range(100, 300))
def test_on_no_road_does_a_hidden_thing_make_a_difference_in_200_matches(
    tmp_path: Path, name: str, seed: int
) -> None:
    # Where nothing hidden is left to be guessed at, nobody is refused.
    expect_alike(tmp_path / "m", GAMES[name], seed, number=1, every=15, roads=ROADS - {"refusal"})


KINDS = {"bazaar": {"turn", "choose", "respond"}, "dozen_war": {"turn", "answer", "card", "discard"}}


@EVERY_GAME
def test_nobodys_why_not_depends_on_what_its_reader_cant_know(played: Played) -> None:
    """With any question open: all pieces, at many places, and the reasons in the reader's own sheet."""
    game, kinds, asked = played.open(), set[str](), 0
    for seed in range(4):
        for pair in played.pairs(seed, 3):
            if pair.one == pair.other or game.decider(pair.one) != game.decider(pair.other):
                continue
            kinds.add(pair.kind)
            tables = []
            for state in (pair.one, pair.other):
                opening = MatchOpening("m", Seconds(0.0), played.name, played.board, played.pieces)
                setting = setting_of(game, state, None)
                match, _ = open_match(game, opening)
                tables.append((setting, table_of(setting, replace(match, state=state))))
            if pair.seat is not None:
                sheets = [seat_sheet_of(*table, pair.seat) for table in tables]
                assert sheets[0] == sheets[1], f"seed {seed}, {pair.kind}"
            cells = sorted({spot.cell for spot in game.layout(pair.one).values()})
            pieces = game.pieces(pair.one)
            for number, piece in enumerate(pieces):
                for place in (*cells[number % 7 :: 7], pieces[(number * 5 + seed) % len(pieces)]):
                    ask = Command("q", CommandKind.ASK, 0, pair.seat, piece=PieceId(piece), place=place)
                    one, other = (command(*table, ask).answers for table in tables)
                    assert one == other, f"seed {seed}, {pair.kind}, {piece} to {place}"
                    asked += 1
    if ("asked", "all") in played.options and ("hands", "counted") not in played.options:
        assert kinds >= KINDS[played.name]
    assert asked > 200 or ("hands", "counted") in played.options
