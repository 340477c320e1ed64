// A camera that a test moves something before: in the place of the browser's own, before the page's scripts run.
(() => {
  const film = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
  const pen = film.getContext("2d");
  let moving = false;
  let at = 0;
  setInterval(() => {
    pen.fillStyle = "#777";
    pen.fillRect(0, 0, 320, 240);
    if (moving) {
      at += 1;
      pen.fillStyle = "#fff";
      pen.fillRect((at * 61) % 240, (at * 37) % 160, 80, 80);
    }
  }, 50);
  window.moveBefore = (now) => {
    moving = now;
  };
  navigator.mediaDevices.getUserMedia = async () => film.captureStream(20);
})();
