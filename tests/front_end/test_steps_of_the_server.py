"""The pages' script makes the server's steps whole again."""

import json
from pathlib import Path
from random import Random
from typing import Any

from dashboard.web.telling.hub import Hub
from tests.front_end.conftest import RunNode

READ = """
import { readFileSync } from "node:fs";
import { books } from "../../dashboard/web/static/line/patching.js";
const told = books();
const texts = JSON.parse(readFileSync(process.argv[1], "utf8"));
console.log(JSON.stringify(texts.map((text) => told.whole(JSON.parse(text))?.data ?? "refused")));
"""


def changed(tree: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A position after something happened: pieces move, go, come; numbers, words and texts change."""
    pieces = [one for one in tree["pieces"] if chance.random() > 0.05]
    for one in chance.sample(pieces, min(2, len(pieces))):
        at = pieces.index(one)
        pieces[at] = {
            **one,
            "cell": chance.choice(["e5", None, "ằ\n\u2028😀\\"]),
            "x_mm": chance.gauss(0, 200),
        }
    name = f"w.inf.{chance.randrange(100)}"
    if all(one["piece"] != name for one in pieces):
        pieces.insert(chance.randrange(len(pieces) + 1), {"piece": name, "cell": "a1", "x_mm": -0.0})
    return {
        "round": chance.choice([1, 1.0, True, 1e-9, "1"]),
        "pieces": pieces,
        "recent": [*tree["recent"], {"kind": "settled", "at": chance.random()}][-5:],
        "paths": [[chance.choice("abc") for _ in range(3)] for _ in range(4)],
        **({"note": {"1": [], "a": {}}} if chance.random() < 0.5 else {}),
    }


def test_the_page_makes_of_steps_what_the_server_meant(node: RunNode, tmp_path: Path) -> None:
    chance, hub = Random(11), Hub()  # noqa: S311 # trees, not secrets
    tablet, plain = hub.join(steps=True), hub.join()
    tree: dict[str, Any] = {
        "pieces": [{"piece": f"n.inf.{n}", "cell": "b2"} for n in range(20)],
        "recent": [],
    }
    texts: list[str] = []
    meant: list[Any] = []
    for _ in range(150):
        tree = changed(tree, chance)
        hub.keep("match", "", tree)
        texts += iter(tablet.take, None)
        meant += [json.loads(text)["data"] for text in iter(plain.take, None)]
    said = tmp_path / "told.json"
    said.write_text(json.dumps(texts), encoding="utf-8")
    ran = node("--input-type=module", "--eval", READ, str(said))
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == meant
    assert sum('"steps"' in text for text in texts) > len(texts) / 2
