"""The counts of a referee's results in simulated matches."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """Counts over any number of matches."""

    matches: int = 0
    """Matches."""
    turns: int = 0
    """Turns."""
    actions: int = 0
    """Actions."""
    seen_actions: int = 0
    """Actions that show on the board."""
    tapped_actions: int = 0
    """Plays that were tapped because no sensor of the table can recognise them."""
    finished: int = 0
    """Matches that reached their end."""
    disagreements: int = 0
    """Contradictions between sources that were reported."""
    faults: int = 0
    """Sensors that were reported to be at fault."""
    wrong_commits: int = 0
    """Commits of something that nobody played."""
    questions: int = 0
    """Questions to the players."""
    clueless_questions: int = 0
    """Of these, the ones without the right play among their answers."""
    false_warnings: int = 0
    """Warnings of legal play."""
    wrong_plays: int = 0
    """Illegal plays that were made on purpose."""
    missed: int = 0
    """Of these, the ones without a warning."""
    unrecognised: int = 0
    """Plays that people entered on a tablet because the referee made nothing of them."""
    stopped_elsewhere: int = 0
    """Of these, the ones without a doubt in their own cells, but with one elsewhere."""
    lifted_targets: int = 0
    """Pieces that people lifted because an action concerned them without moving them."""
    swaps: int = 0
    """Twins that were put where another was due."""
    take_backs: int = 0
    """Plays that were taken back."""
    take_backs_missed: int = 0
    """Of these, the ones that weren't noticed."""
    delays_s: list[float] = field(default_factory=list)
    """The times from the hand's leaving to the commit, s."""
    notes: list[str] = field(default_factory=list)
    """The story of whatever went wrong."""

    def per_thousand(self, count: int) -> float:
        """Return a count per 1,000 actions."""
        return 1000 * count / self.actions if self.actions else 0.0

    def delay_s(self, share: float) -> float:
        """Return the delay that this share of the commits stays below; 0 without any."""
        ordered = sorted(self.delays_s)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
