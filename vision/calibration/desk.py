"""A guided calibration of one camera while it runs: pictures in, hints for people out."""

from collections.abc import Callable

from engine.bus.messages.cameras import CalibrationStage, CalibrationState
from engine.core.faults import BoardwardenError
from engine.core.phrase import Phrase
from engine.core.unusable import explained
from vision.calibration.fit import FEWEST_VIEWS, GOOD_RMS_PX, LensFit, fit_session
from vision.calibration.session import LEAST_VIEWS, CalibrationSession, SheetReport, Want, show
from vision.calibration.sheet import SheetView, find_sheet
from vision.calibration.target import CalibrationTarget
from vision.pictures.frame import Frame
from vision.texts import TEXTS

BEGIN = TEXTS.say("calibration.begin")


class CalibrationDesk:
    """Measures the lens of one camera. `keep` saves the fit and returns a sentence on where."""

    def __init__(self, camera: str, target: CalibrationTarget, *, keep: Callable[[LensFit], Phrase]) -> None:
        self._camera = camera
        self._target = target
        self._keep = keep
        self._session: CalibrationSession | None = None
        self._fit: LensFit | None = None
        self._state = CalibrationState(camera, CalibrationStage.SHOWING, BEGIN)

    @property
    def state(self) -> CalibrationState:
        """The state of the calibration."""
        return self._state

    @property
    def fit(self) -> LensFit | None:
        """The lens, once it is measured."""
        return self._fit

    def take(self, frame: Frame) -> None:
        """Search a picture for the sheet. The last view that is needed ends the session."""
        if self._state.stage is not CalibrationStage.SHOWING:
            return
        height, width = frame.image.shape[:2]
        session = self._session
        if session is None or (session.width_px, session.height_px) != (width, height):
            session = CalibrationSession(self._target, width, height)
        view = find_sheet(frame.grey, self._target, picture=frame.sequence)
        self._session, shown = show(session, view)
        self._state = _showing(self._camera, self._session, shown, view)
        if shown.taken and not self._session.wanted:
            self.finish()

    def finish(self) -> None:
        """Fit the lens to the views so far, and save it."""
        fit = fit_session(self._session)
        if fit is None:
            taken = 0 if self._session is None else len(self._session.taken)
            text = TEXTS.say("calibration.too_few", taken=taken, least=FEWEST_VIEWS)
            self._state = CalibrationState(self._camera, CalibrationStage.FAILED, text, views=taken)
            return
        try:
            kept = self._keep(fit)
        except BoardwardenError as error:
            self._state = CalibrationState(self._camera, CalibrationStage.FAILED, explained(error))
            return
        self._fit = fit
        self._state = _done(self._camera, fit, kept)


def quality_text(fit: LensFit) -> Phrase:
    """Return a sentence on how good a fit is."""
    if fit.rms_px <= GOOD_RMS_PX:
        return TEXTS.say("calibration.measured", rms=round(fit.rms_px, 2))
    return TEXTS.say("calibration.poor", rms=round(fit.rms_px, 2), good=GOOD_RMS_PX)


def _showing(
    camera: str, session: CalibrationSession, shown: SheetReport, view: SheetView | None
) -> CalibrationState:
    wanted = session.wanted
    return CalibrationState(
        camera,
        CalibrationStage.SHOWING,
        _hint(session, shown),
        views=len(session.taken),
        wanted=tuple(TEXTS.say(f"wants.{want.name.lower()}") for want in wanted),
        parts=session.counts,
        found=shown.found,
        still=shown.still,
        outline=()
        if view is None
        else tuple(
            (round(float(x) / session.width_px, 4), round(float(y) / session.height_px, 4))
            for x, y in view.corners_px
        ),
    )


def _hint(session: CalibrationSession, shown: SheetReport) -> Phrase:
    if shown.taken and not session.wanted:
        return TEXTS.say("calibration.all_taken")
    want = session.wanted[0] if session.wanted else Want.MORE
    next_ = TEXTS.say(f"now.{want.name.lower()}")
    if shown.taken:
        return TEXTS.say("calibration.taken", next=next_)
    if not shown.found:
        return TEXTS.say("calibration.unseen", next=next_) if session.taken else BEGIN
    if not shown.still:
        return TEXTS.say("calibration.hold_still", next=next_)
    if shown.known:
        return TEXTS.say("calibration.known", taken=len(session.taken), least=LEAST_VIEWS, next=next_)
    return TEXTS.say("calibration.next", next=next_)


def _done(camera: str, fit: LensFit, kept: Phrase) -> CalibrationState:
    return CalibrationState(
        camera,
        CalibrationStage.DONE,
        TEXTS.say("calibration.done", quality=quality_text(fit), kept=kept),
        views=len(fit.views) + len(fit.dropped),
        rms_px=round(fit.rms_px, 4),
        focal_px=round(fit.intrinsics.fx, 2),
        focal_sigma_px=round(fit.focal_sigma_px, 3),
        errors=tuple(round(one.rms_px, 3) for one in fit.views),
        dropped=tuple(round(one.rms_px, 3) for one in fit.dropped),
    )
