"""Cards and where they lie: the box they come from, the zones of a table, who knows which card is where."""
