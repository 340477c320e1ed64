"""The roles of visitors: seats, the links that give them, and what each may do."""
