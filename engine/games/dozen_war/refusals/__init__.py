"""Why an action is refused: every broken rule with its facts."""
