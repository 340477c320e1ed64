"""Advice for the person who sets up a phone: how well it sees, and the first thing to change. Pure."""

from dataclasses import dataclass, field

from dashboard.web.phones.requests import PhoneSight
from dashboard.web.texts import TEXTS
from engine.bus.messages.cameras import CameraCheckup, CameraState
from engine.core.findings import Grade
from engine.core.ids import Seconds
from vision.doctor.findings import first_to_change

ABOUT_HOLDING = frozenset(("light", "exposure", "focus", "glare", "shadows", "view", "size", "steadiness"))
"""The doctor's checks that people can improve by moving the phone or the lamps."""

FOR_HOLDERS = {
    "vision.light.advice": "phone.hold.light",
    "vision.light.flicker_advice": "phone.hold.flicker",
    "vision.light.moves_advice": "phone.hold.moves",
    "vision.exposure.advice": "phone.hold.exposure",
    "vision.focus.advice": "phone.hold.focus",
    "vision.glare.advice": "phone.hold.glare",
    "vision.shadows.advice": "phone.hold.shadows",
    "vision.view.not_found_advice": "phone.hold.not_found",
    "vision.view.outside_advice": "phone.hold.outside",
    "vision.view.leans_advice": "phone.hold.above",
    "vision.view.mirrored_advice": "phone.hold.mirrored",
    "vision.view.unread_advice": "phone.hold.covered",
    "vision.size.too_small_advice": "phone.hold.nearer",
    "vision.size.small_advice": "phone.hold.nearer",
    "vision.size.leans_advice": "phone.hold.above",
    "vision.steadiness.advice": "phone.hold.still",
}
"""The doctor's advice that speaks of a camera's driver or of the table's options, or can be understood only
after the finding, in words for a phone: there the advice stands first."""

EXAMINED_EVERY = Seconds(5.0)
"""The time between two orders to examine the pictures, while all isn't well. An order lasts for 15 s."""

_WELL_FOR = Seconds(12.0)
_LOOKED_AGAIN = Seconds(60.0)


def sight_of(state: CameraState | None, checkup: CameraCheckup | None, *, watching: bool) -> PhoneSight:
    """Return the advice that a phone's page shows. `watching`: the cameras' service takes its pictures."""
    if not watching:
        return PhoneSight(watching=False, say=TEXTS.say("phone.no_eyes"))
    if state is None or not state.frames:
        return PhoneSight(watching=True, say=TEXTS.say("phone.first_picture"))
    if checkup is None:
        return PhoneSight(watching=True, say=state.problem or TEXTS.say("phone.first_look"))
    cells = tuple(one.outline for one in checkup.cells)
    first = first_to_change([one for one in checkup.findings if one.check in ABOUT_HOLDING])
    if first is None:
        well = state.problem or TEXTS.say("phone.well")
        grade = Grade.BAD if state.problem else Grade.GOOD
        return PhoneSight(watching=True, found=bool(cells), grade=grade, say=well, cells=cells)
    advice = TEXTS.say(FOR_HOLDERS[first.advice.key]) if first.advice.key in FOR_HOLDERS else first.advice
    say, seen = (advice, first.text) if advice else (first.text, advice)
    return PhoneSight(watching=True, found=bool(cells), grade=first.grade, say=say, seen=seen, cells=cells)


@dataclass
class PhoneGuide:
    """Decides when a phone's pictures are examined: often until all is well, or after a move, then rarely.

    An examination takes as much computing as a look, so it isn't done all the time.
    """

    _asked_at: Seconds = field(default=Seconds(float("-inf")))
    """The time of the last order, steady clock."""
    _well_since: Seconds | None = None
    """The time since when the phone sees well enough, steady clock; None if it doesn't."""
    _moves: int = 0
    """The number of the camera's moves at the last call."""

    def is_due(self, sight: PhoneSight, moves: int, now: Seconds) -> bool:
        """Tell whether to order an examination now. If so, it counts as ordered.

        `moves`: how often the camera has moved since it started; `now`: the steady clock's time.
        """
        if moves != self._moves or sight.grade not in (Grade.GOOD, Grade.FAIR):
            self._well_since = None
        elif self._well_since is None:
            self._well_since = now
        self._moves = moves
        settled = self._well_since is not None and now - self._well_since >= _WELL_FOR
        if now - self._asked_at < (_LOOKED_AGAIN if settled else EXAMINED_EVERY):
            return False
        self._asked_at = now
        return True
