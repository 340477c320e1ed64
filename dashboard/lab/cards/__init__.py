"""How well cards are read on a rendered table of zones, and the price of a larger dictionary of tags."""
