"""From measures to findings: pure, each limit with where it comes from.

The limits are of the soft decoder (lab measurements): it reads from 2.2 px a module in good light, 2.6 in
ordinary light, and a blur costs as many modules as its sigma has.
"""

from engine.core.finding import Finding, Grade
from vision.camera_report import GOOD_PX_PER_MODULE, LEAST_PX_PER_MODULE
from vision.doctor.findings import graded
from vision.doctor.measures import Measures

DARK, DIM = 70.0, 115.0
"""A label's white in levels: below `DARK` noise eats the contrast; a camera's automatic gives 160 or more."""

BLOWN, MUCH_BLOWN = 0.04, 0.20
"""The share of the board that is pure white; lands are light, labels don't count."""

PURE_WHITE = 250.0
"""Labels at the end of the sensor's range: then it's the exposure, not a mirrored lamp."""

MOSTLY_WHITE = 0.35
"""The share of cells with pure white in them from which on it's the exposure, not a mirrored lamp."""

BLUR_FAIR, BLUR_BAD = 0.48, 0.62
"""Sigma in modules of a piece's tag. Measured: 0.43 reads 99 %, 0.58 from 77 % to 94 %, 0.75 hardly any."""

LENS_PX = 1.15
"""Lenses in focus have a sigma of 0.6 to 1 px; a blur within this isn't the focus's fault."""

SCALE_FAIR, SCALE_BAD = 0.01, 0.02
"""Vision refuses tags that are more than 1.5 % off their size: they may be another piece's, elsewhere."""

STEEP_DEG = 25.0
"""Up to here pieces hardly hide each other, and tags at the far edge lose less than a quarter."""

DISPLACED_FAIR_MM, DISPLACED_BAD_MM = 1.0, 2.5


def findings_of(measures: Measures) -> tuple[Finding, ...]:
    """Return the findings of a camera, causes before their consequences."""
    found = (
        _light(measures),
        _exposure(measures),
        _focus(measures),
        _glare(measures),
        _view(measures),
        _size(measures),
        _print(measures),
        _steady(measures),
        _rate(measures),
        _latency(measures),
        _tags(measures),
    )
    return tuple(finding for finding in found if finding is not None)


def _light(measures: Measures) -> Finding:
    light = measures.light
    contrast = light.white - light.black
    text = f"white labels have {light.white:.0f} of 255 levels, black {light.black:.0f}"
    advice = "give the board more light from above, or let the camera expose longer"
    if light.noise > 0 and contrast < 8 * light.noise:
        text += f", and the picture's noise is {light.noise:.1f}"
        return Finding("light", Grade.BAD, 20, text, advice)
    found = graded("light", light.white, bad=DARK, fair=DIM, best=160.0, text=text, advice=advice)
    if found.grade is Grade.GOOD and light.flicker > 0.12:
        flicker = f"the light flickers by {light.flicker:.0%}"
        return Finding(
            "light", Grade.FAIR, 70, flicker, "expose for 1/50 s or 1/100 s (1/60 s where mains have 60 Hz)"
        )
    return found


def _exposure(measures: Measures) -> Finding:
    blown = measures.light.blown
    return graded(
        "exposure",
        blown,
        bad=MUCH_BLOWN,
        fair=BLOWN,
        best=0.0,
        text=f"{blown:.0%} of the board is pure white",
        advice="expose shorter, or lower the camera's gain, until the board's light colours show again",
    )


def _focus(measures: Measures) -> Finding:
    sharp = measures.sharpness
    text = f"edges have a blur of {sharp.sigma_px:.2f} px"
    if sharp.worst_px > sharp.sigma_px + 0.3:
        text += f", {sharp.worst_px:.2f} px at the least sharp tag"
    advice = "focus on the board, switch autofocus off, clean the lens; hold the camera still"
    if not measures.px_per_module or not sharp.by_tags:
        return graded("focus", sharp.sigma_px, bad=1.6, fair=LENS_PX, best=0.6, text=text, advice=advice)
    share = sharp.sigma_px / _least_px(measures)
    found = graded(
        "focus",
        share,
        bad=BLUR_BAD,
        fair=BLUR_FAIR,
        best=0.2,
        text=f"{text}, {share:.2f} of a module",
        advice=advice,
    )
    if sharp.sigma_px <= LENS_PX and found.grade is not Grade.GOOD:
        # As sharp as lenses are: the tags are too small, and that is said by `size`.
        return Finding("focus", Grade.GOOD, 80, found.text)
    return found


def _glare(measures: Measures) -> Finding:
    glare = measures.glare
    if glare.share > MOSTLY_WHITE or (glare.cells and measures.light.white >= PURE_WHITE):
        return Finding("glare", Grade.UNKNOWN, 0, "too much of the board is white to tell a mirrored lamp")
    where = ", ".join(glare.cells[:8]) + (" …" if len(glare.cells) > 8 else "")
    text = f"a lamp is mirrored on {where}" if glare.cells else "no lamp is mirrored"
    return graded(
        "glare",
        glare.share,
        bad=0.05,
        fair=0.004,
        best=0.0,
        text=text,
        advice="move the lamp or the camera so that it isn't mirrored, or put thin paper before the lamp",
    )


def _view(measures: Measures) -> Finding:
    outline = measures.outline
    text = f"{len(outline.read)} of {outline.printed} frame tags are read"
    if not measures.px_per_module:
        advice = (
            "bring the whole board into the picture (three frame tags find it, two where the lens is "
            "measured), and see that --board names the board on the table"
        )
        return Finding("view", Grade.BAD, 0, f"{text}: the board isn't found", advice)
    if outline.outside:
        cut = ", ".join(map(str, outline.outside))
        return Finding(
            "view",
            Grade.FAIR if len(outline.outside) <= 2 else Grade.BAD,
            60 if len(outline.outside) <= 2 else 30,
            f"{text}; outside the picture: {cut}",
            "raise the camera or turn it until the board's whole rim is in the picture",
        )
    if measures.tilt_deg is not None and measures.tilt_deg > STEEP_DEG + 10:
        return Finding(
            "view",
            Grade.FAIR,
            60,
            f"the camera leans by {measures.tilt_deg:.0f}°, so that pieces hide each other",
            "mount it nearer to straight above the board; up to 20° is best",
        )
    if outline.unread > 2:
        return Finding(
            "view", Grade.FAIR, 60, text, "take away what covers the others; are they printed and clean?"
        )
    return Finding("view", Grade.GOOD, 100, text)


def _size(measures: Measures) -> Finding:
    if not measures.px_per_module:
        return Finding(
            "size", Grade.UNKNOWN, 0, "how large the tags are isn't known before the board is found"
        )
    least = _least_px(measures)
    leans = measures.tilt_deg or 0.0
    where = min(measures.px_per_module, key=lambda cell: measures.px_per_module[cell])
    needs = (
        f"bring the camera {LEAST_PX_PER_MODULE / least:.1f} times nearer, choose a larger picture "
        f"(now {measures.width_px} x {measures.height_px}), or larger tags"
        if least < LEAST_PX_PER_MODULE
        else "bring the camera nearer, or choose a larger picture"
    )
    if leans > STEEP_DEG:
        needs = f"mount the camera nearer to straight above the board: it leans by {leans:.0f}°; or {needs}"
    return graded(
        "size",
        least,
        bad=LEAST_PX_PER_MODULE,
        fair=GOOD_PX_PER_MODULE,
        best=3.3,
        text=f"the smallest tags have {least:.2f} px a module on {where}, where it is least",
        advice=needs,
    )


def _print(measures: Measures) -> Finding:
    scale = measures.scale
    if _focus(measures).grade is not Grade.GOOD:
        return Finding("print", Grade.UNKNOWN, 0, "the picture isn't sharp enough to measure the print")
    if scale.displaced is not None and scale.displaced[1] > DISPLACED_FAIR_MM:
        tag, off = scale.displaced
        return graded(
            "print",
            off,
            bad=DISPLACED_BAD_MM,
            fair=DISPLACED_FAIR_MM,
            best=0.0,
            text=f"frame tag {tag} lies {off:.1f} mm from where the board file has it",
            advice="lay the board flat; measure from tag to tag; glue its tiles again where that is wrong",
        )
    parts = [("the pieces' tags look", scale.pieces), ("the frame tags look", scale.frame)]
    known = [(what, value) for what, value in parts if value is not None]
    if not known:
        return Finding("print", Grade.UNKNOWN, 0, "the print's scale isn't known before tags are read")
    what, value = max(known, key=lambda one: abs(one[1] - 1))
    return graded(
        "print",
        abs(value - 1),
        bad=SCALE_BAD,
        fair=SCALE_FAIR,
        best=0.0,
        text=f"{what} {abs(value - 1):.1%} {'larger' if value > 1 else 'smaller'} than their file says",
        advice="measure the rulers on the prints: 100 mm each; print again at 100 %, what isn't",
    )


def _steady(measures: Measures) -> Finding:
    if measures.moved:
        return Finding(
            "steadiness", Grade.FAIR, 60, "the camera or the board moved meanwhile", "fasten the camera"
        )
    return Finding("steadiness", Grade.GOOD, 100, "neither camera nor board moved")


def _rate(measures: Measures) -> Finding | None:
    rate = measures.timing.rate_hz
    if rate is None:
        return None
    return graded(
        "rate",
        rate,
        bad=1.0,
        fair=2.5,
        best=15.0,
        text=f"{rate:.1f} pictures a second",
        advice="choose a faster mode, more light (a dark picture takes longer), a USB port of its own",
    )


def _latency(measures: Measures) -> Finding | None:
    latency = measures.timing.latency_ms
    if latency is None:
        return None
    return graded(
        "latency",
        latency,
        bad=1500.0,
        fair=500.0,
        best=0.0,
        text=f"a picture has been looked at {latency:.0f} ms after it was taken",
        advice="a smaller picture, MJPG instead of a compressed stream, a faster machine",
    )


def _tags(measures: Measures) -> Finding:
    text = f"pieces that are read: {measures.pieces_seen}, unsure cells: {measures.unsure}"
    if not measures.px_per_module:
        return Finding("tags", Grade.UNKNOWN, 0, "no tag is looked for before the board is found")
    if measures.unsure > 2 and measures.unsure > 0.1 * measures.pieces_seen:
        return Finding(
            "tags", Grade.FAIR, 60, text, "look at those cells: covered, worn, dirty or foreign tags?"
        )
    return Finding("tags", Grade.GOOD, 100, text)


def _least_px(measures: Measures) -> float:
    return min(measures.px_per_module.values())
