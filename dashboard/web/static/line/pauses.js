// How long a line that went waits before it is tried again. Pure, but for chance.

/**
 * The pause after this number of failures in a row, in ms. It doubles from `first` up to `longest`, and is spread: pages
 * that lost the same server don't all come back at once.
 * @type {(failures: number, first: number, longest: number) => number}
 */
export const pauseAfter = (failures, first, longest) =>
  Math.min(longest, first * 2 ** (failures - 1)) * (0.6 + Math.random() * 0.4);
