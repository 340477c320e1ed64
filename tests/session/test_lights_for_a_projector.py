"""The board's lights for a projector: the same as those of the LEDs, sent with or without LEDs."""

from pathlib import Path
from typing import Any

from engine.bus.client import Connected
from engine.bus.messages.boards import BoardLights, LightsOrder
from tests.session.serving_engine import Engine
from tests.session.two_soldiers import SETUP


def leds(engine: Engine) -> dict[str, str]:
    """Return the lights of a board after all orders so far."""
    shown: dict[str, str] = {}
    for order in engine.orders("board"):
        if isinstance(order.content, LightsOrder):
            shown.update(dict.fromkeys(order.content.cells, order.content.colour))
    return {cell: colour for cell, colour in shown.items() if colour != "#000000"}


def projected(engine: Engine) -> dict[Any, str]:
    sent = engine.wire.last("board_lights")
    assert isinstance(sent, BoardLights)
    return sent.lit


def test_a_projector_has_the_same_lights_as_the_leds(tmp_path: Path) -> None:
    engine = Engine(tmp_path, SETUP)
    engine.plug_in("board")
    engine.show()
    assert projected(engine) == leds(engine) == {}
    engine.show(n_inf_1="b2")
    assert projected(engine) == leds(engine) != {}
    engine.show()
    engine.show(w_inf_1="e6")
    assert projected(engine) == leds(engine) != {}


def test_a_projector_is_sent_the_lights_of_a_table_without_leds(tmp_path: Path) -> None:
    engine = Engine(tmp_path, SETUP)
    engine.show()
    engine.show(n_inf_1="b2")
    assert engine.orders("board") == []
    assert projected(engine) != {}


def test_the_lights_are_sent_again_when_the_bus_is_back_and_else_only_when_they_change(
    tmp_path: Path,
) -> None:
    engine = Engine(tmp_path, SETUP)
    engine.show()
    engine.show(n_inf_1="b2")

    def count() -> int:
        return sum(channel == "board_lights" for channel, _ in engine.wire.sent)

    before = count()
    engine.show(n_inf_1="b2")
    assert count() == before
    engine.service.take(Connected())
    assert count() == before + 1
