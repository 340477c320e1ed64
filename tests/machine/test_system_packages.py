"""`make test` and the system packages it needs, with stand-ins for apt-get and sudo."""

import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dashboard.lab.painted_page import CHROMIUMS
from tests.needs import ARDUINO, BROWSER, TOP, bootstrap

MISSING = ("mosquitto", "gcc-avr")
Asked = Callable[[], list[str]]


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The orders to apt-get, on a machine where two packages are missing; it knows only one of them."""
    log = tmp_path / "log"
    program(tmp_path / "apt-get", f'echo "$@" >> {log}; case "$*" in *gcc-avr*) exit 100;; esac')
    (tmp_path / "env").symlink_to(str(shutil.which("env")))
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    monkeypatch.setattr(bootstrap(), "is_there", lambda package: package not in MISSING)
    monkeypatch.setattr(bootstrap(), "REFUSED", str(tmp_path / "refused"))

    def read() -> list[str]:
        return log.read_text(encoding="utf-8").splitlines() if log.exists() else []

    return read


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def user(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: number)


def install() -> list[str]:
    refused: list[str] = bootstrap().install_system_packages(bootstrap().SYSTEM_PACKAGES)
    return refused


def test_root_installs_what_is_missing_one_by_one_where_a_name_is_unknown(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    user(monkeypatch, 0)
    assert install() == list(MISSING)  # the stand-in has installed nothing
    ordered = [re.sub(r"^-o \S+ |-y -q --no-install-recommends ", "", line) for line in asked()]
    assert ordered == ["update -qq", "install mosquitto gcc-avr", "install mosquitto", "install gcc-avr"]
    said = capfd.readouterr().err
    assert "installing these system packages: mosquitto gcc-avr\n" in said
    assert "apt-get failed; a test that needs gcc-avr will say so" in said


def test_a_user_whose_sudo_asks_for_no_password_installs_by_it(
    asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "sudo", f'echo "sudo $@" >> {tmp_path / "log"}; shift; exec "$@"')
    user(monkeypatch, 1000)
    install()
    first, *others = asked()
    assert first == "sudo -n true"
    assert others[0].startswith("sudo -n env DEBIAN_FRONTEND=noninteractive apt-get ")
    assert [line.rpartition(" ")[2] for line in others].count("mosquitto") == 2


@pytest.mark.parametrize("sudo", ["none", "asks for a password"])
def test_a_user_without_rights_installs_nothing_and_reads_the_command(
    sudo: str,
    asked: Asked,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    if sudo == "none":
        (tmp_path / "bin").mkdir()
        (tmp_path / "apt-get").rename(tmp_path / "bin" / "apt-get")
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    else:
        program(tmp_path / "sudo", "exit 1")
    user(monkeypatch, 1000)
    assert install() == []
    assert asked() == []
    assert capfd.readouterr().err.splitlines() == [
        f"boardwarden set-up: {said}"
        for said in (
            "these system packages are missing, and this user may not install them: mosquitto, gcc-avr",
            "to install them: sudo apt install mosquitto gcc-avr",
        )
    ]


def test_what_was_refused_is_not_asked_for_in_every_run(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    user(monkeypatch, 0)
    bootstrap().remember_refused(install())
    before = asked()
    assert install() == list(MISSING)
    assert asked() == before
    assert "apt-get refused these within the last hour" in capfd.readouterr().err
    monkeypatch.setattr(bootstrap(), "AGAIN_AFTER_S", 0)
    install()
    assert len(asked()) == 2 * len(before)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [([], ("python3-venv",)), (["--test"], ("python3-venv",)), (["--test", "--system"], None)],
)
def test_only_for_tests_more_than_what_makes_the_environment_is_installed(
    arguments: list[str], wanted: tuple[str, ...] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[tuple[str, ...]] = []
    monkeypatch.setattr(sys, "argv", ["bootstrap.py", *arguments])
    monkeypatch.setattr(bootstrap(), "REFUSED", str(tmp_path / "refused"))

    def installing(packages: tuple[str, ...]) -> list[str]:
        installed.append(packages)
        return []

    monkeypatch.setattr(bootstrap(), "install_system_packages", installing)
    monkeypatch.setattr(bootstrap(), "install_requirements", lambda **_: None)
    bootstrap().main()
    assert installed == [wanted or bootstrap().SYSTEM_PACKAGES]


def test_the_list_says_of_each_package_what_shows_that_it_is_there() -> None:
    assert {"python3-venv", *bootstrap().SHOWN_BY} == set(bootstrap().SYSTEM_PACKAGES)
    assert {*ARDUINO, BROWSER, "mosquitto", "libatomic1"} <= set(bootstrap().SYSTEM_PACKAGES)
    assert {BROWSER, bootstrap().INSTEAD[BROWSER]} <= set(CHROMIUMS)


def test_ci_installs_nothing_that_the_readmes_commands_do_not() -> None:
    run = (TOP / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    commands = [line for line in run if line and not line.startswith("#")]
    assert commands == [
        "set -euo pipefail",
        'cd "$(dirname "$0")/.."',
        "make check",
        "BOARDWARDEN_SKIPS_FAIL=1 make test",
    ]
    recipes = dict(
        re.findall(r"^(\w+):\n\t@(.*)", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert recipes["test"] == "$(PYTHON) .ci/bootstrap.py --test --system"
    assert recipes["play"] == "$(PYTHON) .ci/bootstrap.py"
