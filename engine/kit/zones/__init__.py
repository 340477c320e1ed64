"""Cards and their places: the box, the zones of a table, and which seats know which card is where."""
