"""What is resolved: the opening, a side's turn, what cards do, eliminations."""
