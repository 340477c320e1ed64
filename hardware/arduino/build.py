"""Compiles the sketch and its simulator with Debian's tools, for the tests. It needs no Arduino IDE.

Packages: gcc-avr, avr-libc, arduino-core-avr, libsimavr-dev, libelf-dev, gcc.
"""

import subprocess
from pathlib import Path

HERE = Path(__file__).parent
CORE = Path("/usr/share/arduino/hardware/arduino/avr")
_FLAGS = (
    *("-Os", "-w", "-ffunction-sections", "-fdata-sections", "-flto", "-mmcu=atmega328p"),
    *("-DF_CPU=16000000L", "-DARDUINO=10819", "-DARDUINO_AVR_UNO", "-DARDUINO_ARCH_AVR"),
    # avr-gcc 5.4 doesn't define this for C++, but the core needs it to print numbers.
    "-DDECIMAL_DIG=9",
)
_COMPILERS = {
    ".cpp": ("avr-g++", "-std=gnu++11", "-fpermissive", "-fno-exceptions", "-fno-threadsafe-statics"),
    ".c": ("avr-gcc", "-std=gnu11"),
    ".S": ("avr-gcc", "-x", "assembler-with-cpp"),
}


def build(into: Path, *, starts_at_ms: int = 0) -> tuple[Path, Path]:
    """Compile into a folder, and return the firmware's ELF file and the simulator's program.

    `starts_at_ms` is the firmware's clock at its start, for tests of the moment when the clock wraps around.

    Raises:
        subprocess.CalledProcessError: a compiler failed; its output is in `stderr`.
    """
    core, libraries = CORE / "cores" / "arduino", CORE / "libraries"
    sources = [
        *core.glob("*.c"),
        *core.glob("*.cpp"),
        *core.glob("*.S"),
        *(libraries / "SPI" / "src").glob("*.cpp"),
    ]
    places = [core, CORE / "variants" / "standard", *(libraries / name / "src" for name in ("SPI", "EEPROM"))]
    sketch = into / "warden.cpp"
    sketch.write_text(f'#include "{HERE / "warden" / "warden.ino"}"\n', encoding="utf-8")
    elf, runner = into / "warden.elf", into / "run"
    include = [f"-I{place}" for place in [*places, HERE / "warden"]]
    objects = []
    for source in [sketch, *sources]:
        compiler, *more = _COMPILERS[source.suffix]
        objects.append(str(into / f"{source.name}.o"))
        _run(
            compiler,
            *_FLAGS,
            f"-DSTARTS_AT_MS={starts_at_ms}UL",
            *more,
            *include,
            "-c",
            str(source),
            "-o",
            objects[-1],
        )
    _run("avr-gcc", *_FLAGS, "-Wl,--gc-sections", *objects, "-lm", "-o", str(elf))
    _run("gcc", "-O2", "-w", str(HERE / "simulation" / "run.c"), "-lsimavr", "-lelf", "-o", str(runner))
    return elf, runner


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 # compilers, by our own lists
