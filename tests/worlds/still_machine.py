"""A machine whose clock and disk say the same at any time: what they say moves with all that runs on it."""

import pytest

from dashboard.doctor.machine import clock_finding


def hold_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pages say the same of this machine whenever they are asked."""
    clock = clock_finding(1_800_000_000.0, 0.0, 0.2)
    monkeypatch.setattr("dashboard.web.setting_up.checking.look_at_clock", lambda: clock)
    monkeypatch.setattr("dashboard.web.setting_up.checking.look_at_disk", lambda _: clock)
    monkeypatch.setattr("dashboard.web.passkeys.desk.is_offered", lambda: True)
    monkeypatch.setattr("dashboard.web.health.health.free_on", lambda _: 10**11)
