// Follows all hands on a line of their own, with the key from the page's link, and draws one row for each seat.

import { fill, html } from "../page/dom.js";
import { linesOf } from "../line/stream.js";
import { view } from "../state/selectors.js";
import { language, say } from "../words/say.js";
import { seatIcon } from "../panels/seat_icon.js";

/** @import { AllHands, Held } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

const PAUSE = 5000;

const KEPT = "boardwarden-hands";

/** The key in the page's link, or the one that this tab has kept; it is only sent in a header. @type {() => string} */
function ownKey() {
  const said = /^#key=(.+)$/.exec(location.hash)?.[1];
  if (said) {
    sessionStorage.setItem(KEPT, said);
    // The key leaves the address, so nobody reads it on a shared screen or in the browser's history.
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(KEPT) ?? "";
}

/**
 * Follow all hands; `redraw` is called when they change. Returns a function that draws them.
 * @type {(region: HTMLElement, redraw: () => void) => (state: State) => void}
 */
export function createHands(region, redraw) {
  let now = /** @type {AllHands | null} */ (null);
  let text = "";
  follow({
    shown(sheet) {
      now = sheet;
      text = "";
      redraw();
    },
    away(why) {
      now = null;
      text = why;
      redraw();
    },
  });
  return (state) => {
    region.hidden = false;
    // Hands of another match than the shown one aren't drawn.
    const shown = now && now.match === state.match?.match ? now.seats : [];
    const seats = view(state)?.seats ?? [];
    fill(region, [shown, seats, text, state.match?.signs], () => [
      text ? html("p", { class: "quiet" }, text) : null,
      !text && !shown.length ? html("p", { class: "quiet" }, say("hands.none_yet")) : null,
      ...shown.map((one) => held(state, one, seats.find((seat) => seat.seat === one.seat)?.label ?? one.seat)),
    ]);
  };
}

/** @type {(state: State, one: Held, label: string) => HTMLElement} */
const held = (state, { seat, cards, unknown }, label) =>
  html(
    "div",
    { class: "held", "data-seat": seat },
    seatIcon(state, seat, 22),
    html("span", { class: "seat-name" }, label),
    cards.map((card) =>
      html("span", { class: "held-card", "data-card": card.card }, card.label, card.place ? ` (${card.place})` : ""),
    ),
    unknown ? html("span", { class: "quiet" }, say("hands.unknown", { n: unknown })) : null,
    cards.length + unknown === 0 ? html("span", { class: "quiet" }, say("hands.empty")) : null,
  );

/**
 * Keep the line open, and open it again after a fault. If the key isn't valid, `away` gets the server's reason.
 * @param {{ shown: (sheet: AllHands) => void, away: (why: string) => void }} tools
 */
async function follow({ shown, away }) {
  for (;;) {
    try {
      const answer = await fetch(`/hands/events?lang=${language()}`, {
        headers: { authorization: `Bearer ${ownKey()}` },
      });
      if (!answer.ok || !answer.body) away(await answer.text());
      else {
        for await (const line of linesOf(answer.body))
          if (line.startsWith("data:")) shown(JSON.parse(line.slice(5)).data);
        // The table has ended the line: the hands go at once, and the next request brings the reason.
        away("");
        continue;
      }
    } catch {
      away(say("trouble.connecting"));
    }
    await new Promise((go) => setTimeout(go, PAUSE));
  }
}
