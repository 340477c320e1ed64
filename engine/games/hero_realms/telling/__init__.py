"""The words about a position: facts for scenarios, meanings of moved cards, the standing of seats."""
