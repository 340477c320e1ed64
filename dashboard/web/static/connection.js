// The line to the server: comes back by itself, and knows when it has gone quiet. Tells events, holds no state.

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** The server speaks at least every 4 s; three missed beats mean that nobody is there. */
const QUIET = 13000;

/** Keep a connection to `url`; `tell(event)` gets `opened`, `closed` and `message` events. */
export function connect(url, tell) {
  let socket = null;
  let failures = 0;
  let retry = null;
  let quiet = null;

  function open() {
    clearTimeout(retry);
    retry = null;
    const own = new WebSocket(url);
    socket = own;
    listenFor(own);
    own.onopen = () => {
      if (socket !== own) return;
      tell({ type: "opened", at: Date.now() });
    };
    own.onmessage = (message) => {
      if (socket !== own) return;
      failures = 0;
      listenFor(own);
      tell({ type: "message", at: Date.now(), ...JSON.parse(message.data) });
    };
    own.onclose = () => {
      if (socket === own) lost();
    };
  }

  function listenFor(own) {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      if (socket !== own) return;
      own.close();
      lost();
    }, QUIET);
  }

  function lost() {
    socket = null;
    clearTimeout(quiet);
    failures += 1;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)) * (0.6 + Math.random() * 0.4);
    tell({ type: "closed", at: Date.now(), retryAt: Date.now() + pause });
    retry = setTimeout(open, pause);
  }

  /** Try now, when waiting to. */
  function hurry() {
    if (retry !== null) open();
  }

  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", () => document.hidden || hurry());
  open();

  return {
    hurry,
    /** Send a request; false when there's no connection. */
    send(request) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(request));
      return true;
    },
  };
}

/** An id that no other command has; works on plain-HTTP pages too, where `randomUUID` is missing. */
export function freshId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
