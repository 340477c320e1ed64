"""The steps of a frame, in their order: the one place that lists them.

Each takes what the steps before found, and returns what it finds. None runs twice in one frame, and none
calls one before it. A second look is a step of its own (`SEARCH`, `LOCATION_AGAIN`).
`reading.read` says which of them run for a frame.
"""

from vision.look import processes
from vision.look.step import AnyStep, Step

SMALL = Step(
    "small picture",
    "change",
    processes.shot,
    "The picture is reduced to about 400 px width. Pictures are compared small; only changed parts are "
    "read at full size.",
)
DISTURBANCES = Step(
    "sway and bands",
    "motion",
    processes.without_disturbances,
    "A camera that sways is laid back onto the picture that it was located in. A rolling shutter's "
    "bands of light are taken out. The rest that differs from the picture read before is new.",
)
CLOCK = Step(
    "clock in the picture",
    "change",
    processes.clock_ticks,
    "A clock that is written into the picture ticks in one place again and again: such a change is no hand.",
)
FOCUS_BACK = Step(
    "in focus again",
    "light",
    processes.focus_is_back,
    "After a blurred picture the tags' edges are measured again, since a small picture doesn't show focus.",
)
NEWS = Step(
    "anything new",
    "motion",
    processes.news,
    "A picture like the last ends here, with the look of before. While a hand moves and pictures come "
    "quickly, the next one is waited for.",
)
BETWEEN = Step(
    "look between",
    "motion",
    processes.look_while_moving,
    "While something moves, pieces lie still where nothing changed. Cells that changed count as hidden. "
    "Nothing is read.",
)
TAGS = Step(
    "tags",
    "tags",
    processes.tags_in,
    "Quads are found in the changed parts and compared with every tag of the dictionary in four turns. "
    "Known tags elsewhere are only verified in place. Quads without white around them, or with too many "
    "wrong bits, are thrown away.",
)
LOCATION = Step(
    "camera's place",
    "board",
    processes.located_by_tags,
    "The board's frame tags say where the camera stands. One at its old place shows that nothing moved.",
)
SEARCH = Step(
    "tags, everywhere",
    "tags",
    processes.tags_everywhere,
    "Where nothing fits the known place, tags are looked for in the whole picture before that is believed.",
)
LOCATION_AGAIN = Step(
    "camera's place, again",
    "board",
    processes.located_by_tags,
    "The camera is located by the tags of the whole picture.",
)
FIELD = Step(
    "cells in the picture",
    "board",
    processes.field_in,
    "The board's cells and printed lines are projected into the picture. After the camera moved, "
    "everything learnt from pixels is forgotten.",
)
MENDED_TAGS = Step(
    "tags in a mended picture",
    "labels",
    processes.with_mended_tags,
    "In a picture that is unsharp or washed out, tags are looked for again once it's sharpened or deepened.",
)
SCENE = Step(
    "print's colours",
    "light",
    processes.scene_in,
    "Each cell's own colour is measured where no piece is known, and how clearly black stands out from "
    "white. The shadows of known pieces are projected from the known light.",
)
PAPER = Step(
    "labels' paper",
    "labels",
    processes.paper_in,
    "On a board whose print looks like labels all over, this keeps only the places as black and white "
    "as real labels.",
)
ROCK_LABELS = Step(
    "rocks' labels",
    "labels",
    processes.with_rock_labels,
    "A rock's label that no quad shows is compared with the few ids that it can have.",
)
WORN_LABELS = Step(
    "worn labels",
    "labels",
    processes.with_worn_labels,
    "Black beside white of a label's size, outside of known labels, is compared with every id at many "
    "places and turns. Print and shadows are thrown away.",
)
STILL_UNREAD = Step(
    "labels still unread",
    "labels",
    processes.with_labels_still_unread,
    "Unread labels of the look before stay unread where nothing changed.",
)
PRINT = Step(
    "print taken for tags",
    "labels",
    processes.without_print,
    "A badly read tag in a cell that was clear, where nothing changed, is print and is thrown away.",
)
PLACES = Step(
    "pieces' places",
    "cells",
    processes.places_in,
    "Each tag's ray is cut with the plane of its piece's height: that says the cell, the face, the "
    "turn. Tags of a wrong size, and pieces read twice, are doubts.",
)
LIGHT = Step(
    "hard light",
    "light",
    processes.hard_lights,
    "On a table at rest with doubts, the direction is sought that explains best where the board is "
    "darker than its print.",
)
SHADOWS = Step(
    "cast shadows",
    "light",
    processes.with_cast_shadows,
    "Every piece and rock throws its shadow as that light says. A shadow is no thing.",
)
COVER = Step(
    "hands",
    "motion",
    processes.hidden_in,
    "The picture is compared with the board alone. A large change that reaches the picture's border, or "
    "hides printed lines, is a hand. Light that scales the print is none.",
)
BELIEF = Step(
    "what to believe",
    "cells",
    processes.believed_in,
    "A piece at its old place is believed. One that is new beside a hand may be in the hand: it waits.",
)
DOUBTS = Step(
    "doubts",
    "cells",
    processes.doubts_in,
    "Changes that nothing explains, unread labels, and pieces that may have left make their cells "
    "unsure. A cell whose print shows again is empty.",
)
LOOK = Step(
    "look",
    "look",
    processes.look_at,
    "Every cell gets its answer: a piece, empty, unsure, or not to be seen, with how sure that is.",
)
MEMORY = Step(
    "what to remember",
    "look",
    processes.memory_after,
    "A picture that holds still without a hand becomes the board alone for the next frames.",
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
    WORN_LABELS,
    STILL_UNREAD,
    PRINT,
    PLACES,
    LIGHT,
    SHADOWS,
    COVER,
    BELIEF,
    DOUBTS,
    LOOK,
    MEMORY,
)
"""All steps in the order of a frame's way; most frames end at `NEWS`."""
