// Asks for what costs the table much: where too many ask at once, it asks again when the table says.

import { linkHeaders } from "./seat_links.js";

/** How often it asks again. */
const MOST = 8;
const MS = 1000;

/**
 * The answer to a question, or null without a line to the table.
 * @type {(address: string) => Promise<Response | null>}
 */
export async function patiently(address) {
  for (let left = MOST; ; left -= 1) {
    const answer = await fetch(address, { headers: linkHeaders() }).catch(() => null);
    if (answer?.status !== 503 || left === 0) return answer;
    const seconds = Number(answer.headers.get("retry-after")) || 1;
    // Spread out, so that those who were refused together don't come back together.
    await new Promise((go) => setTimeout(go, seconds * MS * (1 + Math.random())));
  }
}
