"""The bazaar: a small game with everything in it that the kit is for, to try all of it on."""
