"""Places of pieces on a table without cameras: a piece that nothing contradicts lies as the match has it.

Pure.

Switches feel that something lies somewhere. If pieces were only followed from lift to lift, one mistake would
make the next piece wrong as well. So each settled look is compared with the match's layout. A piece is
missing only if its own cell is clear, or a reader there doesn't name it. A cell is strange only if no piece
should lie there. Missing pieces are matched with strange cells where there is only one way, and stay open
where there are several.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot
from engine.session.seen.sighting import Leftovers, Sighting, Watch


def presumed(
    seen: Sighting, layout: Layout, lies: Leftovers, *, strangers: frozenset[Cell] = frozenset()
) -> Sighting:
    """Return a sighting where every piece that isn't contradicted lies as the layout has it.

    `lies`: how pieces are known to lie otherwise. `strangers`: cells where something unknown lies that was
    reported already.
    """
    if seen.switches is None:
        return seen
    elsewhere = {piece: spot for piece, spot in lies.items() if _cell(spot) != _cell(layout.get(piece))}
    # A piece was due where something came and left again meanwhile: it was put there and moved on.
    put = frozenset(
        piece
        for piece, spot in elsewhere.items()
        if spot is None and _cell(layout.get(piece)) in seen.passed and piece not in seen.followed
    )
    elsewhere = {piece: spot for piece, spot in elsewhere.items() if piece not in put}
    return _Reading(seen, seen.switches, layout, elsewhere, strangers, put).sighting()


@dataclass(frozen=True, slots=True)
class _Reading:
    """One look of the switches, beside a layout."""

    seen: Sighting
    """The sighting."""
    switches: Watch
    """The pieces that switches notice, and the cells that they cover."""
    layout: Layout
    """The layout."""
    lies: Leftovers
    """The pieces that are known to lie elsewhere, or nowhere."""
    strangers: frozenset[Cell]
    """The cells where something unknown lies."""
    put: frozenset[PieceId]
    """Pieces that came since the last judged look and have left again. Their names were unknown when they
    were lifted."""

    def sighting(self) -> Sighting:
        seen = self.seen
        named = {piece: spot for piece, spot in seen.spots.items() if piece not in seen.followed}
        places, missing = self._placed(named)
        strange = self._strange({*places.values(), *(spot.cell for spot in named.values())})
        left, came = list(missing), strange
        # A piece that left only now is likelier in a hand, or in the newly covered cell, than one that was
        # missing before.
        for piece in sorted(missing, key=lambda one: one in self.lies):
            cell = self._followed_to(piece)
            is_late = piece in self.lies and any(one not in self.lies for one in missing)
            if cell is None or cell not in strange or is_late:
                continue
            if any(one in self.put for one in missing if one != piece):
                continue  # a piece that can't be followed may have come there as well
            if piece in self.lies or not self._is_perhaps_another(piece, left, came):
                places[piece] = cell
                missing.remove(piece)
                strange -= {cell}
        fresh = [piece for piece in missing if piece not in self.lies]
        if len(fresh) == 1:
            (piece,) = fresh
            open_to = [cell for cell in strange if self._may_have_come(piece, cell)]
            if len(open_to) == 1:
                places[piece] = open_to[0]
                missing.remove(piece)
                strange -= {open_to[0]}
        unnamed = self._unnamed(strange, fresh, missing, places, named)
        followed = {
            piece: one
            if (one := seen.spots.get(piece)) is not None and one.cell == cell
            else Spot(cell, None)
            for piece, cell in places.items()
        }
        return replace(
            seen,
            spots={**named, **followed},
            hidden=seen.hidden - places.keys() - set(missing),
            elsewhere={piece: self._surely_without(piece) for piece in missing},
            unnamed=unnamed,
            otherwise={},
            followed=frozenset(places),
        )

    def _is_perhaps_another(self, piece: PieceId, missing: list[PieceId], strange: frozenset[Cell]) -> bool:
        """Tell whether another piece that just left may lie in the cell where a piece was followed to.

        Readers name the piece that left a stack a moment later than a switch feels it in its new cell.
        """
        cell, otherwise = self._followed_to(piece), self.seen.otherwise
        if cell is None or not any(piece in otherwise.get(one, ()) for one in strange - {cell}):
            return False
        others = otherwise.get(cell, frozenset())
        return any(one != piece and one in others and one not in self.lies for one in missing)

    def _placed(self, named: Mapping[PieceId, Spot]) -> tuple[dict[PieceId, Cell], list[PieceId]]:
        """Return the cell of each felt piece that no reader names, and the felt pieces with unknown cells."""
        seen = self.seen
        places: dict[PieceId, Cell] = {}
        missing: list[PieceId] = []
        felt = [
            piece
            for piece in sorted(self.layout.keys() | self.lies.keys())
            if piece not in named and self._feels(piece)
        ]
        taken = {spot.cell for spot in named.values()}
        expected = {spot.cell for piece, spot in self.layout.items() if self._feels(piece)}
        # Another piece was followed to these cells: the one that lay there made room.
        came = {
            cell
            for piece in seen.followed
            if (cell := seen.spots[piece].cell) != _cell(self.layout.get(piece)) and piece not in self.lies
        }
        for piece in felt:
            at = _cell(self.layout.get(piece))
            if piece in self.lies:
                continue
            if at is None:
                continue
            moved_to = self._followed_to(piece) if at in came else None
            if moved_to is not None and moved_to not in (at, *expected):
                at = moved_to
            if self._may_lie(piece, at):
                places[piece] = at
                taken.add(at)
            else:
                missing.append(piece)
        for piece in felt:
            at, lay = _cell(self.layout.get(piece)), _cell(self.lies.get(piece))
            if piece not in self.lies:
                continue
            stays = lay is not None and self._may_lie(piece, lay)
            if lay is not None and stays and lay not in taken and self._followed_to(piece) == lay:
                places[piece] = lay
                taken.add(lay)
            elif at is None:
                continue
            elif self._may_lie(piece, at):
                places[piece] = at
                taken.add(at)
            elif lay is not None and stays:
                places[piece] = lay
            else:
                missing.append(piece)
        return places, missing

    def _strange(self, taken: Iterable[Cell]) -> frozenset[Cell]:
        """Return the cells with something in them where no piece is known to lie."""
        known = frozenset(taken)
        echoes = self.seen.echoes
        strange = self.seen.occupied - known - self.strangers
        return frozenset(cell for cell in strange if echoes.get(cell) not in known)

    def _unnamed(
        self,
        strange: frozenset[Cell],
        fresh: list[PieceId],
        missing: list[PieceId],
        places: Mapping[PieceId, Cell],
        named: Layout,
    ) -> dict[Cell, frozenset[PieceId | None]]:
        """Return the possible pieces in each cell: those that left their own, else those without a trace."""
        seen = self.seen
        left = frozenset(one for one in fresh if one in missing)
        likely = {cell: frozenset(one for one in left if self._may_have_come(one, cell)) for cell in strange}
        pairs = {frozenset((cell, seen.echoes.get(cell, cell))) for cell, some in likely.items() if some}
        found: dict[Cell, frozenset[PieceId | None]] = {}
        for cell in sorted(strange):
            somebody: frozenset[PieceId | None] = likely[cell] or left
            if not likely[cell] or len(pairs) > len(left):
                somebody |= frozenset((*self._unfelt(places, named), *missing, None))
            found[cell] = somebody
        return found

    def _unfelt(self, places: Mapping[PieceId, Cell], named: Layout) -> frozenset[PieceId]:
        """Return pieces that can come without clearing their own cell.

        They lay there with others, or no switch looks there: on a mountain, a piece is out of its reach.
        """
        high = Counter(
            (*places.values(), *(spot.cell for piece, spot in named.items() if self._feels(piece)))
        )
        covers = self.switches.covers
        return frozenset(
            piece
            for piece, cell in places.items()
            if high[cell] > 1 or (covers is not None and cell not in covers)
        )

    def _may_have_come(self, piece: PieceId, cell: Cell) -> bool:
        """Tell whether a piece was lifted before something arrived in a cell."""
        somebody = self.seen.unnamed.get(cell)
        return somebody is None or piece in somebody or piece in self.put

    def _followed_to(self, piece: PieceId) -> Cell | None:
        """Return the cell that lifts and puts lead a piece to; None: they don't tell."""
        return self.seen.spots[piece].cell if piece in self.seen.followed else None

    def _feels(self, piece: PieceId) -> bool:
        return self.switches.notices is None or piece in self.switches.notices

    def _may_lie(self, piece: PieceId, cell: Cell) -> bool:
        return cell not in self._surely_without(piece)

    def _surely_without(self, piece: PieceId) -> frozenset[Cell]:
        """Return the cells that a piece surely isn't in, because no reader names it there."""
        return self.seen.vacant.union(*(covers - self.seen.murky for covers in self._read(piece)))

    def _read(self, piece: PieceId) -> list[frozenset[Cell]]:
        """Return the cells where readers would name a piece, by reader."""
        return [
            watch.covers
            for watch in self.seen.watches
            if watch != self.switches
            and watch.covers is not None
            and (watch.notices is None or piece in watch.notices)
        ]


def _cell(spot: Spot | None) -> Cell | None:
    return spot.cell if spot is not None else None
