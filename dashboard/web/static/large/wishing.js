// Keeps that this seat's person wants the large page: at the table by the person's name, for every device, and on this
// device, for tables that don't know the person yet.

import { linkHeaders } from "../line/own_link.js";
import { keepLarge } from "../page/keeping.js";
import { language } from "../words/say.js";

/** @import { PageWish } from "../../types/messages.js" */

/** Keep a wish. If the table can't be reached, this device alone has it. @type {(wish: PageWish) => Promise<void>} */
export async function sendWish(wish) {
  keepLarge(wish.large);
  await fetch(`/wishes?lang=${language()}`, {
    method: "POST",
    headers: { ...linkHeaders(), "content-type": "application/json" },
    body: JSON.stringify(wish),
    keepalive: true,
  }).catch(() => {});
}
