"""The set-up page's view of a camera: its picture, the steps of a frame as pictures, and the lens."""
