"""What a referee did in simulated matches, counted."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """Counts over any number of matches.

    `wrong_commits`: something was committed that nobody played. `questions`: the players were asked;
    `clueless_questions`: and what they played wasn't among the answers. `false_warnings`: legal play was
    warned of. `wrong_plays`: illegal plays made on purpose; `missed`: of these, not warned of.
    `unrecognised`: plays that were told on a tablet because nothing was made of them; `stopped_elsewhere`:
    of these, in whose cells nothing was in doubt, but elsewhere something was. `swaps`: twins put where
    another was due. `take_backs_missed`: of `take_backs`. `delays_s`: from the hand's leaving to the commit.
    `tapped_actions`: plays that were tapped because no sensor of the table can tell them. `disagreements`,
    `faults`: contradictions between sources, and sensors found to be at fault, that were told. `finished`:
    matches that came to their end.
    `notes`: the story of whatever went wrong.
    """

    matches: int = 0
    turns: int = 0
    actions: int = 0
    seen_actions: int = 0
    tapped_actions: int = 0
    finished: int = 0
    disagreements: int = 0
    faults: int = 0
    wrong_commits: int = 0
    questions: int = 0
    clueless_questions: int = 0
    false_warnings: int = 0
    wrong_plays: int = 0
    missed: int = 0
    unrecognised: int = 0
    stopped_elsewhere: int = 0
    lifted_targets: int = 0
    swaps: int = 0
    take_backs: int = 0
    take_backs_missed: int = 0
    delays_s: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def per_thousand(self, count: int) -> float:
        """Return a count per 1,000 actions."""
        return 1000 * count / self.actions if self.actions else 0.0

    def delay_s(self, share: float) -> float:
        """Return the delay that so many of the commits stay below; 0 without any."""
        ordered = sorted(self.delays_s)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
