// Messages that the server might send, whole, so that a test changes only what it is about.

/** @import { Advice, Availability, CameraState, Envelope, MatchState, PieceView, PlayedAction, SeatSheet, SimulatedPiece, SimulatedTable, Situation, Terms, UseView, Verdict, View } from "../../dashboard/web/types/messages.js" */
/** @import { PageEvent, State } from "../../dashboard/web/types/page.js" */

import { initial, reduce } from "../../dashboard/web/static/state/state.js";

/** @type {(id: string, cell: string | null, changes?: Partial<PieceView>) => PieceView} */
export function piece(id, cell, changes = {}) {
  const seat = { w: "west", n: "north" }[id[0]] ?? null;
  return {
    piece: id,
    cell,
    kind: "infantry",
    label: id.toUpperCase(),
    seat,
    face: "up",
    edge: false,
    hp: 1,
    hp_max: 1,
    spent: false,
    statuses: [],
    lasting: [],
    sideways: false,
    stands_for: "",
    ...changes,
  };
}

/** @type {(chooser: View["decision"]["chooser"], seats: readonly string[], kind: string) => View["decision"]} */
export const decision = (chooser, seats, kind) => ({
  chooser,
  seats,
  kind,
  continues: false,
  many: false,
  shows: false,
});

/** @type {(changes?: Partial<View>) => View} */
export const view = (changes = {}) => ({
  headline: "",
  decision: decision("seat", ["west"], "turn"),
  turn: "west",
  round: 1,
  pieces: [piece("w.cav.1", "c5"), piece("n.inf.1", "d5")],
  seats: ["west", "north"].map((seat) => ({ seat, label: seat, numbers: [], out: false, counts: [] })),
  outcome: null,
  absent: [],
  hand: [],
  notes: [],
  in_force: [],
  heaps: [],
  ...changes,
});

/** @type {Terms} */
const terms = {
  game: "dozen_war",
  board: "mativen",
  pieces: "",
  content: "",
  options: {},
  dice: "seed",
  clock: "",
  bots: "",
  draws: "seed",
  pause: "",
  forced: "open",
};

/** @type {(changes?: Partial<MatchState>) => MatchState} */
export const match = (changes = {}) => ({
  match: "m",
  game: "dozen_war",
  revision: 1,
  opened_at: 0,
  view: view(),
  last_actions: [],
  choices: [],
  dice: "seed",
  earlier: [],
  terms,
  players: {},
  signs: {},
  series: "m",
  correctable: [],
  hands: null,
  code: "",
  ...changes,
});

/** @type {(action: Record<string, unknown>, text?: string) => PlayedAction} */
export const played = (action, text = "") => ({ action, by: "west", text, note: "", came: [] });

/** @type {(kind: Verdict["kind"], changes?: Partial<Verdict>) => Verdict} */
export const verdict = (kind, changes = {}) => ({
  kind,
  taken_at: 1,
  frame: 1,
  revision: 1,
  actions: [],
  candidates: [],
  likelihoods: [],
  violations: [],
  repair: [],
  text: "",
  reads: [],
  cells: [],
  proofs: [],
  disagreements: [],
  felt: [],
  ...changes,
});

/** @type {(changes?: Partial<Situation>) => Situation} */
export const situation = (changes = {}) => ({
  match: "m",
  revision: 1,
  watching: true,
  current: null,
  recent: [],
  problem: "",
  paused: false,
  wish: null,
  breaking_off: null,
  seat_pause: null,
  ...changes,
});

/** @type {(id: string, changes?: Partial<Advice>) => Advice} */
export const advice = (id, changes = {}) => ({
  piece: id,
  moves: [],
  sideways: [],
  paths: [],
  attacks: [],
  splash: [],
  guards: [],
  digs: [],
  warps: [],
  entries: [],
  blocks: [],
  skills: [],
  range_cells: [],
  stops: [],
  next_moves: [],
  next_hits: [],
  damage: 0,
  threats: [],
  danger: 0,
  note: "",
  ...changes,
});

/** @type {(actions: readonly Record<string, unknown>[], changes?: Partial<UseView>) => UseView} */
export const use = (actions, changes = {}) => ({
  key: "card",
  kind: "card",
  label: "Card",
  text: "",
  piece: null,
  numbers: [],
  marks: [],
  actions,
  why_not: [],
  reach: [],
  ...changes,
});

/** @type {(uses: readonly UseView[], changes?: Partial<SeatSheet>) => SeatSheet} */
export const sheet = (uses, changes = {}) => ({
  match: "m",
  revision: 1,
  seat: "west",
  uses,
  choices: [],
  question: "",
  laid: [],
  laid_text: "",
  open: [],
  ...changes,
});

/** @type {(piece: string, x_mm?: number | null, y_mm?: number | null, changes?: Partial<SimulatedPiece>) => SimulatedPiece} */
export const physical = (piece, x_mm = null, y_mm = null, changes = {}) => ({
  piece,
  x_mm,
  y_mm,
  face: "up",
  turned_deg: 0,
  shown: "clear",
  hand: "",
  card: false,
  ...changes,
});

/** @type {(...pieces: SimulatedPiece[]) => SimulatedTable} */
export const lying = (...pieces) => ({ pieces, match: "m", faults: [] });

/** @type {(online: boolean, reason?: string) => Availability} */
export const service = (online, reason = "") => ({ online, version: "1", pid: 1, since: 0, reason });

/** @type {(changes?: Partial<CameraState>) => CameraState} */
export const camera = (changes = {}) => ({
  camera: "c",
  source: "0",
  width_px: 1,
  height_px: 1,
  rate_hz: 1,
  frames: 1,
  dropped: 0,
  frame_tags_seen: 4,
  px_per_module: 3,
  simulated: false,
  ended: false,
  problem: "",
  damaged: 0,
  last_taken_at: 0,
  settings: "",
  lens: "",
  trust: 1,
  moves: 0,
  remark: "",
  ...changes,
});

/**
 * One channel's news, as it comes over the line.
 * @template {Envelope["channel"]} Channel
 * @param {Channel} channel
 * @param {Extract<Envelope, { channel: Channel }>["data"]} data
 * @param {{ name?: string, at?: number }} [about]
 * @returns {PageEvent}
 */
export const news = (channel, data, { name = "", at = 0 } = {}) =>
  /** @type {PageEvent} */ ({ type: "message", at, channel, name, data });

/** @type {(...events: PageEvent[]) => State} */
export const after = (...events) => events.reduce(reduce, initial());

/** A page that stands on a running match, all services there. */
export const running = after(
  { type: "opened", at: 0 },
  news("availability", service(true), { name: "engine" }),
  news("availability", service(true), { name: "vision" }),
  news("match", match()),
  news("situation", situation()),
);
