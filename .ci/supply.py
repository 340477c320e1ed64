"""`make sbom` and `make advisories`: the list of what a table is made of, and the known faults in it.

The tools come into a folder of their own, pinned, so that they add nothing to what they list.
"""

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

TOP = Path(__file__).parent.parent
TOOLS = TOP / "build" / "supply"
PINS = TOP / "requirements-supply.txt"
REQUIREMENTS = TOP / "requirements.txt"
SBOM = TOP / "build" / "sbom.cdx.json"


def tool(name: str) -> str:
    """Return a tool's path; installs the tools where they aren't, or were of other pins.

    Raises:
        SystemExit: they can't be installed.
    """
    done = TOOLS / "pins.txt"
    if not done.is_file() or done.read_bytes() != PINS.read_bytes():
        venv.create(TOOLS, with_pip=True, clear=True)
        install = (
            str(TOOLS / "bin" / "pip"),
            *("install", "--quiet", "--require-hashes", "--requirement", str(PINS)),
        )
        if subprocess.run(install, check=False).returncode:
            raise SystemExit("the tools can't be installed here: no index of packages is reached")
        done.write_bytes(PINS.read_bytes())
    return str(TOOLS / "bin" / name)


def sbom() -> int:
    """Write the software bill of materials (CycloneDX 1.6, JSON)."""
    SBOM.parent.mkdir(exist_ok=True)
    command = [
        tool("cyclonedx-py"),
        *("requirements", str(REQUIREMENTS), "--pyproject", str(TOP / "pyproject.toml")),
        *("--output-reproducible", "--spec-version", "1.6", "--output-file", str(SBOM)),
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.stderr.write(done.stderr)
        return done.returncode
    listed = json.loads(SBOM.read_text(encoding="utf-8"))["components"]
    sys.stdout.write(f"{SBOM.relative_to(TOP)}: {len(listed)} components\n")
    return 0


def advisories() -> int:
    """Ask for known faults in what is pinned; 1: there are some."""
    command = [
        tool("pip-audit"),
        *("--requirement", str(REQUIREMENTS), "--disable-pip", "--require-hashes"),
        *("--format", "json", "--progress-spinner", "off"),
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    said, status = answer_of(done.stdout, done.stderr)
    sys.stdout.write(f"{said}\n")
    return status


def answer_of(answer: str, complaints: str) -> tuple[str, int]:
    """Return the summary of pip-audit's answer, and the exit status: 1 where a fault is known."""
    try:
        found = json.loads(answer)["dependencies"]
    except (ValueError, KeyError):
        last = (complaints.strip().splitlines() or ["no answer"])[-1]
        return f"No advisories were asked for: the index can't be reached from here ({last}).", 0
    asked = [one for one in found if "vulns" in one]
    if not asked:
        return f"No advisories were asked for: the index here knows none of the {len(found)} packages.", 0
    faults = [(one, each) for one in asked for each in one["vulns"]]
    lines = [_line(one, each) for one, each in faults]
    lines.append(f"{len(faults)} known faults in {len(asked)} packages")
    if len(asked) < len(found):
        lines[-1] += f"; {len(found) - len(asked)} more aren't known to the index"
    return "\n".join(lines), 1 if faults else 0


def _line(package: dict[str, Any], fault: dict[str, Any]) -> str:
    mended = ", ".join(fault["fix_versions"]) or "no version yet"
    return f"{package['name']} {package['version']}: {fault['id']}; mended in {mended}"


if __name__ == "__main__":
    sys.exit({"sbom": sbom, "advisories": advisories}[sys.argv[1]]())
