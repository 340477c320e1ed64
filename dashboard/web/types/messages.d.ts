// Written from the Python messages by `make docs`.

/** The field. Retained; published by the engine when a match opens. */
export interface Surface {
  board: string;
  size_mm: readonly [number, number];
  cells: readonly SurfaceCell[];
}

/**
 * A cell as a page draws it: outline and centre in board millimetres, y away from row 1.
 *
 * `zone`: how things lie in it (`slots`, `spread`, `pile`, `private`), empty for a field's. `seat`: whose it
 * is; the first two corners of its outline lie to the right of who looks at what lies upright in it.
 */
export interface SurfaceCell {
  cell: string;
  x_mm: number;
  y_mm: number;
  outline_mm: readonly (readonly [number, number])[];
  zone: string;
  seat: string | null;
}

/**
 * The match as spectators may see it. Retained; `revision` counts committed actions.
 *
 * `choices`: while a player must choose outside the usual turn (answer a hit, place, draft), what there is
 * to choose from, as far as everybody may know it. `dice`: how dice come. `earlier`: the last positions that
 * can be taken back to, oldest first. `terms`: what the table agreed on. `players`: what people at the seats
 * are called, where they said; sentences name the seats, and whoever shows them says these names instead.
 * `signs`: the names of the signs that they chose to be known by.
 * `series`: the first of the matches that this one is a rematch of, itself if it's none. `correctable`: the
 * facts that an arbiter can set anew, as `Correctable` names them. `hands`: that all hands are shown in the
 * broadcast, and when; None: they aren't.
 */
export interface MatchState {
  match: string;
  game: string;
  revision: number;
  opened_at: number;
  view: View;
  last_actions: readonly string[];
  choices: readonly PlayedAction[];
  dice: Dice;
  earlier: readonly EarlierPosition[];
  terms: Terms;
  players: Record<string, string>;
  signs: Record<string, string>;
  series: string;
  correctable: readonly string[];
  hands: HandsShown | null;
}

/**
 * What one seat (None: a spectator) may know of a state, ready to be drawn.
 *
 * `absent` are all pieces of the match that aren't among `pieces`: what was played, and what may be, speaks
 * of them too. `hand` is the seat's own cards; `in_force` are sentences about what changes the rules for
 * now, `notes` about what lies beside the board. `heaps` lie face down.
 */
export interface View {
  headline: string;
  decision: Decision;
  turn: string | null;
  round: number;
  pieces: readonly PieceView[];
  seats: readonly SeatView[];
  outcome: Outcome | null;
  absent: readonly AbsentPiece[];
  hand: readonly CardView[];
  notes: readonly string[];
  in_force: readonly string[];
  heaps: readonly HeapView[];
}

/**
 * What is to be decided now: by whom (several seats may owe one), and what kind (`turn`, `answer`).
 *
 * Where chance decides, `seats` says whose die it is, if anybody's. Where several seats owe a decision, each
 * of them may act first, and an action says whose it is (`engine.core.game.Seated`). `continues`: it belongs
 * to the action before it (the answer to a hit, what takes a bought card's place): both are one play.
 * `many`: what is decided is usually done several times in one go (all units put up). `shows`: what chance
 * decides will lie open on the table (a card that's turned up), so that whoever looks at it can tell.
 */
export interface Decision {
  chooser: Chooser;
  seats: readonly string[];
  kind: string;
  continues: boolean;
  many: boolean;
  shows: boolean;
}

/** Who must choose now. */
export type Chooser = "chance" | "nobody" | "seat";

/**
 * A piece as a page draws it. `kind` picks the symbol (`infantry`, `castle`), `label` is for people.
 *
 * `statuses` are the game's own words for what holds the piece (`stunned`); `lasting` says to people what
 * else than its kind decides what it can do for a while, and how long. `sideways`: it lies across.
 */
export interface PieceView {
  piece: string;
  cell: string | null;
  kind: string;
  label: string;
  seat: string | null;
  face: string;
  edge: boolean;
  hp: number | null;
  hp_max: number | null;
  spent: boolean;
  statuses: readonly string[];
  lasting: readonly string[];
  sideways: boolean;
}

/**
 * A seat as a page lists it; `numbers` are the game's own counters in display order (coins, merit).
 *
 * `counts` says the same to people, in the same order ("1 coin").
 */
export interface SeatView {
  seat: string;
  label: string;
  numbers: readonly (readonly [string, number])[];
  out: boolean;
  counts: readonly string[];
}

/** How a match ended. `winners` empty: shared by nobody. `reason` keys the game's catalogue. */
export interface Outcome {
  winners: readonly string[];
  rule: string;
  reason: string;
}

/** What a piece is called that isn't drawn: it's in reserve, or was killed. */
export interface AbsentPiece {
  piece: string;
  label: string;
}

/** A card in a hand as its owner's page shows it. */
export interface CardView {
  card: string;
  label: string;
  text: string;
}

/** Pieces that lie face down on a cell: how many of which back, never which. */
export interface HeapView {
  cell: string;
  back: string;
  number: number;
}

/**
 * An action as scenario files write it, whose it was, and as a sentence.
 *
 * `note` is what is written on the card, skill or event that it plays; `came` says what came of it, once
 * it was played.
 */
export interface PlayedAction {
  action: Record<string, unknown>;
  by: string | null;
  text: string;
  note: string;
  came: readonly string[];
}

/**
 * Who says how a die fell.
 *
 * `seed`: the match's own generator, at once. `tray`: it is thrown into the tray and read by a camera;
 * whoever throws may also say it. `typed`: whoever throws it says it.
 */
export type Dice = "seed" | "tray" | "typed";

/** A position that can be taken back to: before which action. `this_turn`: who chose it may, alone. */
export interface EarlierPosition {
  revision: number;
  before: string;
  this_turn: boolean;
}

/**
 * The terms of one match.
 *
 * `board` and `pieces` are names or paths. `options`: the readings that differ from the game's usual ones.
 * `clock`: the time control as text, `bots`: who sits where, as text; empty: none.
 */
export interface Terms {
  game: string;
  board: string;
  pieces: string;
  content: string;
  options: Record<string, string>;
  dice: Dice;
  clock: string;
  bots: string;
  draws: Draws;
}

/**
 * Who says which card was drawn.
 *
 * `seed`: the match's own generator, at once. `seen`: people draw from a deck on the table; a camera sees
 * what is turned up, a seat's reader what is drawn over it, and whoever draws may also say it. `typed`:
 * whoever draws says it.
 */
export type Draws = "seed" | "seen" | "typed";

/** The hands are shown in the broadcast: since the command `opening`, `after_s` seconds later. */
export interface HandsShown {
  opening: string;
  after_s: number;
}

/** What every piece can do and suffer, and what is left to do, at one revision. Retained. */
export interface AdviceSheet {
  match: string;
  revision: number;
  advice: readonly Advice[];
  left: readonly LeftToDo[];
}

/**
 * All that one piece can do, and what can be done to it. Everything of it is public.
 *
 * Now, each exactly what is legal: `moves`; `warps` (cells it's carried to); `entries` (cells where it may
 * come onto the board); `attacks`; `digs`; `blocks` (pieces whose hit it may take); `skills`.
 * Besides: `paths` are the ways longer than one step, each the cells walked, the goal last. `splash`:
 * target → possible second victims. `guards`: target → who may take the hit for it. `range_cells`: what it
 * hits from where it stands. `stops`: what ends its ways and lines.
 *
 * In its next turn, were nothing else to change until then: `next_moves` (cells it could go to), `next_hits`
 * (cells in which it could hit), `damage` (the most that it deals). `threats` are the enemies that could
 * hit it in their next turn, `danger` is the damage of all of them together.
 */
export interface Advice {
  piece: string;
  moves: readonly string[];
  paths: readonly (readonly string[])[];
  attacks: readonly string[];
  splash: readonly (readonly [string, readonly string[]])[];
  guards: readonly (readonly [string, readonly string[]])[];
  digs: readonly string[];
  warps: readonly string[];
  entries: readonly string[];
  blocks: readonly string[];
  skills: readonly Aims[];
  range_cells: readonly string[];
  stops: readonly Stop[];
  next_moves: readonly string[];
  next_hits: readonly string[];
  damage: number;
  threats: readonly string[];
  danger: number;
  note: string;
}

/** What one skill of a piece can be aimed at now: every cell and piece that some legal use of it names. */
export interface Aims {
  key: string;
  label: string;
  cells: readonly string[];
  pieces: readonly string[];
}

/** What ends a piece's ways (`kind` "way") or its lines of sight ("line"), by which rule, and where. */
export interface Stop {
  kind: string;
  rule: string;
  text: string;
  cells: readonly string[];
}

/**
 * One kind of thing that a seat has still to do.
 *
 * `kind` is the game's word (`move`, `attack`, `answer`), `text` says it to people, `pieces` are those
 * that can do it. `due`: play doesn't go on without it.
 */
export interface LeftToDo {
  seat: string;
  kind: string;
  text: string;
  pieces: readonly string[];
  due: boolean;
}

/**
 * How the table stands against the match now. Retained; the last verdicts, newest last, come with it.
 *
 * `current` is the verdict in force (a warning, a question, pieces to put), or None when all is right.
 * `paused`: the players broke off, and nothing is judged. `wish`: a take-back that
 * isn't agreed to by all.
 */
export interface Situation {
  match: string;
  revision: number;
  watching: boolean;
  current: Verdict | null;
  recent: readonly Verdict[];
  problem: string;
  paused: boolean;
  wish: TakeBackWish | null;
}

/**
 * One verdict.
 *
 * `frame` is the source's sequence number of the look it rests on. `candidates`: what it might have been,
 * where that was more than one thing or isn't sure, each a whole explanation, the likeliest first;
 * `likelihoods` go with them, together 1. `revision` is the match's after the verdict. `reads`: how the
 * pieces it's about were read, `cells`: where they lie and should; `proofs`: which looks show that;
 * `disagreements`: where sources contradict each other about these. `felt`: cells in which something is
 * felt that nothing can name, where it's asked what lies there.
 */
export interface Verdict {
  kind: VerdictKind;
  taken_at: number;
  frame: number;
  revision: number;
  actions: readonly PlayedAction[];
  candidates: readonly (readonly PlayedAction[])[];
  likelihoods: readonly number[];
  violations: readonly ViolationText[];
  repair: readonly RepairStep[];
  text: string;
  reads: readonly Read[];
  cells: readonly string[];
  proofs: readonly Proof[];
  disagreements: readonly Disagreement[];
  felt: readonly string[];
}

/**
 * How a look at the table ended.
 *
 * `settled`: actions committed, or, with none, the table is right again. `pending`: may become legal, or
 * pieces are still to be put. `ambiguous`: the players are asked. `illegal`: no play explains it.
 * `remarked`: no look ended, but something happened that judging waits or waited for (a camera was moved).
 */
export type VerdictKind = "ambiguous" | "illegal" | "pending" | "remarked" | "settled";

/** A broken rule as a sentence. */
export interface ViolationText {
  rule: string;
  text: string;
}

/**
 * Where to put one piece: `to` is the best place (None: off the table), `others` would also be right.
 *
 * `piece` is `UNNAMED` where it's what lies face down in a cell.
 */
export interface RepairStep {
  piece: string;
  seen: string | null;
  to: string | null;
  others: readonly string[];
  face: string;
  text: string;
}

/**
 * How one source read a piece in the look `frame`: `margin` and `confidence` are the source's own.
 *
 * What it can't tell is None: a reader knows no margin, and often no face.
 */
export interface Read {
  source: string;
  frame: number;
  piece: string;
  cell: string;
  face: Face | null;
  margin: number | null;
  confidence: number | null;
}

/** Which side of a piece lies up. */
export type Face = "down" | "up";

/** One source's looks before and after, by number; `before` None: it never saw the table right. */
export interface Proof {
  source: string;
  before: number | null;
  after: number;
}

/**
 * Sources contradict each other about a piece, or, where none names one, about a cell.
 *
 * `believed`: the sources that are, none where the piece counts as hidden. `text` says who says what and who
 * is believed and why, `advice` what to do.
 */
export interface Disagreement {
  piece: string | null;
  cell: string;
  since: number;
  words: readonly SourceClaim[];
  believed: readonly string[];
  text: string;
  advice: string;
}

/** What one source says: that the piece, or something, lies in `cell`; None: in none that it covers. */
export interface SourceClaim {
  source: string;
  cell: string | null;
  since: number;
}

/**
 * Some seats want to go back to a revision; it happens once those of `waiting` ask for it too.
 *
 * `note`: why, by whoever asked first; empty where nothing was said.
 */
export interface TakeBackWish {
  revision: number;
  wanted_by: readonly string[];
  waiting: readonly string[];
  note: string;
}

/**
 * What the engine makes of all sources: who they are, where they contradict each other, what is broken.
 *
 * `unused`: what devices told that nothing used, the newest last.
 */
export interface SensingState {
  sources: readonly SourceState[];
  disagreements: readonly Disagreement[];
  faults: readonly SensorFault[];
  unused: readonly UnusedEvent[];
}

/** One source of looks. `cells`: how many it covers, 0 for all; `looked_at`: when it was last heard. */
export interface SourceState {
  source: string;
  knows: Knowing;
  cells: number;
  looked_at: number;
}

/**
 * What a source can know of what lies somewhere.
 *
 * `SOMETHING`: that something does, without a name or a number (a reed or Hall switch). `WHICH`: which piece
 * (an RFID reader): not its turn or push, perhaps not its face. `HOW`: which and how it lies (a camera).
 */
export type Knowing = "how" | "something" | "which";

/** A sensor that contradicts the others for long: `text` says what is found, `advice` what to do. */
export interface SensorFault {
  ailment: Ailment;
  source: string;
  cell: string | null;
  piece: string | null;
  since: number;
  text: string;
  advice: string;
}

/**
 * What is wrong with a sensor, or with what it should sense.
 *
 * `stuck_on`: a switch feels something where nothing is. `stuck_off`: it doesn't feel what lies there.
 * `deaf`: a reader reads no tag any more. `tag_lost`: a piece's tag isn't read where others are. `unheard`:
 * one of these two. `magnet_lost`: a piece is felt by no switch.
 */
export type Ailment = "deaf" | "magnet_lost" | "stuck_off" | "stuck_on" | "tag_lost" | "unheard";

/**
 * A device's event that nothing used: `count` times since the engine began, last `at`.
 *
 * A switch or reader beneath no cell of the board, a button of no meaning. `what` is the event's kind.
 */
export interface UnusedEvent {
  device: string;
  what: string;
  name: string;
  count: number;
  at: number;
}

/**
 * The match's clock at the moment of telling. Retained; told every second while anybody's time runs.
 *
 * `control` is as `--clock` has it, empty where nobody's time is taken. `stands`: why nobody's time runs.
 */
export interface ClockState {
  match: string;
  control: string;
  seats: readonly SeatTime[];
  stands: ClockStop | null;
}

/**
 * A seat's time: `left_s` (below nought: it's over), and how long it still waits before it runs.
 *
 * `passes_s`: after so long the seat passes by itself what it's asked; None where it doesn't.
 */
export interface SeatTime {
  seat: string;
  left_s: number;
  runs: boolean;
  delay_s: number;
  fallen: boolean;
  passes_s: number | null;
}

/**
 * Why nobody's time runs.
 *
 * `set_up`: the table isn't yet as the opening says. `unbegun`: nothing was played yet. `paused`: the
 * players broke off. `warned`, `asked`, `putting`: a play isn't allowed, or isn't clear, or pieces have to
 * be put where the match has them. `unseen`: nobody sees the table. `over`: the match is.
 */
export type ClockStop = "asked" | "over" | "paused" | "putting" | "set_up" | "unbegun" | "unseen" | "warned";

/**
 * How one camera does. `problem` is empty while all is well, else a sentence with what to do.
 *
 * `last_taken_at` is when its newest frame was taken that was looked at, 0 before the first. `settings`:
 * what the driver says of mode, exposure and focus. `lens`: where the lens is known from. `trust`: how far
 * its looks can be relied on, 0..1. `moves`: how often the camera or the board was moved.
 */
export interface CameraState {
  camera: string;
  source: string;
  width_px: number;
  height_px: number;
  rate_hz: number;
  frames: number;
  dropped: number;
  frame_tags_seen: number;
  px_per_module: number;
  simulated: boolean;
  ended: boolean;
  problem: string;
  damaged: number;
  last_taken_at: number;
  settings: string;
  lens: string;
  trust: number;
  moves: number;
}

/**
 * What lies in the dice tray. `values`: dice that are read, in order of place; `unsure`: other things.
 *
 * `rolling`: something there moves, can't be read, or hasn't lain still for long enough to count.
 */
export interface DiceState {
  camera: string;
  rolling: boolean;
  values: readonly number[];
  unsure: number;
}

/**
 * How one board device does.
 *
 * `switched`: the cells that the boards that are there have switches beneath; None: none says so, or it is
 * no board. `reads`: whether a pad's reader works; None: it isn't known that the pad has one.
 */
export interface DeviceState {
  device: string;
  port: string;
  connected: boolean;
  firmware: string;
  simulated: boolean;
  frames_received: number;
  frames_damaged: number;
  problem: string;
  switched: readonly string[] | null;
  reads: boolean | null;
}

/**
 * Whether a service or device is there. Retained; the last will says `online: false`.
 *
 * `reason`: why it isn't, for people.
 */
export interface Availability {
  online: boolean;
  version: string;
  pid: number;
  since: number;
  reason: string;
}

/**
 * All physical pieces of the simulated table, and what is wrong at it now. Retained.
 *
 * Of cards at one place later ones lie on earlier ones. `match` is the match it was last set up for.
 */
export interface SimulatedTable {
  pieces: readonly SimulatedPiece[];
  match: string;
  faults: readonly SimulatedFault[];
}

/**
 * A piece of the simulated table: where it physically lies, in board millimetres; None is the box.
 *
 * `shown`: whether its label is `clear`, `covered`, or looks aside because the piece is `fallen`. `hand`:
 * whose seat's hand it is in; then it lies nowhere. `card`: whether it's a card, whose face is its secret.
 */
export interface SimulatedPiece {
  piece: string;
  x_mm: number | null;
  y_mm: number | null;
  face: string;
  turned_deg: number;
  shown: string;
  hand: string;
  card: boolean;
}

/**
 * A fault that somebody shook into the simulated table.
 *
 * `was`: how its piece lay before, where it is about one; `at_mm`: where over the board it is, if anywhere.
 */
export interface SimulatedFault {
  fault: string;
  was: SimulatedPiece | null;
  at_mm: readonly [number, number] | null;
}

/**
 * The engine's answer to one command.
 *
 * `refused` is what `ask` asked about; what breaks no rule may be done. `seat`: the seat whose own tablet
 * (or bot) asked, and which alone is answered; None: the table.
 */
export interface Answer {
  command: string;
  code: AnswerCode;
  revision: number;
  text: string;
  refused: readonly Refused[];
  seat: string | null;
}

/** The closed list of how a command can end. */
export type AnswerCode = "done" | "illegal" | "not_now" | "stale" | "unreadable";

/** One thing that was asked about: the game's word for it, where or with whom, the rules it breaks. */
export interface Refused {
  use: string;
  target: string;
  broken: readonly ViolationText[];
}

/** Where a tablet has its place. `seat` belongs to the role `seat` alone. */
export interface TabletPlace {
  role: Role;
  seat: string | null;
}

/**
 * What a tablet may do.
 *
 * `spectator`: look. `seat`: play for its seat, settle questions. `arbiter`: all that's no secret, for
 * everybody, hand out the links, and set up cameras.
 */
export type Role = "arbiter" | "seat" | "spectator";

/**
 * What one seat alone may know, at one revision. Never on the bus as it is: see `SealedSheet`.
 *
 * `uses`: its cards, skills and actions. `choices`: what it has to choose from outside the usual turn,
 * beside its uses. `laid`: the keys of the uses whose cards lie on its pad and wait for a target;
 * `laid_text`: what is to be said of a card that lies there and can't be used.
 */
export interface SeatSheet {
  match: string;
  revision: number;
  seat: string;
  uses: readonly UseView[];
  choices: readonly PlayedAction[];
  laid: readonly string[];
  laid_text: string;
}

/**
 * Something that a seat may use beside moving its pieces: a card, a skill, an action of a piece.
 *
 * `kind` groups them (`card`, `skill`, `action`, `attack`, `draft`; `known`: to be read); `key` tells apart.
 * `piece` is whose it is, `numbers` are the game's own (coins, stars), `marks` its words for when it's used.
 * `actions` are all legal ways to use it now; where there are none `why_not` says why. What a seat chooses
 * in one use stands under the same keys in each of its actions; of a list the order doesn't matter. `reach`:
 * the cells of the board that it gets to from where it's used, whether or not there's anything to aim at.
 */
export interface UseView {
  key: string;
  kind: string;
  label: string;
  text: string;
  piece: string | null;
  numbers: readonly (readonly [string, number])[];
  marks: readonly string[];
  actions: readonly (Record<string, unknown>)[];
  why_not: readonly (readonly [string, string])[];
  reach: readonly string[];
}

/**
 * Which of a seat's pieces somebody holds in the hand now, None when none; for that seat alone.
 *
 * Never on the bus as it is: see `SealedSheet`.
 */
export interface HandSheet {
  match: string;
  revision: number;
  seat: string;
  piece: string | null;
}

/**
 * The tags that lie on the pads, and the things that a tag can be stuck to: for the arbiter alone.
 *
 * Which card is on whose pad is that seat's secret, so it travels as `SealedSheet` too.
 */
export interface TagSheet {
  tags: readonly LaidTag[];
  things: readonly Taggable[];
}

/**
 * A tag on a pad.
 *
 * `thing`: what it's stuck to, by the table's book; empty for an unknown one, `?` for one that is known and,
 * in a match, nobody's business. `says`: what its own memory says that it is. `written`: so
 * do we, onto it; `note`: how that went, for people.
 */
export interface LaidTag {
  pad: string;
  uid: string;
  thing: string;
  says: string;
  note: string;
  written: boolean;
}

/** Something that can carry a tag. `kind` groups them (`card`, `skill`, `piece`), people read `label`. */
export interface Taggable {
  name: string;
  kind: string;
  label: string;
}

/** Where a page finds the pictures of a proof, told on the channel `proof`; an empty address: none. */
export interface ShownProof {
  before: number | null;
  after: number;
  before_url: string;
  after_url: string;
}

/**
 * How the dashboard's own connection to the bus does, as pages are told on the channel `dashboard`.
 *
 * `since`: since when it does so, wall clock, s.
 */
export interface BusReport {
  table: string;
  connected: boolean;
  since: number;
  reason: string;
}

/**
 * What each seat holds hidden, at one revision, while the arbiter has it shown since `opening`.
 *
 * Never on the bus as it is: see `SealedSheet`.
 */
export interface AllHands {
  match: string;
  revision: number;
  opening: string;
  seats: readonly Held[];
}

/**
 * What a seat holds hidden from others: its hand and its own cards that lie face down.
 *
 * `unknown`: how many cards more there are, whose names nobody has said at the table.
 */
export interface Held {
  seat: string;
  cards: readonly HeldCard[];
  unknown: number;
}

/** A card that lies hidden from others and is a seat's own. `place`: what people call where it lies. */
export interface HeldCard {
  card: string;
  label: string;
  place: string;
}

/**
 * How far measuring a camera's lens has come.
 *
 * `wanted`: what is still to be shown, in words. `parts`: corners seen in each ninth of the picture, row by
 * row. `outline`: the sheet's corners in the last picture, as parts of its width and height. `errors`: each
 * view's reprojection error, px; `dropped`: those of the views that were left out. `text`: for people.
 */
export interface CalibrationState {
  camera: string;
  stage: CalibrationStage;
  text: string;
  views: number;
  wanted: readonly string[];
  parts: readonly number[];
  found: boolean;
  still: boolean;
  outline: readonly (readonly [number, number])[];
  rms_px: number;
  focal_px: number;
  focal_sigma_px: number;
  errors: readonly number[];
  dropped: readonly number[];
}

/** Where measuring a lens stands. `off`: nobody does. */
export type CalibrationStage = "done" | "failed" | "off" | "showing";

/**
 * How well a camera sees the board, told every few seconds while somebody sets it up.
 *
 * `first` is the check to mend first, empty when all is well. `cells` is empty while the board isn't found.
 */
export interface CameraCheckup {
  camera: string;
  sequence: number;
  findings: readonly Finding[];
  first: string;
  cells: readonly CellScale[];
}

/**
 * The outcome of one check: `score` 0 to 100, `text` what was found, `advice` what to do, if anything.
 *
 * `label` is the check's name for people; without one, `check` is.
 */
export interface Finding {
  check: string;
  grade: Grade;
  score: number;
  text: string;
  advice: string;
  label: string;
}

/** How well something is. `unknown`: it couldn't be looked at. `missing`: it isn't there. */
export type Grade = "bad" | "fair" | "good" | "missing" | "unknown";

/**
 * A cell as a camera has it: px a module of the smallest tags, its outline as parts of the picture.
 *
 * `shines`: a lamp is mirrored there.
 */
export interface CellScale {
  cell: string;
  px_per_module: number;
  outline: readonly (readonly [number, number])[];
  shines: boolean;
}

/** All cards of a game, each once, and its zones on the table. */
export interface Faces {
  cards: readonly CardFace[];
  zones: readonly ZoneName[];
}

/** One card as it's printed. `card`: its name without a copy's number; `kind` picks colour and symbol. */
export interface CardFace {
  card: string;
  kind: string;
  label: string;
  text: string;
  kind_label: string;
  numbers: readonly FaceNumber[];
}

/** A number printed on a card. `key` is the game's own word (`cost`), `label` says it to people. */
export interface FaceNumber {
  key: string;
  number: number;
  label: string;
}

/** What people call the zone of a cell. */
export interface ZoneName {
  cell: string;
  label: string;
}

/** All that a new match can be opened with at this table. */
export interface MatchOffer {
  games: readonly OfferedGame[];
  bots: readonly string[];
}

/** A game with its boards, readings and content packs; `decked`: its players may build decks. */
export interface OfferedGame {
  game: string;
  boards: readonly OfferedBoard[];
  readings: readonly OfferedReading[];
  content: readonly string[];
  decked: boolean;
}

/**
 * A board that a game can be played on. `usual`: the readings that decide something there, and how.
 *
 * `ways`: the first of them is filled in; none: as usual.
 *
 * `board` is the name or path that a match is opened with, `name` what the board itself says. `draws`: how
 * cards may come that are drawn, none where none are.
 */
export interface OfferedBoard {
  board: string;
  name: string;
  pieces: string;
  seats: readonly OfferedSeat[];
  openings: readonly OfferedOpening[];
  usual: Record<string, string>;
  dice: readonly Dice[];
  draws: readonly Draws[];
  ways: readonly OfferedWay[];
}

/** A seat and what it's called. */
export interface OfferedSeat {
  seat: string;
  label: string;
}

/** A group of seats that can play, the setup of their opening, and how many printed games they need. */
export interface OfferedOpening {
  seats: readonly string[];
  setup: Record<string, unknown>;
  boxes: number;
}

/** A way to open a match, by its name, and the readings by which it goes so. */
export interface OfferedWay {
  way: string;
  options: Record<string, string>;
}

/** A reading of the rules to choose. `under`: the heading that it stands under, or empty. */
export interface OfferedReading {
  name: string;
  asks: string;
  values: readonly OfferedValue[];
  under: string;
}

/** A value of a reading, and what it means. */
export interface OfferedValue {
  value: string;
  says: string;
}

/** What was found; `first` is the check to change first, empty when all is well. */
export interface Report {
  findings: readonly Finding[];
  first: string;
}

/**
 * A request to the engine, decided on `revision`. `id` is the sender's, unique; a repeat does no harm.
 *
 * `match`: in which match it was decided, and can be carried out alone; empty: whichever is played. `seat`:
 * the seat whose own tablet (or bot) asks; None: the table's, which may play only what's no secret.
 */
export interface Command {
  id: string;
  kind: CommandKind;
  revision: number;
  seat?: string | null;
  action?: Record<string, unknown>;
  choice?: number;
  setup?: Record<string, unknown>;
  piece?: string | null;
  place?: string;
  tag?: string;
  thing?: string;
  terms?: Terms | null;
  player?: string | null;
  winners?: readonly string[];
  reason?: string;
  name?: string;
  sign?: string;
  match?: string;
}

/**
 * What can be asked of the engine.
 *
 * `act`: play `action`. `choose`: settle a question by `choice`. `table_is_right` / `game_is_right`: what
 * holds where they differ. `take_back`: to the position at revision `choice`, with a note for the
 * record in `reason`, if any. `place_is_right`: the table holds at one `place`, a cell or a piece, that a
 * warning is about. `open`: begin a match by `setup`, on `terms` (None: those of the match that is
 * open). `rematch`: the match that is over once more, as it was opened, at the same seats. `take_up`: go on
 * with the recorded match `name`, which was broken off. `introduce`:
 * `player` (None: who asks) goes by `name` from now on, and is known by `sign` (none, if empty).
 * `resign`: `player` goes home (None: who asks).
 * `adjudicate`: the arbiter ends the match, `winners` win (nobody, if empty), for `reason`. `correct`: the
 * arbiter sets the fact `thing` of a `piece`, a `player` or the match to `name`, for `reason`. `penalise`:
 * the arbiter takes `choice` seconds from a `player`'s clock (fewer than none are given), for `reason`.
 * `ask`: what forbids `piece` to do something at `place`, a cell or another piece; changes nothing.
 * `suggest`: what a bot would play for the seat that asks, and why; changes nothing. `enrol`: the tag `tag`
 * is stuck to `thing`. `look_on`: the dashboard says that somebody at the address `name` follows `thing`
 * (`watching`: the table's page; `broadcast`: overlay, embedded board or API; `hands`: all hands); kept with
 * the match. `show_hands`: the dashboard says that the arbiter, at the address `name`, has
 * all hands shown in the broadcast, `choice` seconds later. `hide_hands`: not any more.
 */
export type CommandKind = "act" | "adjudicate" | "ask" | "choose" | "correct" | "enrol" | "game_is_right" | "hide_hands" | "introduce" | "look_on" | "open" | "pause" | "penalise" | "place_is_right" | "rematch" | "resign" | "resume" | "show_hands" | "suggest" | "table_is_right" | "take_back" | "take_up";

/**
 * What a visitor does at the simulated table: `put`, `flip` or `take` a piece, `press` a button.
 *
 * `lift`: a hand takes the piece and holds it up until it's put somewhere, or nobody has lifted it again for
 * some seconds.
 * `throw`: a die into the tray. `lay`: the tag with the uid `tag` on the pad `device`, in place of the one
 * that lies there; without a uid, that is taken off. `fault`: shakes in `fault`, with `piece` where it is
 * about one (none: chance picks one); `mend`: puts `fault` right, without one all of them.
 * With cards: `put` with a `face`, up or down; `hold`: into the hand of the seat whose pad `device` is, over
 * its reader; `turn`: by a quarter; `shuffle`, `fan`, `square`: the pile in which `piece` lies; `carry`: all
 * of it to a place.
 */
export interface SimulatorOrder {
  order: string;
  piece?: string;
  x_mm?: number;
  y_mm?: number;
  button?: string;
  device?: string;
  tag?: string;
  fault?: string;
  face?: string;
}

/** A tablet takes the place that a link leads to; an empty link gives it up. */
export interface Join {
  link: string;
}

/** A tablet that slept asks whether anybody is there; or says in which language it's to be spoken to. */
export interface TabletHello {
  language?: string;
}

/** A tablet whose picture doesn't fit what it's told asks for everything, whole. */
export interface SendAgain {
}

/** A request to a camera's service. */
export interface CameraOrder {
  order: CameraOrderKind;
}

/**
 * What a camera's service can be asked for.
 *
 * `watch`: send pictures for a few seconds. `calibrate`: begin to measure the lens. `finish`: take the views
 * there are. `again`: forget them. `stop`: leave the lens as it was. Repeat `watch` and `calibrate` while
 * somebody looks: without, the service goes back to the board by itself.
 */
export type CameraOrderKind = "again" | "calibrate" | "finish" | "stop" | "watch";

/** The message of each channel. */
export interface Channels {
  surface: Surface;
  match: MatchState;
  advice: AdviceSheet;
  situation: Situation;
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
