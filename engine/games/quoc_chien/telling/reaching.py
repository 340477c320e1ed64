"""Distances for a seat's eyes: how far each other player is, and which of them it reaches."""

from collections.abc import Callable, Iterator

from engine.core.ids import Seat
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.core.views import UseView
from engine.games.quoc_chien.position.distance import FAR, distance, reach
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.texts import TEXTS


def distances(state: State, seat: Seat, label: Callable[[Seat], Phrase]) -> Iterator[UseView]:
    """Yield a seat's reach, and for each distance the seats that are so far away, nearest first.

    Only open facts count; a hidden general's skill counts once it's shown. A seat out of play has no
    distances.
    """
    if seat in state.out:
        return
    reached = reach(state, seat)
    yield UseView("reach", "known", TEXTS.say("reached.own", number=reached))
    far: dict[int, list[Seat]] = {}
    for other in alive(state, seat, others=True):
        far.setdefault(distance(state, seat, other), []).append(other)
    for number, others in sorted(far.items()):
        key = "away" if number == FAR else "within" if number <= reached else "beyond"
        seats = joined([label(one) for one in others])
        yield UseView(f"distance.{number}", "known", TEXTS.say(f"reached.{key}", number=number, seats=seats))
