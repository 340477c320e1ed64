// A lesson beside its match: one step at a time, which is done when the table has seen it.

import { fill, html } from "../page/dom.js";
import { goBack } from "../line/own_link.js";
import { keep, kept } from "../page/keeping.js";
import { say } from "../words/say.js";

/** @import { Terms, Verdict } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/** @typedef {{ until: string, title: string, text: string }} Step */
/** @typedef {{ game: string, lesson: string, title: string, learner: string, terms: Terms, setup: Record<string, unknown>, steps: readonly Step[] }} Lesson A match that teaches a game. */
/** @typedef {{ game: string, lesson: string, match: string, at: number, seen: number, revision?: number }} Way The progress of a lesson: `at` is its step, `seen` the time of the last verdict that counted, in the table's seconds, and `revision` the match's revision then. */

const KEPT = "boardwarden-lesson";

/** @type {(way: Way) => void} */
export const keepLesson = (way) => keep(KEPT, JSON.stringify(way));

/** The progress of the lesson that this tablet follows; null without one. @returns {Way | null} */
export function keptLesson() {
  try {
    const found = JSON.parse(kept(KEPT) ?? "");
    return typeof found.match === "string" && Number.isInteger(found.at) && typeof found.seen === "number"
      ? found
      : null;
  } catch {
    return null;
  }
}

/**
 * The progress of a lesson after the table's verdicts. A verdict may do several steps.
 * @type {(lesson: Lesson, way: Way, verdicts: readonly Verdict[], over: boolean) => Way}
 */
export function onward(lesson, way, verdicts, over) {
  let { at, seen, revision = 0 } = way;
  for (const verdict of verdicts) {
    // Before a camera's first look, and at a table that nothing watches, each play has the same time.
    if (verdict.taken_at <= seen && verdict.revision <= revision) continue;
    const before = at;
    const words =
      verdict.kind === "settled"
        ? verdict.actions.filter((one) => one.by === lesson.learner).flatMap((one) => Object.keys(one.action))
        : [];
    while (at < lesson.steps.length && isDone(lesson.steps[at].until, verdict, words)) at += 1;
    if (at > before) ({ taken_at: seen, revision } = verdict);
  }
  if (over) at = lesson.steps.length;
  return at === way.at ? way : { ...way, at, seen, revision };
}

/** @type {(until: string, verdict: Verdict, words: readonly string[]) => boolean} */
const isDone = (until, verdict, words) =>
  until === "warned"
    ? verdict.kind === "illegal"
    : until === "righted"
      ? verdict.kind === "settled" && verdict.actions.length === 0
      : words.includes(until);

/** @type {readonly Lesson[]} */
let lessons = [];
let spoken = "";

/**
 * Load the lessons in a language, if this tablet follows one; `then` is called afterwards.
 * @type {(language: string, then: () => void) => Promise<void>}
 */
export async function readLessons(language, then) {
  if (keptLesson() === null || spoken === language) return;
  spoken = language;
  lessons = await fetch(`/lessons?lang=${language}`).then(
    (answer) => (answer.ok ? answer.json() : []),
    () => [],
  );
  then();
}

/**
 * Draw the present step of the lesson; nothing on other tablets, and in other matches.
 * @type {(region: HTMLElement, state: State, redraw: () => void) => void}
 */
export function drawLesson(region, state, redraw) {
  const found = keptLesson();
  const lesson = found && lessons.find((one) => one.game === found.game && one.lesson === found.lesson);
  region.hidden = !lesson || state.match?.match !== found?.match;
  if (!found || !lesson || region.hidden) return;
  const way = onward(lesson, found, state.verdicts, !!state.match?.view.outcome);
  if (way !== found) keepLesson(way);
  const step = lesson.steps[way.at];
  const leave = () => {
    keep(KEPT, "");
    if (!goBack()) redraw();
  };
  const skip = () => {
    keepLesson({ ...way, at: way.at + 1 });
    redraw();
  };
  fill(region, [lesson.title, way.at], () => [
    html(
      "p",
      { class: "eyebrow" },
      step ? say("lesson.step", { n: way.at + 1, all: lesson.steps.length }) : lesson.title,
    ),
    html("h2", {}, step ? step.title : say("lesson.learnt")),
    html("p", {}, step ? step.text : say("lesson.on_your_own")),
    html(
      "div",
      { class: "row" },
      step ? html("button", { type: "button", "data-key": "lesson-next", onclick: skip }, say("lesson.next")) : null,
      html("button", { type: "button", "data-key": "lesson-leave", onclick: leave }, say("lesson.leave")),
    ),
  ]);
}
