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
  const heard = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", {
    ...heard,
    set(hear) {
      let before = Promise.resolve();
      heard.set.call(this, (message) => {
        before = Promise.all([before, wait(MESSAGE_MS)]).then(() => hear.call(this, message));
      });
    },
  });
})();
