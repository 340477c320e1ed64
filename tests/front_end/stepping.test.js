import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, leads, middlemost, stepped } from "../../dashboard/web/static/board/stepping.js";
import { hexes, squares } from "./fields.js";

/** @param {import("../../dashboard/web/types/messages.js").Surface} field @param {string} from @param {string[]} keys */
const walked = (field, from, ...keys) => keys.reduce((walk, key) => stepped(field, walk, key), begun(from)).cell;

test("arrow keys go to the neighbour in their direction", () => {
  assert.equal(walked(squares, "b2", "ArrowUp"), "b3");
  assert.equal(walked(squares, "b2", "ArrowDown"), "b1");
  assert.equal(walked(squares, "b2", "ArrowLeft"), "a2");
  assert.equal(walked(squares, "b2", "ArrowRight"), "c2");
  assert.equal(walked(hexes, "c3", "ArrowUp"), "c4");
});

test("nobody walks off the field, and other keys lead nowhere", () => {
  assert.equal(walked(squares, "a1", "ArrowLeft", "ArrowDown"), "a1");
  assert.equal(walked(squares, "b2", "Enter"), "b2");
  assert.deepEqual([leads("ArrowUp"), leads("Enter")], [true, false]);
});

test("a walk sideways over hexes keeps to its line and leads back", () => {
  const right = Array(4).fill("ArrowRight");
  const left = Array(4).fill("ArrowLeft");
  assert.equal(walked(hexes, "a3", ...right), "e3");
  assert.equal(walked(hexes, "a3", ...right, ...left), "a3");
});

test("every cell is reached from every other by arrow keys", () => {
  const reached = new Set([middlemost(hexes)]);
  for (const cell of reached)
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) reached.add(walked(hexes, cell, key));
  assert.equal(reached.size, hexes.cells.length);
});

test("a walk that nobody has begun begins in the middle", () => {
  assert.equal(middlemost(squares), "b2");
});
