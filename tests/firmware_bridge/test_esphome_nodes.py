"""ESPHome nodes made of our boards: the same parts on the same pins, and a mapping that hears them."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from dashboard.commands import main
from engine.core.faults import InputFault
from firmware_bridge.foreign.esphome import esphome_node
from firmware_bridge.foreign.mapping import Becomes, load_mapping
from hardware.firmware.warden import configuration

TOP = Path(__file__).parents[2]
BOARDS = TOP / "hardware" / "boards"
CHECKER = TOP / "build" / "esphome" / "bin" / "esphome"
NODES = {"smallest-esp32s3": "", "duel-esp32s3": "", "full-esp32s3": "pn532"}
"""Boards, and the reader that their pads have where ESPHome doesn't know the board's own."""


ODD = ("no lights", "a switch at each of 64 inputs", "neither pads nor buttons", "no switches")
"""Boards that lack a part of the usual ones, or fill a chain of registers to its last input."""


class Reader(yaml.SafeLoader):
    """Reads ESPHome's tags as the words behind them."""


def word(loader: Reader, node: yaml.ScalarNode) -> str:
    return str(loader.construct_scalar(node))


for tag in ("!secret", "!lambda"):
    Reader.add_constructor(tag, word)


def board(name: str) -> dict[str, Any]:
    found: dict[str, Any] = configuration.read((BOARDS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def odd_board(what: str) -> dict[str, Any]:
    """Return the duel's board without a part, or with a switch at each input of its chain."""
    made = board("duel-esp32s3")
    leaves_out = {"no lights": ("lamps",), "neither pads nor buttons": ("pads", "buttons")}
    for part in leaves_out.get(what, ("cells", "lamps") if what == "no switches" else ("lamps",)):
        del made[part]
    if what.startswith("a switch"):
        order = made["cells"]["order"]
        made["cells"] = {**made["cells"], "order": [cell or f"i{n + 1}" for n, cell in enumerate(order)]}
        del made["cells"]["sentinels"]
    return made


@pytest.mark.parametrize(("name", "reader"), NODES.items())
def test_a_node_has_the_boards_parts_on_the_boards_pins(name: str, reader: str) -> None:
    made = board(name)
    node = yaml.load(esphome_node(made, reader=reader).config, Reader)  # noqa: S506 # derives from SafeLoader
    kinds = {reader or pad["reader"] for pad in made["pads"]}
    component = {"mfrc522": "rc522_spi", "pn532": "pn532_spi"}[kinds.pop()]
    assert [one["cs_pin"] for one in node[component]] == [f"GPIO{pad['select']}" for pad in made["pads"]]
    pressed = [one["pin"]["number"] for one in node["binary_sensor"] if "sn74hc165" not in one["pin"]]
    assert pressed == [f"GPIO{button['pin']}" for button in made["buttons"]]
    cells = [cell for cell in made.get("cells", {}).get("order", ()) if cell]
    felt = [one for one in node["binary_sensor"] if one["pin"].get("inverted") and "sn74hc165" in one["pin"]]
    assert [one["name"] for one in felt] == cells
    if "lamps" in made:
        cells_of, pads_of = made["lamps"].get("cells", {}), made["lamps"].get("pads", {})
        places = [*cells_of.values(), *(place for pad in pads_of.values() for place in pad)]
        assert node["light"][0]["num_leds"] == max(places) + 1


def test_a_switch_has_the_number_that_esphome_gives_its_input() -> None:
    """A register shifts H out first, which is ESPHome's 7 of the first register and 15 of the second."""
    made = board("duel-esp32s3")
    node = yaml.load(esphome_node(made).config, Reader)  # noqa: S506 # derives from SafeLoader
    numbers = {one.get("name"): one["pin"]["number"] for one in node["binary_sensor"] if "name" in one}
    order = made["cells"]["order"]
    assert [numbers[order[place]] for place in (0, 7, 8, 15)] == [7, 0, 15, 8]
    (chain,) = node["sn74hc165"]
    assert chain["sr_count"] * 8 == len(order)
    tied = {
        one["id"]: one["pin"]["number"] for one in node["binary_sensor"] if "id" in one and "name" not in one
    }
    assert tied == {f"tied_{place}": 7 - place % 8 + place // 8 * 8 for place in (62, 63)}


@pytest.mark.parametrize(("name", "reader"), NODES.items())
def test_the_mapping_hears_all_that_a_node_says(name: str, reader: str, tmp_path: Path) -> None:
    made = board(name)
    node = esphome_node(made, name="node", reader=reader)
    path = tmp_path / "devices.yaml"
    path.write_text(node.devices, encoding="utf-8")
    heard = load_mapping(path)
    said = yaml.load(node.config, Reader)  # noqa: S506 # derives from SafeLoader
    topics = {f"node/binary_sensor/{one['name']}/state" for one in said["binary_sensor"] if "name" in one}
    for kind in ("rc522_spi", "pn532_spi"):
        topics |= {one["on_tag"][1]["mqtt.publish"]["topic"] for one in said.get(kind, ())}
    topics |= {one["topic"] for one in said["mqtt"].get("on_json_message", ())}
    assert {one.word.topic for one in heard} == topics
    assert {one.presence.word.topic for one in heard if one.presence} == {"node/status"}
    assert {one.pad for one in heard if one.becomes is Becomes.TAG} == {pad["pad"] for pad in made["pads"]}


@pytest.mark.parametrize("what", ODD)
def test_an_odd_board_has_all_its_inputs_and_nothing_else(what: str, tmp_path: Path) -> None:
    made = configuration.read(json.dumps(odd_board(what)))
    node = esphome_node(made, name="odd")
    said = yaml.load(node.config, Reader)  # noqa: S506 # derives from SafeLoader
    named = [one["name"] for one in said.get("binary_sensor", ()) if "name" in one]
    cells = [cell for cell in made.get("cells", {}).get("order", ()) if cell]
    assert len(named) == len(set(named)) == len(cells) + len(made.get("buttons", ()))
    assert ("light" in said) is ("lamps" in made)
    assert ("rc522_spi" in said) is bool(made.get("pads"))
    (tmp_path / "odd-devices.yaml").write_text(node.devices, encoding="utf-8")
    assert len(load_mapping(tmp_path / "odd-devices.yaml")) >= len(named)


def test_two_nodes_of_a_board_are_heard_apart(tmp_path: Path) -> None:
    near, far = odd_board("no lights"), odd_board("no switches")
    heard = []
    for name, made in (("near", near), ("far", far)):
        path = tmp_path / f"{name}.yaml"
        path.write_text(
            esphome_node(configuration.read(json.dumps(made)), name=name).devices, encoding="utf-8"
        )
        heard.append({one.word.topic for one in load_mapping(path)})
    assert heard[0]
    assert heard[1]
    assert heard[0].isdisjoint(heard[1])


@pytest.mark.parametrize(
    ("name", "reader", "said"),
    [
        ("duel", "", "chip rp2040: ESPHome has no MQTT on it"),
        ("full-esp32s3", "", "pad west: ESPHome has no component for a pn5180"),
    ],
)
def test_what_esphome_cannot_have_is_refused_with_the_way_out(name: str, reader: str, said: str) -> None:
    with pytest.raises(InputFault, match=said):
        esphome_node(board(name), reader=reader)


@pytest.mark.parametrize("name", ["Duel", "x" * 31, "-a", "a_b"])
def test_a_name_that_no_node_can_have_is_refused(name: str) -> None:
    with pytest.raises(InputFault, match="--name"):
        esphome_node(board("duel-esp32s3"), name=name)


def test_the_command_writes_the_node_once_and_overwrites_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["export", "esphome", str(BOARDS / "duel-esp32s3.json"), "--name", "duel", "--out", str(tmp_path)]
    assert main(words) == 0
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "duel-devices.yaml",
        "duel.yaml",
        "secrets.yaml",
    ]
    assert (tmp_path / "secrets.yaml").stat().st_mode & 0o777 == 0o600
    (tmp_path / "secrets.yaml").write_text("mine")
    assert main(words) == 0
    assert (tmp_path / "secrets.yaml").read_text() == "mine"
    (tmp_path / "duel.yaml").write_text("# changed by hand\n")
    capsys.readouterr()
    assert main(words) == 2
    assert "is there already, and differs" in capsys.readouterr().err
    assert (tmp_path / "duel.yaml").read_text() == "# changed by hand\n"
    assert main(["export", "esphome", str(tmp_path / "none.json")]) == 2
    assert "can't be read" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(("name", "reader"), NODES.items())
def test_esphome_finds_nothing_wrong_with_a_node(name: str, reader: str, tmp_path: Path) -> None:
    if not CHECKER.is_file():
        pytest.skip("esphome isn't installed; `make esphome` installs it into build/esphome and runs this")
    extra = ["--reader", reader] if reader else []
    check_node([str(BOARDS / f"{name}.json"), *extra], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("what", ODD)
def test_esphome_finds_nothing_wrong_with_an_odd_board(what: str, tmp_path: Path) -> None:
    if not CHECKER.is_file():
        pytest.skip("esphome isn't installed; `make esphome` installs it into build/esphome and runs this")
    (tmp_path / "odd.json").write_text(json.dumps(odd_board(what)), encoding="utf-8")
    check_node([str(tmp_path / "odd.json")], tmp_path)


def check_node(board_words: list[str], tmp_path: Path) -> None:
    """Export a board as a node, and have ESPHome itself look at it."""
    assert main(["export", "esphome", *board_words, "--name", "node", "--out", str(tmp_path)]) == 0
    checked = subprocess.run(
        [CHECKER, "config", str(tmp_path / "node.yaml")], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, "Configuration is valid" in checked.stdout + checked.stderr) == (0, True), (
        checked.stdout + checked.stderr
    )
