"""The faults of an action, in words."""

from collections.abc import Iterable

from engine.core.decisions import Violation
from engine.core.game import A, Game, S
from engine.core.ids import RuleId
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.session.texts import TEXTS


def reasons(game: Game[S, A], broken: Iterable[Violation]) -> Phrase:
    """Return each reason once, after all rules that give it."""
    found: dict[Phrase, list[RuleId]] = {}
    for one in broken:
        found.setdefault(game.violation_text(one), []).append(one.rule)
    said = [TEXTS.say("rule", rule=", ".join(rules), text=text) for text, rules in found.items()]
    return joined(said, "sentences")
