// Asks for costly addresses. If too many ask at the same time, it asks again after the time that the table says.

import { linkHeaders } from "./own_link.js";

/** The most repetitions. */
const MOST = 8;
const MS = 1000;

/**
 * The answer at an address; null if the table can't be reached.
 * @type {(address: string) => Promise<Response | null>}
 */
export async function patiently(address) {
  for (let left = MOST; ; left -= 1) {
    const answer = await fetch(address, { headers: linkHeaders() }).catch(() => null);
    if (answer?.status !== 503 || left === 0) return answer;
    const seconds = Number(answer.headers.get("retry-after")) || 1;
    // The wait is random, so that pages that were refused together don't ask again together.
    await new Promise((go) => setTimeout(go, seconds * MS * (1 + Math.random())));
  }
}
