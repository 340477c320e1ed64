// The constants that the server writes above service-worker.js.

/** A hash that changes with any of the pages' files. */
declare const EDITION: string;

/** The addresses of all files that the pages need. */
declare const SHELL: readonly string[];
