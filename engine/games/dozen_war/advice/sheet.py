"""The whole sheet at once: what every piece can do, the threats to it, and the things left to do."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.core.advice import Advice, Aims, Stop, TableAdvice
from engine.core.ids import Cell, PieceId, RuleId
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import Texts
from engine.games.dozen_war.actions.actions import Action, Attack, Block, Dig, Move, Place, Revive, Warp
from engine.games.dozen_war.advice.left import left_to_do
from engine.games.dozen_war.advice.paths import LINE_RULE, line_stops, paths, way_stops
from engine.games.dozen_war.advice.threats import Threats, threats
from engine.games.dozen_war.arms import Arm, arm_label
from engine.games.dozen_war.combat.combat import guards
from engine.games.dozen_war.content.rules import REVIVAL_COINS, Rules
from engine.games.dozen_war.content.targets import SLOT_KINDS
from engine.games.dozen_war.ground.reach import blockers, may_attack, range_from
from engine.games.dozen_war.ground.ways import Barriers, barriers, steps_of
from engine.games.dozen_war.legality.legal import ActionTable, board_actions, placing_actions
from engine.games.dozen_war.position.field import cells_in
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    ARM_OF,
    IS_CASTLE,
    IS_GENERAL,
    SEAT_OF,
    castle_arm,
    seat_label,
)
from engine.games.dozen_war.position.state import Phase, State
from engine.games.dozen_war.telling.views import decider
from engine.games.dozen_war.using.skills import slug_of
from engine.games.dozen_war.using.usable import legal_skills


def table_advice(table: ActionTable, texts: Texts, state: State) -> TableAdvice:
    """Return the advice for every piece on the board and every general off it, and what is left to do."""
    sheet = _Sheet(table.rules, texts, state, _actions(table, state), threats(table.rules, state))
    advice = tuple(_advice(sheet, piece) for piece in _pieces(sheet))
    return TableAdvice(advice, left_to_do(table.rules, texts, state, advice))


def advice_of(table: ActionTable, texts: Texts, state: State, name: PieceId) -> Advice:
    """Return the advice for one piece; terrain and pieces of another game have none."""
    piece = table.rules.roster.index.get(name)
    if piece is None or not state.owns(piece):
        return Advice(name)
    sheet = _Sheet(table.rules, texts, state, _actions(table, state), threats(table.rules, state))
    return _advice(sheet, piece)


@dataclass(slots=True)
class _Actions:
    """The legal actions of one piece, sorted by kind."""

    moves: list[Cell] = field(default_factory=list)
    """The cells that it may move to."""
    attacks: dict[PieceId, list[PieceId]] = field(default_factory=dict)
    """The pieces that it may attack, each with the second victims that its splash may hit."""
    digs: list[Cell] = field(default_factory=list)
    """The cells where it may dig."""
    warps: list[Cell] = field(default_factory=list)
    """The warp point's cell, where it may warp."""
    entries: list[Cell] = field(default_factory=list)
    """The cells where it may come onto the board: revived, placed or deployed."""
    blocks: list[PieceId] = field(default_factory=list)
    """The units that it may block for."""
    skills: dict[int, tuple[set[str], set[str]]] = field(default_factory=dict)
    """The skills that it may use, by number: the pieces and the cells that each may be aimed at."""


_NOTHING = _Actions()


@dataclass(slots=True)
class _Sheet:
    """The advice on one position; facts that several pieces share are worked out once."""

    rules: Rules
    """The board, names, readings and content of the match."""
    texts: Texts
    """The sentences of the game."""
    state: State
    """The position."""
    actions: Mapping[PieceId, _Actions]
    """The legal actions by piece."""
    threats: Threats
    """The possible effects of every unit's next turn."""
    barred: dict[tuple[int, bool], Barriers] = field(default_factory=dict)
    """The barriers by seat and rank: each seat's soldiers, and each seat's generals."""
    stops: dict[tuple[int, int, Arm, bool, bool], tuple[Stop, ...]] = field(default_factory=dict)
    """The ends of units' ways and lines: by cell, seat and arm, by whether they can walk and whether they can
    strike."""
    names: dict[int, tuple[Cell, ...]] = field(default_factory=dict)
    """The names of the cells in a mask, by mask."""
    guarding: dict[int, tuple[PieceId, ...]] = field(default_factory=dict)
    """The units that could block for a piece, by piece."""
    walks: dict[tuple[int, int, bool], dict[int, tuple[int, ...]]] = field(default_factory=dict)
    """The path to each goal: by cell and seat (in the bits above the cell), by steps, and by rank."""

    def cells(self, mask: int) -> tuple[Cell, ...]:
        """Return the names of a mask's cells; pieces in one hex share their masks."""
        found = self.names.get(mask)
        if found is None:
            names = self.rules.field.cells
            found = self.names[mask] = tuple([names[cell] for cell in cells_in(mask)])
        return found

    def ids(self, pieces: Iterable[int]) -> tuple[PieceId, ...]:
        """Return the ids of pieces."""
        ids = self.rules.roster.ids
        return tuple([ids[piece] for piece in pieces])

    def barriers(self, piece: int) -> Barriers:
        """Return the barriers for units of a piece's seat and rank."""
        key = (SEAT_OF[piece], IS_GENERAL[piece])
        found = self.barred.get(key)
        if found is None:
            found = self.barred[key] = barriers(self.rules, self.state, key[0], general=key[1])
        return found


def _pieces(sheet: _Sheet) -> Iterator[int]:
    """Yield the players' pieces on the board, their generals off it, and pieces that may still come."""
    state, ids = sheet.state, sheet.rules.roster.ids
    placing = state.phase is Phase.PLACING
    for piece, cell in enumerate(state.at[: len(ids)]):
        general = IS_GENERAL[piece] and state.generals >> piece & 1
        if cell != OFF or general or (placing and ids[piece] in sheet.actions):
            yield piece


def _actions(table: ActionTable, state: State) -> dict[PieceId, _Actions]:
    """Return the legal actions by piece: the very ones that the game lists, so that advice can't differ."""
    rules, found = table.rules, defaultdict[PieceId, _Actions](_Actions)
    for action in _open_actions(table, state):
        match action:
            case Move():
                found[action.piece].moves.append(action.to)
            case Attack():
                second = found[action.piece].attacks.setdefault(action.target, [])
                if action.splash is not None:
                    second.append(action.splash)
            case Dig():
                found[action.piece].digs.append(action.at)
            case Warp():
                found[action.piece].warps.append(rules.field.cells[rules.field.volcano])
            case Place() | Revive():
                found[action.piece].entries.append(action.at)
            case Block():
                found[action.piece].blocks.append(rules.roster.ids[state.stack[-1].target])
            case _:
                pass
    if not state.agenda and state.phase is Phase.PLAYING:
        for skill in legal_skills(rules, state):
            cells, pieces = found[skill.piece].skills.setdefault(skill.number, (set(), set()))
            for slot, things in skill.chosen:
                if SLOT_KINDS[slot] == "cell":
                    cells.update(things)
                elif SLOT_KINDS[slot] == "piece":
                    pieces.update(things)
    return found


def _open_actions(table: ActionTable, state: State) -> Iterable[Action]:
    """Return the legal actions of pieces on the board, or coming onto it."""
    if state.phase is Phase.OVER or state.agenda:
        return ()
    if state.phase is Phase.PLACING:
        return placing_actions(table.rules, state)
    if state.stack:
        ids = table.rules.roster.ids
        return [Block(ids[unit]) for unit in guards(table.rules, state, state.stack[-1])]
    return board_actions(table, state)


def _advice(sheet: _Sheet, piece: int) -> Advice:
    rules, state = sheet.rules, sheet.state
    name = rules.roster.ids[piece]
    actions = sheet.actions.get(name, _NOTHING)
    note = _note(sheet, piece, actions)
    if state.at[piece] == OFF:
        return Advice(name, entries=tuple(actions.entries), note=note)
    foes = sheet.threats.against[piece]
    danger = sheet.threats.danger(piece)
    if IS_CASTLE[piece]:
        return Advice(name, threats=sheet.ids(foes), danger=danger, note=note)
    menace = sheet.threats.menaces[piece]
    attacks = actions.attacks
    return Advice(
        piece=name,
        moves=tuple(actions.moves),
        paths=_paths(sheet, piece, actions.moves),
        attacks=tuple(attacks),
        splash=tuple([(target, tuple(second)) for target, second in attacks.items() if second]),
        guards=_guards(sheet, piece, attacks),
        digs=tuple(actions.digs),
        warps=tuple(actions.warps),
        entries=tuple(actions.entries),
        blocks=tuple(actions.blocks),
        skills=_aims(rules, piece, actions) if actions.skills else (),
        range_cells=sheet.cells(range_from(rules, state, piece, state.at[piece])),
        stops=_stops(sheet, piece),
        next_moves=sheet.cells(menace.stands & ~(1 << state.at[piece])),
        next_hits=sheet.cells(menace.cells),
        damage=menace.damage,
        threats=sheet.ids(foes),
        danger=danger,
        note=note,
    )


def _paths(sheet: _Sheet, piece: int, moves: list[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """The ways longer than one step (DW-6.1)."""
    rules, state = sheet.rules, sheet.state
    steps = steps_of(state, piece) if moves else 0
    if steps < 2:
        return ()
    key = (state.at[piece] | SEAT_OF[piece] << 8, steps, IS_GENERAL[piece])
    walks = sheet.walks.get(key)
    if walks is None:
        passable = rules.field.everywhere & ~sheet.barriers(piece).impassable
        walks = sheet.walks[key] = paths(rules.field, state.at[piece], steps, passable)
    names, index = rules.field.cells, rules.field.index
    return tuple([tuple([names[cell] for cell in way]) for to in moves if len(way := walks[index[to]]) > 1])


def _guards(
    sheet: _Sheet, piece: int, attacks: Iterable[PieceId]
) -> tuple[tuple[PieceId, tuple[PieceId, ...]], ...]:
    """Yield each target of a piece that could be hit, with the units that could block for it (DW-5.3)."""
    if sheet.state.changed(piece).unguarded:
        return ()
    found = []
    for target in attacks:
        number = sheet.rules.roster.index[target]
        able = sheet.guarding.get(number)
        if able is None:
            able = sheet.guarding[number] = sheet.ids(blockers(sheet.rules, sheet.state, number))
        if able:
            found.append((target, able))
    return tuple(found)


def _aims(rules: Rules, piece: int, actions: _Actions) -> tuple[Aims, ...]:
    slug = slug_of(piece)
    return tuple(
        Aims(
            f"{slug}.{number}",
            rules.pack.skill(slug, number).names.phrase,
            tuple(Cell(cell) for cell in sorted(cells, key=lambda one: rules.field.index[Cell(one)])),
            tuple(PieceId(one) for one in sorted(pieces, key=lambda one: rules.roster.index[PieceId(one)])),
        )
        for number, (cells, pieces) in actions.skills.items()
    )


def _stops(sheet: _Sheet, piece: int) -> tuple[Stop, ...]:
    state = sheet.state
    own_turn = SEAT_OF[piece] == state.turn
    walks = not own_turn or bool(steps_of(state, piece) and not state.done.acted >> piece & 1)
    strikes = not own_turn or may_attack(state, piece)
    if piece in state.changes:
        return tuple(_found_stops(sheet, piece, walks=walks, strikes=strikes))
    key = (state.at[piece], SEAT_OF[piece], ARM_OF[piece], walks, strikes)
    if IS_GENERAL[piece]:
        return tuple(_found_stops(sheet, piece, walks=walks, strikes=strikes))
    found = sheet.stops.get(key)
    if found is None:
        found = sheet.stops[key] = tuple(_found_stops(sheet, piece, walks=walks, strikes=strikes))
    return found


def _found_stops(sheet: _Sheet, piece: int, *, walks: bool, strikes: bool) -> Iterator[Stop]:
    rules, state, texts = sheet.rules, sheet.state, sheet.texts
    if walks:
        for rule, reason, cells in way_stops(rules, state, piece, sheet.barriers(piece)):
            yield Stop("way", RuleId(rule), texts.say(f"violations.{reason}.stops"), sheet.cells(cells))
    cells = line_stops(rules, state, piece) if strikes else 0
    if cells:
        yield Stop(
            "line", RuleId(LINE_RULE), texts.say("violations.mountain_between.stops"), sheet.cells(cells)
        )


def _note(sheet: _Sheet, piece: int, actions: _Actions) -> Phrase:
    rules, texts, state = sheet.rules, sheet.texts, sheet.state
    seat = SEAT_OF[piece]
    if state.phase is Phase.OVER:
        return texts.say("notes.over")
    if state.at[piece] == OFF:
        return _note_off_board(texts, state, piece)
    if IS_CASTLE[piece]:
        owner = seat_label(rules.roster.seats[seat])
        return texts.say("notes.castle", seat=owner, kind=arm_label(castle_arm(piece)))
    if state.agenda:
        seats = decider(rules, state).seats
        return texts.say("notes.others_choose", seat=seat_label(seats[0])) if seats else SILENCE
    if state.stack:
        hit = state.stack[-1]
        if actions.blocks:
            return texts.say("notes.may_block", target=rules.roster.ids[hit.target])
        return texts.say("notes.others_answer", seat=seat_label(rules.roster.seats[SEAT_OF[hit.target]]))
    if seat != state.turn:
        return texts.say("notes.others_turn", seat=seat_label(rules.roster.seats[state.turn]))
    return texts.say("notes.ended") if state.done.acted >> piece & 1 else SILENCE


def _note_off_board(texts: Texts, state: State, piece: int) -> Phrase:
    if IS_GENERAL[piece] and state.hp[piece]:
        return texts.say("notes.to_place")
    if IS_GENERAL[piece]:
        return texts.say("notes.may_return", needed=REVIVAL_COINS)
    return texts.say("notes.off_board")
