// A card that is due: who draws it, and a list of all cards with a search, to enter which card it was.

import { kindClass } from "../appearance/worn_look.js";
import { fill, html } from "../page/dom.js";
import { listed, say } from "../words/say.js";
import { plain } from "../words/searching.js";
import { mayAsk, seatLabel, view } from "../state/selectors.js";

/** @import { CardFace } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * Whether a card has to be drawn or turned up, and nobody has entered which.
 * @type {(state: State) => boolean}
 */
export function drawDue(state) {
  const now = view(state);
  return now?.decision.chooser === "chance" && now.decision.kind === "draw" && !now.outcome;
}

/**
 * Whether this tablet may enter the card: the drawer's seat; for a card that is turned up for all, any seat or the
 * arbiter.
 * @type {(state: State) => boolean}
 */
export function maySay(state) {
  const { role, seat } = state.place ?? {};
  const drawers = view(state)?.decision.seats ?? [];
  return role === "seat"
    ? drawers.length === 0 || drawers.includes(seat ?? "")
    : role === "arbiter" && drawers.length === 0;
}

/**
 * The cards whose names have the written text in them, whatever its accents; all cards for an empty text.
 * @type {(cards: readonly CardFace[], written: string) => CardFace[]}
 */
export function found(cards, written) {
  const wanted = plain(written.trim());
  return cards.filter((one) => plain(one.label).includes(wanted));
}

/** @type {(region: HTMLElement, state: State, tools: { draw: (card: string) => void }) => void} */
export function drawDraw(region, state, { draw }) {
  const due = drawDue(state);
  region.hidden = !due;
  const free = mayAsk(state);
  const seats = view(state)?.decision.seats ?? [];
  const own = state.place?.seat !== null && seats.includes(state.place?.seat ?? "");
  fill(region, [due, free, state.place, seats, state.match?.revision, state.match?.terms.draws, state.faces], () => {
    if (!due) return [];
    const who = own
      ? say("draw.you")
      : seats.length
        ? say("draw.they", { names: listed(seats.map((seat) => seatLabel(state, seat))) })
        : say("draw.somebody");
    const seen = state.match?.terms.draws === "seen";
    const how = seats.length
      ? own
        ? seen
          ? "draw.over_reader"
          : "draw.say_which"
        : "draw.at_table"
      : seen
        ? "draw.before_camera"
        : "draw.say_which";
    return [
      html("p", {}, html("b", {}, who), " ", html("span", { class: "quiet" }, say(how))),
      maySay(state) ? picker(state, free, draw) : null,
    ];
  });
}

/** @type {(state: State, free: boolean, draw: (card: string) => void) => HTMLElement} */
function picker(state, free, draw) {
  const all = state.faces?.cards ?? [];
  const list = html("div", { class: "row drawn", role: "group", "aria-label": say("draw.which") });
  const none = html("p", { class: "quiet", role: "status" });
  /** @type {(card: string) => void} */
  const drawn = (card) => {
    search.value = "";
    draw(card);
  };
  const show = (/** @type {string} */ written) => {
    const cards = found(all, written);
    none.textContent = cards.length ? "" : say("draw.none");
    list.replaceChildren(
      ...cards.map((one) =>
        html(
          "button",
          {
            type: "button",
            class: `chip drawn-card kind-${kindClass(one.kind)}`,
            "data-key": `draw-${one.card}`,
            disabled: !free,
            onclick: () => drawn(one.card),
          },
          one.label,
        ),
      ),
    );
  };
  /** @type {HTMLInputElement} */
  const search = html("input", {
    type: "search",
    "data-key": "draw-search",
    "aria-label": say("draw.search"),
    placeholder: say("draw.search"),
    autocomplete: "off",
    oninput: () => show(search.value),
  });
  show("");
  return html("div", { class: "draw-picker" }, search, list, none);
}
