"""The console of a bare board, under MicroPython's Unix port: what `mpremote` speaks with.

    cd FLASH && micropython .../hardware/simulation/console.py

Its starting folder is the board's flash. The Unix port has no raw REPL, so this is one: standard
input and output are the board's port. MicroPython itself runs the programs that come. If the board restarts,
the program ends with the status RESET. Source: MicroPython's reference, "The MicroPython Interactive
Interpreter Mode", raw mode.
"""

import io
import os
import sys

RESET = 75
RAW, USUAL, INTERRUPT, END, ASK = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
RAW_BEGINS = "raw REPL; CTRL-B to exit\r\n>"


class _Machine:
    """As much of the module `machine` as the console's programs need."""

    @staticmethod
    def reset() -> None:
        """Start again."""
        sys.exit(RESET)


def say(text: str) -> None:
    """Write a text to the port at once."""
    sys.stdout.write(text)


def run(program: bytes, names: "dict[str, object]") -> str:
    """Run a program with what those before it have named; return what went wrong, or nothing."""
    try:
        exec(program, names)  # noqa: S102 # a console's work
    except Exception as error:  # noqa: BLE001 # as on a board
        printed = io.StringIO()
        sys.print_exception(error, printed)  # type: ignore[attr-defined]  # MicroPython has it
        return printed.getvalue()
    return ""


def serve() -> None:
    """Answer what comes, until the port is closed."""
    program = b""
    names: dict[str, object] = {"__name__": "__main__"}
    while byte := sys.stdin.buffer.read(1):
        if byte == RAW:
            program = b""
            say(RAW_BEGINS)
        elif byte == USUAL:
            program = b""
            say("\r\nMicroPython\r\n>>> ")
        elif byte == INTERRUPT:
            program = b""
        elif byte == ASK and not program:
            # It knows no raw paste mode, as the first boards with a raw REPL.
            sys.stdin.buffer.read(2)
            say("R\x00")
        elif byte != END:
            program += byte
        elif not program:
            names = {"__name__": "__main__"}
            say("OK\r\nMPY: soft reboot\r\n" + RAW_BEGINS)
        else:
            say("OK")
            wrong = run(program, names)
            program = b""
            say(f"\x04{wrong}\x04>")


if __name__ == "__main__":
    sys.modules["machine"] = _Machine  # type: ignore[assignment]  # programs import it
    # On a board the empty path is the flash. The Unix port knows it only with a file system at its root.
    os.umount("/")  # type: ignore[attr-defined]  # MicroPython has it
    os.mount(os.VfsPosix(os.getcwd()), "/")  # type: ignore[attr-defined]  # likewise
    serve()
