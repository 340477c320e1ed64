"""Skills that go off when something happens to players or cards."""
