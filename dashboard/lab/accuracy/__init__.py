"""How right looks are on boards rendered with known truth, condition by condition, against a floor each."""
