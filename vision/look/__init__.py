"""Stage 10, look: it turns a frame into a look, runs the stages in order, and keeps the reader's state."""
