"""The legal actions, and every rule that an illegal action breaks."""
