// A slow line and a slow tablet: every answer, message and frame comes late, by chance, in its order.
(() => {
  const [ANSWER_MS, MESSAGE_MS, FRAME_MS] = [800, 250, 120];
  const wait = (most) => new Promise((done) => setTimeout(done, Math.random() * most));
  const fetched = window.fetch.bind(window);
  window.fetch = async (...asked) => {
    await wait(ANSWER_MS);
    const answer = await fetched(...asked);
    await wait(ANSWER_MS);
    return answer;
  };
  const framed = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => setTimeout(() => framed(draw), Math.random() * FRAME_MS);
  window.cancelAnimationFrame = (number) => clearTimeout(number);
  // A line closes behind all that came by it.
  const before = new WeakMap();
  for (const kind of ["onmessage", "onclose"]) {
    const heard = Object.getOwnPropertyDescriptor(WebSocket.prototype, kind);
    Object.defineProperty(WebSocket.prototype, kind, {
      ...heard,
      set(hear) {
        heard.set.call(this, (event) => {
          const turn = Promise.all([before.get(this), wait(MESSAGE_MS)]).then(() => hear?.call(this, event));
          before.set(this, turn);
        });
      },
    });
  }
})();
