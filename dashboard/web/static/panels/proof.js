// The evidence of a verdict: the pictures before and after, and how the pieces were read.

import { html } from "../page/dom.js";
import { say } from "../words/say.js";
import { named } from "../state/sentences.js";

/** @import { Read, ShownProof, Verdict } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * The pictures of a verdict from each camera that has them, with the camera's name as `source`.
 * @type {(state: State, verdict: Verdict) => (ShownProof & { source: string })[]}
 */
export function picturesOf(state, verdict) {
  return (verdict.proofs ?? []).flatMap((proof) => {
    const found = state.proofs[proof.source];
    return found && found.after === proof.after && found.before === proof.before
      ? [{ source: proof.source, ...found }]
      : [];
  });
}

/**
 * The evidence of a verdict as elements; null without any.
 * @type {(state: State, verdict: Verdict) => HTMLElement | null}
 */
export function evidence(state, verdict) {
  const pictures = picturesOf(state, verdict);
  const reads = verdict.reads ?? [];
  if (!pictures.length && !reads.length) return null;
  return html(
    "div",
    { class: "evidence" },
    pictures.map((one) =>
      html(
        "div",
        { class: "proof" },
        picture(one.before_url, say("proof.before"), one.source),
        picture(one.after_url, say("proof.now"), one.source),
      ),
    ),
    reads.length
      ? html("details", {}, html("summary", { "data-key": "reads" }, say("proof.reads")), readings(state, reads))
      : null,
  );
}

/** @type {(url: string, title: string, source: string) => HTMLElement | null} */
const picture = (url, title, source) =>
  url
    ? html(
        "figure",
        {},
        html("img", { src: url, alt: say("proof.seen", { when: title, camera: source }) }),
        html("figcaption", {}, title),
      )
    : null;

/** @type {(state: State, reads: readonly Read[]) => HTMLElement} */
function readings(state, reads) {
  return html(
    "ul",
    { class: "reads" },
    reads.map((read) =>
      html(
        "li",
        {},
        say(read.face === "down" ? "proof.read_down" : "proof.read", {
          piece: named(state, read.piece),
          cell: read.cell,
        }),
        html("span", { class: "quiet" }, how(read)),
      ),
    ),
  );
}

/** @type {(read: Read) => string} */
const how = ({ source, frame, confidence, margin }) =>
  confidence === null || margin === null
    ? say("proof.who", { source, frame })
    : say("proof.how", { source, frame, percent: percent(confidence), margin: margin.toFixed(2) });

/**
 * A likelihood (0 to 1) as text, from "under 1 %" to "over 99 %".
 * @type {(part: number) => string}
 */
export const percent = (part) =>
  part > 0.995
    ? say("proof.most")
    : part < 0.005
      ? say("proof.least")
      : say("proof.percent", { n: Math.round(part * 100) });
