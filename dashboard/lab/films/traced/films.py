"""The traced films: their people, plays and light."""

from dataclasses import dataclass
from typing import Any

from dashboard.lab.films.traced.arms import ArmOwner
from dashboard.lab.films.traced.rooms import FilmLamp, FilmRoom, RoomObject
from dashboard.lab.films.traced.story import Act, LightChange, PointAt, Press, PutDown
from engine.core.layout import Face
from vision.render.board_art import LIGHT_LINES, PAINTED, VIVID

_PALE, _FAIR, _TAN, _BROWN, _DARK = (
    (0.72, 0.46, 0.36), (0.60, 0.36, 0.25), (0.42, 0.23, 0.14), (0.22, 0.11, 0.065), (0.09, 0.045, 0.028),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TracedFilm:
    """A film to be traced."""

    note: str
    """A sentence on the film."""
    room: FilmRoom
    """The room, with its light."""
    people: dict[str, ArmOwner]
    """The people, by seat."""
    setup: dict[str, Any]
    """The setup of the match."""
    acts: tuple[Act, ...]
    """The acts of the people, in order."""
    expect: tuple[dict[str, Any], ...]
    """The events that must be judged, in order."""
    seed: int
    """The seed of all random details."""


def _setup(turn: str, seats: tuple[str, ...], at: dict[str, str]) -> dict[str, Any]:
    return {
        "seats": list(seats), "turn": turn, "round": 2,
        "pieces": {piece: {"at": cell} for piece, cell in at.items()},
    }  # fmt: skip


_EVENING = TracedFilm(
    note="a glossy dark board by a lamp and a dim window; a second lamp is switched on",
    room=FilmRoom(
        lamps=(
            FilmLamp(
                "ceiling", 380.0, (1.0, 0.82, 0.62), size_mm=(150, 150), mirrored=(110.0, 120.0, 1150.0)
            ),
            FilmLamp("window", 500.0, (0.75, 0.87, 1.0), (-1500, 500, 900), (900, 1100), is_round=False),
            FilmLamp("desk", 160.0, (1.0, 0.74, 0.48), (620, 520, 620), (110, 110)),
        ),
        sky=(0.10, 0.11, 0.13),
        phases=({"desk": 0.0}, {}),
        things=(RoomObject("mug", -505, 215, 140.0), RoomObject("phone", 520, -150, 12.0)),
        art=VIVID,
        dim=0.5,
        rough=0.3,
        varnish=1.0,
    ),
    people={
        "west": ArmOwner("Ana", _BROWN, (0.05, 0.10, 0.32), (0.75, 0.75, 0.72), ring=True),
        "south": ArmOwner("Ben", _FAIR, (0.32, 0.30, 0.28), sleeve_mm=300.0, size=1.06, watch=True),
        "east": ArmOwner("Cho", _TAN, (0.45, 0.05, 0.06), is_left=True, size=0.93, nails=(0.5, 0.02, 0.05)),
    },
    setup=_setup(
        "west",
        ("west", "south", "east"),
        {
            "w.inf.1": "d5",
            "w.inf.2": "c4",
            "w.cav.1": "e5",
            "w.arc.1": "d3",
            "s.inf.1": "i3",
            "s.inf.2": "h4",
            "s.cav.1": "j4",
            "s.arc.1": "k4",
            "e.inf.1": "h7",
            "e.inf.2": "j7",
            "e.cav.1": "g7",
            "e.arc.1": "i6",
            "e.arc.2": "j8",
            "w.gen.raen": "c3",
            "s.gen.kazu": "j2",
            "e.gen.siri": "j9",
        },
    ),
    acts=(
        PutDown("west", "w.cav.1", "f7"),
        PutDown("west", "e.cav.1"),
        PutDown("east", "e.inf.1", "h7", face=Face.DOWN),
        PutDown("west", "w.cav.1", "f7", edge=True),
        PutDown("west", "w.arc.1", "e4"),
        LightChange(1),
        PutDown("west", "w.inf.2", "d4"),
        Press("west"),
        PointAt("east", "h5"),
        PutDown("south", "s.inf.2", "i4"),
        PutDown("south", "s.cav.1", "h5"),
    ),
    expect=(
        {"move": "w.cav.1", "to": "f7"},
        {"attack": "w.cav.1", "target": "e.cav.1"},
        {"move": "w.arc.1", "to": "e4"},
        {"move": "w.inf.2", "to": "d4"},
        {"end_turn": True},
        {"move": "s.inf.2", "to": "i4"},
        {"move": "s.cav.1", "to": "h5"},
    ),
    seed=4,
)

_MORNING = TracedFilm(
    note="a light printed board by the sun through a blind; a cloud comes",
    room=FilmRoom(
        lamps=(
            FilmLamp("sun", 5.0, (1.0, 0.92, 0.78), (-1000, -250, 800), None),
            FilmLamp("window", 700.0, (0.82, 0.91, 1.0), (-1500, -300, 900), (1100, 1100), is_round=False),
        ),
        sky=(0.24, 0.26, 0.29),
        phases=({}, {"sun": 0.06}),
        things=(RoomObject("mug", 505, -230, 40.0, (0.85, 0.83, 0.78)), RoomObject("phone", -520, 120, 80.0)),
        art=LIGHT_LINES,
        dim=1.15,
        rough=0.55,
        blind_mm=70.0,
        tilt_deg=30.0,
        turn_deg=-4.0,
        table=(0.12, 0.14, 0.17),
    ),
    people={
        "west": ArmOwner("Dag", _PALE, (0.8, 0.8, 0.78), (0.15, 0.3, 0.6), watch=True, size=1.05),
        "south": ArmOwner("Eve", _DARK, (0.7, 0.5, 0.08), size=0.92, ring=True, nails=(0.8, 0.75, 0.7)),
        "east": ArmOwner("Fin", _FAIR, (0.06, 0.07, 0.06), is_left=True, sleeve_mm=420.0),
        "north": ArmOwner("Gil", _TAN, (0.1, 0.28, 0.16), (0.02, 0.05, 0.03)),
    },
    setup=_setup(
        "south",
        ("west", "south", "east", "north"),
        {
            "w.inf.1": "d4",
            "w.inf.2": "d4",
            "w.cav.1": "d4",
            "w.arc.2": "d4",
            "w.arc.1": "b6",
            "s.arc.1": "h4",
            "s.cav.1": "g4",
            "s.cav.2": "f3",
            "s.inf.1": "i5",
            "s.inf.2": "j3",
            "e.inf.1": "i6",
            "e.arc.1": "k7",
            "e.cav.1": "l8",
            "e.inf.2": "j9",
            "n.inf.1": "e9",
            "n.cav.1": "d9",
            "n.arc.1": "c9",
            "w.gen.est": "d4",
            "s.gen.siri": "j4",
            "e.gen.lucy": "k9",
            "n.gen.kazu": "c8",
        },
    ),
    acts=(
        PutDown("south", "s.arc.1", "i4"),
        PutDown("south", "s.cav.1", "h6"),
        PutDown("east", "e.inf.1", "i6", face=Face.DOWN),
        PutDown("south", "s.inf.1", "i5", edge=True),
        Press("south"),
        LightChange(1),
        PutDown("east", "e.cav.1", "j6"),
        PointAt("north", "f6"),
        PutDown("east", "e.inf.2", "j8"),
    ),
    expect=(
        {"move": "s.arc.1", "to": "i4"},
        {"move": "s.cav.1", "to": "h6"},
        {"attack": "s.inf.1", "target": "e.inf.1"},
        {"end_turn": True},
        {"move": "e.cav.1", "to": "j6"},
        {"move": "e.inf.2", "to": "j8"},
    ),
    seed=9,
)

_CLUB = TracedFilm(
    note="a painted map under three tubes; labels are worn and laminated; one tube fails",
    room=FilmRoom(
        lamps=(
            FilmLamp("first tube", 330.0, (0.86, 1.0, 0.88), (-700, 300, 1500), (1200, 40), is_round=False),
            FilmLamp("second tube", 330.0, (0.86, 1.0, 0.9), (500, 350, 1500), (1200, 40), is_round=False),
            FilmLamp("third tube", 260.0, (0.9, 0.98, 1.0), (-100, -1100, 1400), (1200, 40), is_round=False),
        ),
        sky=(0.09, 0.09, 0.1),
        phases=({}, {"second tube": 0.0}),
        things=(RoomObject("phone", 500, 180, 75.0), RoomObject("mug", -510, -200, 10.0, (0.1, 0.2, 0.4))),
        art=PAINTED,
        rough=0.45,
        tilt_deg=33.0,
        turn_deg=11.0,
        table=(0.16, 0.07, 0.06),
        worn=0.2,
        laminate=0.6,
    ),
    people={
        "west": ArmOwner("Hoa", _FAIR, (0.5, 0.5, 0.46), size=0.9, ring=True, nails=(0.35, 0.05, 0.2)),
        "south": ArmOwner("Ian", _PALE, (0.02, 0.02, 0.025), sleeve_mm=330.0, size=1.08),
        "east": ArmOwner("Jin", _TAN, (0.3, 0.22, 0.1), (0.1, 0.06, 0.03), is_left=True, watch=True),
        "north": ArmOwner("Kim", _BROWN, (0.07, 0.2, 0.22), is_left=True),
    },
    setup=_setup(
        "north",
        ("north", "west", "south", "east"),
        {
            "n.inf.1": "f8",
            "n.inf.2": "g8",
            "n.inf.3": "g8",
            "n.arc.1": "g8",
            "n.cav.1": "e9",
            "n.arc.2": "e8",
            "w.inf.1": "d7",
            "w.inf.2": "e6",
            "w.cav.1": "c7",
            "w.arc.1": "d5",
            "s.inf.1": "h5",
            "s.cav.1": "i3",
            "s.arc.1": "g4",
            "s.inf.2": "f4",
            "e.inf.1": "j7",
            "e.cav.1": "k6",
            "e.arc.1": "i7",
            "e.inf.2": "l7",
            "n.gen.lucy": "g8",
            "w.gen.raen": "b7",
            "s.gen.est": "h3",
            "e.gen.kazu": "k8",
        },
    ),
    acts=(
        PutDown("north", "n.inf.2", "g7"),
        PutDown("north", "n.cav.1", "f6"),
        PutDown("north", "n.arc.2", "d8"),
        PutDown("south", "s.inf.1", "h5", face=Face.DOWN),
        PutDown("north", "n.arc.1", "g8", edge=True),
        Press("north"),
        LightChange(1),
        PutDown("west", "w.arc.1", "e4"),
        PointAt("east", "g6"),
        PutDown("west", "w.inf.2", "e5"),
        PutDown("west", "w.cav.1", "d6"),
    ),
    expect=(
        {"move": "n.inf.2", "to": "g7"},
        {"move": "n.cav.1", "to": "f6"},
        {"move": "n.arc.2", "to": "d8"},
        {"attack": "n.arc.1", "target": "s.inf.1"},
        {"end_turn": True},
        {"move": "w.arc.1", "to": "e4"},
        {"move": "w.inf.2", "to": "e5"},
        {"move": "w.cav.1", "to": "d6"},
    ),
    seed=21,
)

FILMS: dict[str, TracedFilm] = {"evening": _EVENING, "morning": _MORNING, "club": _CLUB}
