// The pause before a lost line is opened again. Pure, apart from chance.

/**
 * The pause after this number of failures in a row, ms. It doubles from `first` up to `longest`. It is partly random,
 * so that pages that lost the same server don't all come back at once.
 * @type {(failures: number, first: number, longest: number) => number}
 */
export const pauseAfter = (failures, first, longest) =>
  Math.min(longest, first * 2 ** (failures - 1)) * (0.6 + Math.random() * 0.4);
