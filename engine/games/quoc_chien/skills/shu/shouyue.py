"""Shouyue, a skill of Lord Liubei of Shu."""

from engine.games.quoc_chien.position.registry import Skill, known


@known
class Shouyue(Skill):
    """The kingdom's tigers do more.

    Any card counts as a Slash by Wusheng, Paoxiao pierces armour, Longdan draws one, Liegong reaches
    one farther, and whom Tieqi's Slash names can't dodge after black either, unless it discards a card of the
    suit.
    """

    name = "shouyue"
    must = True
