"""The reports of a camera at work: its state, its looks, dice, kept pictures, and proofs of verdicts."""
