// The large page in the player's own turn: what to use, where to move it, and the turn's end. Pure.

import { currentSheet } from "../state/hand_sheet.js";
import { isForOwnHand } from "../state/hands_at_work.js";
import { playableAtOnce } from "../state/playing_all.js";
import { adviceOf, ownSeat, pieceOf, simulated, view } from "../state/selectors.js";
import { lastPlayed, named, placeName, sentence } from "../state/sentences.js";
import { usesNow } from "../state/uses.js";
import { capital, say, stopped } from "../words/say.js";
import { toUse } from "./questions.js";
import { isOnField, pictureOf, screen } from "./shown.js";

/** @import { UseView } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */
/** @import { Option, Screen } from "./shown.js" */
/** @import { Step } from "./steps.js" */

/** The most answers of one page of a list. */
export const PAGE = 6;
/** The groups of things, in the order of the list; `later`: things that can't be used now. */
const GROUPS = ["piece", "card", "attack", "skill", "deed", "draft"];
/** @type {Record<string, string>} */
const TITLES = { piece: "large.pieces", attack: "seat.kinds.deed" };

/** @typedef {{ group: string, option: Option }} Thing */

/** @type {(state: State, step: Step) => Screen} */
export function ownTurnScreen(state, step) {
  const piece = state.selected === null ? null : pieceOf(state, state.selected);
  if (piece && state.asked !== null && placesOf(state, piece.piece).includes(state.asked))
    return confirmMove(state, piece.piece, state.asked);
  if (piece && isOwn(state, piece.piece)) return pieceScreen(state, step, piece.piece);
  return things(state, step);
}

/** @type {(state: State, piece: string) => boolean} */
const isOwn = (state, piece) => pieceOf(state, piece)?.seat === ownSeat(state);

/**
 * The cells that a hand may carry a piece of this seat to; none if going there is one of its uses.
 * @type {(state: State, piece: string) => readonly string[]}
 */
function placesOf(state, piece) {
  const advice =
    isOwn(state, piece) && !usesNow(state).some((use) => use.key === piece) ? adviceOf(state, piece) : null;
  return advice ? [...new Set([...advice.moves, ...advice.warps])].filter((cell) => isOnField(state, cell)) : [];
}

/** The choice among all that can be used. @type {(state: State, step: Step) => Screen} */
function things(state, step) {
  const all = thingsOf(state);
  const later = laterOf(state);
  const mark = `turn ${state.match?.revision} ${step.group}`;
  const home = { step: { group: null, page: 0 } };
  if (step.group === "end") return endOfTurn(mark);
  const groups = GROUPS.filter((group) => all.some((one) => one.group === group));
  if (step.group === "later" && later.length)
    return screen("ask", mark, say("large.later"), { options: later, back: home });
  const group = groups.find((one) => one === step.group);
  if (group)
    return screen("ask", mark, say("large.which", { what: titleOf(group) }), {
      options: all.filter((one) => one.group === group).map((one) => one.option),
      back: home,
    });
  const last = lastPlayed(state);
  const others = last?.actions.some((one) => one.by !== null && one.by !== ownSeat(state));
  return screen("ask", `turn ${view(state)?.round} ${view(state)?.turn} ${state.match?.revision}`, say("large.turn"), {
    detail: last && others ? stopped(capital(sentence(state, last))) : "",
    options:
      all.length <= PAGE || groups.length < 2
        ? all.map((one) => one.option)
        : groups.map((one) => groupOption(one, all.filter((thing) => thing.group === one).length)),
    always: [...atOnce(state), ...laterOption(later.length), endOption(all.length > 0)],
  });
}

/** @type {(group: string) => string} */
const titleOf = (group) => say(TITLES[group] ?? `seat.kinds.${group}`);

/** @type {(group: string, n: number) => Option} */
const groupOption = (group, n) => ({
  key: `group-${group}`,
  text: say("large.group", { what: titleOf(group), n }),
  go: { step: { group, page: 0 } },
});

/** @type {(n: number) => Option[]} */
const laterOption = (n) =>
  n ? [{ key: "later", text: say("seat.not_now", { n }), dim: true, go: { step: { group: "later", page: 0 } } }] : [];

/** @type {(state: State) => Option[]} */
function atOnce(state) {
  const keys = state.playingAll === null ? playableAtOnce(state).map((use) => use.key) : [];
  return keys.length > 1
    ? [{ key: "play-all", text: say("end.play_all", { n: keys.length }), go: { playAll: keys } }]
    : [];
}

/** The end of the turn. While there is something left to do, it is asked about. @type {(left: boolean) => Option} */
const endOption = (left) => ({
  key: "end-turn",
  text: say("end.yours"),
  go: left ? { step: { group: "end", page: 0 } } : { send: "end_turn" },
});

/** @type {(mark: string) => Screen} */
const endOfTurn = (mark) =>
  screen("ask", mark, say("large.end"), {
    options: [{ key: "end-really", text: say("end.yours"), go: { send: "end_turn" } }],
    back: { step: { group: null, page: 0 } },
  });

/**
 * All that can be used now. All uses of a piece on the board are one thing: the piece.
 * @type {(state: State) => Thing[]}
 */
function thingsOf(state) {
  const uses = usesNow(state).filter((use) => use.kind !== "known");
  const pieces = (view(state)?.pieces ?? [])
    .filter((one) => one.seat === ownSeat(state))
    .map((one) => one.piece)
    .filter((id) => placesOf(state, id).length || uses.some((use) => use.piece === id));
  return [
    ...pieces.map((id) => ({ group: "piece", option: pieceOption(state, id) })),
    ...uses
      .filter((use) => !pieces.includes(use.piece ?? use.key))
      .map((use) => ({ group: groupOf(state, use), option: toUse(state, use) })),
  ];
}

/** @type {(state: State, use: UseView) => string} */
const groupOf = (state, use) =>
  isOwn(state, use.key) && isOnField(state, pieceOf(state, use.key)?.cell)
    ? "piece"
    : GROUPS.includes(use.kind)
      ? use.kind
      : "deed";

/** The uses of a piece, with the use that is named as the piece itself. @type {(state: State, id: string) => UseView[]} */
const allOf = (state, id) => usesNow(state).filter((use) => (use.piece ?? use.key) === id);

/** @type {(state: State, id: string) => Option} */
function pieceOption(state, id) {
  const [use, ...more] = allOf(state, id);
  if (use && !more.length && !placesOf(state, id).length) return toUse(state, use);
  const piece = pieceOf(state, id);
  const place = piece?.cell ?? null;
  return {
    key: `piece-${id}`,
    text: capital(piece?.label ?? id),
    detail: place ? placeName(state, place) : "",
    picture: pictureOf(state, id),
    place,
    go: { event: { type: "select", piece: id } },
  };
}

/** The cards and skills that can't be used now. Each says why. @type {(state: State) => Option[]} */
const laterOf = (state) =>
  (currentSheet(state)?.uses ?? [])
    .filter((use) => !use.actions.length && use.why_not.length)
    .map((use) => ({ ...toUse(state, use), place: null, dim: true, go: { step: { why: use.key } } }));

/** The reason why something can't be used. @type {(state: State, key: string) => Screen | null} */
export function whyNotUsed(state, key) {
  const use = currentSheet(state)?.uses.find((one) => one.key === key);
  if (!use) return null;
  return screen(
    "why",
    `why ${key}`,
    use.why_not.map(([, text]) => stopped(capital(named(state, text)))).join(say("joins.after")),
    {
      picture: pictureOf(state, use.piece ?? use.key),
      detail: capital(named(state, use.label)),
      back: { step: { why: null } },
    },
  );
}

/** The uses of a piece. @type {(state: State, step: Step, id: string) => Screen} */
function pieceScreen(state, step, id) {
  const piece = pieceOf(state, id);
  const [places, uses] = [placesOf(state, id), allOf(state, id)];
  const facts = { piece: piece?.label ?? id };
  const from = piece?.cell ?? null;
  const about = { picture: pictureOf(state, id), from };
  if (places.length && (step.moves || !uses.length))
    return screen("ask", `where ${id} ${state.match?.revision}`, say("large.where", facts), {
      ...about,
      options: places.map((place) => ({
        key: `to-${place}`,
        text: placeName(state, place),
        place,
        go: { event: { type: "ask", place } },
      })),
      back: uses.length ? { step: { moves: false, page: 0 } } : { event: { type: "select", piece: null } },
    });
  /** @type {Option[]} */
  const moving = places.length
    ? [{ key: "move", text: say("large.move"), go: { step: { moves: true, page: 0 } } }]
    : [];
  return screen("ask", `with ${id} ${state.match?.revision}`, say("large.with", facts), {
    ...about,
    options: [
      ...moving,
      ...uses.map((use) => ({
        ...toUse(state, use),
        // It is named as the piece is, so its own name would say nothing.
        ...(use.piece === null ? { text: say("large.move") } : {}),
        picture: null,
        place: null,
        detail: named(state, use.text),
      })),
    ],
    back: { event: { type: "select", piece: null } },
  });
}

/** @type {(state: State, id: string, cell: string) => Screen} */
function confirmMove(state, id, cell) {
  const facts = { piece: pieceOf(state, id)?.label ?? id, place: placeName(state, cell) };
  const byHand = isForOwnHand(state, id, cell) || !simulated(state);
  return screen(
    "ask",
    `move ${id} ${cell} ${state.match?.revision}`,
    say(byHand ? "caption.by_hand" : "large.go", facts),
    {
      picture: pictureOf(state, id),
      from: pieceOf(state, id)?.cell ?? null,
      options: byHand ? [] : [{ key: "put", text: say("large.yes"), place: cell, go: { put: { piece: id, cell } } }],
      back: { event: { type: "select", piece: id } },
    },
  );
}
