"""The steps of a frame in their order. This is the only list of them.

Each step is a function of its stage. It takes a frozen value with just what it needs, and returns its result.
No step runs twice in one frame, and none calls an earlier one. A second look is a step of its own (`SEARCH`,
`LOCATION_AGAIN`). `reading.read` decides which of them run for a frame.
"""

from vision.board.field import camera_place_of
from vision.board.location import locate
from vision.cells.belief import believed_in
from vision.cells.doubts import doubted_in
from vision.cells.misread_print import without_misread
from vision.cells.places import pieces_now_of
from vision.change.clock_overlay import clock_ticks
from vision.change.small_picture import reduce
from vision.known.scene_making import scene_of
from vision.labels.changed_tags import tags_now, with_mended
from vision.labels.ink import stray_labels
from vision.labels.label_paper import label_paper
from vision.labels.mark_places import trials_in
from vision.labels.marks import label_marks
from vision.labels.quadless_labels import with_rocks, with_still_unread
from vision.labels.unread_labels import rock_marks
from vision.labels.worn_labels import with_worn
from vision.light.cast_shadows import lights_in, shadows_in
from vision.light.clarity import is_sharp_again
from vision.look.look_of_scene import look_of, memory_after
from vision.look.step import AnyStep, Step
from vision.motion.covered import covered_in
from vision.motion.disturbances import undisturbed
from vision.motion.moving_hand import look_between
from vision.motion.skipping import news
from vision.tags.scanning import search

SMALL = Step(
    "small picture",
    "change",
    reduce,
    "The picture is reduced to about 400 px width. Pictures are compared small; only changed parts are "
    "read at full size.",
)
DISTURBANCES = Step(
    "sway and bands",
    "motion",
    undisturbed,
    "If the camera sways, its picture is shifted back onto the one where the board was located. A rolling "
    "shutter's bands of light are removed. The parts that still differ from the picture read before are new.",
)
CLOCK = Step(
    "clock in the picture",
    "change",
    clock_ticks,
    "A clock that is written into the picture changes in one place again and again. Such a change is no "
    "hand.",
)
FOCUS_BACK = Step(
    "in focus again",
    "light",
    is_sharp_again,
    "After a blurred picture the tags' edges are measured again, since a small picture doesn't show focus.",
)
NEWS = Step(
    "anything new",
    "motion",
    news,
    "If the picture is like the last one, the look before holds, and the steps end here. While a hand "
    "moves and pictures come quickly, the next picture is awaited.",
)
BETWEEN = Step(
    "look between",
    "motion",
    look_between,
    "While something moves, pieces lie still where nothing changed. Cells that changed count as hidden. "
    "Nothing is read.",
)
TAGS = Step(
    "tags",
    "labels",
    tags_now,
    "Quads are found in the changed parts and compared with every tag of the dictionary in four turns. "
    "Known tags elsewhere are only checked in their place. Quads without white around them, or with too "
    "many wrong bits, are thrown away.",
)
LOCATION = Step(
    "camera's place",
    "board",
    locate,
    "The board's frame tags say where the camera stands. If one is at its old place, the camera hasn't "
    "moved.",
)
SEARCH = Step(
    "tags, everywhere",
    "tags",
    search,
    "If nothing fits the known place, tags are looked for in the whole picture before the camera counts "
    "as moved.",
)
LOCATION_AGAIN = Step(
    "camera's place, again",
    "board",
    locate,
    "The camera is located by the tags of the whole picture.",
)
FIELD = Step(
    "cells in the picture",
    "board",
    camera_place_of,
    "The board's cells and printed lines are projected into the picture. If the camera has moved, "
    "everything learnt from pixels is forgotten.",
)
MENDED_TAGS = Step(
    "tags in a mended picture",
    "labels",
    with_mended,
    "An unsharp or washed-out picture is sharpened or deepened, and tags are looked for again.",
)
SCENE = Step(
    "print's colours",
    "known",
    scene_of,
    "Each cell's own colour is measured where no piece is known, and how clearly black stands out from "
    "white. The shadows of known pieces are projected from the known light.",
)
PAPER = Step(
    "labels' paper",
    "labels",
    label_paper,
    "On a board whose print looks like labels all over, only places as black and white as real labels are"
    " kept.",
)
ROCK_LABELS = Step(
    "rocks' labels",
    "labels",
    with_rocks,
    "If no quad shows a rock's label, the place is compared with the few ids that it can have.",
)
MARKS = Step(
    "marks",
    "labels",
    label_marks,
    "Black beside white, of a label's size and outside of the labels that are read, is a mark: a label "
    "without a quad may be there. One that has its cell's own colours, in the light or in a shadow, is "
    "probably print.",
)
TRIALS = Step(
    "places to try",
    "labels",
    trials_in,
    "The middles of the marks are the places where labels may lie. Places where nothing has changed since "
    "they were tried in vain come last.",
)
WORN_LABELS = Step(
    "worn labels",
    "labels",
    with_worn,
    "These places are compared with every id at many positions and turns. Print and shadows are thrown away.",
)
STILL_UNREAD = Step(
    "labels still unread",
    "labels",
    with_still_unread,
    "Labels that were unread in the look before stay so where nothing changed. A place in front of a rock is "
    "no label.",
)
PRINT = Step(
    "print taken for tags",
    "cells",
    without_misread,
    "A badly read tag in a cell that was clear, where nothing changed, is print: it is thrown away.",
)
PLACES = Step(
    "pieces' places",
    "cells",
    pieces_now_of,
    "Each tag's ray meets the plane of its piece's height: that gives the cell, the face and the turn. "
    "Tags of a wrong size, and pieces read twice, are doubts.",
)
LIGHT = Step(
    "hard light",
    "light",
    lights_in,
    "On a table at rest with doubts, the direction of light is found that best explains where the board "
    "is darker than its print.",
)
SHADOWS = Step(
    "cast shadows",
    "light",
    shadows_in,
    "Every piece and rock casts a shadow in that light. A shadow is no thing.",
)
COVER = Step(
    "hands",
    "motion",
    covered_in,
    "The picture is compared with the bare board. A large change that reaches the picture's border, or "
    "hides printed lines, is a hand. A change of light that only scales the print is no hand.",
)
BELIEF = Step(
    "what to believe",
    "cells",
    believed_in,
    "A piece at its old place is believed. A new piece beside a hand may be in that hand: it waits.",
)
ROCK_MARKS = Step(
    "labels on rocks",
    "labels",
    rock_marks,
    "Black beside white on a rock, where no piece is read or lay, is the label of a piece that isn't known.",
)
STRAY_LABELS = Step(
    "labels of no piece",
    "labels",
    stray_labels,
    "Black on white elsewhere, where no piece is read or lay, is the label of a piece that isn't "
    "known. Places beneath a hand, print, and what known pieces show are left out.",
)
DOUBTS = Step(
    "doubts",
    "cells",
    doubted_in,
    "Changes that nothing explains, unread labels, and pieces that may have left make their cells "
    "unsure. A cell whose print shows again is empty.",
)
LOOK = Step(
    "look",
    "look",
    look_of,
    "Each cell is called empty, unsure, hidden, or a piece's, with how sure that is.",
)
MEMORY = Step(
    "what to remember",
    "look",
    memory_after,
    "A picture at rest without a hand becomes the *bare board*: the next frames are compared with it.",
)

STEPS: tuple[AnyStep, ...] = (
    SMALL,
    DISTURBANCES,
    CLOCK,
    FOCUS_BACK,
    NEWS,
    BETWEEN,
    TAGS,
    LOCATION,
    SEARCH,
    LOCATION_AGAIN,
    FIELD,
    MENDED_TAGS,
    SCENE,
    PAPER,
    ROCK_LABELS,
    MARKS,
    TRIALS,
    WORN_LABELS,
    STILL_UNREAD,
    PRINT,
    PLACES,
    LIGHT,
    SHADOWS,
    COVER,
    BELIEF,
    ROCK_MARKS,
    STRAY_LABELS,
    DOUBTS,
    LOOK,
    MEMORY,
)
"""All steps in the order of a frame. Most frames end at `NEWS`."""
