"""Facts about a position for others: scenarios, meanings of laid cards, the standing of seats."""
