// Keeps the frames of a page from now on: each place of each piece, and whatever an animation or a transition moves.
() => {
  const call = (one) => (one.dataset?.piece ? one.dataset.piece : one.id || one.getAttribute("class")) ?? one.tagName;
  const places = new Map();
  const moved = new Set();
  const note = (one) => one && moved.add(call(one));
  // The browser tells of an animation even if it ends before the next frame.
  for (const kind of ["animationstart", "transitionrun"]) document.addEventListener(kind, ({ target }) => note(target));
  function frame() {
    for (const one of document.getAnimations()) if (one.playState === "running") note(one.effect.target);
    const board = document.getElementById("board").getBoundingClientRect();
    for (const one of document.querySelectorAll("#board [data-piece]")) {
      const { x, y } = one.getBoundingClientRect();
      // A warning that goes lowers the board, perhaps a frame after the piece has moved on it.
      const place = `${(x - board.x).toFixed(1)} ${(y - board.y).toFixed(1)}`;
      places.set(call(one), (places.get(call(one)) ?? new Set()).add(place));
    }
    requestAnimationFrame(frame);
  }
  frame();
  window.motion = {
    forget: () => (places.clear(), moved.clear()),
    moved: () => [...moved],
    places: (piece) => places.get(piece)?.size ?? 0,
  };
};
