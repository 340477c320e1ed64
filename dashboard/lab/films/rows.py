"""The conditions of filmed matches, each with the floor that it must reach."""

from dashboard.lab.films.drawn import drawn
from dashboard.lab.films.row import FilmRow
from dashboard.lab.rooms import BENT, CEILING, CEILING_FAN, DESK_LAMP, LAMPS, LOW_SUN, MORNING, SHINY, WINDOW
from vision.render.board_art import DARK, LIGHT_LINES, PAINTED, PHOTOGRAPH, VIVID
from vision.render.conditions import Conditions
from vision.render.sensor import CameraHabits

ROWS = (
    FilmRow("plain light"),
    FilmRow("low sun", Conditions(art=DARK, room=LOW_SUN), tilt=28.0, turn=-12.0),
    FilmRow("morning sun, white lines", Conditions(art=LIGHT_LINES, room=MORNING), tilt=20.0, turn=8.0),
    FilmRow("window on one side", Conditions(art=VIVID, room=WINDOW), turn=-6.0),
    FilmRow("one desk lamp", Conditions(room=DESK_LAMP, vignette=0.2), tilt=18.0),
    FilmRow("several lamps", Conditions(art=VIVID, room=LAMPS), tilt=10.0, turn=4.0),
    FilmRow("shiny dark board", Conditions(art=DARK, room=SHINY), tilt=16.0, turn=10.0),
    FilmRow(
        "tubes at the ceiling, in bands",
        Conditions(art=LIGHT_LINES, room=CEILING, sensor=CameraHabits(banding=0.12)),
        turn=-3.0,
    ),
    FilmRow(
        "exposure and white that step",
        Conditions(art=VIVID, room=WINDOW, sensor=CameraHabits(follows=0.8, white=0.5)),
        tilt=10.0,
    ),
    FilmRow(
        "hands smeared, focus breathing",
        Conditions(room=MORNING, sensor=CameraHabits(smear_mm=18.0, breathing=0.0012, hunts_px=0.9)),
        turn=6.0,
    ),
    FilmRow(
        "dirty lens against a window",
        Conditions(art=DARK, room=SHINY, sensor=CameraHabits(dirt=0.6, follows=0.4)),
        tilt=20.0,
    ),
    FilmRow(
        "cheap webcam's video",
        Conditions(room=LAMPS, noise=5.0, blur_px=0.7, sensor=CameraHabits(follows=0.6, white=0.3)),
        video=True,
    ),
    FilmRow("painted map with words", Conditions(art=PAINTED, room=MORNING), tilt=16.0, turn=-8.0),
    FilmRow("photograph as ground", Conditions(art=PHOTOGRAPH, room=WINDOW), tilt=12.0, turn=5.0),
    FilmRow(
        "camera on a stand that sways",
        Conditions(room=DESK_LAMP, sensor=CameraHabits(sways_px=0.8)),
        tilt=16.0,
        turn=-5.0,
    ),
    FilmRow(
        "worn, yellowed, bent labels",
        Conditions(art=VIVID, room=BENT, worn=0.2, paper=(0.68, 0.9, 0.98)),
        turn=-4.0,
    ),
    FilmRow("fan beneath the ceiling's lamp", Conditions(art=VIVID, room=CEILING_FAN), tilt=12.0, turn=3.0),
    FilmRow("drawn for each film", anew=drawn),
)
