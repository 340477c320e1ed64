// The shared part of the pages about a camera: the choice of the camera, its live picture, orders to it.

import { fill, html, region, regionOf } from "../page/dom.js";
import { EVERY_MS, RENEW_MS, askCamera, cameraFacts, pictureOf } from "../line/camera_line.js";
import { say } from "../words/say.js";

/** @import { CameraOrder } from "../../types/messages.js" */
/** @import { CameraFacts } from "../../types/page.js" */

/**
 * Follow the table's cameras, and have the chosen one send pictures while the page is visible. `draw` gets the chosen
 * camera's facts, or null if there is none; `fail` gets a sentence about a fault. Returns a function that sends an
 * order.
 * @type {(tools: { draw: (camera: CameraFacts | null) => void, fail: (text: string) => void }) => (what: CameraOrder["order"]) => Promise<void>}
 */
export function followCamera({ draw, fail }) {
  let chosen = new URLSearchParams(location.search).get("camera");
  /** @type {number | null} */
  let shown = null;
  const which = regionOf("which", HTMLSelectElement);
  let refused = "";

  /** @type {(what: CameraOrder["order"]) => Promise<void>} */
  async function order(what) {
    if (!chosen) return;
    const answer = await askCamera(chosen, what);
    refused = answer?.status === 403 ? await answer.text() : "";
    if (answer === null) fail(say("camera.gone"));
    else if (!answer.ok) fail(refused || (await answer.text()));
  }

  /** @type {(camera: CameraFacts) => void} */
  function drawPicture(camera) {
    if (camera.picture === null || camera.picture === shown) return;
    shown = camera.picture;
    const picture = regionOf("picture", HTMLImageElement);
    const next = new Image();
    next.onload = () => {
      picture.src = next.src;
      picture.hidden = false;
      region("none").hidden = true;
      region("view").style.aspectRatio = `${next.naturalWidth} / ${next.naturalHeight}`;
    };
    pictureOf(camera).then((source) => {
      if (source) next.src = source;
    });
    picture.dataset.size = `${camera.state.width_px}x${camera.state.height_px}`;
  }

  /** @type {(cameras: readonly CameraFacts[]) => void} */
  function take(cameras) {
    const names = cameras.map((one) => one.name);
    if (!chosen || !names.includes(chosen)) chosen = names[0] ?? null;
    region("choose").hidden = names.length < 2;
    fill(which, names, () => names.map((name) => html("option", { value: name, selected: name === chosen }, name)));
    const camera = cameras.find((one) => one.name === chosen) ?? null;
    draw(camera);
    // The camera's next reports would replace the sentence.
    if (refused) fail(refused);
    if (camera) drawPicture(camera);
  }

  async function follow() {
    const cameras = await cameraFacts();
    if (cameras) take(cameras);
    else fail(say("camera.gone"));
    setTimeout(follow, EVERY_MS);
  }

  which.addEventListener("change", () => {
    chosen = which.value;
    shown = null;
  });
  setInterval(() => {
    if (!document.hidden) order("watch");
  }, RENEW_MS);
  follow().then(() => order("watch"));
  return order;
}
