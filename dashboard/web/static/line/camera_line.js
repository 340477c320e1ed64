// The line to the table's cameras, over HTTP: their reports, and orders to them. Knows nothing of what is
// drawn.

import { linkHeaders } from "./seat_links.js";
import { language } from "../words/say.js";

/** @import { CameraOrder } from "../../types/messages.js" */
/** @import { CameraFacts } from "../../types/page.js" */

export const EVERY_MS = 250;
/** A camera goes back to the board alone 15 s after the last word. */
export const RENEW_MS = 4000;

/** The facts of each camera. @returns {Promise<readonly CameraFacts[] | null>} null: nobody answers */
export async function cameraFacts() {
  const answer = await fetch(`/cameras?lang=${language()}`, { headers: linkHeaders() }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** Ask a camera for something. @param {string} name @param {CameraOrder["order"]} what @returns {Promise<Response | null>} null: nobody answers */
export function askCamera(name, what) {
  return fetch(`/cameras/${encodeURIComponent(name)}/order?lang=${language()}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...linkHeaders() },
    body: JSON.stringify({ order: what }),
  }).catch(() => null);
}

/** A camera's last step pictures, as a ZIP; only the arbiter gets them. @param {string} name @returns {Promise<Response | null>} null: nobody answers */
export function stepsOf(name) {
  return fetch(`/cameras/${encodeURIComponent(name)}/steps.zip?lang=${language()}`, { headers: linkHeaders() }).catch(
    () => null,
  );
}

/** A camera's newest picture, as an image's source; empty where it can't be had. @param {CameraFacts} camera */
export const pictureOf = (camera) => pictureAt(`/cameras/${encodeURIComponent(camera.name)}.jpg?n=${camera.picture}`);

/**
 * A picture at an address, as an image's source; empty where it can't be had. An image by itself can't say whose
 * tablet asks, so with a link it's fetched.
 * @param {string} address @returns {Promise<string>}
 */
export async function pictureAt(address) {
  const headers = linkHeaders();
  if (!("authorization" in headers)) return address;
  const answer = await fetch(address, { headers }).catch(() => null);
  return answer?.ok ? source(await answer.blob()) : "";
}

/** The content of an image, as an address. @param {Blob} blob @returns {Promise<string>} */
function source(blob) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve("");
    reader.readAsDataURL(blob);
  });
}
