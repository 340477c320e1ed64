// The line to the table's cameras, by HTTP: their reports, and orders to them. This script draws nothing.

import { linkHeaders } from "./own_link.js";
import { language } from "../words/say.js";

/** @import { CameraOrder } from "../../types/messages.js" */
/** @import { CameraFacts } from "../../types/page.js" */

export const EVERY_MS = 250;
/** The time between two orders to watch, ms. A camera stops sending pictures 15 s after the last order. */
export const RENEW_MS = 4000;

/** The facts of each camera. @returns {Promise<readonly CameraFacts[] | null>} null: the table doesn't answer */
export async function cameraFacts() {
  const answer = await fetch(`/cameras?lang=${language()}`, { headers: linkHeaders() }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** Send an order to a camera. @param {string} name @param {CameraOrder["order"]} what @returns {Promise<Response | null>} null: the table doesn't answer */
export function askCamera(name, what) {
  return fetch(`/cameras/${encodeURIComponent(name)}/order?lang=${language()}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...linkHeaders() },
    body: JSON.stringify({ order: what }),
  }).catch(() => null);
}

/** A camera's last step pictures, as a ZIP; only the arbiter gets them. @param {string} name @returns {Promise<Response | null>} null: the table doesn't answer */
export function stepsOf(name) {
  return fetch(`/cameras/${encodeURIComponent(name)}/steps.zip?lang=${language()}`, { headers: linkHeaders() }).catch(
    () => null,
  );
}

/** A camera's newest picture, as an image's source; empty if it can't be loaded. @param {CameraFacts} camera */
export const pictureOf = (camera) => pictureAt(`/cameras/${encodeURIComponent(camera.name)}.jpg?n=${camera.picture}`);

/**
 * A picture at an address, as an image's source; empty if it can't be loaded. An image element can't send the
 * tablet's link, so with a link the picture is fetched here.
 * @param {string} address @returns {Promise<string>}
 */
export async function pictureAt(address) {
  const headers = linkHeaders();
  if (!("authorization" in headers)) return address;
  const answer = await fetch(address, { headers }).catch(() => null);
  return answer?.ok ? source(await answer.blob()) : "";
}

/** An image's content as a `data:` address; empty if it can't be read. @param {Blob} blob @returns {Promise<string>} */
function source(blob) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve("");
    reader.readAsDataURL(blob);
  });
}
