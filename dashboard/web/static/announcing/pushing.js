// Notifications of the table's match, which the browser shows though the page is closed. A seat's tablet asks for them
// in its settings; the table must have been started with --push, and the page be opened by HTTPS.

import { regionOf, region } from "../page/dom.js";
import { linkHeaders } from "../line/own_link.js";
import { language, say } from "../words/say.js";

/** @import { PushWish } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/** The seat that was offered notifications, so that it's offered once. @type {string | null} */
let offered = null;

/**
 * Offer notifications to the tablet of a seat, where the browser and the table can send them.
 * @param {State} state
 */
export function offerPushing(state) {
  const seat = state.place?.role === "seat" ? state.place.seat : null;
  if (seat === offered) return;
  offered = seat;
  if (seat === null) region("pushing").hidden = true;
  else void offer();
}

async function offer() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return;
  try {
    const { key } = await (await fetch("/push")).json();
    if (!key) return;
    const box = regionOf("push", HTMLInputElement);
    const worker = await navigator.serviceWorker.ready;
    const now = await worker.pushManager.getSubscription();
    // A new match has new links, and a wish lasts as long as the link.
    box.checked = now !== null && Notification.permission === "granted" && (await wish(now, true)) === "";
    box.onchange = () => void turn(worker, box, key);
    region("pushing").hidden = false;
  } catch {
    // Without an answer nothing is offered; the next visit asks again.
  }
}

/** @type {(worker: ServiceWorkerRegistration, box: HTMLInputElement, key: string) => Promise<void>} */
async function turn(worker, box, key) {
  const said = region("push-said");
  said.textContent = "";
  try {
    if (!box.checked) {
      const now = await worker.pushManager.getSubscription();
      if (now) await wish(now, false);
      await now?.unsubscribe();
      return;
    }
    if ((await Notification.requestPermission()) !== "granted") {
      box.checked = false;
      said.textContent = say("settings.push_denied");
      return;
    }
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const why = await wish(made, true);
    if (!why) return;
    box.checked = false;
    said.textContent = say("settings.push_failed", { why });
  } catch (error) {
    box.checked = false;
    said.textContent = say("settings.push_failed", { why: error instanceof Error ? error.message : "" });
  }
}

/** Tell the table; the result is why it refuses, or empty. @type {(one: PushSubscription, wanted: boolean) => Promise<string>} */
async function wish(one, wanted) {
  const { endpoint, keys } = one.toJSON();
  /** @type {PushWish} */
  const asked = { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" }, wanted };
  const answer = await fetch(`/push?lang=${language()}`, {
    method: "POST",
    headers: { ...linkHeaders(), "content-type": "application/json" },
    body: JSON.stringify(asked),
  });
  return answer.ok ? "" : (await answer.json()).text;
}
