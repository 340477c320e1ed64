// The questions of the large page outside a usual turn, and the targets of a card, a skill or an action. Pure.

import { questionTo } from "../panels/asked.js";
import { chosenSoFar, deedOf, nameOfOption, noMoreOf, whichOf } from "../panels/choosing_targets.js";
import { restPressed, restToLay } from "../state/laying_rest.js";
import { pieceOf } from "../state/selectors.js";
import { named } from "../state/sentences.js";
import { capital, say, sayable, stopped } from "../words/say.js";
import { isOnField, pictureOf, screen } from "./shown.js";
import { withoutLast } from "./steps.js";

/** @import { SeatSheet, UseView } from "../../types/messages.js" */
/** @import { Asking, State, UsingNow } from "../../types/page.js" */
/** @import { Go, Option, Screen } from "./shown.js" */

/** Begin to use something. @type {(state: State, use: UseView) => Option} */
export const toUse = (state, use) => ({
  key: use.key,
  text: capital(named(state, use.label)),
  picture: pictureOf(state, use.piece ?? use.key),
  place: pieceOf(state, use.piece)?.cell ?? null,
  go: { event: { type: "use", key: use.key } },
});

/** A question to this seat. @type {(state: State, sheet: SeatSheet, own: string) => Screen} */
export function asked(state, sheet, own) {
  const { asks, before, note, choices, answering } = questionTo(state, sheet, own);
  /** @type {readonly Option[]} */
  const answers = choices.map((one, i) => ({
    key: `own-${i}`,
    text: capital(named(state, one.text)),
    picture: firstPicture(state, Object.values(one.action).flat()),
    go: { choose: one },
  }));
  return screen("ask", `asked ${sheet.match} ${sheet.revision}`, asks.says, {
    detail: [before, note]
      .filter(Boolean)
      .map((text) => stopped(capital(named(state, text))))
      .join(say("joins.after")),
    options: [...answers, ...answering.map((use) => ({ ...toUse(state, use), detail: named(state, use.text) }))],
    always: restToLay(state).length ? [rest(state)] : [],
  });
}

/** Have all that is left laid by chance, or stop that. @type {(state: State) => Option} */
const rest = (state) => ({
  key: "rest",
  text: say(state.layingRest === null ? "seat.lay_rest" : "seat.stop_rest"),
  go: { event: { type: "lay_rest", kind: restPressed(state) } },
});

/** The picture of the first card or piece among some values. @type {(state: State, values: readonly unknown[]) => Option["picture"]} */
const firstPicture = (state, values) => values.map((one) => pictureOf(state, `${one}`)).find(Boolean) ?? null;

/**
 * The words of a use's actions (`move`, `battle`), each with its value; none if the page has no name for one of them.
 * @type {(use: UseView) => (readonly [string, unknown])[]}
 */
function verbsOf(use) {
  const verbs = new Map(use.actions.flatMap((action) => Object.entries(action).slice(0, 1)));
  return [...verbs.keys()].every((verb) => sayable(`large.verbs.${verb}`)) ? [...verbs] : [];
}

/** The ways to use a thing that has several. @type {(state: State, use: UseView, verbs: readonly (readonly [string, unknown])[]) => Screen} */
const chooseVerb = (state, use, verbs) =>
  screen("ask", `verb ${use.key}`, say("large.with", { piece: capital(named(state, use.label)) }), {
    picture: pictureOf(state, use.piece ?? use.key),
    options: verbs.map(([verb, value]) => ({
      key: `verb-${verb}`,
      text: say(`large.verbs.${verb}`),
      go: { event: { type: "use", key: use.key, picked: { [verb]: { values: [value], closed: true } } } },
    })),
    back: { event: { type: "stop" } },
  });

/** The next target of a use, or its confirmation. @type {(state: State, using: UsingNow) => Screen} */
export function chooseTarget(state, using) {
  const { use, picked, now } = using;
  const verbs = Object.keys(picked).length ? [] : verbsOf(use);
  if (verbs.length > 1) return chooseVerb(state, use, verbs);
  const { comes, ...sofar } = chosenSoFar(state, using);
  const done = sofar.done.filter((value) => value !== use.key);
  const before = withoutLast(picked);
  /** @type {Go} */
  const back = { event: before ? { type: "use", key: use.key, picked: before } : { type: "stop" } };
  const mark = `use ${use.key} ${JSON.stringify(picked)}`;
  const chosen = done.length
    ? say("seat.done") + done.map((one) => nameOfOption(state, one)).join(say("joins.comma"))
    : "";
  const picture = pictureOf(state, use.piece ?? use.key);
  const from = pieceOf(state, use.piece)?.cell ?? null;
  const about = { back, picture, from };
  if (now.action)
    return screen("ask", mark, say("large.sure", { name: capital(named(state, use.label)) }), {
      ...about,
      detail: [chosen, comes, done.length ? "" : named(state, use.text)]
        .filter(Boolean)
        .map(stopped)
        .join(say("joins.after")),
      options: [{ key: "go", text: deedOf(state, use, now.action), go: { play: use, action: now.action } }],
    });
  if (now.key === undefined) return screen("wait", mark, named(state, use.label), about);
  return screen("ask", mark, say("large.asks", { name: named(state, use.label), asks: whichOf(now.key) }), {
    ...about,
    detail: chosen,
    options: targets(state, now),
    always: now.enough
      ? [
          {
            key: "enough",
            text: noMoreOf(now.key, now.taken.length > 0),
            go: { event: { type: "enough", key: now.key } },
          },
        ]
      : [],
  });
}

/** @type {(state: State, now: Asking) => Option[]} */
const targets = (state, now) =>
  now.options.map((value) => ({
    key: `pick-${value}`,
    text: isOnField(state, `${value}`) ? `${value}` : capital(nameOfOption(state, value)),
    picture: pictureOf(state, `${value}`),
    place: pieceOf(state, `${value}`)?.cell ?? `${value}`,
    go: { event: { type: "pick", key: now.key, value } },
  }));
