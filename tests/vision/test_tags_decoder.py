"""The soft decoder on tags that are drawn and warped here."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.core.faults import InputFault
from tests.vision.given_quads import tags_among
from vision.pictures.camera_model import Points
from vision.pictures.frame import Box, Image
from vision.tags.dictionary import load_dictionary, verify
from vision.tags.scanning import find_tags
from vision.tags.second_looks import deepened, sharpened
from vision.tags.tag import BLOWN, FULL, SOFT

DICTIONARY = load_dictionary("DICT_5X5_250")
SIZE = 360
LABELS = Path(__file__).parent / "labels"


def drawn(tag: int, corners: Points, image: Image | None = None) -> Image:
    """Draw a tag with its white rim, so that its black square has these corners, px."""
    ground = np.full((SIZE, SIZE), 120, np.uint8) if image is None else image.copy()
    whole = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    label = np.full((9 * 8, 9 * 8), 255, np.uint8)
    label[8:-8, 8:-8] = whole.generateImageMarker(tag, 56, borderBits=1)
    square = np.array([(7.5, 7.5), (63.5, 7.5), (63.5, 63.5), (7.5, 63.5)], np.float32)
    low = np.maximum(np.floor(corners.min(axis=0) - 20).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(axis=0) + 20).astype(int), SIZE)
    # It's drawn four times as fine and averaged, as in a sensor's pixels.
    fine = ((corners - low + 0.5) * 4 - 0.5).astype(np.float32)
    width, height = (int(v) for v in high - low)
    warp = cv2.getPerspectiveTransform(square, fine)
    size = (4 * width, 4 * height)
    over = cv2.warpPerspective(label.astype(np.float32), warp, size, flags=cv2.INTER_NEAREST)
    mask = cv2.warpPerspective(np.ones_like(label, np.float32), warp, size, flags=cv2.INTER_NEAREST)
    over, mask = (
        cv2.resize(one, (width, height), interpolation=cv2.INTER_AREA) for one in (over * mask, mask)
    )
    part = ground[low[1] : high[1], low[0] : high[0]]
    part[:] = np.round(part * (1 - mask) + over).astype(np.uint8)
    return ground


def square(side: float, turned_deg: float = 0.0, middle: tuple[float, float] = (180.3, 171.8)) -> Points:
    angle = np.radians(turned_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half = side / 2
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return np.asarray(corners @ turn.T + middle, np.float64)


@pytest.mark.parametrize("turned", [0, 33, 90, 141, 180, 222, 270, 359])
def test_corners_start_at_the_tags_own_upper_left_however_it_is_turned(turned: float) -> None:
    corners = square(34, turned)
    (tag,) = find_tags(drawn(77, corners), DICTIONARY)
    assert tag.id == 77
    assert np.linalg.norm(tag.corners - corners, axis=1).max() < 0.25


def test_corners_are_exact_to_a_fifth_of_a_pixel_on_a_tilted_tag() -> None:
    corners = np.array([(150.2, 140.7), (205.4, 146.1), (197.9, 190.3), (141.6, 183.2)])
    (tag,) = find_tags(drawn(5, corners), DICTIONARY)
    assert np.linalg.norm(tag.corners - corners, axis=1).max() < 0.2


def rough(image: Image, seed: int, blur: float, noise: float, quality: int) -> Image:
    rng = np.random.default_rng(seed)
    soft = cv2.GaussianBlur(image, (0, 0), blur).astype(np.float64)
    noisy = np.clip(soft + rng.normal(0, noise, soft.shape), 0, 255).astype(np.uint8)
    content = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(content, cv2.IMREAD_GRAYSCALE), np.uint8)


@pytest.mark.parametrize(
    ("px_a_module", "blur", "noise", "quality", "floor"),
    [(2.4, 0.8, 4, 85, 0.97), (2.6, 0.95, 6, 70, 0.97), (3.5, 1.5, 4, 85, 0.95), (2.6, 1.35, 3, 90, 0.95)],
    ids=["typical", "rough light", "out of focus", "blurred by half a module"],
)
def test_small_tags_are_read_and_never_as_another(
    px_a_module: float, blur: float, noise: float, quality: int, floor: float
) -> None:
    rng = np.random.default_rng(3)
    read = wrong = 0
    pictures, columns = 6, 5
    for number in range(pictures):
        image = np.full((SIZE, SIZE), 140, np.uint8)
        ids = rng.permutation(250)[: columns * columns].tolist()
        for place, tag in enumerate(ids):
            middle = 45.0 + 66.0 * np.array(divmod(place, columns)) + rng.uniform(-6, 6, 2)
            corners = square(7 * px_a_module, rng.uniform(0, 360), (middle[0], middle[1]))
            image = drawn(tag, corners, image)
        shown = rough(image, number, blur, noise, quality)
        mended = sharpened(shown) if blur > 0.5 * px_a_module else None
        how = FULL if mended is None else SOFT
        found = [tag.id for tag in find_tags(shown, DICTIONARY, how, outlines=mended)]
        read += len(set(found) & set(ids))
        wrong += len(set(found) - set(ids))
    assert wrong == 0
    assert read >= floor * pictures * columns * columns


def test_small_blown_out_labels_are_read_from_the_rest_of_their_black() -> None:
    rng = np.random.default_rng(5)
    image = np.full((SIZE, SIZE), 60, np.uint8)
    ids = rng.permutation(250)[:25].tolist()
    for place, tag in enumerate(ids):
        x, y = 45.0 + 66.0 * np.array(divmod(place, 5))
        image = drawn(tag, square(16.5, rng.uniform(0, 360), (x, y)), image)
    light = cv2.GaussianBlur((image / 255.0) ** 2.2, (0, 0), 0.8)
    shown = np.clip(255 * 1.5 * (0.05 + 0.95 * light) ** (1 / 2.2), 0, 255).astype(np.uint8)
    plain = {tag.id for tag in find_tags(shown, DICTIONARY)}
    mended = {tag.id for tag in find_tags(shown, DICTIONARY, BLOWN, outlines=deepened(shown))}
    assert plain | mended <= set(ids)
    assert len(mended) >= 24


def test_no_slender_sliver_fits_a_tag_by_chance() -> None:
    rng = np.random.default_rng(2)
    image = cv2.GaussianBlur(rng.integers(0, 256, (SIZE, SIZE)).astype(np.uint8), (0, 0), 1.2)
    middles = rng.uniform(30, SIZE - 30, (400, 1, 2))
    slivers = middles + rng.uniform(-12, 12, (400, 4, 2)) * np.array([1.0, 0.2])
    assert tags_among(np.asarray(image, np.uint8), slivers, DICTIONARY, SOFT) == ()


def test_noise_and_clutter_hold_no_tags() -> None:
    rng = np.random.default_rng(11)
    image = rng.integers(0, 256, (SIZE, SIZE), dtype=np.uint8)
    for _ in range(60):
        x, y, side = (int(v) for v in rng.integers((0, 0, 8), (SIZE, SIZE, 40)))
        cv2.rectangle(image, (x, y), (x + side, y + side), int(rng.integers(0, 60)), -1)
    assert find_tags(np.asarray(cv2.blur(image, (3, 3)), np.uint8), DICTIONARY) == ()


def test_a_half_covered_tag_is_not_read_as_another() -> None:
    for tag in range(0, 60, 3):
        image = drawn(tag, square(30, tag * 7.0))
        image[:, 183:] = 150
        assert {found.id for found in find_tags(image, DICTIONARY)} <= {tag}


@pytest.mark.parametrize("tag", [16, 90])
def test_a_label_whose_quad_is_half_a_module_off_is_read_where_its_edges_run(tag: int) -> None:
    """The labels are bent, yellowed and scratched.

    They were cut from rendered pictures where they stayed unread.
    """
    seen = cv2.imread(str(LABELS / f"bent-and-scratched-{tag}.png"), cv2.IMREAD_GRAYSCALE)
    (found,) = find_tags(np.asarray(seen, np.uint8), DICTIONARY)
    assert found.id == tag


def test_only_the_boxes_asked_for_are_looked_at() -> None:
    image = drawn(9, square(30, 0, (100, 100)), drawn(8, square(30, 0, (260, 260))))
    left: Box = (60, 60, 140, 140)
    assert [tag.id for tag in find_tags(image, DICTIONARY, boxes=[left])] == [9]
    assert {tag.id for tag in find_tags(image, DICTIONARY)} == {8, 9}


def test_a_tag_that_stays_verifies_in_place_and_one_that_left_does_not() -> None:
    image = drawn(40, square(25, 15))
    tags = find_tags(image, DICTIONARY)
    assert verify(image, tags, DICTIONARY)[0] > 0.9
    assert verify(drawn(41, square(25, 15)), tags, DICTIONARY)[0] < 0.6
    assert verify(np.full((SIZE, SIZE), 120, np.uint8), tags, DICTIONARY)[0] < 0.4


def test_a_dictionary_that_doesnt_exist_is_named_in_the_error() -> None:
    with pytest.raises(InputFault, match="DICT_9X9_1: no such tag dictionary"):
        load_dictionary("DICT_9X9_1")
