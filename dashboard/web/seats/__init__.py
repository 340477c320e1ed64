"""The places that visitors can have, the links that give them, and the rights of each place."""
