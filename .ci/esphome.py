"""`make esphome`: installs ESPHome into a folder of its own; it needs an older paho-mqtt than a table."""

import subprocess
import venv
from pathlib import Path

TOOLS = Path(__file__).parent.parent / "build" / "esphome"
WANTED = "esphome==2026.6.5"


def main() -> None:
    """Install it where it isn't, or is of another version.

    Raises:
        SystemExit: it can't be installed.
    """
    done = TOOLS / "installed.txt"
    if done.is_file() and done.read_text(encoding="utf-8") == WANTED:
        return
    venv.create(TOOLS, with_pip=True, clear=True)
    install = (str(TOOLS / "bin" / "pip"), "install", "--quiet", WANTED)
    if subprocess.run(install, check=False).returncode:
        raise SystemExit("ESPHome can't be installed here: no index of packages is reached")
    done.write_text(WANTED, encoding="utf-8")


if __name__ == "__main__":
    main()
