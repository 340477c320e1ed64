// The types of the values that the pages' scripts hand to each other. The server's messages are in messages.d.ts.

import type {
  AdviceSheet, Availability, BusReport, CalibrationState, CameraCheckup, CardFace, CellScale, CameraState, ClockState, Command, DeviceState,
  DiceState, Envelope, Faces, HandSheet, MatchState, PageWish, PieceView, TabletPlace, PlayedAction, Refused, Request, SeatSheet, SensingState, ShownProof, SimulatedTable,
  SimulatorOrder, Situation, Surface, SurfaceCell, TagSheet, UseView, Verdict,
} from "./messages.js";

/** An action as scenario files write it: a list under a key is a set of things. */
export type Action = Readonly<Record<string, unknown>>;

/** The answers to a use's questions, by their keys; `closed`: nothing may be added. */
export type Picked = Readonly<Record<string, { values: readonly unknown[]; closed: boolean }>>;

/** The next question: `options` may be added under `key` to what is `taken`; `enough`: nothing more has to be added. */
export interface Asking {
  left: readonly Action[];
  action?: undefined;
  key: string;
  taken: readonly unknown[];
  options: readonly unknown[];
  enough: boolean;
}

/** The end of the questions: one action, or none if no action fits the answers. */
export interface Chosen {
  left: readonly Action[];
  action?: Action;
  key?: undefined;
  options?: undefined;
}

/** The card or skill that is being used, with the answers so far and the next question. */
export interface UsingNow {
  use: UseView;
  picked: Picked;
  now: Asking | Chosen;
  /** Whether it is done without a confirmation. */
  aimed: boolean;
}

/** The line to the server. */
export interface Line {
  open: boolean;
  /** Whether it has been open since the page was loaded. */
  ever: boolean;
  /** The time when it was lost, ms since 1970; null while it is open. */
  lostAt: number | null;
  /** The time when it is opened again, ms since 1970; null while it is open. */
  retryAt: number | null;
}

/** The page's own sounds. */
export type Sound = "move" | "warning" | "turn" | "time";

/** A tablet's settings for speech, sounds, buzzing and movement. */
export interface Preferences {
  speech: boolean;
  sounds: Readonly<Record<Sound, boolean>>;
  buzz: boolean;
  /** Whether the page does without movement. */
  calm: boolean;
  /** Whether a question with only one answer is answered by itself. */
  alone: boolean;
}

/** An announcement. */
export interface News {
  topic: "alert" | "why" | "end" | "time" | "played" | "turn";
  /** The words to speak; empty to remove the waiting words of the topic. */
  text: string;
  sound: Sound | null;
  /** The milliseconds of buzzing: on, off, on. */
  buzz: readonly number[] | null;
}

/** The announcements that a state has. Each text is a mark that changes when there is something new to announce. */
export interface Announced {
  match: string;
  alert: string | null;
  played: string | null;
  turn: string | null;
  asked: string | null;
  over: boolean;
  why: string | null;
  /** The seats that are short of time. */
  low: readonly string[];
}

/** The words that are being spoken, and those that wait. */
export interface Speech {
  now: News | null;
  waiting: readonly News[];
}

/** A rule for people: one sentence, its place in the book, and a sentence if the book leaves the rule to the table. */
export interface RuleText {
  says: string;
  place: string;
  left_open: string;
}

/** The help that a tablet gives: all; all with a bot's suggestions; help for what is tapped; only warnings. */
export type Help = "full" | "teaching" | "asked" | "warnings";

/** A question to a seat, and the rule that asks it (empty if a card or skill does); `open`: everybody sees the possible answers. */
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

/** A seat's colours and shape; `seat`: the name of the seat that always has them. */
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

/** One outline of a symbol: SVG path data; `fill` and `line` are a colour, a role such as `ink`, or empty. */
export interface Layer {
  d: string;
  fill: string;
  line: string;
  width: number;
}

/** The facts of a physical piece that follow from its id. */
export interface WornPiece {
  kind: string;
  seat: string | null;
  label: string;
  person: string;
  /** The symbol of its card; empty for the kind's symbol. */
  sign: string;
}

/** A colour by day and by night. */
export type DayAndNight = readonly [string, string];

/** The appearance of a game. */
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

/** A notice for the player at this tablet. */
export interface Notice {
  tone: string;
  text: string;
}

/** A camera's view of the board: each cell with its outline in the picture. */
export interface Eye {
  camera: string;
  cells: readonly CellScale[];
  width_px: number;
  height_px: number;
}

/** A cell as it is drawn; `scale`: its size beside one of the board, 1 if it isn't given. */
export type SeenCell = SurfaceCell & { scale?: number };

/** The field as it is drawn: turned to a side of the table, or in a camera's `picture`. */
export type Seen = Omit<Surface, "cells"> & { cells: readonly SeenCell[]; picture?: { left: number; top: number; width: number; height: number } };

/** The state of a page. */
export interface State {
  /** The match page, or the virtual table where fingers move pieces. */
  mode: "match" | "table";
  /** Whether the screen is higher than wide. */
  upright: boolean;
  /** Whether the screen has room for a column beside the board. */
  column: boolean;
  /** The width of the board's room as a multiple of its height, with two players. */
  aspect: number;
  /** The share of that height that each further player's line takes. */
  line: number;
  /** Whether a field of hexes is widened to fill the board's room. */
  fills: boolean;
  /** The measured width of the board's room as a multiple of its height, if it is less than `aspect`; else null. */
  room: number | null;
  /** The drawer that the player has opened. */
  drawer: string | null;
  /** The course of the match, after its end. */
  recap: Recap | null;
  /** The match whose end the player has seen and closed. */
  overSeen: string | null;
  /** The number of quarters that the board is turned by, counter-clockwise. */
  quarters: number;
  /** Whether somebody turned the board by hand. */
  turned: boolean;
  /** The tablet's place. */
  place: TabletPlace | null;
  /** The seat's own knowledge. */
  sheet: SeatSheet | null;
  sensing: SensingState | null;
  /** The seat's piece that is in a hand. */
  hand: HandSheet | null;
  tags: TagSheet | null;
  /**
   * The card or skill whose targets are being chosen, with the answers so far. `aimed`: a tap on a target began it, so
   * the last answer has it done.
   */
  using: { key: string; picked: Picked; aimed?: boolean } | null;
  /** The field and the simulated table as they were received. */
  received: { surface: Surface | null; simulated: SimulatedTable | null };
  /** The field as the page draws it: turned and laid out, or as a camera sees it. */
  surface: Seen | null;
  /** The camera's view that is drawn instead of the board. */
  eye: Eye | null;
  match: MatchState | null;
  advice: AdviceSheet | null;
  situation: Situation | null;
  /** The pictures of the last verdicts, by camera. */
  proofs: Readonly<Record<string, ShownProof>>;
  clock: ClockState | null;
  /** The time when `clock` was received, ms since 1970. */
  clockAt: number;
  /** The simulated table, turned as the page is. */
  simulated: SimulatedTable | null;
  /** The state of the server's own connection to the bus. */
  dashboard: BusReport | null;
  cameras: Readonly<Record<string, CameraState>>;
  dice: Readonly<Record<string, DiceState>>;
  devices: Readonly<Record<string, DeviceState>>;
  services: Readonly<Record<string, Availability>>;
  /** The last verdicts, the oldest first. */
  verdicts: readonly Verdict[];
  /** The places of all pieces at the last revisions, the oldest first. */
  places: readonly KeptPlaces[];
  /** The names of the pieces, by their ids. */
  labels: Readonly<Record<string, string>>;
  /** The chosen piece or card. */
  selected: string | null;
  /** The cell or piece that the player asks about. */
  asked: string | null;
  /** The id of the question to the engine why the chosen piece can't act there, until it is answered. */
  wondered: string | null;
  /** The engine's answer to that question. */
  reasons: readonly Refused[] | null;
  /** The seat that the threat map is shown for. */
  danger: string | null;
  help: Help;
  /** The last question what to play: the command's id and the revision. */
  suggesting: { id: string; revision: number } | null;
  /** The last suggestion, with its revision. */
  suggested: { revision: number; text: string } | null;
  rules: Rulebook | null;
  faces: Faces | null;
  /** The words for commands that aren't answered yet, by the commands' ids. */
  sent: Readonly<Record<string, string>>;
  /** The piece that simulated hands carry, and the cell. */
  carried: { piece: string; cell: string } | null;
  /** The piece whose place the arbiter taps next. */
  placing: string | null;
  /** The match that this tablet plays without touching pieces. */
  playedHere: string | null;
  /** The cards that are being played one after the other. */
  playingAll: readonly string[] | null;
  /** The kind of decision whose rest is laid by chance; null while none is. */
  layingRest: string | null;
  /** The time since when the verdict in force holds, ms since 1970. */
  saidSince: number;
  notice: Notice | null;
  link: Line;
  /** The time of the last message, ms since 1970. */
  heardAt: number | null;
  /** Whether players read that no camera sees the moves, and since when (ms since 1970) the opposite holds. */
  silence: { shown: boolean; since: number | null };
  /** How the person at this seat wants the pages; null if the table knows nothing of it. */
  wish: PageWish | null;
}

/** A state with a known field, which the board can be drawn from. */
export type Fielded = State & { surface: Seen };

/** The cells of all pieces at a revision. */
export interface KeptPlaces {
  revision: number;
  cells: Readonly<Record<string, string | null>>;
}

/** An event of the line to the server. Times are milliseconds since 1970. */
export type LineEvent =
  | { type: "opened"; at: number }
  | { type: "closed"; at: number; retryAt: number }
  | ({ type: "message"; at: number } & Envelope);

/** An event that changes a page's state. */
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
  | { type: "lay_rest"; kind: string | null }
  | { type: "mode"; mode: State["mode"] }
  | { type: "unanswered"; id: string }
  | { type: "refused"; text: string }
  | { type: "language" }
  | { type: "help"; help: Help }
  | { type: "suggest"; id: string; revision: number }
  | { type: "rules"; rules: Rulebook }
  | { type: "faces"; faces: Faces }
  | { type: "wish"; wish: PageWish }
  | { type: "dismiss" };

export type Tell = (event: LineEvent) => void;

/** A line that is held. `send` returns false without a connection; `hurry` opens a lost one at once. */
export interface Connection {
  send(request: Request): boolean;
  hurry(): void;
}

/** A point, or a way from one to another: on the board (y away from row 1) or on the screen. */
export type Point = readonly [number, number];

/** The facts of a piece that are drawn. */
export type Shown = Pick<PieceView, "piece" | "cell" | "kind" | "label" | "seat" | "face" | "hp" | "hp_max" | "spent"> & Partial<Pick<PieceView, "lasting">>;

/**
 * The spot where a piece is drawn, in screen millimetres. `plate`: it is drawn as its cell's plate; `shared`: other
 * pieces lie on it. Its drawing with `radius` is scaled by `scale`.
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

/** A spot in a cell of the field. A `card` is `turned` clockwise (degrees), and is the top of `count` cards. */
export type BoardSpot = Spot & { cell: SeenCell; card?: { face: CardFace; turned: number; count: number }; tile?: CardFace | null };

/**
 * The spot of a physical piece of the virtual table; `count`: the number of pieces there in the box. A `card` without a
 * face shows its back; `hand`: the seat that holds it. */
export interface PhysicalSpot extends Spot {
  terrain: boolean;
  hand?: string;
  card?: { face: CardFace | null; turned: number; count: number };
  boxed?: boolean;
  shown?: string;
  count?: number;
}

/** The field's cells by their names. */
export type Cells = ReadonlyMap<string | null | undefined, SeenCell>;

/** A sentence of the page, with its tone (`yes`, `no`) and the rule that it is about. */
export interface Sentence {
  text: string;
  tone?: string;
  rule?: string;
}

/** A trouble that makes the page's board doubtful. `stale`: the shown board may be out of date. */
export interface Trouble {
  text: string;
  stale: boolean;
  unwatched?: boolean;
  /** The header says it, so that no banner moves the board. */
  inHeader?: boolean;
  retry?: boolean;
  link?: string;
  more?: readonly string[];
}

/** The seat that has to act, with the words for the heading. */
export interface Turn {
  seat: string | null;
  title: string;
  detail: string;
  kind: string | null;
}

/** The words for the due action (`must`), and for the players who wait for it (`waits`). */
export interface Due {
  must: string;
  waits: string;
}

/** A line of the last play on the board, between two cells. */
export interface Trace {
  kind: "move" | "strike";
  from: string;
  to: string;
}

/** The enemies that could hit a cell, and their damage together. */
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

/** A command's fields without its kind, id and revision. */
export type CommandFields = Omit<Command, "id" | "kind" | "revision">;

/** Sends an order of the virtual table to the simulator. */
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

/** The actions of a seat's region. */
export interface SeatTools {
  use(key: string): void;
  pick(key: string, value: unknown): void;
  enough(key: string): void;
  stop(): void;
  play(use: UseView, action: Action): void;
  choose(one: PlayedAction): void;
  leave(): void;
}

/** The actions of the bar's questions: those of a seat, and using a card or skill on a tapped place (`aim`). */
export interface AskedTools extends SeatTools {
  aim(use: UseView, picked: Picked): void;
  layRest(kind: string | null): void;
}

/** The actions of a piece's region; `table`: the virtual table, if there is one. */
export interface PieceTools {
  use(key: string): void;
  select(piece: string | null): void;
  ask(place: string): void;
  table: VirtualTable | null;
}

/** A camera's facts, as the pages about cameras receive them. */
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

/** The course of a match, loaded after its end. */
export interface Recap {
  match: string;
  length_s: number;
  moments: readonly Moment[];
  /** A sentence for each player's name that the picture to share can't have whole. */
  undrawn?: readonly string[];
}

/** The last round and play that were shown, to recognise new moments by. */
export interface Witnessed {
  match: string;
  round: number;
  played: string | null;
  /** The seat that has the turn. */
  turn: string | null;
  /** The life of this tablet's player, in the games that have one. */
  life: number | null;
  /** The revision at which this tablet last asked the engine for something. */
  pressed: number | null;
  /** This tablet's player has the turn, and nothing is left to do in it. */
  spent: boolean;
}

/** The state of a replay. */
export interface Replay {
  length: number;
  moments: readonly Moment[];
  at: number;
  number: number;
  playing: boolean;
  speed: number;
  skips: boolean;
}

/** An event that changes a replay. */
export type ReplayEvent =
  | { type: "read"; length: number; moments: readonly Moment[]; at: number }
  | { type: "seek"; at: number }
  | { type: "step" | "warning"; by: number }
  | { type: "play" }
  | { type: "skips"; skips: boolean }
  | { type: "speed"; speed: number }
  | { type: "passed"; seconds: number };
