"""`python .ci/apart.py TOOL`: installs a tool into build/TOOL; it wants other versions than a table does."""

import subprocess
import sys
import venv
from pathlib import Path

BUILD = Path(__file__).parent.parent / "build"
WANTED = {
    "esphome": "esphome==2026.6.5",
    "schemathesis": "schemathesis==4.32.5",
    "mpremote": "mpremote==1.29.0",
}
"""ESPHome needs an older paho-mqtt; `make assault`'s Schemathesis brings thirty packages along; only somebody
who flashes a board needs mpremote."""


def main() -> None:
    """Install it where it isn't, or is of another version.

    Raises:
        SystemExit: it can't be installed.
    """
    tool = sys.argv[1]
    folder, wanted = BUILD / tool, WANTED[tool]
    done = folder / "installed.txt"
    if done.is_file() and done.read_text(encoding="utf-8") == wanted:
        return
    venv.create(folder, with_pip=True, clear=True)
    install = (str(folder / "bin" / "pip"), "install", "--quiet", wanted)
    if subprocess.run(install, check=False).returncode:
        raise SystemExit(f"{wanted} can't be installed here: no index of packages is reached")
    done.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    main()
