// The order of the pages' folders: a script imports from its own folder and from those before it, never back.
// dependency-cruiser reads it.

/** From what knows nothing to what puts all together. */
const ORDER = [
  "words",
  "page",
  "line",
  "appearance",
  "surface",
  "state",
  "cards",
  "board",
  "panels",
  "announcing",
  "virtual_table",
  "match",
];
/** Pages of their own: each stands on the folders above, and on no other page. */
const PAGES = [
  "audience",
  "audit",
  "film",
  "hall",
  "health",
  "large",
  "league",
  "own_pieces",
  "passkeys",
  "phone",
  "projecting",
  "replay",
  "rulebook",
  "setting_up",
  "tapping",
];
const STATIC = "dashboard/web/static/";

/** @type {(folders: readonly string[]) => string} */
const within = (folders) => `${STATIC}(${folders.join("|")})/`;

export default {
  forbidden: [
    {
      name: "no-circle",
      comment: "A script never leads back to itself.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "nothing-missing",
      comment: "What is imported is there.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    ...ORDER.map((folder, place) => ({
      name: `not-back-from-${folder}`,
      comment: `${folder} stands on ${ORDER.slice(0, place).join(", ") || "nothing"}.`,
      severity: "error",
      from: { path: within([folder]) },
      to: { path: STATIC, pathNot: [within(ORDER.slice(0, place + 1))] },
    })),
    ...PAGES.map((folder) => ({
      name: `alone-${folder}`,
      comment: "A page imports nothing of another page.",
      severity: "error",
      from: { path: within([folder]) },
      to: { path: STATIC, pathNot: [within([...ORDER, folder])] },
    })),
    {
      name: "known-folder",
      comment: "Each folder has its place in this order.",
      severity: "error",
      from: { path: STATIC, pathNot: [within([...ORDER, ...PAGES]), `${STATIC}[^/]+$`] },
      to: {},
    },
  ],
  options: { moduleSystems: ["es6"], baseDir: new URL("../..", import.meta.url).pathname },
};
