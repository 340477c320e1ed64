"""Pictures that are shifted and turned a little, as by a camera that sways, and shifted back."""

import cv2
import numpy as np

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image


def warped(image: Image, way: Points, how: int = cv2.INTER_CUBIC) -> Image:
    """Return a picture of the same size, moved by the affine `way`, `(2, 3)`, from old px to new.

    Pixels that come in at the rim repeat the old rim. `how` is OpenCV's interpolation. With
    `cv2.WARP_INVERSE_MAP` the way goes from new px to old.
    """
    height, width = image.shape[:2]
    return np.asarray(
        cv2.warpAffine(image, way, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
