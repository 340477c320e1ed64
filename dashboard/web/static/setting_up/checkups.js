// Asks the server for the doctor's report, and has the cameras examined while somebody reads it.

import { linkHeaders } from "../line/own_link.js";
import { RENEW_MS, askCamera, cameraFacts } from "../line/camera_line.js";

/** @import { Report } from "../../types/messages.js" */

/**
 * The doctor's report in a language; null if the table doesn't answer.
 * @type {(language: string) => Promise<Report | null>}
 */
export const askDoctor = (language) => asked(`/doctor?lang=${language}`);

/**
 * The server's answer at an address; null if it doesn't answer.
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
 * Have every camera send pictures and be examined, while the page is visible and `wanted()` is true. A tablet without
 * the right to send orders only sees the results that others asked for.
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
