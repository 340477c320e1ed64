"""Runs the firmware in a folder, as from a board's flash, under MicroPython's Unix port.

    MICROPYPATH=. micropython hardware/simulation/flashed.py FLASH/ PORT

FLASH has the content of a board's flash: `board.json`, `loader.py`, `warden` and the files of updates. If the
board restarts, the program ends with the status RESET and is to be run again.
"""

import sys

RESET = 75


def main(flash: str, port_path: str) -> None:
    """Start as `main.py` does, with simulated chips."""
    sys.path.insert(0, flash)
    import loader

    from hardware.firmware.warden import configuration
    from hardware.simulation.machine import Machine
    from hardware.simulation.run import TICKS, Port

    class Flashed(Machine):
        """A board whose restart ends the program."""

        def reset(self) -> None:
            """Start again."""
            sys.exit(RESET)

    slot, trial = loader.slot_to_start(flash)
    text = loader.text_of(flash, slot)
    machine = Flashed(configuration.read(text), TICKS)
    if slot:
        sys.path.insert(0, flash + slot)
    try:
        from warden.running import Running
        from warden.updating import Updating

        updating = Updating(flash, slot, trial)
        running = Running(machine, machine.neopixel, Port(port_path), TICKS, text, updating=updating)
        loader.run(running, updating, TICKS, machine)
    except Exception as error:  # noqa: BLE001 # as on a board
        print(error)
        machine.reset()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
