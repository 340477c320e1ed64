"""The words about a position: facts for scenarios, the meaning of moved cards, the standing of seats."""
