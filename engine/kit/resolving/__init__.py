"""How play resolves: frames on a frozen stack in the state, with nested choices, windows and triggers."""
