// Keeps the page for times without a network, and keeps the screen awake for a whole evening. Browsers allow both
// only on the table's own machine and by HTTPS; elsewhere nothing happens.

/** The longest wait for a moment without work, ms. */
const IDLE_MS = 2000;

let keeping = false;

/**
 * Let the browser keep the page, so that it opens without a network and can be installed. The browser fetches the files
 * for that once it has nothing else to do.
 */
export function keepPage() {
  if (keeping || !navigator.serviceWorker) return;
  keeping = true;
  const register = () =>
    navigator.serviceWorker
      .register("/service-worker.js")
      .catch((error) => console.warn(`The page isn't kept: ${error.message}`));
  // Safari has no idle times.
  if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: IDLE_MS });
  else setTimeout(register, IDLE_MS);
}

/**
 * Keep the screen awake while `wanted()` is true and the page is visible. Returns a function to call when `wanted`
 * may have changed.
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
        // The browser ends it when the page is hidden or the battery is low.
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
