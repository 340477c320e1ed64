// Loads the art of cards. Many cards share one request; otherwise a table of cards would send one for each picture.

import { look } from "./worn_look.js";

/** The most cards in one request. */
const MOST = 40;
/** The longest wait for an answer, ms, and the pause before the next try. */
const PATIENCE_MS = 120000;
const AGAIN_MS = 10000;

/** The loaded art as `data:` addresses, by "game card". @type {Map<string, string>} */
const known = new Map();
/** The pictures that wait for art, by game and card. @type {Map<string, Map<string, SVGImageElement[]>>} */
const wanted = new Map();
let due = false;

/**
 * Show a card's art in a picture, at once or when it is loaded; returns the picture.
 * @type {(picture: SVGImageElement, card: string) => SVGImageElement}
 */
export function showArt(picture, card) {
  const { game } = look();
  const address = known.get(`${game} ${card}`);
  if (address) {
    picture.setAttribute("href", address);
    return picture;
  }
  const ofGame = wanted.get(game) ?? new Map();
  wanted.set(game, ofGame.set(card, [...(ofGame.get(card) ?? []), picture]));
  if (!due) setTimeout(readAll);
  due = true;
  return picture;
}

function readAll() {
  due = false;
  for (const [game, pictures] of wanted) {
    const cards = [...pictures].sort(([one], [other]) => (one < other ? -1 : 1));
    for (let at = 0; at < cards.length; at += MOST) void read(game, new Map(cards.slice(at, at + MOST)));
  }
  wanted.clear();
}

/** @type {(game: string, pictures: Map<string, SVGImageElement[]>) => Promise<void>} */
async function read(game, pictures) {
  const address = `/look/${encodeURIComponent(game)}/art?cards=${[...pictures.keys()].map(encodeURIComponent).join(",")}`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) return;
    for (const [card, art] of Object.entries(await answer.json())) {
      const shown = `data:image/svg+xml,${encodeURIComponent(art)}`;
      known.set(`${game} ${card}`, shown);
      for (const picture of pictures.get(card) ?? []) picture.setAttribute("href", shown);
    }
  } catch {
    setTimeout(() => void read(game, pictures), AGAIN_MS);
  }
}
