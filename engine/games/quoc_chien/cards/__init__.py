"""What cards do at moments: a page a card."""
