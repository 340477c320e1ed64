// Shows a camera's live picture under the marks of the board, on tablets that may set up cameras. When the pictures
// end, the drawn board comes back by itself.

import { EVERY_MS, RENEW_MS, askCamera, cameraFacts, pictureOf } from "../line/camera_line.js";
import { set, svg } from "../page/dom.js";
import { mayLook } from "../surface/perspective.js";
import { say } from "../words/say.js";

/** @import { CameraFacts, Eye, Seen, State } from "../../types/page.js" */

/** The largest age of a picture that counts as showing the present table, s. */
const OLD_S = 3;
/** The longest wait for a new picture with the board. Then the camera has ended, or doesn't find the board. */
const PATIENCE_MS = 12_000;

/**
 * Connect the switch between board and camera. `look` gets the camera's view, and null for the drawn board; `fail`
 * gets the reason why a view has ended.
 * @param {SVGSVGElement} root
 * @param {{ button: HTMLElement, age: HTMLElement }} regions
 * @param {{ look: (eye: Eye | null) => void, fail: (text: string) => void }} tools
 */
export function createEye(root, { button, age }, { look, fail }) {
  /** @type {string | null} */
  let name = null;
  let asked = 0;
  let goodAt = 0;
  let shown = "";
  /** The picture's frame in the drawing. @type {Seen["picture"]} */
  let frame;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let next;
  const layer = svg("g", { class: "picture", "aria-hidden": "true" });
  root.prepend(layer);

  // When a player comes back to the page, the wait for a picture begins again.
  document.addEventListener("visibilitychange", () => ([asked, goodAt] = [0, Date.now()]));

  /** @param {string} camera */
  function begin(camera) {
    name = camera;
    [asked, goodAt, shown] = [0, Date.now(), ""];
    age.textContent = say("eye.waiting");
    void follow();
  }

  /** @param {string} [why] */
  function end(why) {
    clearTimeout(next);
    name = null;
    layer.replaceChildren();
    look(null);
    if (why) fail(why);
  }

  async function follow() {
    clearTimeout(next);
    const own = name;
    if (own === null) return;
    if (!document.hidden && Date.now() - asked > RENEW_MS) {
      asked = Date.now();
      const answer = await askCamera(own, "watch");
      if (name !== own) return;
      if (answer && !answer.ok) return end(await answer.text());
    }
    const cameras = document.hidden ? [] : await cameraFacts();
    if (name !== own) return;
    const camera = cameras?.find((one) => one.name === own);
    if (camera) take(camera);
    else if (!document.hidden && Date.now() - goodAt > PATIENCE_MS) return end(say("eye.ended"));
    if (name === own) next = setTimeout(follow, EVERY_MS);
  }

  /** @param {CameraFacts} camera */
  function take(camera) {
    const { state, checkup, picture } = camera;
    const age_s = camera.age_s ?? Infinity;
    const cells = checkup?.cells ?? [];
    if (age_s <= OLD_S && (cells.length || shown)) goodAt = Date.now();
    if (state.ended || Date.now() - goodAt > PATIENCE_MS)
      return end(say(state.ended || age_s > OLD_S ? "eye.ended" : "eye.lost"));
    // The first picture may be old, from before somebody switched the view on: it isn't shown.
    if (picture === null || (!shown && (age_s > OLD_S || !cells.length))) return;
    const seen = JSON.stringify([cells, state.width_px, state.height_px]);
    if (cells.length && seen !== shown) {
      shown = seen;
      look({ camera: camera.name, cells, width_px: state.width_px, height_px: state.height_px });
    }
    age.textContent = say("eye.age", { camera: camera.name, age: age_s.toFixed(1) });
    age.classList.toggle("old", age_s > OLD_S);
    draw(camera);
  }

  /** Put the next picture under the present one until it is loaded. @param {CameraFacts} camera */
  async function draw(camera) {
    const href = await pictureOf(camera);
    const newest = layer.firstElementChild;
    if (!href || name !== camera.name) return;
    if (!frame || newest?.getAttribute("href") === href || layer.childElementCount > 1) return;
    const image = svg("image", {
      href,
      x: 0,
      y: 0,
      width: frame.width,
      height: frame.height,
      preserveAspectRatio: "none",
    });
    image.addEventListener("load", () => image.nextElementSibling?.remove());
    image.addEventListener("error", () => image.remove());
    layer.prepend(image);
  }

  /** Switch to the next view: the drawn board, then each camera in turn. @param {State} state */
  function turn(state) {
    const cameras = Object.keys(state.cameras)
      .filter((one) => !state.cameras[one].ended)
      .sort();
    const following = cameras[name === null ? 0 : cameras.indexOf(name) + 1];
    if (following === undefined) end();
    else {
      end();
      begin(following);
    }
  }

  return {
    turn,
    /** Draw the switch, and keep the picture in its place. @param {State} state */
    draw(state) {
      button.hidden = !mayLook(state) && name === null;
      set(button, { "aria-pressed": String(name !== null) });
      root.classList.toggle("eye", state.eye !== null);
      age.hidden = name === null;
      frame = state.surface?.picture;
      if (frame) for (const image of layer.children) set(image, { width: frame.width, height: frame.height });
    },
  };
}
