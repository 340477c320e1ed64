"""The chips of a board, simulated at register level. The tests run the firmware's drivers on them."""
