import assert from "node:assert/strict";
import { test } from "node:test";
import { say, teach } from "../../dashboard/web/static/words/say.js";
import { dueOf, verdictNow, turnOf, waitingOf } from "../../dashboard/web/static/state/bar.js";
import {
  adviceOf,
  isBots,
  leftToDo,
  mayAsk,
  maySettle,
  pieceOf,
  reasons,
  seatLook,
  targetsIn,
  usableNow,
  usesOf,
} from "../../dashboard/web/static/state/selectors.js";
import {
  besides,
  headOf,
  lastPlayed,
  named,
  namedStep,
  newsOf,
  placeName,
  sentence,
} from "../../dashboard/web/static/state/sentences.js";
import { spoken, spokenHere } from "../../dashboard/web/static/state/spoken_pieces.js";
import { traces } from "../../dashboard/web/static/state/traces.js";
import { troubles } from "../../dashboard/web/static/state/troubles.js";
import {
  advice,
  after,
  camera,
  decision,
  match,
  news,
  piece,
  played,
  running,
  service,
  situation,
  verdict,
  view,
} from "./samples.js";

/** @import { AdviceSheet, RepairStep } from "../../dashboard/web/types/messages.js" */
/** @import { State } from "../../dashboard/web/types/page.js" */

teach("en", {
  "piece.at": "{piece} at {cell}",
  "piece.nowhere": "{piece}, off the board",
  "piece.seats": "{seat}, {piece}",
  "piece.hp": "{hp} of {max} HP",
  "piece.turned": "turned over",
  "piece.acted": "has acted",
  "piece.may_move": "may move to {n:hex|hexes}",
  "piece.may_attack": "may attack {n:piece|pieces}",
  "joins.comma": ", ",
  "turn.of": "{seat}'s turn",
  "turn.yours": "Your turn",
  "turn.you_are_next": "{seat} plays. You are next.",
  "turn.before_you": "{seat} plays. {n} comes before you.",
  "seat.must_choose": "You must choose",
  "turn.won": "{names} won",
  "turn.must_choose": "{names} must choose",
  "turn.rolls": "{names} rolls a die",
  "turn.none": "No match yet",
  "verdict.felt": "What lies there?",
  "verdict.ambiguous": "Which was it?",
});

/** @type {(changes?: Partial<AdviceSheet>) => State} */
const advised = (changes = {}) => ({
  ...running,
  advice: {
    match: "m",
    revision: 1,
    advice: [advice("w.cav.1", { moves: ["c6", "d6"], attacks: ["n.inf.1"] })],
    left: [],
    ...changes,
  },
});

test("a piece is found by its id and by what its tag says", () => {
  assert.equal(pieceOf(running, "w.cav.1")?.cell, "c5");
  assert.equal(pieceOf(running, "cav.1")?.piece, "w.cav.1");
  assert.equal(pieceOf(running, "1"), null, "a number, as of a skill, names no piece");
  assert.deepEqual([pieceOf(running, "w.cav.9"), pieceOf(running, null), pieceOf(running, "")], [null, null, null]);
});

test("advice of another position or match is none", () => {
  assert.deepEqual(adviceOf(advised(), "w.cav.1")?.moves, ["c6", "d6"]);
  assert.equal(adviceOf(advised({ revision: 2 }), "w.cav.1"), null);
  assert.equal(adviceOf(advised({ match: "other" }), "w.cav.1"), null);
  assert.equal(adviceOf(advised(), "n.inf.1"), null);
});

test("what a piece may do at a place is said by kind, and targets by their cell", () => {
  const found = adviceOf(advised(), "w.cav.1");
  assert.deepEqual(
    [usesOf(found, "c6"), usesOf(found, "n.inf.1"), usesOf(found, "a1"), usesOf(null, "c6")],
    [["move"], ["attack"], [], []],
  );
  assert.deepEqual(targetsIn(running, found, "d5"), ["n.inf.1"]);
});

test("a piece is spoken with whose it is, where, and what it may do", () => {
  assert.equal(
    spoken(advised(), piece("w.cav.1", "c5")),
    "west, W.CAV.1 at c5, may move to 2 hexes, may attack 1 piece",
  );
  assert.equal(
    spokenHere(
      advised(),
      piece("n.inf.1", "d5", { label: "north infantry", hp: 1, hp_max: 2, spent: true, face: "down" }),
    ),
    "north infantry, 1 of 2 HP, turned over, has acted",
  );
  assert.equal(spoken(running, piece("n.inf.1", null)), "north, N.INF.1, off the board");
});

test("a card is spoken with the words drawn on it, and what its numbers mean", () => {
  const numbers = [{ key: "cost", number: 3, label: "costs 3" }];
  const card = { card: "lamp", kind: "red", label: "Lamp", text: "", kind_label: "", numbers };
  const state = { ...running, faces: { cards: [card], zones: [] } };
  assert.equal(spoken(state, piece("lamp#2", "c5"), "LAMP#2 3 15"), "LAMP#2 3 15 at c5, costs 3");
  assert.equal(spokenHere(state, piece("lamp#2", "c5")), "LAMP#2, costs 3");
});

test("looks are by the order of the seats where the game's look doesn't name them, and nobody's is the last", () => {
  assert.deepEqual([seatLook(running, running.match?.view.seats[1].seat), seatLook(running, null)], [1, 10]);
  const seats = ["s1", "s2"].map((seat) => ({ seat, label: seat, numbers: [], out: false, counts: [] }));
  const cards = after(news("match", match({ view: view({ seats }) })));
  assert.deepEqual([seatLook(cards, "s1"), seatLook(cards, "s2")], [0, 1]);
});

test("each broken rule is said once, and none while the engine is asked", () => {
  const rule = { rule: "DW-5", text: "too far" };
  const refused = [
    { use: "move", target: "x", broken: [rule] },
    { use: "attack", target: "x", broken: [rule, { rule: "DW-6", text: "no line" }] },
  ];
  assert.deepEqual(
    reasons({ ...running, reasons: refused })?.map((one) => one.rule),
    ["DW-5", "DW-6"],
  );
  assert.equal(reasons({ ...running, reasons: refused, wondered: "q" }), null);
});

test("nothing is left to do once the match is over", () => {
  const left = [{ seat: "west", kind: "move", text: "2 may move", pieces: ["w.cav.1"], due: false }];
  assert.equal(leftToDo(advised({ left })).length, 1);
  const over = after(
    news("match", match({ view: view({ outcome: { winners: ["west"], rule: "DW-1", reason: "last" } }) })),
  );
  assert.deepEqual(leftToDo({ ...over, advice: advised({ left }).advice }), []);
});

test("what can be used in the turn is marked, each by what it's for; what must be chosen first isn't", () => {
  const left = [
    { seat: "west", kind: "gold", text: "2 gold", pieces: ["bribe#1"], due: false },
    { seat: "west", kind: "combat", text: "3 combat", pieces: ["dire-wolf"], due: false },
    { seat: "west", kind: "discard", text: "discard", pieces: ["spark#1"], due: true },
  ];
  assert.deepEqual(
    [...usableNow(advised({ left }))],
    [
      ["bribe#1", "gold"],
      ["dire-wolf", "combat"],
    ],
  );
});

test("a seat's own tablet says that the turn is its player's, others' whose it is and how soon it's theirs", () => {
  const seats = ["west", "south", "north"].map((seat) => ({ seat, label: seat, numbers: [], out: false, counts: [] }));
  /** @type {(seat: string | null, changes?: Parameters<typeof view>[0]) => State} */
  const at = (seat, changes = {}) => ({
    ...after(news("match", match({ view: view({ seats, ...changes }) }))),
    place: { role: seat ? "seat" : "spectator", seat },
  });
  assert.deepEqual(
    ["west", "south", null].map((seat) => turnOf(at(seat)).title),
    ["Your turn", "west's turn", "west's turn"],
  );
  assert.deepEqual(
    ["west", "south", "north", null].map((seat) => waitingOf(at(seat))),
    ["", "west plays. You are next.", "west plays. 1 comes before you.", ""],
  );
  const gone = seats.map((one) => ({ ...one, out: one.seat === "south" }));
  assert.equal(waitingOf(at("north", { seats: gone })), "west plays. You are next.");
  assert.equal(waitingOf(at("south", { seats: gone })), "");
  const asked = { decision: decision("seat", ["west", "north"], "answer") };
  assert.deepEqual(
    [turnOf(at("north", asked)).title, turnOf(at("north", asked)).seat, turnOf(at("south", asked)).title],
    ["You must choose", "north", "west and north must choose"],
  );
});

test("whose turn it is says who won, who must choose, who rolls", () => {
  const title = (/** @type {Parameters<typeof view>[0]} */ changes) =>
    turnOf(after(news("match", match({ view: view(changes) })))).title;
  assert.equal(title({}), "west's turn");
  assert.equal(title({ decision: decision("seat", ["north"], "answer") }), "north must choose");
  assert.equal(title({ decision: decision("chance", ["north"], "die") }), "north rolls a die");
  const twice = { headline: "north must choose", decision: decision("seat", ["north"], "answer") };
  const heard = after(news("match", match({ view: view(twice) })));
  assert.equal(turnOf(heard).detail, "");
  const own = turnOf({ ...heard, place: { role: "seat", seat: "north" } });
  assert.deepEqual([own.title, own.detail], ["You must choose", ""]);
  assert.equal(title({ outcome: { winners: ["north"], rule: "", reason: "" } }), "north won");
  assert.deepEqual([turnOf(after()).title, turnOf(after()).seat], ["No match yet", null]);
});

test("what was played leaves its trace until the next is played", () => {
  const moved = verdict("settled", { revision: 2, actions: [played({ move: "w.cav.1", to: "c7" })] });
  const pieces = [piece("w.cav.1", "c7"), piece("n.inf.1", "d5")];
  const state = after(
    news("match", match()),
    news("match", match({ revision: 2, view: view({ pieces }) })),
    news("verdict", moved),
  );
  assert.deepEqual(traces(state), [{ kind: "move", from: "c5", to: "c7" }]);
  assert.equal(lastPlayed(state), moved);
  assert.deepEqual(traces(after(news("match", match({ revision: 3 })), news("verdict", moved))), []);
});

test("a page that comes after a move traces it, too: the verdict has the cells that it is about", () => {
  const pieces = [piece("w.cav.1", "c7"), piece("n.inf.1", "d5")];
  const shown = (/** @type {Parameters<typeof verdict>[1]} */ changes) =>
    traces(
      after(
        news("match", match({ revision: 2, view: view({ pieces }) })),
        news("verdict", verdict("settled", { revision: 2, ...changes })),
      ),
    );
  const move = played({ move: "w.cav.1", to: "c7" });
  assert.deepEqual(shown({ actions: [move], cells: ["c5", "c7"] }), [{ kind: "move", from: "c5", to: "c7" }]);
  assert.deepEqual(shown({ actions: [played({ attack: "w.cav.1", target: "n.inf.1" })], cells: ["c7", "d5"] }), [
    { kind: "strike", from: "c7", to: "d5" },
  ]);
  assert.deepEqual(shown({ actions: [move], cells: [] }), []);
  assert.deepEqual(shown({ actions: [move, move], cells: ["c5", "c7"] }), []);
});

test("a hit is traced from who struck to whom, also when the victim is gone", () => {
  const hit = verdict("settled", { revision: 2, actions: [played({ attack: "w.cav.1", target: "n.inf.1" })] });
  const state = after(
    news("match", match()),
    news("match", match({ revision: 2, view: view({ pieces: [piece("w.cav.1", "c5")] }) })),
    news("verdict", hit),
  );
  assert.deepEqual(traces(state), [{ kind: "strike", from: "c5", to: "d5" }]);
});

test("a verdict's text besides its rules and steps is what those don't say", () => {
  const warned = verdict("illegal", {
    violations: [{ rule: "DW-5", text: "Too far." }],
    text: "Too far.; put the cavalry back",
  });
  assert.equal(besides(warned), "put the cavalry back");
});

test("a reason that two rules give is said once", () => {
  const full = verdict("illegal", { violations: ["DW-2.1", "DW-2.2"].map((rule) => ({ rule, text: "d6 is full." })) });
  assert.equal(sentence(running, full), "d6 is full.");
});

test("ids in texts become names", () => {
  const wolf = { ...running, labels: { "dire-wolf": "Dire Wolf" } };
  assert.equal(
    namedStep(wolf, { piece: "dire-wolf", seen: null, to: "n.inf.9", text: "Put dire-wolf on n.inf.9." }),
    "Put Dire Wolf on n.inf.9.",
  );
  const discards = /** @type {any} */ ({
    ...running,
    labels: { "lei-sha.C7": "Lôi Sát ♣7" },
    faces: { cards: [], zones: [{ cell: "discards", label: "the discard pile" }] },
  });
  /** @type {RepairStep} */
  const step = {
    piece: "lei-sha.C7",
    seen: null,
    to: "discards",
    others: [],
    face: "up",
    text: "Put lei-sha.C7 on discards.",
  };
  assert.equal(namedStep(discards, step), "Put Lôi Sát ♣7 on the discard pile.");
  assert.equal(
    namedStep(discards, { ...step, text: "lei-sha.C7をdiscardsに置く。" }),
    "Lôi Sát ♣7をthe discard pileに置く。",
  );
  assert.equal(
    sentence(discards, verdict("pending", { repair: [step], text: step.text })),
    "Put Lôi Sát ♣7 on the discard pile.",
  );
  const field = { ...discards, faces: { cards: [], zones: [{ cell: "a1", label: "the field" }] } };
  assert.equal(placeName(field, "a1"), "the field a1", "one of many cells");
  assert.equal(named(discards, "expected lei-sha.C7"), "expected Lôi Sát ♣7");
  assert.equal(
    named({ ...running, labels: { "w.cav.1": "West cavalry 1" } }, "w.cav.1 to c6, n.inf.9 stays"),
    "West cavalry 1 to c6, n.inf.9 stays",
  );
});

test("until the names of a table of cards have come, nobody reads an id", () => {
  const unread = /** @type {any} */ ({
    ...running,
    labels: {},
    faces: null,
    surface: { cells: [{ cell: "first.table", zone: "open" }] },
  });
  assert.equal(named(unread, "gold#3 goes to first.table"), "… goes to …");
  assert.equal(placeName(unread, "first.table"), "…");
});

test("spectators look on, who sits at the table may settle", () => {
  assert.deepEqual(
    [null, "spectator", "seat", "arbiter"].map((role) =>
      maySettle({ ...running, place: /** @type {any} */ (role && { role, seat: null }) }),
    ),
    [false, false, true, true],
  );
});

test("troubles come worst first, and none while all is well", () => {
  assert.deepEqual(troubles(running), []);
  const lost = troubles({ ...running, link: { ...running.link, open: false } });
  assert.deepEqual(
    lost.map((one) => [one.stale, one.retry]),
    [[true, true]],
  );
  const away = after(
    { type: "opened", at: 0 },
    news("availability", service(false, "killed"), { name: "engine" }),
    news("camera", camera({ problem: "dark" }), { name: "c" }),
    news("situation", situation({ problem: "no look" })),
  );
  assert.deepEqual(
    troubles(away).map((one) => one.stale),
    [true, false, false],
  );
});

test("a camera's remark is said while a match runs, but its problem alone where it has one", () => {
  const number = (/** @type {Partial<import("../../dashboard/web/types/messages.js").CameraState>} */ changes) =>
    troubles(after({ type: "opened", at: 0 }, news("camera", camera(changes), { name: "c" }))).filter(
      (one) => one.text === "trouble.camera",
    ).length;
  assert.deepEqual(
    [{}, { remark: "a logo hides a tag" }, { remark: "a logo hides a tag", problem: "dark" }].map(number),
    [0, 1, 1],
  );
});

test("a player reads that no camera sees the moves once that lasts, and until it is surely over", () => {
  teach("en", { "trouble.unseen": "unseen", "trouble.blind": "blind", "trouble.camera_gone": "{problem}" });
  const gone = camera({ rate_hz: 0, problem: "http://… has given no frame for 3 s" });
  /** @type {(role: "seat" | "arbiter", ...at: [number, object][]) => string[]} */
  const said = (role, ...at) =>
    troubles(
      after(
        { type: "opened", at: 0 },
        news("availability", service(true), { name: "engine" }),
        news("place", { role, seat: role === "seat" ? "west" : null }),
        news("situation", situation({ watching: false })),
        ...at.map(([time, one]) => news("camera", /** @type {any} */ (one), { name: "c", at: time })),
      ),
    ).map((one) => one.text);
  assert.deepEqual(said("arbiter", [0, gone]), [gone.problem]);
  assert.deepEqual(said("seat", [0, gone], [7000, gone]), []);
  assert.deepEqual(said("seat", [0, gone], [4000, camera()], [4500, gone], [9000, gone]), []);
  assert.deepEqual(said("seat", [0, gone], [8000, gone]), ["unseen"]);
  assert.deepEqual(said("seat", [0, gone], [8000, gone], [9000, camera()], [12_000, camera()]), ["unseen"]);
  assert.deepEqual(said("seat", [0, gone], [8000, gone], [9000, camera()], [14_000, camera()]), ["blind"]);
});

test("a phone that is away is named, and moves count as unwatched only if no other camera sees them", () => {
  teach("en", { "trouble.phone_gone_of": "{phone} away, others watch", "trouble.phone_gone_all": "{phone} away" });
  const gone = { problem: "scan the code", rate_hz: 0 };
  const said = (/** @type {Record<string, object>} */ phones) =>
    troubles(
      after(
        { type: "opened", at: 0 },
        ...Object.entries(phones).map(([name, changes]) =>
          news("camera", camera({ source: `phone:${name}`, ...changes }), { name: `cam.${name}` }),
        ),
      ),
    )
      .filter((one) => "unwatched" in one)
      .map((one) => [one.text, one.unwatched]);
  assert.deepEqual(said({ left: gone, right: {} }), [["left away, others watch", false]]);
  assert.deepEqual(said({ left: gone, right: gone }), [
    ["left away", true],
    ["right away", true],
  ]);
  // A camera that has lost the board sees no moves.
  assert.deepEqual(said({ left: gone, right: { problem: "the board isn't found" } }), [["left away", true]]);
  assert.deepEqual(said({ left: gone }), [["trouble.phone_gone", true]]);
  teach("en", {});
});

test("while the bus is away the board is as old as its last word, however lately the server spoke", () => {
  teach("en", { "trouble.as_it_was": "as at {time}" });
  const at = (/** @type {number} */ s) => new Date(s * 1000).toLocaleTimeString("en", { hourCycle: "h23" });
  const away = after(
    { type: "opened", at: 9_000_000 },
    news("match", match()),
    news("dashboard", { table: "t", connected: false, since: 5000, reason: "", hall: "" }),
  );
  assert.ok(troubles(away)[0]?.text.includes(`as at ${at(5000)}`), troubles(away)[0]?.text);
  const cut = { ...away, link: { ...away.link, open: false, lostAt: 9_500_000 } };
  assert.ok(troubles(cut)[0]?.text.includes(`as at ${at(5000)}`), troubles(cut)[0]?.text);
  teach("en", {});
});

test("sensors that contradict each other take one line, however many they are, and call pieces by name", () => {
  teach("en", { "trouble.sensors": "{n} places" });
  const said = (/** @type {string} */ piece) =>
    /** @type {any} */ ({ piece, text: `${piece}: readers say nothing.`, advice: "", words: [], cell: piece });
  const sensing = (/** @type {string[]} */ ...pieces) =>
    /** @type {any} */ ({ sources: [], faults: [], unused: [], disagreements: pieces.map(said) });
  const named = { ...running, labels: { "w.cav.1": "West cavalry 1" } };
  assert.deepEqual(troubles({ ...named, sensing: sensing("w.cav.1") }), [
    { stale: false, text: "West cavalry 1: readers say nothing." },
  ]);
  const [all, ...others] = troubles({ ...named, sensing: sensing("w.cav.1", "n.inf.9", "n.inf.8") });
  assert.deepEqual([all?.text, all?.more?.length, others.length], ["3 places", 3, 0]);
  assert.ok(all?.more?.[0]?.startsWith("West cavalry 1"));
  // A deaf reader beneath three pieces is one place, and itself no other.
  const stack = ["w.cav.1", "n.inf.9"].map((one) => ({ ...said(one), cell: "c3" }));
  const deaf = /** @type {any} */ ({ text: "deaf", advice: "", cell: "c3", piece: null });
  const lost = /** @type {any} */ ({ text: "lost", advice: "", cell: null, piece: "n.inf.9" });
  const one = /** @type {any} */ ({ sources: [], unused: [], disagreements: stack, faults: [deaf, lost] });
  assert.equal(troubles({ ...named, sensing: one })[0]?.text, "1 places");
  teach("en", {});
});

test("who contradicts whom is said with since when", () => {
  teach("en", { "trouble.since": "Since: {words}.", "trouble.at": "{source} {time}", "joins.after": " " });
  const words = [
    { source: "cam", cell: "c3", since: 62 },
    { source: "readers", cell: null, since: 65.5 },
  ];
  const sensing = /** @type {any} */ ({
    sources: [],
    unused: [],
    faults: [],
    disagreements: [{ piece: null, cell: "c3", text: "Hex c3.", advice: "", words }],
  });
  assert.equal(troubles({ ...running, sensing })[0]?.text, "Hex c3. Since: cam 1:02.0 and readers 1:05.5.");
  teach("en", {});
});

test("what is left of a question begins as a sentence", () => {
  const asked = verdict("ambiguous", {
    text: "Was this played? a moves: the board feels something",
    candidates: [[played({}, "a moves")]],
  });
  assert.equal(besides(asked), "The board feels something");
});

test("tags that nobody has named take one line, over however many readers they lie", () => {
  teach("en", { "trouble.tag": "on {pad}", "trouble.tags": "on {pads}" });
  const tags = (/** @type {string[]} */ ...pads) =>
    /** @type {any} */ ({ tags: pads.map((pad, n) => ({ pad, uid: `${n}`, thing: "" })), things: [] });
  assert.deepEqual(troubles({ ...running, tags: tags("pad.a4", "pad.a4") }), [
    { stale: false, text: "on pad a4", link: "/enrol" },
  ]);
  const found = troubles({ ...running, tags: tags("pad.a4", "pad.a4", "pad.a8", "pad.c3") });
  assert.deepEqual(
    found.map((one) => one.text),
    ["on pad a4, pad a8, and pad c3"],
  );
  teach("en", {});
});

test("what all pads have because their board is away is said once", () => {
  const gone = (/** @type {string} */ device, problem = "unplugged") => ({
    device,
    port: "",
    connected: false,
    firmware: "",
    simulated: false,
    frames_received: 0,
    frames_damaged: 0,
    problem,
    switched: null,
    reads: null,
    lights: false,
  });
  const devices = {
    board: gone("board"),
    "pad.west": gone("pad.west"),
    "pad.east": gone("pad.east", "no reader answers"),
  };
  assert.deepEqual(
    troubles({ ...running, devices }).map((one) => one.text),
    ["trouble.device", "trouble.device"],
  );
});

test("a pad that its board no longer has isn't away, one whose board is gone is", () => {
  const device = (/** @type {string} */ name, /** @type {boolean} */ connected, port = "/dev/x") => ({
    device: name,
    port,
    connected,
    firmware: "",
    simulated: false,
    frames_received: 0,
    frames_damaged: 0,
    problem: "",
    switched: null,
    reads: null,
    lights: false,
  });
  const laidOutAnew = {
    board: device("board", true),
    "pad.south": device("pad.south", true),
    "pad.west": device("pad.west", false),
  };
  assert.deepEqual(troubles({ ...running, devices: laidOutAnew }), []);
  const another = { ...laidOutAnew, "pad.west": device("pad.west", false, "/dev/y") };
  assert.deepEqual(
    troubles({ ...running, devices: another }).map((one) => one.text),
    ["trouble.device_away"],
  );
});

test("what was taken back was not just played", () => {
  const [first, second] = [1, 2].map((revision) =>
    verdict("settled", { revision, taken_at: revision, actions: [played({ end_turn: true })] }),
  );
  const earlier = (/** @type {number[]} */ ...revisions) =>
    revisions.map((revision) => ({ revision, before: "", this_turn: true }));
  const both = { ...running, verdicts: [first, second], match: match({ revision: 2, earlier: earlier(0, 1) }) };
  assert.equal(lastPlayed(both), second);
  // The revision goes on: what was decided before isn't decided after.
  assert.equal(lastPlayed({ ...both, match: match({ revision: 3, earlier: earlier(0) }) }), first);
});

test("a bot's seats are those that the match's terms name", () => {
  const seated = (/** @type {string} */ bots) => {
    const known = match();
    return { ...running, match: { ...known, terms: { ...known.terms, bots } } };
  };
  const seats = (/** @type {string} */ bots) =>
    match()
      .view.seats.map((one) => one.seat)
      .filter((seat) => isBots(seated(bots), seat));
  const all = match().view.seats.map((one) => one.seat);
  assert.deepEqual(
    [seats(""), seats("all"), seats(`${all[0]}=search:60`), seats("1")],
    [[], all, [all[0]], all.slice(-1)],
  );
});

test("what simulated hands of a bot are still at isn't said; what people are at is", () => {
  const known = match();
  const pending = {
    ...running,
    situation: situation({ current: verdict("pending") }),
    cameras: { c: camera({ simulated: true }) },
  };
  assert.equal(verdictNow(pending)?.kind, "pending");
  assert.equal(verdictNow({ ...pending, match: { ...known, terms: { ...known.terms, bots: "all" } } }), null);
});

test("where nothing watches hands nobody sees what they have still to do, but a warning is", () => {
  const unseen = (/** @type {"pending" | "illegal"} */ kind) => ({
    ...running,
    situation: situation({ current: verdict(kind), watching: false }),
  });
  assert.equal(verdictNow(unseen("pending")), null);
  assert.equal(verdictNow(unseen("illegal"))?.kind, "illegal");
});

test("who waits is said where somebody else than whoever is on turn must choose", () => {
  teach("en", { "turn.waits": "{names} waits." });
  const asked = {
    ...running,
    match: match({ view: view({ turn: "west", decision: decision("seat", ["north"], "answer") }) }),
  };
  assert.equal(dueOf(asked).waits, "west waits.");
  assert.equal(dueOf(running).waits, "");
});

test("the next may be asked once the table hears and has answered what was asked before", () => {
  const open = { ...running, link: { ...running.link, open: true }, sent: {} };
  assert.equal(mayAsk(open), true);
  assert.equal(mayAsk({ ...open, carried: { piece: "w.inf.1", cell: "b1" } }), false);
  assert.equal(mayAsk({ ...open, link: { ...open.link, open: false } }), false);
  assert.equal(mayAsk({ ...open, sent: /** @type {any} */ ({ c1: { text: "?" } }) }), false);
  assert.equal(mayAsk({ ...open, services: { ...open.services, engine: service(false) } }), false);
});

test("what hands had still to do is no news, nor that it's done; that it's right again after a warning is", () => {
  teach("en", { "verdict.again": "Right again" });
  const play = verdict("settled", { actions: [played({})] });
  const corrected = verdict("settled", { text: "Corrected by the arbiter" });
  const right = verdict("settled", { text: "Right again" });
  const [chore, warning] = [verdict("pending"), verdict("illegal")];
  assert.deepEqual(newsOf([play, chore, right, warning, right]), [play, warning, right]);
  assert.deepEqual(newsOf([play, chore, corrected, chore, right]), [play, corrected], "what an arbiter set is news");
  assert.deepEqual(newsOf([right, play]), [right, play], "what it was right again after isn't known any more");
});

test("a question about what is only felt has a heading of its own, whatever its answers", () => {
  for (const candidates of [[], [[{ action: {}, by: null, text: "moves", note: "", came: [] }]]]) {
    assert.equal(headOf(verdict("ambiguous", { felt: ["e6"], candidates })), say("verdict.felt"));
  }
  assert.equal(headOf(verdict("ambiguous")), say("verdict.ambiguous"));
});
