"""Where units may be put, and where lines and paths end for what is aimed."""

from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.targets import Through
from engine.games.dozen_war.ground.ways import Ways, barriers, foe_cells, ways
from engine.games.dozen_war.position.roster import soldiers_of
from engine.games.dozen_war.position.rules import Rules
from engine.games.dozen_war.position.stand import OFF
from engine.games.dozen_war.position.state import State

_, _UNITS, _ALL = tuple(Through)


def landing(rules: Rules, state: State, seat: int, *, general: bool, climbs: bool) -> int:
    """Return the cells where a unit may be put."""
    return vacant(ways(rules, state, seat)[general], foe_cells(state, seat), climbs=climbs)


def vacant(way: Ways, foes: int, *, climbs: bool) -> int:
    """Return the cells where a unit may be put that goes these ways."""
    open_cells = way.open & ~foes
    return open_cells | way.peaks if climbs else open_cells


def free_piece(state: State, seat: int, arm: Arm) -> int | None:
    """Return the lowest-numbered soldier of an arm that isn't on the board."""
    return next((piece for piece in soldiers_of(seat, arm) if state.at[piece] == OFF), None)


def stopping(state: State, through: Through) -> int:
    """Return the cells at which a line ends."""
    if through is _ALL:
        return 0
    if through is _UNITS:
        return state.obstacles
    stand = state.stand
    return state.obstacles | stand.occupied | stand.standing


def barring(rules: Rules, state: State, seat: int, through: Through, *, general: bool) -> int:
    """Return the cells that a path of a seat's soldier or general doesn't pass."""
    if through is _ALL:
        return 0
    if through is _UNITS:
        return state.obstacles | state.stand.foe_castles[seat]
    return barriers(rules, state, seat, general=general).impassable
