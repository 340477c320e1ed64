// The guide knows how each step stands, and opens what was filled in.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  BEGINNING,
  STEPS,
  asOffered,
  beside,
  boardsOf,
  boxesFor,
  clockText,
  feltCells,
  formOf,
  halves,
  headed,
  layoutsOf,
  onBoard,
  onGame,
  opening,
  parseWay,
  placing,
  seatedOf,
  standings,
  wayOf,
} from "../../dashboard/web/static/setting_up/steps.js";
import { breaksOff, fitted } from "../../dashboard/web/static/state/selectors.js";

/** @typedef {import("../../dashboard/web/types/messages.js").MatchOffer} MatchOffer */
/** @typedef {import("../../dashboard/web/static/setting_up/steps.js").Facts} Facts */

/** @param {string} name @param {string[]} seats @param {string[][]} groups @param {Record<string, string>} usual */
const board = (name, seats, groups, usual) => ({
  board: name,
  name,
  bare: name.replace(/@.*/, ""),
  pieces: `${name}-pieces`,
  prints: ["board"],
  seats: seats.map((seat) => ({ seat, label: seat })),
  openings: groups.map((group) => ({ seats: group, setup: { seats: group }, boxes: group.length > 2 ? 2 : 1 })),
  usual,
  dice: /** @type {("seed" | "typed")[]} */ (["seed", "typed"]),
  draws: /** @type {("seed" | "seen")[]} */ (name === "cards" ? ["seed", "seen"] : []),
  ways: /** @type {{ way: string, options: Record<string, string>, name: string }[]} */ ([]),
  about: "",
});

/** @type {MatchOffer} */
const OFFER = {
  games: [
    {
      game: "war",
      name: "War",
      about: "",
      lasts: "",
      players: [2, 3],
      pictured: false,
      book: "",
      boards: [
        board(
          "map",
          ["west", "south", "east"],
          [
            ["west", "south", "east"],
            ["west", "east"],
          ],
          { tie: "count" },
        ),
        board("duel", ["south", "north"], [["south", "north"]], { tie: "shared" }),
      ],
      readings: [],
      content: ["house"],
      decked: false,
    },
  ],
  bots: ["greedy"],
};

const FORM = /** @type {import("../../dashboard/web/static/setting_up/steps.js").Form} */ (formOf(OFFER, null));

/** @param {Partial<import("../../dashboard/web/static/setting_up/steps.js").Form>} change */
const opened = (change) => opening(OFFER, { ...FORM, ...change });

/** @param {Record<string, unknown>} found @returns {Facts} */
const facts = (found) =>
  /** @type {Facts} */ ({
    cameras: [],
    devices: [],
    findings: [],
    match: null,
    situation: null,
    sensing: null,
    ...found,
  });

const CAMERA = { camera: "cam", problem: "", simulated: false };
const MATCH = {
  match: "m1",
  revision: 0,
  view: { pieces: [{ cell: "a1" }, { cell: "a2" }, { cell: null }], outcome: null },
};

test("what isn't changed opens the first board as it's usually played", () => {
  assert.deepEqual(opened({}), {
    terms: {
      game: "war",
      board: "map",
      pieces: "map-pieces",
      content: "house",
      options: {},
      dice: "seed",
      clock: "",
      bots: "",
      draws: "seed",
      pause: "",
      forced: "open",
    },
    setup: { seats: ["west", "south", "east"] },
  });
});

test("a board's first way to open a match is filled in, and what is played now goes before", () => {
  const [map, duel] = OFFER.games[0].boards;
  const ways = [
    { way: "book", options: { tie: "shared" }, name: "By the rulebook" },
    { way: "quick", options: { tie: "count" }, name: "Quick" },
  ];
  const offer = {
    ...OFFER,
    games: [
      {
        ...OFFER.games[0],
        boards: [
          { ...map, ways },
          { ...duel, ways },
        ],
      },
    ],
  };
  const form = /** @type {import("../../dashboard/web/static/setting_up/steps.js").Form} */ (formOf(offer, null));
  const [board, other] = offer.games[0].boards;
  assert.equal(wayOf(board, form), "book");
  const found = opening(offer, form);
  assert.ok("terms" in found);
  assert.deepEqual(found.terms.options, { tie: "shared" });
  assert.equal(wayOf(board, { ...form, options: { tie: "count" } }), "quick");
  assert.equal(wayOf(board, { ...form, options: { tie: "other" } }), null);
  assert.deepEqual(onBoard(offer, { ...form, options: { tie: "count" } }, "duel").options, { tie: "shared" });
  assert.deepEqual(asOffered(other), { tie: "shared" });
  const now = {
    game: "war",
    board: "map",
    pieces: "map-pieces",
    content: "house",
    options: { tie: "other" },
    dice: /** @type {const} */ ("seed"),
    clock: "",
    bots: "",
    draws: /** @type {const} */ ("seed"),
    pause: "",
    forced: /** @type {const} */ ("all"),
  };
  assert.deepEqual(formOf(offer, now)?.options, { tie: "other" });
  assert.equal(formOf(offer, now)?.forced, "all");
});

test("where one printed game isn't enough, the form knows how many are", () => {
  const [map] = OFFER.games[0].boards;
  assert.equal(boxesFor(map, FORM), 2);
  assert.equal(boxesFor(map, { ...FORM, who: { ...FORM.who, south: "nobody" } }), 1);
  assert.equal(boxesFor(map, { ...FORM, who: { ...FORM.who, south: "nobody", west: "nobody" } }), 1);
});

test("bots sit where they were put, and nobody where nobody plays", () => {
  const found = opened({ who: { west: "person", south: "nobody", east: "greedy" } });
  assert.ok("terms" in found);
  assert.equal(found.terms.bots, "east=greedy");
  assert.deepEqual(found.setup, { seats: ["west", "east"] });
});

test("only readings that differ from the board's usual ones are said", () => {
  const other = opened({ options: { tie: "shared" } });
  assert.ok("terms" in other);
  assert.deepEqual(other.terms.options, { tie: "shared" });
  const duel = opening(OFFER, onBoard(OFFER, { ...FORM, options: { tie: "shared" } }, "duel"));
  assert.ok("terms" in duel);
  assert.deepEqual([duel.terms.board, duel.terms.options], ["duel", {}]);
});

test("a clock is said as the command line says it", () => {
  const clock = { minutes: 0, extra: 0, kind: "fischer", loses: true, answer: 0 };
  assert.equal(clockText(clock), "");
  assert.equal(clockText({ ...clock, minutes: 10 }), "10m,loses");
  assert.equal(clockText({ ...clock, minutes: 10, extra: 5, loses: false }), "10m+5s");
  assert.equal(clockText({ ...clock, minutes: 10, answer: 20 }), "10m,loses,answer=20s");
  assert.equal(clockText({ ...clock, minutes: 10, extra: 5, kind: "delay" }), "10m+5s,delay,loses");
});

test("what can't be opened is said, each with its own sentence", () => {
  const clock = FORM.clock;
  assert.deepEqual(opened({ who: { west: "person", south: "nobody", east: "nobody" } }), {
    wrong: "start.match.too_few",
  });
  assert.deepEqual(opened({ clock: { ...clock, minutes: 2.5 } }), { wrong: "start.match.no_clock" });
  assert.deepEqual(opened({ clock: { ...clock, minutes: -1 } }), { wrong: "start.match.no_clock" });
  assert.deepEqual(opened({ clock: { ...clock, extra: 5 } }), { wrong: "start.match.extra_alone" });
  assert.deepEqual(opened({ board: "moon" }), { wrong: "start.match.no_board" });
});

test("a table with nothing has everything to do", () => {
  assert.deepEqual(new Set(Object.values(standings(facts({}), BEGINNING))), new Set(["todo"]));
});

test("a camera in trouble is a problem, one that sees well is done", () => {
  const well = standings(facts({ cameras: [CAMERA], findings: [{ check: "light", grade: "good" }] }), BEGINNING);
  assert.deepEqual([well.devices, well.camera], ["done", "done"]);
  const boards = standings(
    facts({
      cameras: [CAMERA],
      devices: [{ device: "board", problem: "" }],
      findings: [
        { check: "board", grade: "good" },
        { check: "pads", grade: "good" },
      ],
    }),
    BEGINNING,
  );
  assert.equal(boards.camera, "todo");
  const badly = standings(
    facts({ cameras: [{ ...CAMERA, problem: "gone" }], findings: [{ check: "light", grade: "bad" }] }),
    BEGINNING,
  );
  assert.deepEqual([badly.devices, badly.camera], ["problem", "problem"]);
});

test("a board that feels the pieces is all that a table needs, where there is no camera", () => {
  const sensing = {
    sources: [
      { source: "board", knows: "something", cells: 61 },
      { source: "readers", knows: "which", cells: 12 },
    ],
  };
  const felt = facts({ sensing: /** @type {any} */ (sensing) });
  assert.equal(feltCells(felt), 61);
  assert.deepEqual([standings(felt, BEGINNING).devices, standings(felt, BEGINNING).camera], ["done", "done"]);
  // Contacts of another make have a hex each, and are counted together.
  const contacts = [..."abc"].map((name) => ({ source: `mqtt.${name}`, knows: "something", cells: 1 }));
  assert.equal(feltCells(facts({ sensing: /** @type {any} */ ({ sources: contacts }) })), 3);
  assert.equal(feltCells({ ...felt, cameras: facts({ cameras: [CAMERA] }).cameras }), 0);
  assert.equal(
    feltCells(facts({ sensing: /** @type {any} */ ({ sources: [{ source: "cam", knows: "how", cells: 0 }] }) })),
    0,
  );
});

test("the simulated table needs no camera set up and nothing printed", () => {
  const found = standings(facts({ cameras: [{ ...CAMERA, simulated: true }] }), BEGINNING);
  assert.deepEqual([found.devices, found.camera, found.print], ["done", "done", "done"]);
});

test("what was skipped stays skipped until it is done", () => {
  const way = { ...BEGINNING, skipped: STEPS };
  assert.equal(standings(facts({}), way).devices, "skipped");
  assert.equal(standings(facts({ cameras: [CAMERA] }), way).devices, "done");
});

test("pieces are counted down to the last that lies wrong", () => {
  /** @param {unknown[]} repair */
  const table = (repair) => facts({ match: MATCH, situation: { watching: true, current: { repair } } });
  const way = { ...BEGINNING, opened: "m1" };
  const { all, right, seen } = placing(table([{ piece: "x" }]));
  assert.deepEqual([all, right, seen], [2, 1, true]);
  assert.equal(standings(table([{ piece: "x" }]), way).place, "todo");
  assert.equal(standings(table([]), way).place, "done");
  assert.equal(standings(facts({ match: MATCH, situation: { watching: false, current: null } }), way).place, "todo");
});

test("pieces that lie right are put, whoever opened the match", () => {
  /** @param {unknown[]} repair */
  const table = (repair) => facts({ match: MATCH, situation: { watching: true, current: { repair } } });
  assert.equal(standings(table([]), BEGINNING).place, "done");
  assert.equal(standings(table([{ piece: "x" }]), BEGINNING).place, "todo");
  const empty = { ...MATCH, view: { ...MATCH.view, pieces: [] } };
  assert.equal(
    standings(facts({ match: empty, situation: { watching: true, current: null } }), BEGINNING).place,
    "todo",
  );
});

test("the tablets are seated once each seat that a person plays has been joined", () => {
  const links = ["west", "east", "spectator", "arbiter"].map((name) => ({ name }));
  assert.equal(seatedOf(null), null);
  assert.equal(seatedOf({}), null, "the table gave no links");
  /** @param {string[]} joined */
  const seats = (joined) => standings(facts({ seated: seatedOf({ links, joined }) }), BEGINNING).seats;
  assert.deepEqual([seats([]), seats(["west"]), seats(["west", "east"])], ["todo", "todo", "done"]);
});

test("readers of a board that was taken away aren't counted with those of the board on its port", () => {
  const device = { port: "usb1", connected: true, problem: "" };
  const now = { ...device, device: "pad.p1" };
  const before = { ...device, device: "pad.west", connected: false };
  const lost = { ...device, device: "pad.p2", port: "usb2", connected: false };
  assert.deepEqual(fitted(/** @type {any} */ ([before, now, lost])), [now, lost]);
});

test("only a match that is being played is broken off", () => {
  const match = /** @type {any} */ (MATCH);
  assert.equal(breaksOff(null), false);
  assert.equal(breaksOff(match), false);
  assert.equal(breaksOff({ ...match, revision: 3 }), true);
  assert.equal(breaksOff({ ...match, revision: 3, view: { outcome: {} } }), false);
});

test("the way through the guide comes back as it was kept, and rubbish begins anew", () => {
  const way = { at: /** @type {const} */ ("match"), skipped: [STEPS[0]], ticked: [STEPS[2]], opened: "m1" };
  assert.deepEqual(parseWay(JSON.stringify(way)), way);
  for (const rubbish of [null, "", "{", "[]", "null", '{"at": 3, "skipped": "x", "opened": {}}'])
    assert.deepEqual(parseWay(rubbish), BEGINNING);
});

test("the steps follow each other", () => {
  assert.deepEqual(
    STEPS.map((step) => beside(step, 1)),
    [...STEPS.slice(1), null],
  );
  assert.equal(beside("devices", -1), null);
});

test("a reading that decides nothing on the board isn't asked", () => {
  const readings = ["a", "b"].map((name) => ({ name, asks: "", values: [], under: "" }));
  const board = { ...OFFER.games[0].boards[0], usual: { b: "on" } };
  const form = /** @type {import("../../dashboard/web/static/setting_up/steps.js").Form} */ ({
    ...formOf(OFFER, null),
    options: { b: "on" },
  });
  const [first, rest] = halves(readings, board, form);
  assert.deepEqual([first.map((one) => one.name), rest], [["b"], []]);
});

test("the first readings and those chosen otherwise are asked, the rest is folded", () => {
  const readings = Array.from({ length: 9 }, (_, n) => ({ name: `r${n}`, asks: "", values: [], under: "" }));
  const usual = Object.fromEntries(readings.map((one) => [one.name, "on"]));
  const board = { ...OFFER.games[0].boards[0], usual };
  const form = /** @type {import("../../dashboard/web/static/setting_up/steps.js").Form} */ ({
    ...formOf(OFFER, null),
    options: { ...usual, r7: "off" },
  });
  const [first, rest] = halves(readings, board, form);
  assert.deepEqual(
    first.map((one) => one.name),
    ["r0", "r1", "r2", "r3", "r4", "r5", "r7"],
  );
  assert.deepEqual(
    rest.map((one) => one.name),
    ["r6", "r8"],
  );
});

test("readings stand under their headings, in the order in which these come", () => {
  const readings = ["", "Castles", "Cards", "Castles"].map((under, n) => ({
    name: `r${n}`,
    asks: "",
    values: [],
    under,
  }));
  assert.deepEqual(
    headed(readings).map(([heading, some]) => [heading, ...some.map((one) => one.name)]),
    [
      ["", "r0"],
      ["Castles", "r1", "r3"],
      ["Cards", "r2"],
    ],
  );
});

test("a game laid for several numbers of players is chosen by its number, and the players stay", () => {
  const laid = (/** @type {number} */ n) => {
    const seats = Array.from({ length: n }, (_, place) => `p${place + 1}`);
    return board(`round@${n}`, seats, [seats], { tie: "count" });
  };
  const [war] = OFFER.games;
  const round = { ...war, game: "round", boards: [laid(4), laid(2), laid(3)], content: ["cards"] };
  const offer = { ...OFFER, games: [war, round] };
  const usual = onGame(offer, { ...FORM, pause: "arbiter" }, "round");
  assert.deepEqual([usual.board, usual.content, usual.pause], ["round@4", "cards", "arbiter"]);
  assert.deepEqual(
    layoutsOf(round, round.boards[0]).map((one) => one.board),
    ["round@2", "round@3", "round@4"],
  );
  assert.deepEqual(boardsOf(round), [round.boards[0]]);
  const seated = { ...usual, who: { ...usual.who, p2: "greedy", p4: "greedy" }, options: { tie: "shared" } };
  const fewer = onBoard(offer, seated, "round@3");
  assert.deepEqual(fewer.who, { p1: "person", p2: "greedy", p3: "person" });
  assert.deepEqual(fewer.options, { tie: "shared" });
  assert.equal(onGame(offer, fewer, "round"), fewer);
  const wanted = opening(offer, fewer);
  assert.ok("terms" in wanted);
  assert.equal(formOf(offer, wanted.terms)?.board, "round@3");
  assert.equal(formOf(offer, { ...wanted.terms, board: "round" })?.board, "round@4");
});
