// Keeps the page for when the network is away, and the screen awake, as a page needs that is looked at all
// evening. Browsers allow both only on the table's own machine and over https; elsewhere nothing happens.

/** Let the browser keep the page, so that it opens without a network and can be installed. */
export function keepPage() {
  navigator.serviceWorker
    ?.register("/service-worker.js")
    .catch((error) => console.warn(`The page isn't kept: ${error.message}`));
}

/**
 * Keep the screen awake while `wanted()` and the page is seen; returns what to call when `wanted` may have changed.
 * @type {(wanted: () => boolean) => () => Promise<void>}
 */
export function keepAwake(wanted) {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let asking = false;

  async function update() {
    if (!navigator.wakeLock || asking) return;
    const want = wanted() && !document.hidden;
    if (want === (lock !== null)) return;
    asking = true;
    try {
      if (want) {
        lock = await navigator.wakeLock.request("screen");
        // The browser takes it back when the page is hidden or the battery is low.
        lock.addEventListener("release", () => (lock = null));
      } else {
        await lock?.release();
        lock = null;
      }
    } catch {
      lock = null;
    } finally {
      asking = false;
    }
  }

  document.addEventListener("visibilitychange", update);
  return update;
}
