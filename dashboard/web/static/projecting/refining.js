// Has a camera look at the projector's marks, and says how the board's picture has to lie.

import { EVERY_MS, askCamera, cameraFacts, pictureOf } from "../line/camera_line.js";
import { FEWEST, fitOf, seenCorners } from "./projector_fit.js";
import { brightness, spread } from "./marks.js";

/** @typedef {import("./keystone.js").Point} Point */
/** @typedef {import("./marks.js").Brightness} Brightness */
/** @typedef {import("./projector_fit.js").Fit} Fit */
/** @typedef {import("../../types/messages.js").SurfaceCell} SurfaceCell */
/** @typedef {import("../../types/page.js").CameraFacts} CameraFacts */
/**
 * The page that is measured. `screenOf`: where the screen shows a place of the board now, px; `show`: draw marks at
 * places of the board; `isCovered`: whether hands are over the board; `isLightNew`: whether the board's own light has
 * just changed.
 * @typedef {{ cells: () => readonly SurfaceCell[], screenOf: (mm: Point) => Point, show: (marks: readonly Point[]) => void, isCovered: () => boolean, isLightNew: () => boolean }} Projected
 */
/** Why nothing was measured: `denied`, `no_camera`, `few`, `disturbed`. @typedef {"denied" | "no_camera" | "few" | "disturbed"} Unmeasured */

/** How far apart marks lie, and how far from its place each is looked for, mm: the second is less than half of the first. */
export const COARSE = { apart_mm: 150, reach_mm: 70 };
export const FINE = { apart_mm: 75, reach_mm: 32 };

/** The shorter side of a field that these distances are made for, mm. On a smaller one they shrink with it. */
const WHOLE_MM = 450;

/** The pictures that are looked at for marks until they show. A phone's first picture may be a second old. */
const TRIES = 12;
/** The pictures that have to show the marks, one after the other, so that none shows them half drawn. */
const ALIKE = 2;
/** The most that two fits of the same marks differ, mm. */
const SAME_MM = 0.7;
/** The longest wait for the next picture, polls of `EVERY_MS`. */
const PATIENCE = 40;
/** A place for marks is this far inside the screen, as a share of its size. */
const MARGIN = 0.02;

/**
 * Measure how the board's picture lies, with marks that are shown for a second or two.
 * @param {Projected} page @param {typeof COARSE} how
 * @returns {Promise<Fit | Unmeasured>}
 */
export async function measure(page, how) {
  const camera = await readyCamera();
  if (typeof camera === "string") return camera;
  // The first picture may have been taken before the page hid all but the board.
  const first = await nextPicture(camera.name, camera.picture);
  const before = first && (await nextPicture(camera.name, first.number));
  if (!before) return "no_camera";
  const { width, height } = before.light;
  const whole_px = camera.state.width_px || width;
  const corners = seenCorners(page.cells(), camera.checkup?.cells ?? [], { width, height, whole_px });
  const [wide, high] = [innerWidth, innerHeight];
  const places = corners
    .map(({ mm }) => mm)
    .filter((mm) => {
      const [x, y] = page.screenOf(mm);
      return x > wide * MARGIN && x < wide * (1 - MARGIN) && y > high * MARGIN && y < high * (1 - MARGIN);
    });
  const size = places.length ? Math.min(1, shorterSide(places) / WHOLE_MM) : 1;
  const chosen = places.length ? spread(places, how.apart_mm * size) : [];
  const marks = chosen.map((mm) => ({ mm, screen: page.screenOf(mm) }));
  if (marks.length < FEWEST) return "few";
  if (page.isCovered() || page.isLightNew()) return "disturbed";
  page.show(marks.map(({ mm }) => mm));
  try {
    return await seenTwice(page, before, (lit) =>
      fitOf(before.light, lit, { corners, marks, reach_mm: how.reach_mm * size }),
    );
  } finally {
    page.show([]);
  }
}

/** The shorter side of the rectangle around points. @param {readonly Point[]} points */
function shorterSide(points) {
  const sides = [0, 1].map((i) => {
    const all = points.map((one) => one[i]);
    return Math.max(...all) - Math.min(...all);
  });
  return Math.min(...sides);
}

/**
 * The fit of the first pictures that agree about the marks.
 * @param {Projected} page @param {Picture} before @param {(lit: Brightness) => Fit | null} fit
 * @returns {Promise<Fit | Unmeasured>}
 */
async function seenTwice(page, before, fit) {
  /** @type {Fit[]} */
  let alike = [];
  let last = before;
  for (let tried = 0; tried < TRIES; tried++) {
    const next = await nextPicture(before.camera, last.number);
    if (!next) return "no_camera";
    // Cameras take the marks for hands, so only the lights count here. Marks beneath a real hand aren't found.
    if (page.isLightNew()) return "disturbed";
    last = next;
    const found = fit(next.light);
    const same = found && alike.every((one) => Math.abs(one.off_mm - found.off_mm) < SAME_MM);
    alike = found ? [...(same ? alike : []), found] : [];
    if (alike.length >= ALIKE) return alike.reduce((a, b) => (b.left_mm < a.left_mm ? b : a));
  }
  return "few";
}

/** The camera that sees the board largest, once it sends pictures. @returns {Promise<CameraFacts & { picture: number } | Unmeasured>} */
async function readyCamera() {
  for (let waited = 0; waited < PATIENCE; waited++) {
    const cameras = (await cameraFacts()) ?? [];
    // Each camera is asked, since only an examination says how well it sees.
    if (waited % 16 === 0)
      for (const { name } of cameras) if ((await askCamera(name, "watch"))?.status === 403) return "denied";
    const best = cameras
      .filter(({ state, checkup, picture }) => !state.problem && checkup?.cells.length && picture !== null)
      .reduce(
        (a, b) => (a && a.state.px_per_module >= b.state.px_per_module ? a : b),
        /** @type {CameraFacts | null} */ (null),
      );
    if (best) return /** @type {CameraFacts & { picture: number }} */ (best);
    await pause();
  }
  return "no_camera";
}

/** @typedef {{ camera: string, number: number, light: Brightness }} Picture */

/** A camera's next picture after a number; null if none comes. @param {string} name @param {number} after @returns {Promise<Picture | null>} */
async function nextPicture(name, after) {
  for (let waited = 0; waited < PATIENCE; waited++) {
    const camera = (await cameraFacts())?.find((one) => one.name === name);
    if (camera && camera.picture !== null && camera.picture !== after) {
      const source = await pictureOf(camera);
      const light = source ? await lightOf(source) : null;
      if (light) return { camera: name, number: camera.picture, light };
    }
    if (waited % 16 === 15) await askCamera(name, "watch");
    await pause();
  }
  return null;
}

/** @param {string} source @returns {Promise<Brightness | null>} */
async function lightOf(source) {
  const image = new Image();
  image.src = source;
  const loaded = await image.decode().then(
    () => true,
    () => false,
  );
  const canvas = new OffscreenCanvas(image.naturalWidth || 1, image.naturalHeight || 1);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!loaded || !pen) return null;
  pen.drawImage(image, 0, 0);
  return brightness(pen.getImageData(0, 0, canvas.width, canvas.height));
}

const pause = () => new Promise((resolve) => setTimeout(resolve, EVERY_MS));
