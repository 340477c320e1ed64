// Decides which cells of a projected board are dimmed, because hands are over them. Pure.
//
// A camera sees projected light change, and takes it for a hand for a moment. If that dimmed a cell, the dimming would
// be the next change, and the board would flicker. So a cell isn't dimmed right after its own light has changed.

/** The time that cameras may take a change of a cell's light for a hand, ms. Phones send 1.7 pictures a second on a busy table, and a look takes two of them to settle. */
export const OWN_LIGHT_MS = 1500;
/** The time that a cell stays dimmed after its hand has gone, ms. A hand's edge comes and goes between looks. */
export const STAYS_MS = 700;

/**
 * Make the memory of a board's dimmed cells. Times are milliseconds of one clock.
 * @type {() => { lightChanged: (cells: Iterable<string>, now: number) => void, cover: (cells: readonly string[], now: number) => void, dimmed: (now: number) => Set<string>, due: (now: number) => number | null }}
 */
export function createDimming() {
  /** The time of the last change of each cell's light. @type {Map<string, number>} */
  const changed = new Map();
  /** The time when each dimmed cell was last covered. @type {Map<string, number>} */
  const dark = new Map();
  /** @type {ReadonlySet<string>} */
  let covered = new Set();

  /** @type {(cell: string) => number} */
  const mayDimAt = (cell) => (changed.get(cell) ?? Number.NEGATIVE_INFINITY) + OWN_LIGHT_MS;

  /** @type {(now: number) => void} */
  function settle(now) {
    for (const cell of covered)
      if (!dark.has(cell) && now >= mayDimAt(cell)) {
        dark.set(cell, now);
        changed.set(cell, now);
      }
    for (const [cell, at] of dark) {
      if (covered.has(cell)) dark.set(cell, now);
      else if (now - at >= STAYS_MS) {
        dark.delete(cell);
        changed.set(cell, now);
      }
    }
  }

  return {
    /** Note that the light of these cells has changed. */
    lightChanged(cells, now) {
      for (const cell of cells) changed.set(cell, now);
    },
    /** Note the cells that hands cover now. */
    cover(cells, now) {
      settle(now);
      covered = new Set(cells);
      settle(now);
    },
    /** The cells to dim. */
    dimmed(now) {
      settle(now);
      return new Set(dark.keys());
    },
    /** The time until `dimmed` may change by itself, ms; null if it won't. */
    due(now) {
      const times = [
        ...[...covered].filter((cell) => !dark.has(cell)).map(mayDimAt),
        ...[...dark].filter(([cell]) => !covered.has(cell)).map(([, at]) => at + STAYS_MS),
      ];
      return times.length ? Math.max(0, Math.min(...times) - now) : null;
    },
  };
}
