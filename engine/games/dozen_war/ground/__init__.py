"""The ground: where units may go, what they may hit, and the tokens under the mountains."""
