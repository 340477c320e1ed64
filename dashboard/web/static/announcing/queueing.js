// Chooses the next words to speak when several wait. Pure: no voice, no clock.

/** @import { News, Speech } from "../../types/page.js" */

/** The empty queue: nothing is spoken and nothing waits. @type {Speech} */
export const SILENT = { now: null, waiting: [] };

/** The topics, the most urgent first. */
const ORDER = ["alert", "why", "end", "time", "played", "turn"];

/**
 * The queue after news, which replace waiting words of the same topic; news with an empty text only remove them.
 * `interrupts`: the words that are being spoken have become wrong, or a warning can't wait for their end.
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
 * The queue with its next words as the spoken ones; `now` is null when nothing waits.
 * @type {(speech: Speech) => Speech}
 */
export const next = ({ waiting: [now, ...waiting] }) => ({ now: now ?? null, waiting });
