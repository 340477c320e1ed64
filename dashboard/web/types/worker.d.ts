// What the server writes above service-worker.js.

/** A name that changes with any of the pages' files. */
declare const EDITION: string;

/** The addresses of all that the pages are made of. */
declare const SHELL: readonly string[];
