// A camera whose picture a test draws: in the place of the browser's own, before the page's scripts run.
(() => {
  const film = Object.assign(document.createElement("canvas"), { width: 1600, height: 1200 });
  const pen = film.getContext("2d");
  const noise = Object.assign(document.createElement("canvas"), { width: 1700, height: 1300 });
  const grain = noise.getContext("2d");
  for (let i = 0; i < 60000; i++) {
    grain.fillStyle = i % 2 ? "rgba(255,255,255,0.012)" : "rgba(0,0,0,0.012)";
    grain.fillRect(Math.random() * 1700, Math.random() * 1300, 6, 6);
  }
  let shown = null;
  // No sensor gives the same picture twice.
  setInterval(() => {
    if (!shown) return;
    pen.drawImage(shown, 0, 0);
    pen.drawImage(noise, -Math.random() * 100, -Math.random() * 100);
  }, 100);
  window.showFrame = async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    shown = image;
  };
  navigator.mediaDevices.getUserMedia = async () => film.captureStream(10);
})();
