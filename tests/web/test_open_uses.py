"""The arbiter's page gets the uses of the seat whose turn it is, as far as they betray no secret."""

from typing import Any

import pytest

from dashboard.web.seats.seating import ARBITER, SPECTATOR, Role, TabletPlace
from dashboard.web.telling.hub import Hub
from engine.bus.messages.match import SeatSheet
from engine.core.decisions import Chooser
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import match_state_of, seat_sheet_of
from tests.web.following import Follower
from tests.web.played import Played, opened

MOST = 250


def sheets(match: Played) -> dict[str, SeatSheet]:
    setting = setting_of(match.game, match.match.state, None)
    table = table_of(setting, match.match)
    return {str(seat): seat_sheet_of(setting, table, seat) for seat in match.seats}


def with_an_open_use(name: str) -> Played:
    return opened(name, 2, 4).until(lambda one: any(sheet.open for sheet in sheets(one).values()))


@pytest.mark.parametrize(("name", "seats"), [("dozen_war", 2), ("kingdom_square", 2), ("quoc_chien", 4)])
def test_an_open_use_is_one_of_an_open_piece_and_names_no_card_that_a_seat_holds(
    name: str, seats: int
) -> None:
    match = opened(name, seats, 4)
    for _ in range(MOST):
        if match.decision.chooser is Chooser.NOBODY:
            break
        match.step()
        seen = {one.piece for one in match.game.view(match.match.state, None).pieces}
        held = {card.card for one in match.game.held(match.match.state) for card in one.cards}
        for seat, sheet in sheets(match).items():
            found = [use for use in sheet.uses if use.key in sheet.open]
            assert not found or (match.decision.kind == "turn" and seat in match.decision.seats)
            assert {use.piece for use in found} <= seen
            named = {str(value) for use in found for way in use.actions for value in _things(way)}
            assert not named & (held - seen)


def _things(way: dict[str, Any]) -> list[Any]:
    return [one for value in way.values() for one in (value if isinstance(value, list | tuple) else [value])]


def test_the_arbiter_gets_the_open_uses_of_the_turn_and_nothing_else_of_a_sheet() -> None:
    match = with_an_open_use("kingdom_square")
    setting = setting_of(match.game, match.match.state, None)
    state = match_state_of(setting, table_of(setting, match.match))
    told = sheets(match)
    turn = str(state.view.turn)
    other = next(seat for seat in told if seat != turn)
    hub = Hub()
    followers = {}
    for name, place in (
        ("arbiter", ARBITER),
        ("spectator", SPECTATOR),
        ("other", TabletPlace(Role.SEAT, told[other].seat)),
    ):
        followers[name] = Follower(hub)
        hub.seat(followers[name].tablet, place)
    hub.take("match", "", state)
    for sheet in told.values():
        hub.take_sheet(sheet)
    for one in followers.values():
        one.catch_up()
    shown = followers["arbiter"].shows["seat", ""]
    assert shown["seat"] == turn
    assert [use["key"] for use in shown["uses"]] == list(told[turn].open)
    assert (shown["choices"], shown["laid"]) == ([], [])
    assert followers["spectator"].shows.get(("seat", "")) is None
    assert followers["other"].shows["seat", other]["seat"] == other
