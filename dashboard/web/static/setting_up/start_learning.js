// The guide's lessons for players who don't know a game yet: small matches that teach it.

import { asked } from "./checkups.js";
import { fill, html } from "../page/dom.js";
import { language, say } from "../words/say.js";

/** @import { Lesson } from "../panels/lesson.js" */

/** The lessons in the page's language; null if the table doesn't answer. @type {() => Promise<readonly Lesson[] | null>} */
export const askForLessons = () => asked(`/lessons?lang=${language()}`);

/** @type {(place: HTMLElement, now: { lessons: readonly Lesson[] | null, mayOpen: boolean, busy: boolean }, learn: (lesson: Lesson) => void) => void} */
export function drawLearning(place, { lessons, mayOpen, busy }, learn) {
  place.hidden = !lessons?.length;
  fill(place, [lessons, mayOpen, busy, language()], () =>
    html(
      "div",
      { class: "row note" },
      html("span", {}, say("lesson.new_here")),
      (lessons ?? []).map((one) =>
        html(
          "button",
          {
            type: "button",
            "data-key": `learn-${one.game}-${one.lesson}`,
            disabled: !mayOpen || busy,
            onclick: () => learn(one),
          },
          one.title,
        ),
      ),
    ),
  );
}
