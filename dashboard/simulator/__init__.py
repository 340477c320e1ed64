"""The simulated table: pieces, a camera that films them, and a board with buttons and sensors."""
