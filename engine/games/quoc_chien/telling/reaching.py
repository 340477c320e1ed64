"""What a seat reads of distances: how far it sees each other player, and whom it can attack."""

from collections.abc import Callable, Iterator

from engine.core.ids import Seat
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.core.views import UseView
from engine.games.quoc_chien.position.distance import FAR, distance, reach
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.texts import TEXTS


def distances(state: State, seat: Seat, label: Callable[[Seat], Phrase]) -> Iterator[UseView]:
    """Yield how far a seat reaches, and for each distance who is so far away, nearest first.

    By what lies open: a hidden general's skill counts once it's shown. Nothing for who isn't in play.
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
