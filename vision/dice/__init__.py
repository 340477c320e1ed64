"""Dice in a dice tray: what lies there, which faces they show, and whether they still roll."""
