// How this seat's person wants the pages. The table keeps it by the person's name, for every device; this device keeps
// it too, for tables that don't know the person yet.

import { keep, kept } from "../page/keeping.js";
import { language } from "../words/say.js";
import { linkHeaders } from "./own_link.js";

/** @import { PageWish } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

const KEPT = "boardwarden-wish";
/** @type {PageWish} */
const USUAL = { large: false, aloud: true };

/** The wish in a text that was kept. Settings that are missing or damaged are the usual ones. @type {(text: string | null) => PageWish} */
export function parseWish(text) {
  try {
    const { large, aloud } = JSON.parse(text ?? "");
    return { large: large === true, aloud: aloud !== false };
  } catch {
    return USUAL;
  }
}

/** The wish of a seat's person, as the table knows it, or else this device. @type {(state: State) => PageWish} */
export const wishOfPerson = ({ place, wish }) => (place?.role === "seat" ? (wish ?? parseWish(kept(KEPT))) : USUAL);

/** Keep a wish on this device. @type {(wish: PageWish) => void} */
export const keepWish = (wish) => keep(KEPT, JSON.stringify(wish));

/** Keep a wish at the table and on this device. Without the table, this device alone has it. @type {(wish: PageWish) => Promise<void>} */
export async function sendWish(wish) {
  keepWish(wish);
  await fetch(`/wishes?lang=${language()}`, {
    method: "POST",
    headers: { ...linkHeaders(), "content-type": "application/json" },
    body: JSON.stringify(wish),
    keepalive: true,
  }).catch(() => {});
}
