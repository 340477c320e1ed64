"""The setup page's view of a camera: its picture, the steps of a frame as pictures, the lens measured."""
