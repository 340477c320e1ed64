// Written from the Python messages by `make docs`.

/** The field. Retained; published by the engine when a match opens. */
export interface Surface {
  /** The board's name. */
  board: string;
  /** The board's width and depth. */
  size_mm: readonly [number, number];
  /** The cells, in the board's order. */
  cells: readonly SurfaceCell[];
}

/** A cell as a page draws it. */
export interface SurfaceCell {
  /** The cell. */
  cell: string;
  /** The centre's x in board millimetres. */
  x_mm: number;
  /** The centre's y in board millimetres, away from row 1. */
  y_mm: number;
  /**
   * The corners in board millimetres. The first two lie to the right of a person who reads an upright
   * card in it.
   */
  outline_mm: readonly (readonly [number, number])[];
  /** How things lie in it (`slots`, `spread`, `pile`, `private`); empty for a field's cell. */
  zone: string;
  /** The seat that it belongs to; None for nobody's. */
  seat: string | null;
}

/** The match as visitors may see it. Retained. */
export interface MatchState {
  /** The match's name. */
  match: string;
  /** The game's name. */
  game: string;
  /** The number of committed actions. */
  revision: number;
  /** When the match was opened, in seconds by the wall clock. */
  opened_at: number;
  /** The position as everybody may know it. */
  view: View;
  /** The last actions as sentences, the newest last. */
  last_actions: readonly string[];
  /**
   * The choices, as far as everybody may know them, while a player must choose outside the usual turn
   * (answer a hit, place, draft).
   */
  choices: readonly PlayedAction[];
  /** The source of dice. */
  dice: Dice;
  /** The last positions that can be taken back to, the oldest first. */
  earlier: readonly EarlierPosition[];
  /** The terms that the table agreed on. */
  terms: Terms;
  /**
   * The names of people at the seats, where they gave one. Sentences name the seats; pages show these
   * names instead.
   */
  players: Record<string, string>;
  /** The names of the signs that the players chose to be known by. */
  signs: Record<string, string>;
  /** The first match of this series of rematches; the match itself if it's no rematch. */
  series: string;
  /** The facts that an arbiter can set, as the game names them. */
  correctable: readonly string[];
  /** When all hands are shown in the broadcast; None: they stay hidden. */
  hands: HandsShown | null;
  /** The code of the match's record, once the table has signed it at the end; empty before. */
  code: string;
}

/** One seat's knowledge of a state, ready to be drawn. A visitor's view is what everybody may know. */
export interface View {
  /** The position in one line for people. */
  headline: string;
  /** The decision that is open now. */
  decision: Decision;
  /** The seat whose turn it is; None where it's nobody's. */
  turn: string | null;
  /** The number of the round, from 1. */
  round: number;
  /** The pieces that are drawn. */
  pieces: readonly PieceView[];
  /** The seats in the order of play. */
  seats: readonly SeatView[];
  /** How the match ended; None while it goes on. */
  outcome: Outcome | null;
  /** All pieces of the match that aren't among `pieces`. Sentences about plays may name them too. */
  absent: readonly AbsentPiece[];
  /** The seat's own cards. */
  hand: readonly CardView[];
  /** Sentences about things beside the board. */
  notes: readonly string[];
  /** Sentences about everything that changes the rules for now. */
  in_force: readonly string[];
  /** The pieces that lie face down. */
  heaps: readonly HeapView[];
}

/** The decision that is open now, and the seats that owe it. */
export interface Decision {
  /** Whether players or chance decide. */
  chooser: Chooser;
  /**
   * The seats that owe the decision. Each of them may act first; an action says whose it is
   * (`names_actors` of the game). Where chance decides: the seats that throw, if the die belongs to any.
   */
  seats: readonly string[];
  /** The game's word for it (`turn`, `answer`). */
  kind: string;
  /**
   * The decision belongs to the action before it (the answer to a hit, a new card in a bought one's
   * place). Both are one play.
   */
  continues: boolean;
  /** Players usually do this several times in one go (they put up all units). */
  many: boolean;
  /**
   * The outcome of chance will lie open on the table (a card that is turned up), so that everybody can
   * see it.
   */
  shows: boolean;
}

/** The side that must choose now. */
export type Chooser = "chance" | "nobody" | "seat";

/** A piece as a page draws it. */
export interface PieceView {
  /** The piece. */
  piece: string;
  /** The cell that it stands in; None: it's in no cell. */
  cell: string | null;
  /** Its kind, which picks the symbol (`infantry`, `castle`). */
  kind: string;
  /** Its name for people. */
  label: string;
  /** The seat that it belongs to; None for nobody's. */
  seat: string | null;
  /** The side that is up. */
  face: Face;
  /** It is pushed to its cell's edge. */
  edge: boolean;
  /** Its hit points; None where it has none. */
  hp: number | null;
  /** The most hit points that it can have; None where it has none. */
  hp_max: number | null;
  /** It has acted already in its seat's turn. */
  spent: boolean;
  /** The game's own words for conditions that hold the piece (`stunned`). */
  statuses: readonly string[];
  /** Temporary effects on what it can do, and how long they last, for people. */
  lasting: readonly string[];
  /** It lies across. */
  sideways: boolean;
  /** The card whose text holds for it, by its name among the game's faces; empty: its own. */
  stands_for: string;
}

/** Which side of a piece lies up. */
export type Face = "down" | "up";

/** A seat as a page lists it. */
export interface SeatView {
  /** The seat. */
  seat: string;
  /** Its name for people. */
  label: string;
  /** The game's own counters in display order (coins, merit), by name. */
  numbers: readonly (readonly [string, number])[];
  /** It is out of the match. */
  out: boolean;
  /** The same counters for people, in the same order ("1 coin"). */
  counts: readonly string[];
}

/** How a match ended. */
export interface Outcome {
  /** The seats that won; empty where nobody did. */
  winners: readonly string[];
  /** The rule that ended the match. */
  rule: string;
  /** The key of the sentence in the game's texts. */
  reason: string;
}

/** A piece that isn't drawn: it's in reserve, or was killed. */
export interface AbsentPiece {
  /** The piece. */
  piece: string;
  /** Its name for people. */
  label: string;
}

/** A card in a hand as its owner's page shows it. */
export interface CardView {
  /** The card's name. */
  card: string;
  /** Its name for people. */
  label: string;
  /** Its text for people. */
  text: string;
}

/** Pieces that lie face down on a cell: how many share a back, never which pieces they are. */
export interface HeapView {
  /** The cell that they lie in. */
  cell: string;
  /** The game's word for what the back looks like. */
  back: string;
  /** How many pieces lie there. */
  number: number;
}

/** One action of a play, for pages and for people. */
export interface PlayedAction {
  /** The action as scenario files write it. */
  action: Record<string, unknown>;
  /** The seat that took it; None for chance. */
  by: string | null;
  /** The action as a sentence. */
  text: string;
  /** The text of the card, skill or event that it plays. */
  note: string;
  /** Sentences about its result, once it was played. */
  came: readonly string[];
}

/**
 * The source of a die's fall.
 *
 * `seed`: the match's own generator, at once. `tray`: a camera reads the die that is thrown into the tray;
 * the thrower may also enter it. `typed`: the thrower enters it.
 */
export type Dice = "seed" | "tray" | "typed";

/** A position that can be taken back to. */
export interface EarlierPosition {
  /** The match's revision at that position. */
  revision: number;
  /** The action that followed it, for people. */
  before: string;
  /** It belongs to the turn that runs. The seat that chose the action may take it back alone. */
  this_turn: boolean;
}

/** The terms of one match. */
export interface Terms {
  /** The game's name; empty for the usual one. */
  game: string;
  /** The board's name or path; empty for the usual one. */
  board: string;
  /** The pieces' name or path; empty for the usual ones. */
  pieces: string;
  /** The content pack's name. */
  content: string;
  /** The options that differ from the game's usual ones, by name. */
  options: Record<string, string>;
  /** How dice are thrown. */
  dice: Dice;
  /** The time control as text; empty: none. */
  clock: string;
  /** The bots at the seats as text; empty: none. */
  bots: string;
  /** How cards are drawn. */
  draws: DrawSource;
  /** The way to a pause, as `--pause` has it; empty: all players together. */
  pause: string;
  /** The steps without a choice that happen by themselves. */
  forced: ForcedSteps;
}

/**
 * The source of a drawn card.
 *
 * `seed`: the match's own generator, at once. `seen`: people draw from a deck on the table. A camera sees
 * cards that are turned up. A seat's reader reads the cards that are drawn over it. The player who draws may
 * also enter them. `typed`: the player who draws enters them.
 */
export type DrawSource = "seed" | "seen" | "typed";

/**
 * The steps that happen by themselves where only one action is legal.
 *
 * `pressed`: no step; players take each one themselves. `open`: the steps of a seat that holds nothing
 * hidden, so that an automatic step betrays no hand. `all`: the steps of every seat; other players then know
 * that nothing in the seat's hand could be played.
 */
export type ForcedSteps = "all" | "open" | "pressed";

/** The hands are shown in the broadcast. */
export interface HandsShown {
  /** The id of the command that opened them. */
  opening: string;
  /** How many seconds after that command they are shown. */
  after_s: number;
}

/** The advice for every piece and the tasks that are left, at one revision. Retained. */
export interface AdviceSheet {
  /** The match's name. */
  match: string;
  /** The match's revision that it holds for. */
  revision: number;
  /** The advice, one for each piece. */
  advice: readonly Advice[];
  /** The tasks that are left now. */
  left: readonly LeftToDo[];
}

/**
 * All that one piece can do, and what can be done to it. All of it is public.
 *
 * The fields that begin with "Now" hold the legal actions and no others. The fields for the piece's next
 * turn suppose that nothing else changes until then.
 */
export interface Advice {
  /** The piece that the advice is for. */
  piece: string;
  /** Now: the cells it may move to. */
  moves: readonly string[];
  /** Now: those of `moves` where the card lies sideways after the move. */
  sideways: readonly string[];
  /** Now: the ways longer than one step. Each holds the cells walked, the goal last. */
  paths: readonly (readonly string[])[];
  /** Now: the pieces it may attack. */
  attacks: readonly string[];
  /** Now: each target with its possible second victims. */
  splash: readonly (readonly [string, readonly string[]])[];
  /** Now: each target with the pieces that may take the hit for it. */
  guards: readonly (readonly [string, readonly string[]])[];
  /** Now: the cells it may dig in. */
  digs: readonly string[];
  /** Now: the cells it can be carried to. */
  warps: readonly string[];
  /** Now: the cells where it may come onto the board. */
  entries: readonly string[];
  /** Now: the pieces whose hit it may take. */
  blocks: readonly string[];
  /** Now: its skills with their targets. */
  skills: readonly Aims[];
  /** The cells it hits from where it stands. */
  range_cells: readonly string[];
  /** The ends of its ways and lines. */
  stops: readonly Stop[];
  /** In its next turn: the cells it could go to. */
  next_moves: readonly string[];
  /** In its next turn: the cells it could hit. */
  next_hits: readonly string[];
  /** In its next turn: the most damage that it deals. */
  damage: number;
  /** The enemies that could hit it in their next turn. */
  threats: readonly string[];
  /** The damage that all threats would deal together. */
  danger: number;
  /** A remark for people; unsaid where there is none. */
  note: string;
}

/** The targets of one skill of a piece now: every cell and piece that some legal use of it names. */
export interface Aims {
  /** The game's word for the skill. */
  key: string;
  /** The skill's name for people. */
  label: string;
  /** The cells that it can be aimed at. */
  cells: readonly string[];
  /** The pieces that it can be aimed at. */
  pieces: readonly string[];
}

/** A reason why a piece's ways or lines of sight end at some cells: a rule. */
export interface Stop {
  /** `way` or `line`: the rule ends ways, or lines of sight. */
  kind: string;
  /** The rule that ends them. */
  rule: string;
  /** The reason for people. */
  text: string;
  /** The cells where the rule ends them. */
  cells: readonly string[];
}

/** One kind of thing that a seat has still to do. */
export interface LeftToDo {
  /** The seat that has to do it. */
  seat: string;
  /** The game's word for it (`move`, `attack`, `answer`). */
  kind: string;
  /** The same for people. */
  text: string;
  /** The pieces that can do it. */
  pieces: readonly string[];
  /** Whether play stops until it is done. */
  due: boolean;
}

/** Whether the table is seen, and agrees with the match. Retained. */
export interface Situation {
  /** The match's name. */
  match: string;
  /** The match's revision. */
  revision: number;
  /** A source sees the table. */
  watching: boolean;
  /** The verdict in force (a warning, a question, pieces to put); None when all is right. */
  current: Verdict | null;
  /** The last verdicts, the newest last. */
  recent: readonly Verdict[];
  /** The problem and its remedy as a sentence; unsaid while all is well. */
  problem: string;
  /** The players broke off, and nothing is judged. */
  paused: boolean;
  /** A take-back that not all seats have agreed to yet; None if there is none. */
  wish: TakeBackWish | null;
  /** A pause, or in a pause its end, that not all seats have agreed to yet; None if there is none. */
  breaking_off: BreakWish | null;
  /** The pause that one seat made alone; None if there is none. */
  seat_pause: SeatPause | null;
}

/** The referee's answer to a sighting, as players are shown it. */
export interface Verdict {
  /** Whether it was played, asked, warned or remarked. */
  kind: VerdictKind;
  /** When the look was taken, in seconds by the wall clock. */
  taken_at: number;
  /** The source's number of the look that the verdict rests on. */
  frame: number;
  /** The match's revision after the verdict. */
  revision: number;
  /** The actions that were played. */
  actions: readonly PlayedAction[];
  /**
   * The possible plays, where there are several or none is sure. Each is a whole explanation, the
   * likeliest first.
   */
  candidates: readonly (readonly PlayedAction[])[];
  /** How likely each of the candidates is, together 1. */
  likelihoods: readonly number[];
  /** The rules that are broken. */
  violations: readonly ViolationText[];
  /** The steps that put the table right. */
  repair: readonly RepairStep[];
  /** The verdict for people. */
  text: string;
  /** The readings of the pieces that the verdict is about. */
  reads: readonly Read[];
  /** The cells where these pieces lie, and where they should lie. */
  cells: readonly string[];
  /** The looks that show it, before and after. */
  proofs: readonly Proof[];
  /** Where sources contradict each other about these pieces. */
  disagreements: readonly Disagreement[];
  /**
   * Cells where switches notice something that no source can name. The table asks which piece lies
   * there.
   */
  felt: readonly string[];
}

/**
 * How a sighting was judged.
 *
 * `settled`: actions were committed, or, with none, the table is right again. `pending`: the table may
 * become legal, or pieces have still to be put. `ambiguous`: the players are asked. `illegal`: no play
 * explains the table. `remarked`: nothing was judged, but judging waits, or waited, for an event (a camera
 * was moved).
 */
export type VerdictKind = "ambiguous" | "illegal" | "pending" | "remarked" | "settled";

/** A broken rule as a sentence. */
export interface ViolationText {
  /** The rule that is broken. */
  rule: string;
  /** The reason for people. */
  text: string;
}

/** Where to put one piece. */
export interface RepairStep {
  /** The piece; `UNNAMED` for cards that lie face down in a cell. */
  piece: string;
  /** The cell that it is seen in; None: in none. */
  seen: string | null;
  /** The best place for it; None: off the table. */
  to: string | null;
  /** Cells that would also be right. */
  others: readonly string[];
  /** The side that belongs up. */
  face: Face;
  /** The step for people. */
  text: string;
}

/** One source's reading of a piece in one look. A value that the source can't know is None. */
export interface Read {
  /** The source that read it. */
  source: string;
  /** The look's number. */
  frame: number;
  /** The piece. */
  piece: string;
  /** The cell that it was read in. */
  cell: string;
  /** The side that was up; a reader often knows none. */
  face: Face | null;
  /** The source's own margin of the reading; a reader knows none. */
  margin: number | null;
  /** The source's own confidence in the reading, 0..1. */
  confidence: number | null;
}

/** One source's looks before and after a play, by number. */
export interface Proof {
  /** The source. */
  source: string;
  /** The look before; None: it never saw the table right. */
  before: number | null;
  /** The look after. */
  after: number;
}

/** Sources that contradict each other about a piece, or, where none names one, about a cell. */
export interface Disagreement {
  /** The piece that they contradict each other about; None where no source names one. */
  piece: string | null;
  /** The cell that the contradiction is about. */
  cell: string;
  /** Since when they contradict each other. */
  since: number;
  /** The claim of each source. */
  words: readonly SourceClaim[];
  /** The sources that are believed; none where the piece counts as hidden. */
  believed: readonly string[];
  /** The claims, the sources that are believed and the reason, for people. */
  text: string;
  /** Advice about what to do, for people. */
  advice: string;
}

/** One source's claim about a piece, or about something without a name. */
export interface SourceClaim {
  /** The source that makes the claim. */
  source: string;
  /** The cell that the piece lies in; None: in none of the cells that the source covers. */
  cell: string | null;
  /** Since when the source has claimed it. */
  since: number;
}

/** Some seats want to go back to a revision; it happens once all seats that still wait ask for it too. */
export interface TakeBackWish {
  /** The revision to go back to. */
  revision: number;
  /** The seats that asked for it. */
  wanted_by: readonly string[];
  /** The seats that haven't asked for it yet. */
  waiting: readonly string[];
  /** The reason, from the seat that asked first; empty where it gave none. */
  note: string;
}

/**
 * A wish for a pause, or for its end. It comes true once all seats ask for it.
 *
 * Bots' seats are asked for nothing.
 */
export interface BreakWish {
  /** The seats that asked for it. */
  wanted_by: readonly string[];
  /** The seats that haven't asked for it yet; none where the arbiter decides. */
  waiting: readonly string[];
}

/** A pause that one seat made alone, for a time. */
export interface SeatPause {
  /** The seat. */
  seat: string;
  /** The reason, from the list. */
  reason: PauseReason;
  /** How long it may still last, in seconds, at the time of sending. It is sent every few seconds. */
  left_s: number;
  /** The seat's own word about the reason; empty for none. */
  note: string;
}

/** The reasons that a seat may pause for. */
export type PauseReason = "break" | "called_away" | "other" | "rules" | "table";

/**
 * The lights of the board's cells, for other devices that show them: a projector, or a screen below.
 *
 * They are the same as on boards with lights, and public.
 */
export interface BoardLights {
  /** The colour of each cell that is lit, `#rrggbb`. */
  lit: Record<string, string>;
}

/** The cells that hands and arms cover for some camera, for a projector or screen that dims there. */
export interface CoveredCells {
  /** The cells, sorted by name. */
  cells: readonly string[];
}

/** The engine's findings about all its sources. */
export interface SensingState {
  /** The sources that have reported. */
  sources: readonly SourceState[];
  /** Where sources contradict each other. */
  disagreements: readonly Disagreement[];
  /** The sensors that are broken. */
  faults: readonly SensorFault[];
  /** Device events that nothing used, the newest last. */
  unused: readonly UnusedEvent[];
}

/** One source of looks. */
export interface SourceState {
  /** The source's name. */
  source: string;
  /** The most that it can know. */
  knows: SourceKnows;
  /** How many cells it covers; 0 for all. */
  cells: number;
  /** When it last reported, in seconds by the wall clock. */
  looked_at: number;
}

/**
 * The most that a source can know of a piece.
 *
 * `SOMETHING`: something lies there, without a name or a number (a reed or Hall switch). `WHICH`: which
 * piece lies there, but not its turn or push, and perhaps not its face (an RFID reader). `HOW`: which piece
 * lies there, and how (a camera).
 */
export type SourceKnows = "how" | "something" | "which";

/** A sensor that has contradicted the others for long. */
export interface SensorFault {
  /** The kind of fault. */
  ailment: Ailment;
  /** The source that the sensor belongs to. */
  source: string;
  /** The sensor's cell; None where the fault concerns no single cell. */
  cell: string | null;
  /** The piece whose tag or magnet is concerned; None where none is. */
  piece: string | null;
  /** Since when the sensor has contradicted the others. */
  since: number;
  /** The finding, for people. */
  text: string;
  /** Advice about what to do, for people. */
  advice: string;
}

/**
 * A fault of a sensor, or of the thing that it should sense.
 *
 * `stuck_on`: a switch feels something where nothing is. `stuck_off`: it doesn't feel what lies there.
 * `deaf`: a reader reads no tag any more. `tag_lost`: a piece's tag isn't read by a reader that reads
 * others. `unheard`: `deaf` or `tag_lost`. `magnet_lost`: a piece is felt by no switch.
 */
export type Ailment = "deaf" | "magnet_lost" | "stuck_off" | "stuck_on" | "tag_lost" | "unheard";

/**
 * A device event that nothing used.
 *
 * Its switch or reader is beneath no cell, or its button has no meaning, or its kind is unknown.
 */
export interface UnusedEvent {
  /** The device that reported it. */
  device: string;
  /** The event's kind. */
  what: string;
  /** The event's name. */
  name: string;
  /** How often it came since the engine began. */
  count: number;
  /** When it last came, in seconds by the wall clock. */
  at: number;
}

/** The match's clock at the moment of sending. Retained; sent every second while a seat's time runs. */
export interface ClockState {
  /** The match's name. */
  match: string;
  /** The time control, as `--clock` has it; empty where no time is taken. */
  control: string;
  /** The seats' times. */
  seats: readonly SeatTime[];
  /** Why nobody's time runs; None while somebody's does. */
  stands: ClockStop | null;
}

/** A seat's clock: the time that it has left, and whether it runs. */
export interface SeatTime {
  /** The seat. */
  seat: string;
  /** The time that it has left; below zero when it is over. */
  left_s: number;
  /** Its time runs now. */
  runs: boolean;
  /** How long its time still waits before it runs. */
  delay_s: number;
  /** Its time was up. */
  fallen: boolean;
  /** The time after which the seat passes its question by itself; None where it doesn't. */
  passes_s: number | null;
}

/**
 * Why nobody's time runs.
 *
 * `set_up`: the table isn't yet as the opening says. `unbegun`: nothing was played yet. `paused`: the
 * players broke off. `warned`: a play isn't allowed. `asked`: a play isn't clear. `putting`: pieces have to
 * be put where the match has them. `unseen`: no source sees the table. `over`: the match is over.
 */
export type ClockStop = "asked" | "over" | "paused" | "putting" | "set_up" | "unbegun" | "unseen" | "warned";

/** The state of one camera. */
export interface CameraState {
  /** The camera's name. */
  camera: string;
  /** The device or file that its pictures are from. */
  source: string;
  /** The width of its pictures; 0 until it is known. */
  width_px: number;
  /** The height of its pictures; 0 until it is known. */
  height_px: number;
  /** How many frames a second are looked at. */
  rate_hz: number;
  /** How many frames were looked at. */
  frames: number;
  /** How many frames were passed over. */
  dropped: number;
  /** How many of the board's frame tags the newest frame shows. */
  frame_tags_seen: number;
  /** Pixels per module of the smallest tags; 0 until it is known. */
  px_per_module: number;
  /** It is a simulated camera. */
  simulated: boolean;
  /** Its pictures are at their end. */
  ended: boolean;
  /** The problem and its remedy as a sentence; unsaid while all is well. */
  problem: string;
  /** How many frames were damaged. */
  damaged: number;
  /**
   * When the newest frame that was looked at was taken, in seconds by the wall clock; 0 before the
   * first.
   */
  last_taken_at: number;
  /** The mode, exposure and focus that the driver reports, for people. */
  settings: string;
  /** Where the facts about the lens come from. */
  lens: string;
  /** How far its looks can be relied on, 0..1. */
  trust: number;
  /** How often the camera or the board was moved. */
  moves: number;
  /** A sentence while its looks are less exact but judging goes on; else unsaid. */
  remark: string;
}

/** The contents of the dice tray. */
export interface DiceState {
  /** The camera's name. */
  camera: string;
  /** Something there moves, can't be read, or hasn't lain still for long enough to count. */
  rolling: boolean;
  /** The dice that are read, in order of place. */
  values: readonly number[];
  /** How many other things lie there. */
  unsure: number;
}

/** The state of one board device. */
export interface DeviceState {
  /** The device's name. */
  device: string;
  /** The port that it is connected to. */
  port: string;
  /** Whether it answers now. */
  connected: boolean;
  /** The version of its firmware; empty until it is known. */
  firmware: string;
  /** It is a simulated device. */
  simulated: boolean;
  /** Sound frames from it since it connected. */
  frames_received: number;
  /** Damaged frames from it since it connected. */
  frames_damaged: number;
  /** The problem and its remedy as a sentence; unsaid while all is well. */
  problem: string;
  /**
   * The cells that have switches beneath, on the connected boards. None: no board says so, or it is no
   * board.
   */
  switched: readonly string[] | null;
  /** Whether a pad's reader works; None: the pad isn't known to have one. */
  reads: boolean | null;
  /** Whether it is somebody's own device with lights for the board's cells and pads. */
  lights: boolean;
}

/** Whether a service or device is there. Retained; the last will says `online: false`. */
export interface Availability {
  /** It is there. */
  online: boolean;
  /** Its version; empty if it isn't known. */
  version: string;
  /** The id of its process; 0 if it isn't known. */
  pid: number;
  /** Since when it is there, in seconds by the wall clock. */
  since: number;
  /** Why it isn't there, for people. */
  reason: string;
}

/** All physical pieces of the simulated table, and its faults now. Retained. */
export interface SimulatedTable {
  /** The pieces. Of cards at one place later ones lie on earlier ones. */
  pieces: readonly SimulatedPiece[];
  /** The match that it was last set up for. */
  match: string;
  /** The faults that it has now. */
  faults: readonly SimulatedFault[];
}

/** A piece of the simulated table. */
export interface SimulatedPiece {
  /** The piece. */
  piece: string;
  /** The x of its middle in board millimetres; None: it lies in the box. */
  x_mm: number | null;
  /** The y of its middle in board millimetres; None: it lies in the box. */
  y_mm: number | null;
  /** The side that is up. */
  face: Face;
  /** How far it is turned on the board, counter-clockwise. */
  turned_deg: number;
  /** How its label shows. */
  shown: LabelState;
  /** The seat whose hand it is in; then it lies nowhere. Empty: in no hand. */
  hand: string;
  /** It's a card, whose face is its secret. */
  card: boolean;
}

/** How a piece's label shows: clear, covered, or aside because the piece has fallen over. */
export type LabelState = "clear" | "covered" | "fallen";

/** A fault that somebody put into the simulated table. */
export interface SimulatedFault {
  /** The fault's name. */
  fault: string;
  /** How its piece lay before; None where it concerns no piece. */
  was: SimulatedPiece | null;
  /** Its place over the board; None where it has none. */
  at_mm: readonly [number, number] | null;
}

/** The engine's answer to one command. */
export interface Answer {
  /** The command's id. */
  command: string;
  /** The kind of answer. */
  code: AnswerCode;
  /** The match's revision after the command. */
  revision: number;
  /** The answer for people. */
  text: string;
  /** The actions that an `ask` was about. An action without a broken rule is allowed. */
  refused: readonly Refused[];
  /** The seat whose own tablet (or bot) asked; the answer is for it alone. None: the table. */
  seat: string | null;
}

/** The closed list of results of a command. */
export type AnswerCode = "done" | "illegal" | "not_now" | "stale" | "unreadable";

/** One action that was asked about, and the rules that it breaks. */
export interface Refused {
  /** The game's word for the action. */
  use: string;
  /** The place or piece that it was asked about. */
  target: string;
  /** The rules that it breaks; none: it is allowed. */
  broken: readonly ViolationText[];
}

/** The place that a tablet has. */
export interface TabletPlace {
  /** The tablet's rights. */
  role: Role;
  /** The seat of a tablet with the role `seat`; None for any other role. */
  seat: string | null;
}

/**
 * The rights of a tablet.
 *
 * `spectator`: it may look. `seat`: it may play for its seat and answer questions. `arbiter`: it may act for
 * every seat where that needs no secret, hand out the links, and set up cameras.
 */
export type Role = "arbiter" | "seat" | "spectator";

/** One seat's own knowledge, at one revision. Never on the bus as it is: see `SealedSheet`. */
export interface SeatSheet {
  /** The match's name. */
  match: string;
  /** The match's revision that it holds for. */
  revision: number;
  /** The seat. */
  seat: string;
  /** Its cards, skills and actions. */
  uses: readonly UseView[];
  /** Its choices outside the usual turn, apart from its uses. */
  choices: readonly PlayedAction[];
  /** The question to it, if that names things that others may not know; else the rulebook has the words. */
  question: string;
  /** The keys of its uses whose cards lie on its pad and still need a target. */
  laid: readonly string[];
  /** The sentence about a card that lies on its pad and can't be used. */
  laid_text: string;
  /** The keys of its uses that betray no secret, in its usual turn. The arbiter's page may do them. */
  open: readonly string[];
}

/** Something that a seat may use apart from moving its pieces: a card, a skill, an action of a piece. */
export interface UseView {
  /** Its name. No other use of the seat has it. */
  key: string;
  /** The word for its group (`card`, `skill`, `action`, `attack`, `draft`; `known`: only to be read). */
  kind: string;
  /** Its name for people. */
  label: string;
  /** Its effect, for people. */
  text: string;
  /** The piece that the use belongs to; None where it belongs to none. */
  piece: string | null;
  /** The game's own numbers (coins, stars), by name. */
  numbers: readonly (readonly [string, number])[];
  /** The game's words for the moments when it's used. */
  marks: readonly string[];
  /**
   * All legal ways to use it now. A choice within one use stands under the same keys in each of its
   * actions; the order of a list doesn't matter.
   */
  actions: readonly (Record<string, unknown>)[];
  /** The rules that forbid it, where there are no actions. */
  why_not: readonly (readonly [string, string])[];
  /** The cells of the board within its reach, whether or not there's a target in them. */
  reach: readonly string[];
}

/**
 * A seat's piece that somebody holds in the hand now. Only that seat sees it.
 *
 * Never on the bus as it is: see `SealedSheet`.
 */
export interface HandSheet {
  /** The match's name. */
  match: string;
  /** The match's revision that it holds for. */
  revision: number;
  /** The seat. */
  seat: string;
  /** The piece; None when none is held. */
  piece: string | null;
}

/**
 * The tags that lie on the pads, and the things that a tag can be stuck to. Only the arbiter sees it.
 *
 * A card on a seat's pad is the seat's secret. So the sheet travels as `SealedSheet` too.
 */
export interface TagSheet {
  /** The tags that lie on the pads. */
  tags: readonly LaidTag[];
  /** The things that a tag can be stuck to. */
  things: readonly Taggable[];
}

/** A tag on a pad. */
export interface LaidTag {
  /** The pad's name. */
  pad: string;
  /** The tag's uid, in capital hexadecimal. */
  uid: string;
  /**
   * The thing that it's stuck to, by the table's book. Empty for an unknown tag; `?` for one that is
   * known but, in a match, secret.
   */
  thing: string;
  /** The thing that the tag's own memory names. */
  says: string;
  /** The result of writing the tag, for people. */
  note: string;
  /** The thing's name is being written onto it. */
  written: boolean;
}

/** Something that can carry a tag. */
export interface Taggable {
  /** Its name in code. */
  name: string;
  /** The game's word for its group (`card`, `skill`, `piece`). */
  kind: string;
  /** Its name for people. */
  label: string;
}

/** The addresses of the pictures of a proof, sent to pages on the channel `proof`. */
export interface ShownProof {
  /** The revision before the play; None without a picture from before. */
  before: number | null;
  /** The revision after the play. */
  after: number;
  /** The address of the picture before the play; empty without one. */
  before_url: string;
  /** The address of the picture after the play; empty without one. */
  after_url: string;
}

/** How a person wants the pages of a seat, on every device. */
export interface PageWish {
  /** Whether the page asks one large question at a time. */
  large: boolean;
  /** Whether that page reads its questions aloud. */
  aloud: boolean;
}

/** The state of the dashboard's connection to the bus, as pages receive it on the channel `dashboard`. */
export interface BusReport {
  /** The table's name. */
  table: string;
  /** Whether the connection to the broker holds. */
  connected: boolean;
  /** The time when this state began, wall clock, s. */
  since: number;
  /** A sentence with the reason why the connection is lost; empty while it holds. */
  reason: string;
  /** The address of the hall whose rounds are played here; empty: none is known. */
  hall: string;
}

/**
 * Every seat's hidden cards, at one revision, while the arbiter has them shown.
 *
 * Never on the bus as it is: see `SealedSheet`.
 */
export interface AllHands {
  /** The match's name. */
  match: string;
  /** The match's revision that it holds for. */
  revision: number;
  /** The id of the command that opened the hands. */
  opening: string;
  /** Each seat's hidden cards. */
  seats: readonly Held[];
}

/** The cards that a seat holds hidden from others: its hand and its own cards that lie face down. */
export interface Held {
  /** The seat. */
  seat: string;
  /** The cards whose names are known. */
  cards: readonly HeldCard[];
  /** How many cards more there are, whose names nobody has said at the table. */
  unknown: number;
}

/** A card that lies hidden from others and belongs to a seat. */
export interface HeldCard {
  /** The card's name. */
  card: string;
  /** Its name for people. */
  label: string;
  /** The name of the place where it lies, for people. */
  place: string;
}

/** How far the measuring of a camera's lens is. */
export interface CalibrationState {
  /** The camera's name. */
  camera: string;
  /** The stage that it has reached. */
  stage: CalibrationStage;
  /** The stage for people. */
  text: string;
  /** How many views of the sheet are kept. */
  views: number;
  /** The views of the sheet that are still needed, in words. */
  wanted: readonly string[];
  /** Corners seen in each ninth of the picture, row by row. */
  parts: readonly number[];
  /** The last picture shows the sheet. */
  found: boolean;
  /** The sheet lies still. */
  still: boolean;
  /** The sheet's corners in the last picture, as parts of its width and height. */
  outline: readonly (readonly [number, number])[];
  /** The reprojection error over all views; 0 until it is measured. */
  rms_px: number;
  /** The focal length; 0 until it is measured. */
  focal_px: number;
  /** The focal length's standard error; 0 until it is measured. */
  focal_sigma_px: number;
  /** Each view's reprojection error, px. */
  errors: readonly number[];
  /** The reprojection errors of the views that were left out, px. */
  dropped: readonly number[];
}

/** The stages of measuring a lens. `off`: nobody measures. */
export type CalibrationStage = "done" | "failed" | "off" | "showing";

/** How well a camera sees the board, sent every few seconds while somebody sets it up. */
export interface CameraCheckup {
  /** The camera's name. */
  camera: string;
  /** The number of the frame that was checked. */
  sequence: number;
  /** The results of the checks. */
  findings: readonly Finding[];
  /** The check to mend first; empty when all is well. */
  first: string;
  /** The board's cells; empty while the board isn't found. */
  cells: readonly CellScale[];
}

/** The outcome of one check. */
export interface Finding {
  /** The check's name in code. */
  check: string;
  /** How good it is. */
  grade: Grade;
  /** How good it is, from 0 to 100. */
  score: number;
  /** The finding, for people. */
  text: string;
  /** Advice about what to do, for people; unsaid where there is nothing to do. */
  advice: string;
  /** The check's name for people; where unsaid, `check` is shown. */
  label: string;
}

/** How well something is. `unknown`: it couldn't be looked at. `missing`: it isn't there. */
export type Grade = "bad" | "fair" | "good" | "missing" | "unknown";

/** How one cell looks to a camera. */
export interface CellScale {
  /** The cell. */
  cell: string;
  /** Pixels per module of the smallest tags. */
  px_per_module: number;
  /** Its corners as parts of the picture's width and height. */
  outline: readonly (readonly [number, number])[];
  /** A lamp is mirrored there. */
  shines: boolean;
}

/** All cards of a game, each once, and its zones on the table. */
export interface Faces {
  /** The cards. */
  cards: readonly CardFace[];
  /** The names of the zones, by their cells. */
  zones: readonly ZoneName[];
}

/** One card as it's printed. */
export interface CardFace {
  /** Its name, without a copy's number. */
  card: string;
  /** Its kind, which picks colour and symbol. */
  kind: string;
  /** Its name for people. */
  label: string;
  /** Its text for people. */
  text: string;
  /** Its kind for people. */
  kind_label: string;
  /** The numbers printed on it. */
  numbers: readonly FaceNumber[];
}

/** A number printed on a card. */
export interface FaceNumber {
  /** The game's own word for it (`cost`). */
  key: string;
  /** The number. */
  number: number;
  /** Its name for people. */
  label: string;
}

/** The name of a cell's zone. */
export interface ZoneName {
  /** The cell. */
  cell: string;
  /** The zone's name for people. */
  label: string;
}

/** The present tables of a hall, and the brokers that it lacks. */
export interface HallNow {
  /** The names of its tables' messages. A table that isn't among them has been forgotten. */
  tables: readonly string[];
  /** The brokers that are away, with the reasons. */
  away: Record<string, string>;
}

/** The table that the audience's page shows. */
export interface FollowedTable {
  /** The name of its messages; empty: none is there. */
  name: string;
  /** How much there is to see at it, as a key of the pages' texts; empty with the name. */
  drama: string;
}

/** A table as the hall's page lists it, beside its play. */
export interface HallTable {
  /** The table's name. */
  table: string;
  /** The broker that it's on. */
  broker: string;
  /** Whether its engine is there. */
  is_there: boolean;
  /** Since when it's away, in seconds by the wall clock; None: it's there. */
  away_since: number | null;
  /** The address of its pages; empty where it isn't known, or they aren't served. */
  pages: string;
  /** The machine that it runs on; empty where it isn't known. */
  host: string;
  /** How late its play is shown, s. */
  delay_s: number;
}

/** The labels of one photograph, from top to bottom. */
export interface LabelPhotograph {
  /** Those that were read. A tag that is there twice stands twice. */
  labels: readonly PhotographedLabel[];
  /** Those that couldn't be read: beneath a finger, in glare, with a torn edge. */
  unread: readonly (readonly (readonly [number, number])[])[];
  /** Those with a tag of no piece of the set. */
  strange: readonly PhotographedLabel[];
}

/** A label that was read. */
export interface PhotographedLabel {
  /** The tag on it. */
  tag: number;
  /** Where it is. */
  outline: readonly (readonly [number, number])[];
}

/** All choices for a new match at this table. */
export interface MatchOffer {
  /** The games. */
  games: readonly OfferedGame[];
  /** The names of the bots. */
  bots: readonly string[];
}

/** A game with its choices. */
export interface OfferedGame {
  /** The game's name. */
  game: string;
  /** Its name, in the reader's language. */
  name: string;
  /** Its kind, in the reader's language; empty where the game's texts don't say it. */
  about: string;
  /** How long a match of it takes, in the reader's language; empty where the game's texts don't say it. */
  lasts: string;
  /** The least and the most players. */
  players: readonly [number, number];
  /** Whether it has a picture. */
  pictured: boolean;
  /** The name of its rulebook, in the reader's language; empty without one. */
  book: string;
  /**
   * The boards that it can be played on; of one that is laid for several numbers of seats each layout,
   * the usual one first.
   */
  boards: readonly OfferedBoard[];
  /** The options between readings of the game's rules. */
  readings: readonly OfferedReading[];
  /** The names of the game's content packs. */
  content: readonly string[];
  /** Whether players may build decks. */
  decked: boolean;
}

/** A board that a game can be played on. */
export interface OfferedBoard {
  /** The board's name or path, as a match's terms have it. */
  board: string;
  /** Its name, in the reader's language; that of its file where the game's texts have none. */
  name: string;
  /** Its name or path without a number of seats: the same for all layouts of one board. */
  bare: string;
  /** The name or path of its set of pieces. */
  pieces: string;
  /** The things to print for it, as `dashboard.printing.printable` names them. */
  prints: readonly string[];
  /** The board's seats. */
  seats: readonly OfferedSeat[];
  /** The groups of seats that can play. */
  openings: readonly OfferedOpening[];
  /** The usual values of the options that matter on this board, by the options' names. */
  usual: Record<string, string>;
  /** The sources that dice may come from; empty if the game has no dice. */
  dice: readonly Dice[];
  /** The sources that drawn cards may come from; empty if no card is drawn. */
  draws: readonly DrawSource[];
  /** The ways to open a match, the page's first choice first; empty if there is only one. */
  ways: readonly OfferedWay[];
  /** Its use, in the reader's language; empty where the game's texts don't say it. */
  about: string;
}

/** A seat of a board. */
export interface OfferedSeat {
  /** The seat's id. */
  seat: string;
  /** The seat's name, in the reader's language. */
  label: string;
}

/** A group of seats that can play. */
export interface OfferedOpening {
  /** The seats, in their order of play. */
  seats: readonly string[];
  /** The setup of their opening, as a match's terms have it. */
  setup: Record<string, unknown>;
  /** The number of printed copies of the game that they need. */
  boxes: number;
}

/** A way to open a match. */
export interface OfferedWay {
  /** The way's key. */
  way: string;
  /** The options' values, by their names, that make a match open in this way. */
  options: Record<string, string>;
  /** Its name, in the reader's language; its key where the game's texts have none. */
  name: string;
}

/** An option: a choice between readings of the rules. */
export interface OfferedReading {
  /** The option's name. */
  name: string;
  /** The question that the option answers, in the reader's language. */
  asks: string;
  /** The values to choose from. */
  values: readonly OfferedValue[];
  /** The heading above the option; empty without one. */
  under: string;
}

/** A value of an option. */
export interface OfferedValue {
  /** The value, as a match's terms have it. */
  value: string;
  /** The value's meaning, in the reader's language. */
  says: string;
}

/** The tables of the network that aren't in the hall, and how they come there. */
export interface NearbyTables {
  /** Those tables, by their names. */
  tables: readonly NearbyTable[];
  /** The option that brings them to the hall's broker; empty: the broker is the hall's own alone. */
  option: string;
}

/** A table of the network that isn't in the hall. */
export interface NearbyTable {
  /** Its name. */
  table: string;
  /** The name of its machine in the network. */
  host: string;
  /** The address of its pages. */
  pages: string;
}

/** A person's code, for the arbiter to hand out. */
export interface PersonsCode {
  /** The person's name. */
  name: string;
  /** The code. */
  code: string;
  /** The address that the picture leads to. */
  url: string;
  /** The code to scan, as the `data:` address of an SVG. */
  picture: string;
}

/** The last message to a phone. */
export interface PhoneEnd {
  /** The reason. */
  why: EndReason;
  /** A sentence with the reason and what to do. */
  text: string;
}

/**
 * The reasons why a phone is no camera any more.
 *
 * `link`: its link isn't valid any more. `another`: another phone has shown the same link.
 */
export type EndReason = "another" | "link";

/** How a phone sees the board, as its page shows it. */
export interface PhoneSight {
  /** Whether the cameras' service takes its pictures. */
  watching: boolean;
  /** Whether the board is found in them. */
  found: boolean;
  /** How well it sees, as a grade of the doctor. */
  grade: string;
  /** A sentence with the first thing to change, or that all is well. */
  say: string;
  /** The reason for `say`; unsaid without one. */
  seen: string;
  /** The outlines of the board's cells: corners as parts of the picture's width and height, 0 to 1. */
  cells: readonly (readonly (readonly [number, number])[])[];
}

/** The pieces of the table's set, for the page. */
export interface PieceChoices {
  /** The set's name or path. */
  set: string;
  /** The pieces that have labels, in the set's order. */
  pieces: readonly LabelledPiece[];
}

/** A piece that a label can be on. */
export interface LabelledPiece {
  /** Its id. */
  piece: string;
  /** Its name for people. */
  name: string;
  /** The tags of the label that is printed for it, the one on top first. */
  tags: readonly number[];
}

/** The result of a check of the table. */
export interface Report {
  /** The results, in the order of the checks. */
  findings: readonly Finding[];
  /** The name of the check to mend first; empty if all is well. */
  first: string;
}

/** A tournament as its page shows it. */
export interface RoundsNow {
  /** The tournament; None before the first was opened. */
  tournament: Tournament | null;
  /** Its standings, the best first; empty where people play in groups. */
  standings: readonly Standing[];
  /** The same where people play in groups; empty where pairs play. */
  group_standings: readonly GroupStanding[];
  /** Whether whoever asks may change it. */
  may_change: boolean;
  /** Why the link of whoever asks isn't valid; empty: it is, or there's none. */
  refused: string;
  /** The names of the hall's tables that are there, for the next tournament. */
  tables: readonly string[];
}

/** A tournament, from its people's list on. */
export interface Tournament {
  /** Its name. */
  name: string;
  /** How people are paired. */
  system: System;
  /** The names of its people, the strongest first, as far as that is known. Each is there once. */
  people: readonly string[];
  /** The names of its tables; of more pairings than tables, the later ones wait for one. */
  tables: readonly string[];
  /** The rounds so far. */
  rounds: readonly Round[];
  /** The names of those who left: they aren't paired any more, and keep their results. */
  gone: readonly string[];
  /** Random signs that set it apart from others of its name: a code of theirs isn't one of its own. */
  mark: string;
  /** The most people at a table; more than two where people play in groups. */
  size: number;
  /** The points of a group's places, the first place's first; empty where pairs play. */
  points: readonly number[];
}

/**
 * How people are paired.
 *
 * `swiss`: each round pairs people of like scores, and nobody meets twice. `round_robin`: everybody meets
 * everybody once. `knock_out`: whoever loses is out. `groups`: each round has groups of 3 to 10 people of
 * like points, and their places bring points.
 */
export type System = "groups" | "knock_out" | "round_robin" | "swiss";

/** One round. */
export interface Round {
  /** When it was paired, in seconds by the wall clock: matches from before don't count in it. */
  paired_at: number;
  /** The pairings, in the order of the page. */
  pairings: readonly Pairing[];
}

/** Two people who meet in a round, a group of more, or one person who has a bye. */
export interface Pairing {
  /** The name of one. */
  first: string;
  /** The name of the other; None: the first has a bye, which counts as a win. */
  second: string | null;
  /** Its result; None: it isn't known yet, or it's a bye. */
  result: Result | null;
  /** The table where they play; empty: none was named. */
  table: string;
  /** The seats that its people have taken by their codes. */
  taken: readonly TakenSeat[];
  /** The names of the third and further people of a group. */
  others: readonly string[];
  /**
   * The places of a group's people, in the order of `people`, from 1; people may share one. Empty: they
   * aren't known yet, or it's no group.
   */
  places: readonly number[];
}

/** How a pairing ended: the first one won, the second one won, or neither. */
export type Result = "drawn" | "first" | "second";

/** The seat that a person has taken by the code. */
export interface TakenSeat {
  /** The name. */
  person: string;
  /** The seat. */
  seat: string;
  /** The first match of that match's series of rematches: the seats' links last as long as a series. */
  match: string;
  /**
   * The time when that match was opened, in seconds by the wall clock. Earlier ones of the series were
   * another pairing's.
   */
  opened_at: number;
  /** When it was taken, in seconds by the wall clock. */
  at: number;
  /**
   * The SHA-256 of 128 random bits that the device got which took it, in hexadecimal: everybody may read
   * it. Only that device takes the seat again.
   */
  ticket: string;
}

/** One person's line of the standings. */
export interface Standing {
  /** The place, from 1; people who are alike in every tie-break share one. */
  place: number;
  /** The name. */
  name: string;
  /** The points, in half points. */
  halves: number;
  /** The points of all opponents, in half points: of two with like scores, who met the stronger. */
  buchholz: number;
  /**
   * The points of the opponents that were beaten, and half the points of those in drawn matches, in
   * quarter points: of two with like opponents, who beat the stronger.
   */
  sonneborn: number;
  /** The points against the others who are alike in all this, in half points. */
  direct: number;
  /** How many matches were played; a bye is none. */
  played: number;
  /** Whether they left. */
  gone: boolean;
}

/** One person's line of the standings of a tournament of groups. */
export interface GroupStanding {
  /** The place, from 1; people who are alike in every tie-break share one. */
  place: number;
  /** The name. */
  name: string;
  /** The points, in parts: 2520 are a point. */
  parts: number;
  /** How often the person was the first of a table, alone or shared. */
  firsts: number;
  /** The points of all others at the person's tables, in parts. */
  opponents: number;
  /** How many matches were played; a bye is none. */
  played: number;
  /** Whether the person left. */
  gone: boolean;
}

/** The seat that a person takes. */
export interface SeatGiven {
  /** The person's name. */
  person: string;
  /** The round, from 1. */
  number: number;
  /** The table. */
  table: string;
  /** The seat's name for people. */
  seat: string;
  /** The others who play there. */
  others: readonly string[];
  /** The address that seats the tablet. */
  url: string;
  /** The tablet's ticket. It's a secret; only with it, the tablet takes the seat again. */
  ticket: string;
}

/** The file that was written. */
export interface WrittenPieces {
  /** Its path. Another choice of labels has another one. */
  file: string;
  /** The mark of its content, which the print of the missing labels is asked with. */
  mark: string;
  /** The ids of the pieces whose labels have to be printed. */
  missing: readonly string[];
}

/** A request to the engine. */
export interface Command {
  /** Its name, which the sender makes unique. A repeat does no harm. */
  id: string;
  /** The kind of request. */
  kind: CommandKind;
  /** The match's revision that the sender decided on. */
  revision: number;
  /** The seat whose own tablet (or bot) asks; None: the table, which may not play secrets. */
  seat?: string | null;
  /** The action to play, as scenario files write it. */
  action?: Record<string, unknown>;
  /**
   * A number. `choose`: the chosen candidate, from 0; `take_back`: the revision; `penalise`,
   * `show_hands`: seconds; else -1.
   */
  choice?: number;
  /** `open`: how the match starts, as scenario files write it. */
  setup?: Record<string, unknown>;
  /** The piece that the command is about; None if it is about none. */
  piece?: string | null;
  /** `ask`, `place_is_right`: a cell or another piece; else empty. */
  place?: string;
  /** `enrol`, `lay`: the tag's uid; else empty. */
  tag?: string;
  /**
   * `enrol`, `lay`: the thing that the tag is stuck to; `correct`: the fact; `look_on`: the page that is
   * followed; `pause`: a seat's reason to pause alone, from the list; else empty.
   */
  thing?: string;
  /** `open`: the terms of the new match; None: those of the match that is open. */
  terms?: Terms | null;
  /** The seat that the command is about; None: the seat that asks, or none. */
  player?: string | null;
  /** `adjudicate`: the seats that win; empty: nobody. */
  winners?: readonly string[];
  /** Why the sender asks for it, in the sender's words. */
  reason?: string;
  /**
   * `correct`, `penalise`, `adjudicate`: the name of the person whose word it is, as they give it, else
   * their device; empty: it isn't known.
   */
  by?: string;
  /**
   * `introduce`: the player's name; `correct`: the fact's new value; `take_up`: the match's name;
   * `look_on`, `show_hands`, `hide_hands`: the mark of a device, eight hexadecimal digits made of its
   * address.
   */
  name?: string;
  /** `introduce`: the name of the player's sign; empty: none. */
  sign?: string;
  /**
   * The match that the command was decided in, and the only one that it can be carried out in; empty:
   * the current match.
   */
  match?: string;
  /** When the engine took it in, by its wall clock; None until then. */
  taken_at?: number | null;
}

/**
 * The kinds of requests to the engine.
 *
 * `act`: play `action`. `choose`: settle a question by `choice`. `table_is_right` / `game_is_right`: the
 * table, or the game, holds where they differ. `take_back`: to the position at revision `choice`, with a
 * note for the record in `reason`, if any. `place_is_right`: the table holds at one `place` of a warning, a
 * cell or a piece. `open`: begin a match by `setup`, on `terms` (None: those of the match that is open).
 * `rematch`: play the match that is over once more, as it was opened, at the same seats. `take_up`: go on
 * with the recorded match `name`, which was broken off. `introduce`: `player` (None: the seat that asks) has
 * the name `name` from now on, and the sign `sign` (none, if empty). `pause`: nothing is judged until
 * `resume`; with the reason `thing` a seat pauses alone for a time, and adds `reason` to it. `resign`:
 * `player` (None: the seat that asks) leaves the match. `adjudicate`: the arbiter ends the match, `winners`
 * win (nobody, if empty), for `reason`. `correct`: the arbiter sets the fact `thing` of a `piece`, a
 * `player` or the match to `name`, for `reason`. `penalise`: the arbiter takes `choice` seconds from a
 * `player`'s clock (adds them, if negative), for `reason`. `ask`: which rules forbid `piece` to do something
 * at `place`, a cell or another piece; changes nothing. `suggest`: which action a bot would play for the
 * seat that asks, and why; changes nothing. `enrol`: the tag `tag` is stuck to `thing`. `lay`: the seat's
 * own phone read the tag `tag`, whose memory says `thing`; it is played as if it lay on the seat's pad.
 * Without a `tag`, the phone's camera saw `thing` itself. `look_on`: the dashboard says that a device
 * with the mark `name` follows `thing` (`watching`: the table's page; `broadcast`: overlay, embedded board
 * or API; `hands`: all hands); kept with the match. `show_hands`: the dashboard says that the arbiter, with
 * a device of the mark `name`, has all hands shown in the broadcast, `choice` seconds later. `hide_hands`:
 * the arbiter has them hidden again.
 */
export type CommandKind = "act" | "adjudicate" | "ask" | "choose" | "correct" | "enrol" | "game_is_right" | "hide_hands" | "introduce" | "lay" | "look_on" | "open" | "pause" | "penalise" | "place_is_right" | "rematch" | "resign" | "resume" | "show_hands" | "suggest" | "table_is_right" | "take_back" | "take_up";

/** A visitor's request at the simulated table. */
export interface SimulatorOrder {
  /**
   * The kind of request. `put`, `flip`, `take`: a piece. `settle`: hands lay the piece as the match has
   * it, unless it lies so already. `lift`: a hand holds the piece up until it's put somewhere, or until
   * some seconds pass without another `lift`. `press`: a button. `throw`: a die into the tray. `lay`: a
   * tag on a pad, in place of the one that lies there. `fault`: puts in a fault. `mend`: puts a fault
   * right. With cards: `put` with a `face`, up or down; `hold`: into the hand of the seat whose pad
   * `device` is, over its reader; `turn`: by a quarter; `shuffle`, `fan`, `square`: the pile that
   * `piece` lies in; `carry`: all of that pile to a place.
   */
  order: SimulatorAct;
  /** The piece. `fault`: empty: chance picks one. */
  piece?: string;
  /** The x of the place in board millimetres. */
  x_mm?: number;
  /** The y of the place in board millimetres. */
  y_mm?: number;
  /** `press`: the button's name. */
  button?: string;
  /** The pad's or board's name. */
  device?: string;
  /** `lay`: the tag's uid; empty: the tag that lies there is taken off. */
  tag?: string;
  /** The fault's name. `mend`: empty: all faults. */
  fault?: string;
  /** `put`: the side that is up. */
  face?: PutFace;
  /** `put`: the cell to put the piece into, instead of a place; hands find the room there. */
  cell?: string | null;
  /** `put` into a cell: whether a card lies sideways there. */
  sideways?: boolean;
}

/** The acts of visitors at the simulated table, by the words of orders. */
export type SimulatorAct = "carry" | "fan" | "fault" | "flip" | "hold" | "lay" | "lift" | "mend" | "press" | "put" | "settle" | "shuffle" | "square" | "take" | "throw" | "turn";

/** The side that is up after a piece was put: the one that was up before, or another. */
export type PutFace = "" | "down" | "up";

/** A tablet's request for the place that a link leads to. */
export interface Join {
  /** The secret of the link; empty to give up the tablet's place. */
  link: string;
}

/** A tablet's question whether the server is still there. It may choose a language. */
export interface TabletHello {
  /** The language of all sentences to this tablet, such as `en`; empty to keep the present one. */
  language?: string;
}

/** A tablet's request to get every state whole, because a step didn't fit its own state. */
export interface SendAgain {
}

/** A request to a camera's service. */
export interface CameraOrder {
  /** The kind of request. */
  order: CameraOrderKind;
}

/**
 * The requests to a camera's service.
 *
 * `watch`: send pictures and checkups for a few seconds. `examine`: send checkups alone. `steps`: draw each
 * step of reading the next picture, once. `calibrate`: begin to measure the lens. `finish`: measure it by
 * the views that are kept. `again`: drop these views. `stop`: leave the lens as it was. Repeat `watch`,
 * `examine` and `calibrate` while somebody looks. Else the service goes back to the board by itself.
 */
export type CameraOrderKind = "again" | "calibrate" | "examine" | "finish" | "steps" | "stop" | "watch";

/** The announcement of a picture. Its bytes follow in one or more messages. */
export interface ComingPicture {
  /** The size of the JPEG, bytes. */
  size_bytes: number;
  /** The time when it was taken, the phone's clock, ms. */
  at_ms: number;
  /** The width of the phone's pictures while nothing moves, px. */
  width_px: number;
  /** The height of the phone's pictures while nothing moves, px. */
  height_px: number;
  /** The camera's locked controls: any of `focus`, `exposure`, `white`. */
  held?: readonly string[];
}

/** A phone's first message: its right to be a camera. */
export interface PhoneHello {
  /** The secret of the camera's link. */
  link: string;
  /** A name that the page made up for its phone. It tells a phone that comes back from another one. */
  device: string;
  /** The language for all sentences to this phone, as `en`. */
  language?: string;
}

/** A phone's answer to a question for its clock. */
export interface PhoneTime {
  /** The number of the question. */
  asked: number;
  /** The time of the phone's clock, ms. */
  at_ms: number;
}

/** A device's request for notifications, or for none any more. */
export interface PushWish {
  /** The address of the push service where the browser waits. */
  endpoint: string;
  /** The browser's keys. */
  keys?: PushKeys;
  /** Whether it wants them. */
  wanted?: boolean;
}

/** A browser's keys, as its `PushSubscription` has them. */
export interface PushKeys {
  /** The public key, in base64url. */
  p256dh?: string;
  /** The secret that it shares with the table, in base64url. */
  auth?: string;
}

/** The request to let somebody take the seat by another device. */
export interface RoundsFreeing {
  /** The name. */
  name: string;
}

/** The request to pair somebody no more, or again. */
export interface RoundsLeaving {
  /** The name. */
  name: string;
  /** Whether that person has left. */
  gone: boolean;
}

/** The request for another tournament. */
export interface RoundsOpening {
  /** Its name. */
  name: string;
  /** How people are paired. */
  system: System;
  /** Its people, one a line or as CSV, the strongest first. */
  people: string;
  /** Its tables' names, one a line; empty: none are named. */
  tables?: string;
  /** The most people at a table, where people play in groups. */
  size?: number;
  /** The points of the places, such as `4, 2, 1, 0`, where people play in groups; empty: the usual ones. */
  points?: string;
}

/** The request to write the places of a group down. */
export interface RoundsPlaces {
  /** The first one of the group. */
  first: string;
  /** The second one. */
  second: string;
  /** The places in the order of the group's people; none takes them back. */
  places?: readonly number[];
}

/** The request to write a result down. */
export interface RoundsResult {
  /** The first one of the pairing. */
  first: string;
  /** The other one. */
  second: string;
  /** The result; None takes one back. */
  result?: Result | null;
}

/** A tablet's request for a seat. */
export interface SeatAsked {
  /** The person's code, as it was typed or scanned. */
  code: string;
  /** The table where the tablet stands; empty: it isn't bound to one. */
  table?: string;
  /** The seat where it stands; empty: it isn't bound to one. */
  seat?: string;
  /** The ticket that the tablet got when it took the seat before; empty: it has none. */
  ticket?: string;
}

/** The message of each channel. */
export interface Channels {
  surface: Surface;
  match: MatchState;
  advice: AdviceSheet;
  situation: Situation;
  board_lights: BoardLights;
  covered_cells: CoveredCells;
  sensing: SensingState;
  clock: ClockState;
  camera: CameraState | null;
  dice: DiceState | null;
  device: DeviceState | null;
  availability: Availability | null;
  simulated_table: SimulatedTable;
  verdict: Verdict;
  answer: Answer;
  place: TabletPlace;
  seat: SeatSheet | null;
  hand: HandSheet | null;
  tags: TagSheet | null;
  proof: ShownProof;
  wish: PageWish | null;
  dashboard: BusReport;
  error: Record<string, string>;
  heartbeat: Record<string, string>;
}

/** A message that a page receives: the news of one channel. */
export type Envelope = {
  [Channel in keyof Channels]: { channel: Channel; name: string; data: Channels[Channel] };
}[keyof Channels];

/** A request of a page: exactly one of these. */
export type Request =
  | { command: Command }
  | { simulator: SimulatorOrder }
  | { join: Join }
  | { hello: TabletHello }
  | { again: SendAgain };
