"""Tokens under mountains, map pieces, digging (DW-3.6, DW-13)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.core.decisions import Violation, broken
from engine.games.dozen_war.content.records import TokenRecord
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.position.field import bits
from engine.games.dozen_war.position.holdings import (
    FACE_DOWN,
    MAP,
    Task,
    Tokens,
    Work,
    added,
    counted,
    recounted,
    taken,
)
from engine.games.dozen_war.position.marks import NUMBING
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import IS_GENERAL, SEAT_OF, generals_of
from engine.games.dozen_war.position.state import State, altered

MAPS_TO_WIN = 5
"""The map pieces that win the match (DW-13.3)."""
KINDS = ("treasure", "curse")
"""The words in a setup for a token whose kind alone is known."""


def dig_sites(rules: Rules, state: State, piece: int) -> int:
    """Return the cells where a general on the board can dig (DW-13.1, DW-14.1)."""
    cell = state.at[piece]
    sites = state.tokens.buried & rules.field.around[cell]
    if rules.options.dig_under_enemy == "off":
        sites &= ~state.stand.foes[SEAT_OF[piece]]
    if not _on_entering(rules) and counted(state.tokens.dropped, cell):
        sites |= 1 << cell
    return sites


def _on_entering(rules: Rules) -> bool:
    reading = rules.options.dropped_token
    return reading == "enter"


def may_dig(state: State, piece: int) -> bool:
    """Tell whether a general may still dig in this turn, by its actions and marks (DW-9.3, DW-11.4)."""
    done = state.done
    if (done.acted | done.fought | done.skilled) >> piece & 1:
        return False
    return not (state.marks and state.changed(piece).statuses & NUMBING)


def turn_over(rules: Rules, state: State, piece: int) -> Violation:
    """Return the rule that keeps a unit from acting once it has attacked or dug."""
    name = rules.roster.ids[piece]
    if state.done.dug >> piece & 1:
        return broken("DW-13.1", "already_dug", piece=name)
    return broken("DW-18.2", "already_attacked", piece=name)


def dig_faults(rules: Rules, state: State, piece: int, site: int) -> Iterator[Violation]:
    """Yield the violations of a general on the board that digs at a cell."""
    name, cell = rules.roster.ids[piece], rules.field.cells[site]
    if not IS_GENERAL[piece]:
        yield broken("DW-13.1", "only_generals_dig", piece=name)
        return
    if state.done.dug >> piece & 1:
        yield broken("DW-13.1", "already_dug", piece=name)
    elif (state.done.acted | state.done.fought) >> piece & 1:
        yield broken("DW-18.2", "already_attacked", piece=name)
        yield broken("DW-13.1", "no_dig_after_acting", piece=name)
        yield broken("DW-9.3", "no_dig_after_acting", piece=name)
    if state.done.skilled >> piece & 1:
        yield broken("DW-9.3", "no_dig_after_skill", piece=name)
        yield broken("DW-13.1", "no_dig_after_skill", piece=name)
    if state.changed(piece).statuses & NUMBING:
        yield broken("DW-11.4", "too_numb_to_dig", piece=name)
    if dig_sites(rules, state, piece) >> site & 1:
        return
    distance = rules.field.distances[state.at[piece]][site]
    if rules.options.dig_under_enemy == "off" and state.stand.foes[SEAT_OF[piece]] >> site & 1:
        yield broken("DW-13.1", "enemy_on_mountain", cell=cell)
    if not any(one == site for one, _ in state.tokens.sites):
        for rule in ("DW-3.6", "DW-13.1"):
            yield broken(rule, "nothing_buried", cell=cell)
    if distance != 1:
        yield broken("DW-13.1", "too_far_to_dig", piece=name, cell=cell, distance=distance)
    elif not (state.obstacles | 1 << rules.field.volcano) >> site & 1:
        yield broken("DW-13.1", "no_mountain", cell=cell)


def dug(state: State, piece: int, site: int) -> State:
    """Return the position after a general begins to dig: its turn is over, and the token still unknown."""
    task = Task(Work.UNEARTH, seat=SEAT_OF[piece], piece=piece, cell=site)
    bit = 1 << piece
    return altered(
        state,
        done=altered(state.done, acted=state.done.acted | bit, dug=state.done.dug | bit),
        agenda=(task, *state.agenda),
    )


def unearthings(rules: Rules, state: State, task: Task) -> dict[str, Fraction]:
    """Return the tokens that may come up where a general digs, each with its likelihood."""
    tokens = state.tokens
    if counted(tokens.dropped, task.cell) and task.cell == state.at[task.piece]:
        return {MAP: Fraction(1)}
    found: dict[str, Fraction] = {}
    there = dict(tokens.sites)[task.cell]
    for token in there:
        for slug, chance in _meant(rules, tokens, token).items():
            found[slug] = found.get(slug, Fraction(0)) + chance / len(there)
    return dict(sorted(found.items()))


def _meant(rules: Rules, tokens: Tokens, token: str) -> dict[str, Fraction]:
    """Return the tokens that a token under a mountain may turn out to be."""
    if token == FACE_DOWN:
        return {slug: Fraction(tokens.pool.count(slug), len(tokens.pool)) for slug in set(tokens.pool)}
    if token in KINDS:
        kinds: dict[str, Mapping[str, TokenRecord]] = {
            "treasure": rules.pack.treasures,
            "curse": rules.pack.curses,
        }
        records = kinds[token]
        whole = sum(record.copies for record in records.values())
        return {slug: Fraction(record.copies, whole) for slug, record in records.items()}
    return {token: Fraction(1)}


def lying_at(state: State, cell: int) -> int:
    """Return the number of tokens on a cell, under its mountain or dropped there."""
    return len(dict(state.tokens.sites).get(cell, ())) + counted(state.tokens.dropped, cell)


def without_token(rules: Rules, state: State, task: Task, slug: str) -> State:
    """Return the position without the token that came up."""
    tokens = state.tokens
    if counted(tokens.dropped, task.cell) and task.cell == state.at[task.piece]:
        left = recounted(tokens.dropped, task.cell, counted(tokens.dropped, task.cell) - 1)
        return altered(state, tokens=replace(tokens, dropped=left))
    there = dict(tokens.sites)[task.cell]
    came = next(
        token
        for token in (slug, *KINDS, FACE_DOWN)
        if token in there and slug in _meant(rules, tokens, token)
    )
    sites = tuple((cell, taken(lying, came) if cell == task.cell else lying) for cell, lying in tokens.sites)
    pool = taken(tokens.pool, slug) if came == FACE_DOWN else tokens.pool
    return altered(state, tokens=replace(tokens, sites=tuple(one for one in sites if one[1]), pool=pool))


def fully_seen(state: State, cell: int) -> bool:
    """Tell whether the tokens under a mountain are determined, even if no player knows them."""
    return FACE_DOWN not in dict(state.tokens.sites).get(cell, ())


def peeked(state: State, cell: int, slug: str) -> State:
    """Return the position after one of the unknown tokens of a cell was looked at and put back."""
    tokens = state.tokens
    sites = tuple(
        (one, added(taken(lying, FACE_DOWN), slug) if one == cell else lying) for one, lying in tokens.sites
    )
    return altered(state, tokens=replace(tokens, sites=sites, pool=taken(tokens.pool, slug)))


def with_seen(state: State, seat: int, cell: int) -> State:
    """Return the position after a seat has looked at the tokens under a mountain."""
    seen = tuple(sorted({*state.tokens.seen, (seat, cell)}))
    return altered(state, tokens=replace(state.tokens, seen=seen))


def with_maps(state: State, general: int, number: int) -> State:
    """Return the position after a general has got this number of map pieces (DW-13.2)."""
    carried = state.tokens.carried
    more = recounted(carried, general, counted(carried, general) + number)
    return altered(state, tokens=replace(state.tokens, carried=more))


def maps_of(state: State, seat: int) -> int:
    """Return how many map pieces a player's generals carry."""
    carried = state.tokens.carried
    return sum(number for general, number in carried if SEAT_OF[general] == seat) if carried else 0


def holder_of_all(state: State) -> int | None:
    """Return the player who holds the five map pieces, if anybody does (DW-13.3)."""
    if not state.tokens.carried:
        return None
    return next((seat for seat in state.order if maps_of(state, seat) >= MAPS_TO_WIN), None)


def despoiled(state: State, dead: int, cell: int, *, by: int | None, seat: int | None) -> State:
    """Return the position after a killed general loses its map pieces (DW-13.4).

    `by` is the killing unit, if any; `seat` gets the kill. Without both, the map pieces stay where the
    general died.
    """
    number = counted(state.tokens.carried, dead)
    if not number:
        return state
    lost = altered(state, tokens=replace(state.tokens, carried=recounted(state.tokens.carried, dead, 0)))
    if by is not None and IS_GENERAL[by] and lost.at[by] != OFF:
        return with_maps(lost, by, number)
    if seat is None or seat == SEAT_OF[dead]:
        return with_dropped(lost, cell, number)
    return altered(lost, agenda=(*lost.agenda, Task(Work.ASSIGN, seat=seat, cell=cell, count=number)))


def with_dropped(state: State, cell: int, number: int) -> State:
    """Return the position with map pieces put on a hex."""
    dropped = state.tokens.dropped
    more = recounted(dropped, cell, counted(dropped, cell) + number)
    return altered(state, tokens=replace(state.tokens, dropped=more))


def receivers(state: State, seat: int) -> tuple[list[int], list[int]]:
    """Return the generals that a player may give map pieces to; without generals the cells to put them on."""
    alive = [one for one in generals_of(seat) if state.generals >> one & 1 and state.at[one] != OFF]
    return alive, [] if alive else list(bits(state.stand.soldiers[seat]))


def picked_up(rules: Rules, state: State) -> State:
    """Return the position after every general has taken the map pieces that lie in its hex (DW-13.4)."""
    if not _on_entering(rules):
        return state
    for cell, number in state.tokens.dropped:
        general = _general_on(state, state.stand.hosts.get(cell, ()))
        if general is not None:
            state = with_maps(state, general, number)
            left = recounted(state.tokens.dropped, cell, 0)
            state = altered(state, tokens=replace(state.tokens, dropped=left))
    return state


def _general_on(state: State, units: Sequence[int]) -> int | None:
    return next((unit for unit in units if IS_GENERAL[unit] and state.at[unit] != OFF), None)


def buried(rules: Rules, order: tuple[int, ...]) -> Tokens:
    """Return the tokens of the standard opening: face down, so that nobody knows which lies where.

    Each mountain hides one token, and some hide two, as many as the pack says: the mountains nearest to the
    volcano, then the one nearest to the castles of the last player. The volcano hides a token too, beside the
    warp point.
    """
    pack, field = rules.pack, rules.field
    pool = [MAP] * pack.tokens.maps
    pool += [slug for one in (pack.treasures, pack.curses) for slug, record in one.items()
             for _ in range(record.copies)]  # fmt: skip
    homes = field.castles[order[-1]]
    far = field.distances
    mountains = sorted(
        bits(field.mountains & ~(1 << field.volcano)),
        key=lambda cell: (far[field.volcano][cell], sum(far[home][cell] for home in homes), cell),
    )
    sites = dict.fromkeys(mountains, 1)
    hides_one = rules.options.volcano_token
    if hides_one == "on":
        sites[field.volcano] = 1
    left = len(pool) - sum(sites.values())
    for cell in mountains[:left]:
        sites[cell] += 1
    return Tokens(
        tuple((cell, (FACE_DOWN,) * number) for cell, number in sorted(sites.items())), tuple(sorted(pool))
    )
