"""Dice in a dice tray: which dice are there, which faces they show, and whether they still roll."""
