// Keeps the pages, so that they open when the table can't be reached. The server writes EDITION (a hash of all files)
// and SHELL (the addresses of all files) above this. The network is always tried first, because a kept page may be of
// another version than the table.

const NAME = `boardwarden-${EDITION}`;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(SHELL))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("boardwarden-") && name !== NAME).map((name) => caches.delete(name)),
        ),
      )
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin || !SHELL.includes(pathname)) return;
  event.respondWith(
    fetch(request).catch(() => caches.match(pathname, { cacheName: NAME }).then((kept) => kept ?? Response.error())),
  );
});

// A notification that the table sends; its server has encrypted it for this browser alone.
worker.addEventListener("push", (event) => {
  /** @type {{ title: string, body: string, tag: string }} */
  const { title, body, tag } = event.data?.json() ?? { title: worker.location.host, body: "", tag: "" };
  event.waitUntil(
    // A newer one of the same kind takes the place of the last, and is noticed again.
    worker.registration.showNotification(title, {
      ...{ body, tag, renotify: tag !== "", icon: "/static/apple-touch-icon.png" },
    }),
  );
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    worker.clients
      .matchAll({ type: "window" })
      .then(([page]) => (page ? page.focus().then(() => {}) : worker.clients.openWindow("/").then(() => {}))),
  );
});
