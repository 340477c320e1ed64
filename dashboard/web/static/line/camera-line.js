// What the table's cameras say, and what they are asked for, over HTTP. Knows nothing of what is drawn.

import { linkHeaders } from "./links.js";
import { language } from "../words/say.js";

/** @import { CameraOrder } from "../../types/messages.js" */
/** @import { CameraFacts } from "../../types/page.js" */

export const EVERY_MS = 250;
/** A camera goes back to the board alone 15 s after the last word. */
export const RENEW_MS = 4000;

/** What is known of each camera. @returns {Promise<readonly CameraFacts[] | null>} null: nobody answers */
export async function cameraFacts() {
  const answer = await fetch(`/cameras?lang=${language()}`).catch(() => null);
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

/** Where a camera's newest picture is. @param {CameraFacts} camera */
export const pictureOf = (camera) => `/cameras/${encodeURIComponent(camera.name)}.jpg?n=${camera.picture}`;
