"""The rules of Dozen War once more, slowly: a second opinion for the engine's tests.

It works on saved positions (plain dicts) with doubled coordinates and nested loops, follows the default
readings, and shares no code with the engine.
"""

from copy import deepcopy
from typing import Any

Position = dict[str, Any]
Action = dict[str, Any]

WIDTHS = (12, 13, 12, 13, 12, 13, 12, 13, 12, 13, 12)
VOLCANO = "g6"
CASTLES = {
    "w": ("c3", "d1", "a4"),
    "s": ("j3", "i1", "m4"),
    "e": ("j9", "i11", "m8"),
    "n": ("c9", "d11", "a8"),
}
KINDS = ("infantry", "cavalry", "archer")
SIX = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
GENERALS = {
    "infantry": ("est", "kazu", "rodoc"),
    "cavalry": ("mask", "soul", "siri"),
    "archer": ("raen", "xacnas", "lucy"),
    "alchemist": ("grim", "neuro", "ranus"),
}


def spot(cell: str) -> tuple[int, int]:
    row = int(cell[1:])
    return 2 * (ord(cell[0]) - ord("a")) + row % 2, row


def cell_at(x: int, y: int) -> str | None:
    if not 1 <= y <= len(WIDTHS) or (x - y % 2) % 2:
        return None
    column = (x - y % 2) // 2
    return f"{chr(ord('a') + column)}{y}" if 0 <= column < WIDTHS[y - 1] else None


CELLS = tuple(cell for y in range(1, 12) for x in range(27) if (cell := cell_at(x, y)))


def next_to(cell: str) -> list[str]:
    x, y = spot(cell)
    return [near for dx, dy in SIX if (near := cell_at(x + dx, y + dy))]


def kind_of(name: str) -> str:
    parts = name.split(".")
    if parts[1] == "castle":
        return "castle"
    if parts[1] == "gen":
        return next(kind for kind, slugs in GENERALS.items() if parts[2] in slugs)
    return {"inf": "infantry", "cav": "cavalry", "arc": "archer"}[parts[1]]


def is_general(name: str) -> bool:
    return ".gen." in name


def full_hp(name: str) -> int:
    if is_general(name):
        return 3
    return 2 if kind_of(name) in ("infantry", "castle") else 1


def seat_of(position: Position, name: str) -> str:
    return str(next(seat for seat in position["seats"] if seat[0] == name[0]))


def castle_cell(name: str) -> str:
    return CASTLES[name[0]][KINDS.index(name.split(".")[2])]


def standing(position: Position) -> dict[str, str]:
    return {name: castle_cell(name) for name, facts in position["castles"].items() if facts["hp"] > 0}


def on_board(position: Position) -> dict[str, str]:
    return {name: facts["at"] for name, facts in position["pieces"].items() if "at" in facts}


def there(position: Position, cell: str) -> list[str]:
    return [name for name, at in on_board(position).items() if at == cell]


def mountains(position: Position) -> set[str]:
    return set(position["mountains"]) | ({VOLCANO} if position["warp"] == "closed" else set())


def passes(position: Position, name: str, cell: str) -> bool:
    """Whether a unit could go on from this cell."""
    if cell in mountains(position):
        return False
    if any(at == cell and castle[0] != name[0] for castle, at in standing(position).items()):
        return False
    others = there(position, cell)
    if any(other[0] != name[0] for other in others):
        return False
    generals = [other for other in others if is_general(other)]
    return not generals if is_general(name) else len(others) - len(generals) < 5


def enters(position: Position, name: str, cell: str) -> bool:
    if cell in mountains(position):
        climber = not is_general(name) and kind_of(name) in ("infantry", "archer")
        return climber and not there(position, cell)
    return passes(position, name, cell)


def goals(position: Position, name: str) -> set[str]:
    start = position["pieces"][name]["at"]
    found: set[str] = set()

    def walk(cell: str, steps: int) -> None:
        if not steps:
            return
        for near in next_to(cell):
            if near != start and enters(position, name, near):
                found.add(near)
            if passes(position, name, near):
                walk(near, steps - 1)

    walk(start, 3 if kind_of(name) == "cavalry" else 1)
    return found


def range_cells(position: Position, name: str) -> set[str]:
    start = position["pieces"][name]["at"]
    if kind_of(name) != "archer":
        return set(next_to(start))
    found = set()
    x, y = spot(start)
    for dx, dy in SIX:
        for steps in range(1, (4 if start in mountains(position) else 3) + 1):
            cell = cell_at(x + steps * dx, y + steps * dy)
            if cell is None:
                break
            found.add(cell)
            if cell in mountains(position):
                break
    return found


def aims(position: Position, name: str) -> list[str]:
    reach = range_cells(position, name)
    found = [one for one, at in on_board(position).items() if at in reach and one[0] != name[0]]
    for castle, at in standing(position).items():
        guards = [one for one in there(position, at) if one[0] == castle[0] and not is_general(one)]
        if at in reach and castle[0] != name[0] and not guards:
            found.append(castle)
    return found


def splashed(position: Position, name: str, target: str) -> list[str]:
    if kind_of(name) != "cavalry" or kind_of(target) == "castle" or position["pieces"][target]["hp"] > 1:
        return []
    goal = position["pieces"][target]["at"]
    if goal in mountains(position):
        return []
    beside = [one for one in there(position, goal) if one != target]
    if beside:
        return beside
    (x, y), (tx, ty) = spot(position["pieces"][name]["at"]), spot(goal)
    behind = cell_at(2 * tx - x, 2 * ty - y)
    return [one for one in there(position, behind) if one[0] != name[0]] if behind else []


def guards_of(position: Position, target: str) -> list[str]:
    at = castle_cell(target) if kind_of(target) == "castle" else position["pieces"][target]["at"]
    return [
        name
        for name, stands in on_board(position).items()
        if name[0] == target[0]
        and name != target
        and kind_of(name) == "infantry"
        and (stands == at or stands in next_to(at))
    ]


def legal(position: Position) -> list[Action]:
    if position["phase"] == "over":
        return []
    if position.get("pending"):
        blocks: list[Action] = [
            {"block": name} for name in guards_of(position, position["pending"][-1]["target"])
        ]
        return [*blocks, {"accept": True}]
    seat, found = position["turn"], list[Action]()
    homes = [at for castle, at in standing(position).items() if castle[0] == seat[0]]
    for name, facts in position["pieces"].items():
        if name[0] != seat[0]:
            continue
        if facts.get("dead"):
            if position["coins"][seat] >= 4:
                found += [
                    {"revive": name, "at": home}
                    for home in homes
                    if not any(is_general(other) for other in there(position, home))
                ]
            continue
        if facts.get("acted"):
            continue
        if not facts.get("moved"):
            found += [{"move": name, "to": cell} for cell in goals(position, name)]
        for target in aims(position, name):
            plain: Action = {"attack": name, "target": target}
            victims = splashed(position, name, target)
            found += [{**plain, "splash": victim} for victim in victims] or [plain]
        held = any(other[0] == seat[0] for other in there(position, VOLCANO))
        if position["warp"] == "open" and held and facts["at"] in homes and passes(position, name, VOLCANO):
            found.append({"warp": name})
    return [*found, {"end_turn": True}]


def after(position: Position, action: Action) -> Position:
    new = deepcopy(position)
    pieces = new["pieces"]
    if "move" in action:
        pieces[action["move"]].update(at=action["to"], moved=True)
    elif "warp" in action:
        pieces[action["warp"]]["at"] = VOLCANO
    elif "revive" in action:
        pieces[action["revive"]] = {"at": action["at"], "hp": 3}
        new["coins"][new["turn"]] -= 4
    elif "attack" in action:
        pieces[action["attack"]]["acted"] = True
        hit = {
            "attack": action["attack"],
            "target": action["target"],
            "splash": action.get("splash"),
            "damage": 1,
        }
        if guards_of(new, action["target"]):
            new["pending"] = [hit]
        else:
            _land(new, hit)
    elif "block" in action:
        hit = new.pop("pending")[-1]
        _hurt(new, hit["attack"], action["block"])
    elif "accept" in action:
        _land(new, new.pop("pending")[-1])
    else:
        _end_turn(new)
    return _with_winner(new)


def _land(position: Position, hit: dict[str, Any]) -> None:
    _hurt(position, hit["attack"], hit["target"])
    gone = hit["target"] not in on_board(position) and hit["target"] not in standing(position)
    if hit["splash"] and gone:
        _hurt(position, hit["attack"], hit["splash"])


def _hurt(position: Position, by: str, name: str) -> None:
    seat = seat_of(position, by)
    facts = position["castles"][name] if kind_of(name) == "castle" else position["pieces"][name]
    facts["hp"] -= 1
    if facts["hp"]:
        return
    if kind_of(name) == "castle":
        position["coins"][seat] += 1
        position["merit"][seat]["castles"] += 1
    elif is_general(name):
        position["coins"][seat] += 1
        position["merit"][seat]["kills"] += 1
        position["pieces"][name] = {"dead": True}
    else:
        del position["pieces"][name]


def _lives(position: Position, seat: str) -> bool:
    return any(name[0] == seat[0] for name in [*on_board(position), *standing(position)])


def _with_winner(position: Position) -> Position:
    if sum(_lives(position, seat) for seat in position["seats"]) < 2:
        position["phase"] = "over"
    return position


def _end_turn(position: Position) -> None:
    seats = position["seats"]
    later = [seat for seat in seats[seats.index(position["turn"]) + 1 :] if _lives(position, seat)]
    if not later:
        if position["round"] >= 2:
            position["events_drawn"] += 1
        if position["events_drawn"] >= 7 or position["round"] >= 11:
            position["phase"] = "over"
            return
        position["round"] += 1
        if position["round"] >= 3:
            position["warp"] = "open"
        for seat in seats:
            if _lives(position, seat):
                position["coins"][seat] += 1
        for castle, at in standing(position).items():
            _recruit(position, castle, at)
        later = [seat for seat in seats if _lives(position, seat)]
    position["turn"] = later[0]
    for name, facts in position["pieces"].items():
        if name[0] == later[0][0]:
            facts.pop("moved", None)
            facts.pop("acted", None)


def _recruit(position: Position, castle: str, at: str) -> None:
    short = {"infantry": "inf", "cavalry": "cav", "archer": "arc"}[castle.split(".")[2]]
    free = [name for n in range(1, 9) if (name := f"{castle[0]}.{short}.{n}") not in position["pieces"]]
    soldiers = [name for name in there(position, at) if not is_general(name)]
    if free and len(soldiers) < 5:
        position["pieces"][free[0]] = {"at": at, "hp": full_hp(free[0])}


def count(position: Position, depth: int) -> int:
    """Number of ways to play this many actions from here."""
    actions = legal(position)
    if depth == 1:
        return len(actions)
    return sum(count(after(position, action), depth - 1) for action in actions)
