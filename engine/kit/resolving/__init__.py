"""How play resolves: frames on a frozen stack in the state, windows, moments and triggers, nested at will."""
