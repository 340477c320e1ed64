"""What others get to know of a position: facts for scenarios, what cards are meant for, how seats stand."""
