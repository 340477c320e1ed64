// Asks the server how the table does, and keeps the cameras examining themselves while somebody looks.

import { linkHeaders } from "../line/seat_links.js";
import { RENEW_MS, askCamera, cameraFacts } from "../line/camera_line.js";

/** @import { Report } from "../../types/messages.js" */

/**
 * The doctor's report in a language; null when the table doesn't answer.
 * @type {(language: string) => Promise<Report | null>}
 */
export const askDoctor = (language) => asked(`/doctor?lang=${language}`);

/**
 * The server's answer at an address; null when it doesn't answer.
 * @param {string} address
 */
export async function asked(address) {
  try {
    const answer = await fetch(address, { headers: linkHeaders() });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * Keep every camera sending pictures and examining itself while the page is seen and `wanted` says so. A
 * tablet that may not ask only sees what others asked for.
 * @param {() => boolean} wanted
 */
export function watchCameras(wanted) {
  const watch = async () => {
    if (document.hidden || !wanted()) return;
    for (const camera of (await cameraFacts()) ?? []) await askCamera(camera.name, "watch");
  };
  watch();
  setInterval(watch, RENEW_MS);
}
