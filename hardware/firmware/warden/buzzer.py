"""The buzzer: named tunes on a PWM pin. It plays a note at a time, so that nothing waits for it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import Tone

TUNES = {
    "click": ((2000, 8),),
    "settled": ((880, 60), (1320, 90)),
    "warning": ((440, 120), (0, 40), (330, 200)),
    "question": ((660, 80), (0, 40), (660, 80)),
    "turn": ((523, 70), (659, 70), (784, 110)),
}
"""Notes as (hertz, milliseconds); 0 hertz is a rest. An unknown name plays `click`."""


class Buzzer:
    """`pwm` is a `machine.PWM`."""

    def __init__(self, pwm: "Tone") -> None:
        self._pwm = pwm
        self._notes: tuple[tuple[int, int], ...] = ()
        self._until = 0

    def play(self, _pad: str, name: str) -> None:
        """Begin a tune; it replaces one that still sounds."""
        self._notes = TUNES.get(name, TUNES["click"])
        self._until = 0

    @property
    def playing(self) -> bool:
        """Whether a tune sounds."""
        return bool(self._notes) or self._until > 0

    def tick(self, now: int) -> None:
        """Go on to the next note when its time has come."""
        if now < self._until:
            return
        if not self._notes:
            if self._until:
                self._pwm.duty_u16(0)
                self._until = 0
            return
        (hertz, long), self._notes = self._notes[0], self._notes[1:]
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(32768 if hertz else 0)
        self._until = now + long
