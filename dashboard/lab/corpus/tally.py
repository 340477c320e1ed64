"""The counts of the referee's results in simulated matches."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """The counts over any number of matches."""

    matches: int = 0
    """The number of matches."""
    turns: int = 0
    """The number of turns."""
    actions: int = 0
    """The number of actions."""
    seen_actions: int = 0
    """The number of actions that show on the board."""
    tapped_actions: int = 0
    """The number of plays that were tapped because no sensor of the table can recognise them."""
    finished: int = 0
    """The number of matches that reached their end."""
    disagreements: int = 0
    """The number of reported contradictions between sources."""
    faults: int = 0
    """The number of sensors that were reported as faulty."""
    wrong_commits: int = 0
    """The number of commits that differ from the play."""
    questions: int = 0
    """The number of questions to the players."""
    clueless_questions: int = 0
    """The number of questions without the right play among their answers."""
    false_warnings: int = 0
    """The number of warnings of legal play."""
    wrong_plays: int = 0
    """The number of illegal plays that were made on purpose."""
    missed: int = 0
    """The number of these illegal plays without a warning."""
    unrecognised: int = 0
    """The number of plays that people entered on a tablet because the referee didn't recognise them."""
    stopped_elsewhere: int = 0
    """The number of unrecognised plays with a doubt only in other cells than their own."""
    lifted_targets: int = 0
    """The number of pieces that people lifted because an action concerned them without moving them."""
    swaps: int = 0
    """The number of twins that were put where another piece was due."""
    take_backs: int = 0
    """The number of plays that were taken back."""
    take_backs_missed: int = 0
    """The number of these that the referee didn't notice."""
    delays_s: list[float] = field(default_factory=list)
    """The times from the hand's leaving to the commit, in seconds."""
    notes: list[str] = field(default_factory=list)
    """A note on each fault."""

    def per_thousand(self, count: int) -> float:
        """Return a count per 1,000 actions."""
        return 1000 * count / self.actions if self.actions else 0.0

    def delay_s(self, share: float) -> float:
        """Return the delay in seconds that this share of the commits stays below; 0 without commits."""
        ordered = sorted(self.delays_s)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
