// Asks the server how the table does, and keeps the cameras examining themselves while somebody looks.

import { linkHeaders } from "../line/links.js";

/** @import { Report } from "../../types/messages.js" */
/** @import { CameraFacts } from "../../types/page.js" */

/** A camera goes back to the board alone 15 s after the last word. */
const RENEW_MS = 4000;

/**
 * The doctor's report in a language; null when the table doesn't answer.
 * @type {(language: string) => Promise<Report | null>}
 */
export const askDoctor = (language) => asked(`/doctor?lang=${language}`);

/**
 * What is known of each camera; null when the table doesn't answer.
 * @type {() => Promise<readonly CameraFacts[] | null>}
 */
export const askCameras = () => asked("/cameras");

/**
 * What the server answers at an address; null when it doesn't.
 * @param {string} address
 */
export async function asked(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * Keep every camera sending pictures and examining itself while the page is seen and `wanted` says so. Whoever may
 * not ask that only sees what others asked for.
 * @param {() => boolean} wanted
 */
export function watchCameras(wanted) {
  const watch = async () => {
    if (document.hidden || !wanted()) return;
    for (const camera of (await askCameras()) ?? []) {
      await fetch(`/cameras/${encodeURIComponent(camera.name)}/order`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...linkHeaders() },
        body: JSON.stringify({ order: "watch" }),
      }).catch(() => null);
    }
  };
  watch();
  setInterval(watch, RENEW_MS);
}
