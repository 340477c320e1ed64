"""The doctor: it measures how well a camera sees a board, scores that, and says what to change first."""
