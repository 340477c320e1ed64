// What the pages' own scripts hand to each other. What the server says stands in messages.d.ts.

import type {
  AdviceSheet, Availability, BusReport, CalibrationState, CameraCheckup, CardFace, CellScale, CameraState, ClockState, Command, DeviceState,
  DiceState, Envelope, Faces, HandSheet, MatchState, PieceView, TabletPlace, PlayedAction, Refused, Request, SeatSheet, SensingState, ShownProof, SimulatedTable,
  SimulatorOrder, Situation, Surface, SurfaceCell, TagSheet, UseView, Verdict,
} from "./messages.js";

/** An action as scenario files write it: a list under a key is a set of things. */
export type Action = Readonly<Record<string, unknown>>;

/** What was answered of a use's questions, by their keys; `closed`: nothing is to be added. */
export type Picked = Readonly<Record<string, { values: readonly unknown[]; closed: boolean }>>;

/** A choosing that goes on: `options` may be added under `key`; `enough`: it may be left at what is `taken`. */
export interface Asking {
  left: readonly Action[];
  action?: undefined;
  key: string;
  taken: readonly unknown[];
  options: readonly unknown[];
  enough: boolean;
}

/** A choosing that came to one action; to none when what was picked fits none. */
export interface Chosen {
  left: readonly Action[];
  action?: Action;
  key?: undefined;
  options?: undefined;
}

/** What is being used, and how far its choosing is. */
export interface UsingNow {
  use: UseView;
  picked: Picked;
  now: Asking | Chosen;
}

/** The line to the server. `lostAt` and `retryAt` are milliseconds since the epoch. */
export interface Line {
  open: boolean;
  ever: boolean;
  lostAt: number | null;
  retryAt: number | null;
}

/** The page's own sounds. */
export type Sound = "move" | "warning" | "turn" | "time";

/** How a tablet is to speak, sound, buzz and move. */
export interface Preferences {
  speech: boolean;
  sounds: Readonly<Record<Sound, boolean>>;
  buzz: boolean;
  calm: boolean;
  alone: boolean;
}

/** Something to be announced; an empty text takes back what waits of its topic. `buzz` in milliseconds on, off, on. */
export interface News {
  topic: "alert" | "why" | "end" | "time" | "played" | "turn";
  text: string;
  sound: Sound | null;
  buzz: readonly number[] | null;
}

/** What was announced, by what it is. */
export interface Announced {
  match: string;
  alert: string | null;
  played: string | null;
  turn: string | null;
  asked: string | null;
  over: boolean;
  why: string | null;
  low: readonly string[];
}

/** What is being spoken, and what waits for it. */
export interface Speech {
  now: News | null;
  waiting: readonly News[];
}

/** A rule for people: one sentence, its place in the book, and a word where the book leaves it to the table. */
export interface RuleText {
  says: string;
  place: string;
  left_open: string;
}

/** How much a tablet helps: all it knows, what is tapped for, or nothing but the referee's warnings. */
export type Help = "full" | "teaching" | "asked" | "warnings";

/** How a seat is asked, and the rule that asks (empty where a card or skill does); `open`: everybody sees which answers there are. */
export interface QuestionText {
  says: string;
  rule: string;
  open: boolean;
}

/** A game's rules by their ids, and its questions by the decision's kind, in one language. */
export interface Rulebook {
  lang: string;
  book: string;
  rules: Readonly<Record<string, RuleText>>;
  questions: Readonly<Record<string, QuestionText>>;
}

/** A seat's colours and shape; `seat`: whose they are wherever it sits. */
export interface SeatColours {
  seat: string;
  shape: string;
  body: string;
  edge: string;
  ink: string;
  tint: string;
  rim: string;
  dusk: string;
}

/** One outline of a symbol: SVG path data; `fill` and `line` are a colour, a seat's `ink` and the like, or nothing. */
export interface Layer {
  d: string;
  fill: string;
  line: string;
  width: number;
}

/** A physical piece by what its id says. */
export interface WornPiece {
  kind: string;
  seat: string | null;
  label: string;
  person: string;
  /** The symbol of what its card is or does; empty: its kind's. */
  sign: string;
}

/** By day and by night. */
export type DayAndNight = readonly [string, string];

/** How a game looks. */
export interface Look {
  seats: readonly SeatColours[];
  nobody: SeatColours;
  shapes: Readonly<Record<string, string>>;
  symbols: Readonly<Record<string, readonly Layer[]>>;
  kinds: Readonly<Record<string, { symbol: string; drawn: "piece" | "plate" | "ground" }>>;
  counters: Readonly<Record<string, string>>;
  game: string;
  cards: Readonly<Record<string, { colour: string; paper: string }>>;
  field: {
    lands: readonly { day: string; night: string; marks: string; strokes: DayAndNight }[];
    line: DayAndNight;
    margin: DayAndNight;
    rim: DayAndNight;
    name: DayAndNight;
  };
  pieces: Readonly<Record<string, WornPiece>>;
  portraits: Readonly<Record<string, readonly Layer[]>>;
  signs: Readonly<Record<string, readonly Layer[]>>;
  lands: Readonly<Record<string, number>>;
}

/** A word to whoever is at this tablet. */
export interface Notice {
  tone: string;
  text: string;
}

/** What a camera sees of the board: where each cell lies in its picture. */
export interface Eye {
  camera: string;
  cells: readonly CellScale[];
  width_px: number;
  height_px: number;
}

/** A cell as it is drawn; `scale` says how large it is seen beside one of the board, nothing means as large. */
export type SeenCell = SurfaceCell & { scale?: number };

/** The field as it is drawn: turned to a side of the table, or in a camera's `picture`. */
export type Seen = Omit<Surface, "cells"> & { cells: readonly SeenCell[]; picture?: { left: number; top: number; width: number; height: number } };

/** All that a page knows; see `initial` in state.js. */
export interface State {
  mode: "match" | "table";
  upright: boolean;
  column: boolean;
  aspect: number;
  line: number;
  fills: boolean;
  room: number | null;
  drawer: string | null;
  recap: Recap | null;
  overSeen: string | null;
  quarters: number;
  turned: boolean;
  place: TabletPlace | null;
  sheet: SeatSheet | null;
  sensing: SensingState | null;
  hand: HandSheet | null;
  tags: TagSheet | null;
  using: { key: string; picked: Picked } | null;
  told: { surface: Surface | null; simulated: SimulatedTable | null };
  surface: Seen | null;
  eye: Eye | null;
  match: MatchState | null;
  advice: AdviceSheet | null;
  situation: Situation | null;
  proofs: Readonly<Record<string, ShownProof>>;
  clock: ClockState | null;
  clockAt: number;
  simulated: SimulatedTable | null;
  dashboard: BusReport | null;
  cameras: Readonly<Record<string, CameraState>>;
  dice: Readonly<Record<string, DiceState>>;
  devices: Readonly<Record<string, DeviceState>>;
  services: Readonly<Record<string, Availability>>;
  verdicts: readonly Verdict[];
  places: readonly KeptPlaces[];
  labels: Readonly<Record<string, string>>;
  selected: string | null;
  asked: string | null;
  wondered: string | null;
  reasons: readonly Refused[] | null;
  danger: string | null;
  help: Help;
  suggesting: { id: string; revision: number } | null;
  suggested: { revision: number; text: string } | null;
  rules: Rulebook | null;
  faces: Faces | null;
  sent: Readonly<Record<string, string>>;
  carried: { piece: string; cell: string } | null;
  placing: string | null;
  playedHere: string | null;
  playingAll: readonly string[] | null;
  saidSince: number;
  notice: Notice | null;
  link: Line;
  heardAt: number | null;
}

/** A state whose field is known: what the board is drawn from. */
export type Fielded = State & { surface: Seen };

/** Where every piece was at a revision. */
export interface KeptPlaces {
  revision: number;
  cells: Readonly<Record<string, string | null>>;
}

/** What a line to the server tells; times are milliseconds since the epoch. */
export type LineEvent =
  | { type: "opened"; at: number }
  | { type: "closed"; at: number; retryAt: number }
  | ({ type: "message"; at: number } & Envelope);

/** What changes a page's state. */
export type PageEvent =
  | LineEvent
  | { type: "turn"; quarters?: number }
  | { type: "room"; aspect: number }
  | { type: "shape"; upright: boolean; column: boolean; aspect: number; line?: number }
  | { type: "drawer"; drawer: string | null }
  | { type: "recap"; recap: Recap }
  | { type: "look_at_board" }
  | { type: "use"; key: string; picked?: Picked }
  | { type: "pick"; key: string; value: unknown }
  | { type: "enough"; key: string }
  | { type: "stop" }
  | { type: "select"; piece: string | null }
  | { type: "ask"; place: string | null }
  | { type: "danger"; seat: string | null }
  | { type: "look"; eye: Eye | null }
  | { type: "wonder"; id: string }
  | { type: "sent"; id: string; what: string; acts?: boolean }
  | { type: "carry"; piece: string; cell: string }
  | { type: "carried" }
  | { type: "placing"; piece: string | null }
  | { type: "play_all"; keys: readonly string[] | null }
  | { type: "mode"; mode: State["mode"] }
  | { type: "unanswered"; id: string }
  | { type: "refused"; text: string }
  | { type: "language" }
  | { type: "help"; help: Help }
  | { type: "suggest"; id: string; revision: number }
  | { type: "rules"; rules: Rulebook }
  | { type: "faces"; faces: Faces }
  | { type: "dismiss" };

export type Tell = (event: LineEvent) => void;

/** A line that is kept: `send` is false when there's no connection, `hurry` tries again at once. */
export interface Connection {
  send(request: Request): boolean;
  hurry(): void;
}

/** A point, or a way from one to another: on the board (y away from row 1) or on the screen. */
export type Point = readonly [number, number];

/** What is drawn of a piece. */
export type Shown = Pick<PieceView, "piece" | "cell" | "kind" | "label" | "seat" | "face" | "hp" | "hp_max" | "spent"> & Partial<Pick<PieceView, "lasting">>;

/**
 * Where a piece is drawn, screen millimetres. `plate`: as the ground of its cell, `shared` with other pieces; `radius`
 * is drawn `scale` as large.
 */
export interface Spot {
  x: number;
  y: number;
  radius: number;
  scale?: number;
  piece: Shown;
  cell: SeenCell | null;
  plate?: boolean;
  shared?: boolean;
}

/** A spot in a cell of the field; a `card` is turned so far clockwise, and is the top of `count`. */
export type BoardSpot = Spot & { cell: SeenCell; card?: { face: CardFace; turned: number; count: number }; tile?: CardFace | null };

/**
 * Where a physical piece of the virtual table is drawn; `count` pieces lie there in the box.
 * A `card` without a face shows its back; `hand`: the seat that holds it. */
export interface PhysicalSpot extends Spot {
  terrain: boolean;
  hand?: string;
  card?: { face: CardFace | null; turned: number; count: number };
  boxed?: boolean;
  shown?: string;
  count?: number;
}

/** The field's cells by their names; nothing has none. */
export type Cells = ReadonlyMap<string | null | undefined, SeenCell>;

/** Something that the pages say, by its tone (`yes`, `no`) and the rule that it is about. */
export interface Sentence {
  text: string;
  tone?: string;
  rule?: string;
}

/** Something that stands between the page and the truth. `stale`: the board shown may be an old one. */
export interface Trouble {
  text: string;
  stale: boolean;
  unwatched?: boolean;
  retry?: boolean;
  link?: string;
  more?: readonly string[];
}

/** Whose turn it is, for the heading. */
export interface Turn {
  seat: string | null;
  title: string;
  detail: string;
  kind: string | null;
}

/** What is due now, for the bar: `must` says what, `waits` who can't go on before. */
export interface Due {
  must: string;
  waits: string;
}

/** A line on the board that shows what was played, between two cells. */
export interface Trace {
  kind: "move" | "strike";
  from: string;
  to: string;
}

/** What enemies could do in a cell. */
export interface Danger {
  by: string[];
  damage: number;
}

export type Child = Node | string | null | undefined | false;
export type Children = Child | readonly Child[];

/** An element's attributes; those that start with "on" are listeners, null, undefined and false are left out. */
export interface Attributes {
  [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
  onclick?: (event: MouseEvent) => unknown;
  onkeydown?: (event: KeyboardEvent) => unknown;
  oninput?: (event: Event) => unknown;
  onsubmit?: (event: SubmitEvent) => unknown;
}

/** A command's fields besides its kind, id and revision. */
export type CommandFields = Omit<Command, "id" | "kind" | "revision">;

/** What the virtual table's pieces ask the simulator for. */
export type Order = (order: SimulatorOrder) => void;

/** The virtual table, as panels use it. */
export interface VirtualTable {
  draw(state: Fielded): Map<string, PhysicalSpot>;
  holds(): boolean;
  letGo(): void;
  rest(): void;
  flip(piece: string): void;
  take(piece: string): void;
  put(piece: string, cell: string): void;
  push(piece: string): void;
  handle(what: "turn" | "shuffle" | "fan" | "square", piece: string): void;
  hold(piece: string, seat: string): void;
  carry(piece: string, cell: string): void;
}

/** What a seat's region may do. */
export interface SeatTools {
  use(key: string): void;
  pick(key: string, value: unknown): void;
  enough(key: string): void;
  stop(): void;
  play(use: UseView, action: Action): void;
  choose(one: PlayedAction): void;
  leave(): void;
}

/** What may be done with what is asked in the bar: also using a thing on what was tapped already. */
export interface AskedTools extends SeatTools {
  aim(use: UseView, picked: Picked): void;
}

/** What a piece's region may do; `table` is the virtual one, where there is one. */
export interface PieceTools {
  use(key: string): void;
  select(piece: string | null): void;
  ask(place: string): void;
  table: VirtualTable | null;
}

/** A camera as the pages about it are told. */
export interface CameraFacts {
  name: string;
  state: CameraState;
  calibration: CalibrationState | null;
  checkup: CameraCheckup | null;
  picture: number | null;
  steps: number | null;
  age_s: number | null;
}

/** A moment of a recorded match. */
export interface Moment {
  at_s: number;
  revision: number;
  verdicts: readonly { kind: string; text: string; rules: readonly string[] }[];
  played: readonly string[];
  came?: readonly string[];
}

/** How a match went, read once it's over. */
export interface Recap {
  match: string;
  length_s: number;
  moments: readonly Moment[];
}

/** What of a match was seen last, by which a moment is known to be new. */
export interface Witnessed {
  match: string;
  round: number;
  played: string | null;
}

/** Where a replay stands. */
export interface Replay {
  length: number;
  moments: readonly Moment[];
  at: number;
  number: number;
  playing: boolean;
  speed: number;
  skips: boolean;
}

/** What changes a replay. */
export type ReplayEvent =
  | { type: "read"; length: number; moments: readonly Moment[]; at: number }
  | { type: "seek"; at: number }
  | { type: "step" | "warning"; by: number }
  | { type: "play" }
  | { type: "skips"; skips: boolean }
  | { type: "speed"; speed: number }
  | { type: "passed"; seconds: number };
