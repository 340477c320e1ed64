"""Shan, the Dodge."""

from engine.games.quoc_chien.resolving.card_rules import CardRules, ruled


@ruled
class Dodge(CardRules):
    """Answers a Slash, or a rain of arrows; it's no use of its own."""

    name = "shan"
    only_answers = True
