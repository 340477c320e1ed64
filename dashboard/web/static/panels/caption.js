// The lines in the bar: what a tap would do, what the chosen piece may do at the place asked about, and why not.

import { actsNow } from "../board/advice_marks.js";
import { fill, html, svg } from "../page/dom.js";
import { suggestionOf, turnOf, waitingOf } from "../state/bar.js";
import { currentSheet } from "../state/hand_sheet.js";
import { carriedBy, isForOwnHand } from "../state/hands_at_work.js";
import {
  adviceOf,
  hasZones,
  isBots,
  ownSeat,
  pieceOf,
  reasons,
  seatLabel,
  targetsIn,
  usesOf,
  view,
} from "../state/selectors.js";
import { named, placeName } from "../state/sentences.js";
import { placed } from "../state/spoken_pieces.js";
import { blowsAt, offersOf, strikesAt, usesOfPiece } from "../state/uses.js";
import { capital, listed, say, stopped } from "../words/say.js";
import { comesTo } from "./coming.js";
import { choresOf } from "./left.js";
import { rule } from "./rule_link.js";
import { usingOf } from "./seat.js";

/** @import { Advice, PieceView } from "../../types/messages.js" */
/** @import { Sentence, State } from "../../types/page.js" */

/** The outline of a loudspeaker. */
const SPEAKER = "M4 9.5v5h3.5L12 18V6L7.5 9.5ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11";

/**
 * Draw the lines. `speak` reads a text aloud; null where the browser has no voice.
 * @type {(region: HTMLElement, state: State, speak: ((text: string) => void) | null) => void}
 */
export function drawCaption(region, state, speak) {
  const lines = caption(state);
  const why = speak ? whyNot(state) : [];
  fill(region, [lines, why.length], () => [
    ...lines.map((line) =>
      html(
        "p",
        { class: line.tone ?? "" },
        line.rule ? rule(state, line.rule) : null,
        line.rule ? " " : null,
        line.text,
      ),
    ),
    why.length && speak
      ? html(
          "button",
          {
            type: "button",
            class: "speak",
            "data-key": "speak",
            "aria-label": say("caption.speak"),
            onclick: () => speak(aloud(why)),
          },
          svg(
            "svg",
            { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" },
            svg("path", { d: SPEAKER }),
          ),
        )
      : null,
  ]);
}

/** Lines as one text to be spoken. @type {(lines: readonly Sentence[]) => string} */
export const aloud = (lines) => lines.map((line) => stopped(capital(line.text))).join(say("joins.after"));

/**
 * The reasons why the chosen piece or card can't act at the place asked about; none if it can, or nobody asked.
 * @type {(state: State) => Sentence[]}
 */
export const whyNot = (state) => (state.selected === null ? [] : caption(state).filter((line) => line.tone === "no"));

/** @type {(state: State) => Sentence[]} */
function caption(state) {
  if (!state.match) return [{ text: say("caption.no_match") }];
  const piece = state.selected === null ? null : pieceOf(state, state.selected);
  const using = usingOf(state);
  if (state.placing !== null)
    return [{ tone: "yes", text: say("caption.placing", { piece: pieceOf(state, state.placing)?.label ?? "" }) }];
  if (state.carried)
    return [
      {
        tone: "yes",
        text: say("caption.carrying", {
          piece: pieceOf(state, state.carried.piece)?.label ?? "",
          place: placeName(state, state.carried.cell),
        }),
      },
    ];
  if (using)
    return [{ text: say(using.now.action ? "caption.confirm" : "caption.tap_marked", { name: using.use.label }) }];
  if (!piece) {
    if (state.danger) return [{ text: say("caption.danger") }];
    const suggestion = suggestionOf(state);
    if (suggestion !== null) return [{ tone: "yes suggested", text: suggestion }];
    if (state.mode === "table" && !state.eye) return [{ text: say("caption.drag") }];
    const elsewhere = chosenElsewhere(state);
    if (elsewhere !== null) return elsewhere;
    const waiting = waitingOf(state);
    if (!hasZones(state)) return [{ text: [waiting, say("caption.tap")].filter(Boolean).join(say("joins.after")) }];
    // A seat's own facts about the table (distances, reach) are shown in the same line.
    const reads = (currentSheet(state)?.uses ?? []).filter((use) => use.kind === "known");
    if (waiting) return [{ text: waiting }];
    return [
      ...(reads.length ? [{ text: reads.map((use) => named(state, use.label)).join(" · ") }] : []),
      { tone: "idle", text: idle(state) },
    ];
  }
  if (state.help === "warnings") return [{ text: say("caption.warnings") }];
  const advice = adviceOf(state, piece.piece);
  if (state.asked) return answerAt(state, piece, advice, state.asked);
  const own = usesOfPiece(state, piece.piece, currentSheet(state)?.uses ?? []);
  // Several skills of a piece may wait for the same reason.
  const whys = new Map(
    own.some((use) => use.actions.length) ? [] : own.flatMap((use) => use.why_not).map((why) => [why.join(" "), why]),
  );
  if (whys.size)
    return [...whys.values()]
      .slice(0, REASONS)
      .map(([id, text]) => ({ tone: "no", rule: id, text: named(state, text) }));
  if (!advice) return [{ text: say("caption.cannot", { piece: piece.label }) }];
  const free = actsNow(advice) || own.some((use) => use.actions.length);
  if (!free && advice.next_moves.length && piece.seat !== view(state)?.turn) {
    return [{ text: say("caption.next", { piece: piece.label }) }];
  }
  const fingersMove = state.mode === "table" && !state.eye;
  if (!fingersMove && advice.attacks.some((target) => strikesAt(state, target).length))
    return [{ text: say("caption.attacks", { piece: piece.label }) }];
  const cards = hasZones(state) ? "_card" : "";
  if (!fingersMove && advice.moves.some((cell) => carriedBy(state, cell)))
    return [{ text: say(`caption.moves${cards}`, { piece: piece.label }) }];
  return [{ text: say(free ? `caption.free${cards}` : `caption.done${cards}`, { piece: piece.label }) }];
}

/**
 * The line if this tablet has nothing to choose: empty if the match is over, the asked seats if others are asked.
 * Else null, as where the arbiter's page has the answers of others too.
 * @type {(state: State) => Sentence[] | null}
 */
function chosenElsewhere(state) {
  const now = view(state);
  if (!now || now.outcome) return now ? [] : null;
  const { chooser, seats, kind } = now.decision;
  const own = ownSeat(state);
  if (state.place?.role === "arbiter" && state.match?.choices.length) return null;
  if (chooser !== "seat" || kind === "turn" || !seats.length || (own !== null && seats.includes(own))) return null;
  const names = listed(seats.map((seat) => seatLabel(state, seat)));
  // The heading names a person who must choose; of a bot nobody can ask for an answer.
  if (seats.every((seat) => isBots(state, seat))) return [{ text: say("caption.bot_thinks", { names }) }];
  return [{ text: say("caption.elsewhere", { names }) }];
}

const REASONS = 4;

/**
 * The line at a table of cards when nothing is chosen: the actions that are left in the turn.
 * @type {(state: State) => string}
 */
function idle(state) {
  const own = state.place?.role === "seat" ? state.place.seat : turnOf(state).seat;
  const left = choresOf(state)
    .filter((one) => one.seat === own && !one.due && one.kind !== "turn")
    .map((one) => named(state, one.text));
  if (!left.length) return say("caption.tap_card");
  return say(blowsAt(state).length ? "caption.left_blow" : "caption.left", { left: left.join(" · ") });
}

/**
 * The names of several pieces, joined by "or".
 * @type {(state: State, ids: readonly string[]) => string}
 */
const either = (state, ids) =>
  listed(
    ids.map((id) => pieceOf(state, id)?.label ?? id),
    "disjunction",
  );

/** @type {(state: State, piece: PieceView, advice: Advice | null, place: string) => Sentence[]} */
function answerAt(state, piece, advice, place) {
  const here = targetsIn(state, advice, place);
  if (here.length) return here.flatMap((target) => answerAt(state, piece, advice, target));
  const uses = usesOf(advice, place);
  const target = pieceOf(state, place);
  const name = target ? placed(state, target) : place;
  if (advice && uses.length) {
    const splash = advice.splash.find(([id]) => id === place)?.[1] ?? [];
    const also = splash.length ? say("joins.after") + say("caption.splash", { names: either(state, splash) }) : "";
    const way = advice.paths.find((path) => path.at(-1) === place);
    const skill = advice.skills.find((one) => one.key === place);
    const blockers = advice.guards.find(([id]) => id === place)?.[1] ?? [];
    const taken = blockers.length
      ? say("joins.after") + say("caption.blockers", { names: either(state, blockers) })
      : "";
    const facts = { piece: piece.label, place: name };
    const after = (/** @type {string} */ text) => (text ? say("joins.after") + text : "");
    /** @type {(use: string) => string} */
    const words = (use) => {
      if (use === "skill") return say("caption.skill", { skill: skill?.label ?? "" });
      if (use === "move" && way)
        return say("caption.move_by", { ...facts, n: way.length, way: way.slice(0, -1).join(say("joins.comma")) });
      return say(`caption.${use}`, facts) + (use === "attack" ? after(comesTo(advice, target)) + taken : "");
    };
    const byHand = isForOwnHand(state, piece.piece, place) ? after(say("caption.by_hand", facts)) : "";
    return [{ tone: "yes", text: uses.map(words).join(say("joins.after")) + also + byHand }];
  }
  const offers = offersOf(state);
  if (offers.length)
    return offers.map(({ use }) => ({ tone: "yes", text: say("caption.usable", { use: use.label, place: name }) }));
  const broken = reasons(state);
  if (broken === null) return [{ text: say("caption.asking", { place: name }) }];
  if (broken.length)
    return broken.slice(0, REASONS).map((why) => ({ tone: "no", rule: why.rule, text: named(state, why.text) }));
  if (advice?.note) return [{ tone: "no", text: advice.note }];
  if (target?.cell === piece.cell || place === piece.cell)
    return [{ text: say("caption.is_at", { piece: piece.label, cell: piece.cell ?? "" }) }];
  return [{ tone: "no", text: say("caption.cannot_reach", { piece: piece.label, place: name }) }];
}
