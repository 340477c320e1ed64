// What a verdict rests on: the pictures before and after, and how the pieces were read.

import { html } from "./dom.js";
import { named } from "./selectors.js";

/** @import { Read, ShownProof, Verdict } from "../types/messages.js" */
/** @import { State } from "../types/page.js" */

/**
 * The pictures that go with a verdict: [{source, before_url, after_url}], of each camera that has them.
 * @type {(state: State, verdict: Verdict) => (ShownProof & { source: string })[]}
 */
export function picturesOf(state, verdict) {
  return (verdict.proofs ?? []).flatMap((proof) => {
    const found = state.proofs[proof.source];
    return found && found.after === proof.after && found.before === proof.before ? [{ source: proof.source, ...found }] : [];
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
  return html("div", { class: "evidence" },
    pictures.map((one) => html("div", { class: "proof" }, picture(one.before_url, "Before", one.source), picture(one.after_url, "Now", one.source))),
    reads.length ? html("details", {}, html("summary", { "data-key": "reads" }, "How it was read"), readings(state, reads)) : null);
}

/** @type {(url: string, title: string, source: string) => HTMLElement | null} */
const picture = (url, title, source) =>
  url ? html("figure", {}, html("img", { src: url, alt: `${title}, as camera ${source} saw it` }), html("figcaption", {}, title)) : null;

/** @type {(state: State, reads: readonly Read[]) => HTMLElement} */
function readings(state, reads) {
  return html("ul", { class: "reads" }, reads.map((read) =>
    html("li", {}, `${named(state, read.piece)} on ${read.cell}${read.face === "down" ? ", face down" : ""}: `,
      html("span", { class: "quiet" }, `${read.source}, look ${read.frame}, sure to ${percent(read.confidence)}, margin ${read.margin.toFixed(2)}`))));
}

/**
 * A likelihood for people: never quite certain, never quite impossible.
 * @type {(part: number) => string}
 */
export const percent = (part) => (part > 0.995 ? "over 99 %" : part < 0.005 ? "under 1 %" : `${Math.round(part * 100)} %`);
