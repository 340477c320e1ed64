// Chooses the next words to speak, when more happens than can be said. Pure: no voice, no clock.

/** @import { News, Speech } from "../../types/page.js" */

/** Nothing is spoken and nothing waits. @type {Speech} */
export const SILENT = { now: null, waiting: [] };

/** The most urgent of what waits. */
const ORDER = ["alert", "why", "end", "time", "played", "turn"];

/**
 * The queue after news: what waits of the same topic is overtaken, an empty text only takes it away. `interrupts`
 * when what is being spoken has become wrong, or a warning can't wait for it.
 * @type {(speech: Speech, news: readonly News[]) => { speech: Speech, interrupts: boolean }}
 */
export function heard(speech, news) {
  const topics = news.map((one) => one.topic);
  const waiting = [...speech.waiting.filter((one) => !topics.includes(one.topic)), ...news.filter((one) => one.text)];
  waiting.sort((a, b) => ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic));
  const warned = news.some((one) => one.topic === "alert" && one.text);
  const topic = speech.now?.topic;
  const overtaken = (topic === "alert" || topic === "why") && topics.includes(topic);
  const interrupts = speech.now !== null && (warned || overtaken);
  return { speech: { now: interrupts ? null : speech.now, waiting }, interrupts };
}

/**
 * The queue with its next text being spoken; `now` is null when nothing waits.
 * @type {(speech: Speech) => Speech}
 */
export const next = ({ waiting: [now, ...waiting] }) => ({ now: now ?? null, waiting });
