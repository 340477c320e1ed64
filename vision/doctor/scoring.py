"""From measures to findings. It's pure, and each limit has its source.

The limits belong to the soft decoder (lab measurements). It reads from 2.2 px a module in good light, and 2.6
in ordinary light. Blur is counted in modules: its sigma as a part of a module's px.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.findings import Finding, Grade
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from vision.doctor.findings import graded
from vision.doctor.measures import Measures
from vision.light.clarity import GOOD_PX_PER_MODULE, LEAST_PX_PER_MODULE
from vision.texts import TEXTS

DARK, DIM = 70.0, 115.0
"""The level of a label's white below which a picture is dark, or dim. Below `DARK` noise is as strong as the
contrast. A camera's automatic exposure gives 160 or more."""

BLOWN, MUCH_BLOWN = 0.04, 0.20
"""The share of the board that is pure white in an overexposed picture, and in a much overexposed one. Light
land counts; labels don't."""

PURE_WHITE = 250.0
"""If labels have this level, the end of the sensor's range, the cause is the exposure and not glare."""

MOSTLY_WHITE = 0.35
"""With pure white in more than this share of the cells the cause is the exposure, not glare."""

BLUR_FAIR, BLUR_BAD = 0.48, 0.62
"""The sigma of the blur in modules of a piece's tag: fair from the first on, bad from the second. With 0.43
99 % of the tags are read, with 0.58 from 77 % to 94 %, with 0.75 hardly any."""

LENS_PX = 1.15
"""The sigma of a lens in focus, px, at most: they have 0.6 to 1. A blur within this isn't the fault of the
focus."""

SCALE_FAIR, SCALE_BAD = 0.01, 0.02
"""The deviation of a tag's size, as a part of it, that is fair, and that is bad. Vision refuses tags that are
off by more than 1.5 %: such a tag may belong to another piece at another height."""

STEEP_DEG = 25.0
"""The steepest good tilt, degrees. Up to it pieces hardly occlude each other, and tags at the far edge lose
less than a quarter of their height."""

DISPLACED_FAIR_MM, DISPLACED_BAD_MM = 1.0, 2.5
"""The displacement of a frame tag that is fair, and that is bad, mm. On a board of 922 mm in 1920 px 1 mm is
2 px, and the tag is left out (`pose._OUTLIER_PX`). 2.5 mm are 5 px, and three tags don't fit at all
(`pose.MOST_ERROR_PX`)."""

BANDED = 0.06
"""If rows differ by more than this from picture to picture, a rolling shutter makes bands."""

MOVING = 0.02
"""If light moves on more of the picture than this, each picture is read again, even of a table at rest."""

DEEP_SHADOW, LOW_DEG = 0.3, 35.0
"""The least light in shadows, and the least elevation of the light, degrees. A lamp that leaves less, or that
casts shadows longer than 1.4 heights, is the first to cost readings."""

SIDES = ("right", "upper_right", "top", "upper_left", "left", "lower_left", "bottom", "lower_right")
"""The directions of light in the picture, from 0 degrees on, counter-clockwise."""

MOST_CELLS_NAMED = 8
"""The most cells under glare that a finding names."""


def findings_of(measures: Measures) -> tuple[Finding, ...]:
    """Return the findings of a camera, causes before their consequences."""
    found = (
        _light(measures),
        _exposure(measures),
        _focus(measures),
        _glare(measures),
        _shadows(measures),
        _view(measures),
        _size(measures),
        _print(measures),
        _steady(measures),
        _rate(measures),
        _latency(measures),
        _tags(measures),
    )
    return tuple(
        replace(finding, label=TEXTS.say(f"checks.{finding.check}"))
        for finding in found
        if finding is not None
    )


def _light(measures: Measures) -> Finding:
    light = measures.light
    contrast = light.white - light.black
    text = TEXTS.say("light.levels", white=round(light.white), black=round(light.black))
    advice = TEXTS.say("light.advice")
    if light.noise > 0 and contrast < 8 * light.noise:
        noise = TEXTS.say("light.noise", noise=round(light.noise, 1))
        return Finding("light", Grade.BAD, 20, joined((text, noise)), advice)
    found = graded("light", light.white, bad=DARK, fair=DIM, best=160.0, text=text, advice=advice)
    if found.grade is Grade.GOOD and light.flicker > 0.12:
        flicker = TEXTS.say("light.flicker", share=round(light.flicker, 2))
        return Finding("light", Grade.FAIR, 70, flicker, TEXTS.say("light.flicker_advice"))
    if found.grade is Grade.GOOD and light.bands > BANDED:
        bands = TEXTS.say("light.bands", share=round(light.bands, 2))
        return Finding("light", Grade.FAIR, 70, bands, TEXTS.say("light.flicker_advice"))
    if found.grade is Grade.GOOD and light.moving > MOVING:
        moves = TEXTS.say("light.moves", share=round(light.moving, 2))
        return Finding("light", Grade.FAIR, 75, moves, TEXTS.say("light.moves_advice"))
    return found


def _exposure(measures: Measures) -> Finding:
    blown = measures.light.blown
    return graded(
        "exposure",
        blown,
        bad=MUCH_BLOWN,
        fair=BLOWN,
        best=0.0,
        text=TEXTS.say("exposure.blown", share=round(blown, 2)),
        advice=TEXTS.say("exposure.advice"),
    )


def _focus(measures: Measures) -> Finding:
    sharp = measures.sharpness
    text = TEXTS.say("focus.blur", blur=round(sharp.sigma_px, 2))
    if sharp.worst_px > sharp.sigma_px + 0.3:
        text = joined((text, TEXTS.say("focus.worst", worst=round(sharp.worst_px, 2))))
    advice = TEXTS.say("focus.advice")
    if not measures.px_per_module or not sharp.by_tags:
        return graded("focus", sharp.sigma_px, bad=1.6, fair=LENS_PX, best=0.6, text=text, advice=advice)
    share = sharp.sigma_px / _least_px(measures)
    found = graded(
        "focus",
        share,
        bad=BLUR_BAD,
        fair=BLUR_FAIR,
        best=0.2,
        text=joined((text, TEXTS.say("focus.in_modules", share=round(share, 2)))),
        advice=advice,
    )
    if sharp.sigma_px <= LENS_PX and found.grade is not Grade.GOOD:
        # The picture is as sharp as lenses are. The tags are too small, which `size` says.
        return Finding("focus", Grade.GOOD, 80, found.text)
    return found


def _glare(measures: Measures) -> Finding:
    glare = measures.glare
    if glare.share > MOSTLY_WHITE or (glare.cells and measures.light.white >= PURE_WHITE):
        return Finding("glare", Grade.UNKNOWN, 0, TEXTS.say("glare.unknown"))
    return graded(
        "glare",
        glare.share,
        bad=0.05,
        fair=0.004,
        best=0.0,
        text=_mirrored(glare.cells),
        advice=TEXTS.say("glare.advice"),
    )


def _mirrored(cells: Sequence[str]) -> Phrase:
    if not cells:
        return TEXTS.say("glare.none")
    more = len(cells) > MOST_CELLS_NAMED
    return TEXTS.say(
        "glare.mirrored_more" if more else "glare.mirrored", cells=joined(cells[:MOST_CELLS_NAMED])
    )


def _shadows(measures: Measures) -> Finding:
    if not measures.px_per_module:
        return Finding("shadows", Grade.UNKNOWN, 0, TEXTS.say("shadows.unknown"))
    light = measures.hard_light
    if light is None:
        return Finding("shadows", Grade.GOOD, 100, TEXTS.say("shadows.soft"))
    side = TEXTS.say(f"sides.{SIDES[round(light.from_deg / 45) % len(SIDES)]}")
    text = TEXTS.say("shadows.hard", side=side, height=round(light.height_deg), kept=round(light.kept, 2))
    if light.kept >= DEEP_SHADOW and light.height_deg >= LOW_DEG:
        return Finding("shadows", Grade.GOOD, 85, text)
    low = light.height_deg < LOW_DEG
    advice = TEXTS.say("shadows.low_advice" if low else "shadows.advice", side=side)
    return Finding("shadows", Grade.FAIR, 60, text, advice)


def _view(measures: Measures) -> Finding:
    outline = measures.outline
    if outline.mirrored:
        return Finding("view", Grade.BAD, 0, TEXTS.say("view.mirrored"), TEXTS.say("view.mirrored_advice"))
    tags = {"read": len(outline.read), "printed": outline.printed}
    if not measures.px_per_module:
        return Finding(
            "view", Grade.BAD, 0, TEXTS.say("view.not_found", **tags), TEXTS.say("view.not_found_advice")
        )
    if outline.outside:
        few = len(outline.outside) <= 2
        text = TEXTS.say("view.outside", **tags, cut=joined([str(tag) for tag in outline.outside]))
        return Finding(
            "view",
            Grade.FAIR if few else Grade.BAD,
            60 if few else 30,
            text,
            TEXTS.say("view.outside_advice"),
        )
    if measures.tilt_deg is not None and measures.tilt_deg > STEEP_DEG + 10:
        leans = TEXTS.say("view.leans", tilt=round(measures.tilt_deg))
        return Finding("view", Grade.FAIR, 60, leans, TEXTS.say("view.leans_advice"))
    text = TEXTS.say("view.read", **tags)
    if outline.covered:
        text = TEXTS.say("view.covered", **tags, covered=joined([str(tag) for tag in outline.covered]))
    if outline.unread > 2:
        return Finding("view", Grade.FAIR, 60, text, TEXTS.say("view.unread_advice"))
    return Finding("view", Grade.GOOD, 100, text)


def _size(measures: Measures) -> Finding:
    if not measures.px_per_module:
        return Finding("size", Grade.UNKNOWN, 0, TEXTS.say("size.unknown"))
    least = _least_px(measures)
    leans = measures.tilt_deg or 0.0
    where = min(measures.px_per_module, key=lambda cell: measures.px_per_module[cell])
    advice = (
        TEXTS.say(
            "size.too_small_advice",
            times=round(LEAST_PX_PER_MODULE / least, 1),
            width=measures.width_px,
            height=measures.height_px,
        )
        if least < LEAST_PX_PER_MODULE
        else TEXTS.say("size.small_advice")
    )
    if leans > STEEP_DEG:
        advice = TEXTS.say("size.leans_advice", tilt=round(leans), advice=advice)
    return graded(
        "size",
        least,
        bad=LEAST_PX_PER_MODULE,
        fair=GOOD_PX_PER_MODULE,
        best=3.3,
        text=TEXTS.say("size.smallest", px=round(least, 2), cell=where),
        advice=advice,
    )


def _print(measures: Measures) -> Finding:
    scale = measures.scale
    if _focus(measures).grade is not Grade.GOOD:
        return Finding("print", Grade.UNKNOWN, 0, TEXTS.say("print.unsharp"))
    if scale.displaced is not None and scale.displaced[1] > DISPLACED_FAIR_MM:
        tag, off = scale.displaced
        return graded(
            "print",
            off,
            bad=DISPLACED_BAD_MM,
            fair=DISPLACED_FAIR_MM,
            best=0.0,
            text=TEXTS.say("print.displaced", tag=tag, off=round(off, 1)),
            advice=TEXTS.say("print.displaced_advice"),
        )
    parts = (("pieces", scale.pieces), ("frame", scale.frame))
    known = [(what, value) for what, value in parts if value is not None]
    if not known:
        return Finding("print", Grade.UNKNOWN, 0, TEXTS.say("print.unknown"))
    what, value = max(known, key=lambda one: abs(one[1] - 1))
    share = round(abs(value - 1), 3)
    differs = TEXTS.say(f"print.{what}_{'larger' if value > 1 else 'smaller'}", share=share)
    return graded(
        "print",
        share,
        bad=SCALE_BAD,
        fair=SCALE_FAIR,
        best=0.0,
        text=differs if share else TEXTS.say("print.right"),
        advice=TEXTS.say("print.advice"),
    )


def _steady(measures: Measures) -> Finding:
    if measures.moved:
        return Finding(
            "steadiness", Grade.FAIR, 60, TEXTS.say("steadiness.moved"), TEXTS.say("steadiness.advice")
        )
    return Finding("steadiness", Grade.GOOD, 100, TEXTS.say("steadiness.steady"))


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
        text=TEXTS.say("rate.rate", rate=round(rate, 1)),
        advice=TEXTS.say("rate.advice"),
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
        text=TEXTS.say("latency.latency", latency=round(latency)),
        advice=TEXTS.say("latency.advice"),
    )


def _tags(measures: Measures) -> Finding:
    if not measures.px_per_module:
        return Finding("tags", Grade.UNKNOWN, 0, TEXTS.say("tags.unknown"))
    text = TEXTS.say("tags.read", pieces=measures.pieces_seen, unsure=measures.unsure)
    if measures.unsure > 2 and measures.unsure > 0.1 * measures.pieces_seen:
        return Finding("tags", Grade.FAIR, 60, text, TEXTS.say("tags.advice"))
    return Finding("tags", Grade.GOOD, 100, text)


def _least_px(measures: Measures) -> float:
    return min(measures.px_per_module.values())
