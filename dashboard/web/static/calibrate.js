// The page on which a camera's lens is measured: asks for its state and picture, sends what is pressed.

import "./language.js";
import { followCamera } from "./camera-view.js";
import { html, svg, fill } from "./dom.js";

const region = (id) => document.getElementById(id);

let stage = "off";

function say(text, kind = "") {
  const hint = region("hint");
  if (hint.textContent !== text) hint.textContent = text;
  hint.className = kind;
}

function draw(camera) {
  if (!camera) {
    say("No camera is there. Start the table with --camera.");
    region("begin").disabled = true;
    return;
  }
  region("begin").disabled = false;
  const told = camera.calibration ?? { stage: "off" };
  stage = told.stage;
  drawWords(camera, told);
  drawOver(told);
  drawErrors(told);
}

function drawWords(camera, told) {
  const { width_px, height_px, settings, lens, problem, source } = camera.state;
  if (stage === "off") {
    const known = { measured: "Its lens has been measured.", given: "Its lens came with the footage.", guessed: "Its lens is guessed from the board's frame." };
    say(`${source}: ${known[lens] ?? problem ?? ""} Measuring takes two minutes; the board isn't looked at meanwhile.`);
  } else say(told.text, stage === "done" ? "done" : stage === "failed" ? "failed" : "");
  region("begin").hidden = stage !== "off";
  region("finish").hidden = stage !== "showing" || told.views < 6;
  region("again").hidden = stage === "off";
  region("stop").hidden = stage === "off";
  region("stop").textContent = stage === "showing" ? "Stop" : "Back to the board";
  region("count").textContent = stage === "off" ? "" : `${told.views} views taken`;
  fill(region("wanted"), told.wanted ?? [], () => (told.wanted ?? []).map((one) => html("li", {}, one)));
  region("driver").textContent = [width_px ? `${width_px} × ${height_px}` : "", settings].filter(Boolean).join(" · ");
}

function drawOver(told) {
  const over = region("over");
  over.setAttribute("viewBox", "0 0 1 1");
  over.setAttribute("preserveAspectRatio", "none");
  over.classList.toggle("still", Boolean(told.still));
  const parts = stage === "showing" ? (told.parts ?? []) : [];
  fill(over, [parts, told.outline ?? []], () => [
    ...parts.map((count, i) =>
      svg("rect", { x: (i % 3) / 3, y: Math.floor(i / 3) / 3, width: 1 / 3, height: 1 / 3, class: count >= 5 ? "covered" : null }),
    ),
    ...(stage === "showing" ? (told.outline ?? []) : []).map(([x, y]) => svg("circle", { cx: x, cy: y, r: 0.005 })),
  ]);
}

function drawErrors(told) {
  const rows = [...(told.errors ?? []).map((px) => [px, false]), ...(told.dropped ?? []).map((px) => [px, true])];
  region("errors").hidden = rows.length === 0;
  fill(region("errors").tBodies[0], rows, () =>
    rows.map(([px, dropped], i) => html("tr", { class: dropped ? "dropped" : null }, html("td", {}, dropped ? "left out" : String(i + 1)), html("td", {}, px.toFixed(2)))),
  );
}

const order = followCamera({ draw, fail: (text) => say(text, "failed") });
region("begin").addEventListener("click", () => order("calibrate"));
region("finish").addEventListener("click", () => order("finish"));
region("again").addEventListener("click", () => order("again"));
region("stop").addEventListener("click", () => order("stop"));
