"""How play resolves: frames on a frozen stack in the state, choices, windows, triggers, nested at will."""
