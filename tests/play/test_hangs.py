"""A process that hangs is found out by its own heartbeat; one that computes or starves is left alone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dashboard.supervisor.child import Child
from engine.bus.heart import EVERY_S, HEART_VARIABLE, HeardBeat, Heart
from engine.bus.vigil import (
    BLOCKED_S,
    COMPUTES_S,
    LONGEST_S,
    UNSEEN_S,
    ThreadTime,
    Vigil,
    process_time,
    thread_time,
)
from tests.conftest import TOP
from tests.patience import PATIENCE_S
from tests.play.conftest import Reports

TICK_S = 0.1


def hangs_after(
    did: Callable[[float], ThreadTime | None], *, rests: bool = False, until: float = 100.0
) -> float | None:
    """Return when a process that answers nothing is said to hang, s; None: not `until` then."""
    vigil = Vigil(0.0)
    for number in range(1, int(until / TICK_S)):
        now = number * TICK_S
        if vigil.hangs(now, did(now), rests=rests):
            return round(now, 1)
    return None


def test_a_stopped_loop_hangs_in_time_to_be_replaced_within_five_seconds() -> None:
    found = hangs_after(lambda _: ThreadTime(1.0, 2.0))
    assert found is not None
    assert BLOCKED_S <= found <= BLOCKED_S + 2 * TICK_S < 5.0


@pytest.mark.parametrize(
    "did",
    [
        lambda now: ThreadTime(0.05 * now, 0.95 * now, busy=True),
        lambda now: ThreadTime(0.0, now),
        lambda now: ThreadTime(0.0, 0.0, busy=now > 0),
    ],
    ids=["computes a little", "starves", "waits for a disk"],
)
def test_a_loop_that_gets_no_processor_or_disk_is_left_alone(did: Callable[[float], ThreadTime]) -> None:
    assert hangs_after(did, until=LONGEST_S - 1) is None
    assert hangs_after(did) == pytest.approx(LONGEST_S, abs=0.2)


def test_a_loop_that_computes_for_ever_hangs() -> None:
    found = hangs_after(lambda now: ThreadTime(now, 0.0, busy=True))
    assert found == pytest.approx(COMPUTES_S, abs=0.3)


def test_a_process_that_starts_may_take_its_time() -> None:
    assert hangs_after(lambda _: ThreadTime(0.0, 0.0), rests=True) == pytest.approx(LONGEST_S, abs=0.2)


def test_where_the_system_doesnt_say_the_limit_is_a_generous_one() -> None:
    assert hangs_after(lambda _: None) == pytest.approx(UNSEEN_S, abs=0.2)


def test_somebody_who_answers_now_and_then_never_hangs() -> None:
    vigil = Vigil(0.0)
    for tick in range(1, 1000):
        if tick % 28 == 0:
            vigil.heard()
        assert not vigil.hangs(tick * TICK_S, ThreadTime(0.0, 0.0))


def test_the_watchers_own_lateness_is_nobodys_silence() -> None:
    vigil = Vigil(0.0)
    found = [vigil.hangs(20.0 * number, ThreadTime(0.0, 0.0)) for number in range(1, 6)]
    assert not any(found)


def test_a_heart_is_heard_in_whatever_pieces_it_comes() -> None:
    read, write = os.pipe()
    clock = [0.0]
    heart, heard = Heart(write, monotonic=lambda: clock[0]), HeardBeat()
    heart.beat()
    heart.beat()
    heart.is_on_bus()
    clock[0] = EVERY_S
    heart.beat()
    content = os.read(read, 999)
    for number in range(len(content)):
        heard.take(content[number : number + 1])
    assert (heard.beats, heard.on_bus) == (2, True)
    assert thread_time(os.getpid(), heard.loop or 0) is not None
    heart.rests()
    heard.take(os.read(read, 999))
    assert heard.loop is None
    os.close(read)
    heart.beat()
    os.close(write)


def test_a_process_says_that_it_is_awake_whenever_its_loop_says_nothing() -> None:
    read, write = os.pipe()
    heart, heard = Heart(write), HeardBeat()

    def hear(until: Callable[[], bool]) -> None:
        while not until():
            heard.take(os.read(read, 999))

    heart.wake()
    hear(lambda: heard.awake >= 2)
    assert (heard.beats, heard.loop) == (0, None)
    heart.beat()
    hear(lambda: heard.loop is not None)
    # The other thread may have begun to write once more.
    before = heard.awake
    heart.rests()
    hear(lambda: heard.awake >= before + 2)
    assert heard.loop is None


def test_a_process_that_sleeps_as_it_starts_is_found_out_and_one_with_a_slow_camera_isnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dashboard.supervisor.child.SLEEPS_S", 0.5)
    opened = tmp_path / "opened"
    opens = f"own_heart(); time.sleep(1.5); pathlib.Path({str(opened)!r}).touch(); time.sleep({PATIENCE_S})"
    slow = started("-c", f"import pathlib, time; from engine.bus.heart import own_heart; {opens}")
    mute = started("-c", f"import time; time.sleep({PATIENCE_S})")
    real = started("-m", "dashboard", "bridge", "--serial", "none", "--data", str(tmp_path), "--supervised")
    os.kill(real.pid, signal.SIGSTOP)
    try:
        while not opened.exists():
            assert not slow.hangs()
        until_it_hangs(mute)
        until_it_hangs(real)
        os.kill(slow.pid, signal.SIGSTOP)
        until_it_hangs(slow)
    finally:
        for child in (slow, mute, real):
            child.kill()


def started(*words: str) -> Child:
    """Start a Python program as a supervisor does."""
    environment = {"PYTHONPATH": str(TOP), "BOARDWARDEN_BROKER": "mqtt://127.0.0.1:1"}
    return Child((sys.executable, *words), environment=environment)


def until_it_hangs(child: Child) -> None:
    ends = time.monotonic() + PATIENCE_S
    while not child.hangs():
        assert child.status() is None
        assert time.monotonic() < ends


def test_a_process_that_ran_is_seen_to_have() -> None:
    before = process_time(os.getpid())
    sum(range(3_000_000))
    after = process_time(os.getpid())
    assert before is not None
    assert after is not None
    assert after.ran_s > before.ran_s
    assert process_time(2**22 + 1) is None


def test_a_pipe_is_nobodys_but_the_supervised_processs() -> None:
    said = (
        "import os, sys; from engine.bus.heart import own_heart, SILENT;"
        f"h = own_heart(); print(h is SILENT, {HEART_VARIABLE!r} in os.environ)"
    )
    for given in ("", "x", "999", "0"):
        environment = {**os.environ, HEART_VARIABLE: given}
        found = subprocess.run(
            [sys.executable, "-c", said],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
        assert found.stdout.split() == ["True", "False"]


def test_two_threads_that_ask_at_once_get_the_same_heart() -> None:
    program = """if True:
        import os, threading
        from engine.bus import heart

        found, asking, looked = [], [], os.fstat

        def let_another_ask(descriptor):
            os.fstat = looked
            asking.append(threading.Thread(target=lambda: found.append(heart.own_heart())))
            asking[0].start()
            asking[0].join(0.2)
            return looked(descriptor)

        os.fstat = let_another_ask
        first = heart.own_heart()
        asking[0].join()
        print(first is heart.SILENT, found[0] is first)
    """
    read, write = os.pipe()
    said = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, HEART_VARIABLE: str(write)},
        pass_fds=(write,),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    os.close(read)
    os.close(write)
    assert said.split() == ["False", "True"]


def test_a_service_that_is_stopped_is_replaced(
    reports: Reports, table: Callable[..., "subprocess.Popen[str]"]
) -> None:
    process = table("engine=beat", "vision=beat")
    found = {one.name: one for one in (reports.next(), reports.next())}
    os.kill(found["vision"].pid, signal.SIGSTOP)
    again = reports.next()
    assert again.name == "vision"
    assert found["vision"].ends()
    process.terminate()
    process.wait(PATIENCE_S)
    assert process.stderr is not None
    said = process.stderr.read()
    assert "vision runs, but doesn't answer; ending it" in said
    assert "engine runs" not in said


def test_a_service_that_is_stopped_while_it_starts_is_replaced(
    reports: Reports, table: Callable[..., "subprocess.Popen[str]"]
) -> None:
    table("engine=beat", "bridge=start")
    found = {one.name: one for one in (reports.next(), reports.next())}
    os.kill(found["bridge"].pid, signal.SIGSTOP)
    again = reports.next()
    assert again.name == "bridge"
    assert found["bridge"].ends()
