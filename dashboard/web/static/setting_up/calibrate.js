// The page that measures a camera's lens: it shows the measurement's state and the picture, and sends the orders.

import "../page/language.js";
import { followCamera } from "./camera_view.js";
import { fill, html, region, regionOf, svg } from "../page/dom.js";
import { say, sayable } from "../words/say.js";

/** @import { CalibrationState } from "../../types/messages.js" */
/** @import { CameraFacts } from "../../types/page.js" */

/** @type {CalibrationState["stage"]} */
let stage = "off";

/** @type {(text: string, kind?: string) => void} */
function hint(text, kind = "") {
  const place = region("hint");
  if (place.textContent !== text) place.textContent = text;
  place.className = kind;
}

/** @type {(camera: CameraFacts | null) => void} */
function draw(camera) {
  const begin = regionOf("begin", HTMLButtonElement);
  begin.disabled = !camera;
  if (!camera) {
    hint(say("camera.nobody") + say("joins.sentences") + say("camera.start"));
    return;
  }
  const calibration = camera.calibration;
  stage = calibration?.stage ?? "off";
  drawWords(camera, calibration);
  drawOver(calibration);
  drawErrors(calibration);
}

/** @type {(camera: CameraFacts, calibration: CalibrationState | null) => void} */
function drawWords(camera, calibration) {
  const { width_px, height_px, settings, lens, problem, source } = camera.state;
  if (stage === "off") {
    const known = sayable(`calibrate.${lens}`) ? say(`calibrate.${lens}`) : (problem ?? "");
    hint(say("calibrate.about", { source, lens: known }) + say("joins.after") + say("calibrate.intro"));
  } else hint(calibration?.text ?? "", stage === "done" ? "done" : stage === "failed" ? "failed" : "");
  const pressed = document.activeElement;
  region("begin").hidden = stage !== "off";
  region("finish").hidden = stage !== "showing" || (calibration?.views ?? 0) < 6;
  region("again").hidden = stage === "off";
  region("stop").hidden = stage === "off";
  // If the pressed button is gone, the focus goes to the instructions.
  if (pressed instanceof HTMLElement && pressed.hidden && region("orders").contains(pressed)) region("side").focus();
  region("stop").textContent = say(stage === "showing" ? "calibrate.stop" : "calibrate.back");
  region("count").textContent = stage === "off" ? "" : say("calibrate.taken", { n: calibration?.views ?? 0 });
  fill(region("wanted"), calibration?.wanted ?? [], () =>
    (calibration?.wanted ?? []).map((one) => html("li", {}, one)),
  );
  region("driver").textContent = [width_px ? `${width_px} × ${height_px}` : "", settings].filter(Boolean).join(" · ");
}

/** @type {(calibration: CalibrationState | null) => void} */
function drawOver(calibration) {
  const over = region("over");
  over.setAttribute("viewBox", "0 0 1 1");
  over.setAttribute("preserveAspectRatio", "none");
  over.classList.toggle("still", calibration?.still ?? false);
  const parts = stage === "showing" ? (calibration?.parts ?? []) : [];
  fill(over, [parts, calibration?.outline ?? []], () => [
    ...parts.map((count, i) =>
      svg("rect", {
        x: (i % 3) / 3,
        y: Math.floor(i / 3) / 3,
        width: 1 / 3,
        height: 1 / 3,
        class: count >= 5 ? "covered" : null,
      }),
    ),
    ...(stage === "showing" ? (calibration?.outline ?? []) : []).map(([x, y]) =>
      svg("circle", { cx: x, cy: y, r: 0.005 }),
    ),
  ]);
}

/** @type {(calibration: CalibrationState | null) => void} */
function drawErrors(calibration) {
  const [kept, left] = [calibration?.errors ?? [], calibration?.dropped ?? []];
  const rows = [...kept.map((px) => ({ px, dropped: false })), ...left.map((px) => ({ px, dropped: true }))];
  region("errors").hidden = rows.length === 0;
  fill(regionOf("errors", HTMLTableElement).tBodies[0], rows, () =>
    rows.map(({ px, dropped }, i) =>
      html(
        "tr",
        { class: dropped ? "dropped" : null },
        html("td", {}, dropped ? say("calibrate.left_out") : String(i + 1)),
        html("td", {}, px.toFixed(2)),
      ),
    ),
  );
}

const order = followCamera({ draw, fail: (text) => hint(text, "failed") });
region("begin").addEventListener("click", () => order("calibrate"));
region("finish").addEventListener("click", () => order("finish"));
region("again").addEventListener("click", () => order("again"));
region("stop").addEventListener("click", () => order("stop"));
