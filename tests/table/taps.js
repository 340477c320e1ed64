// All that a finger can tap on a phone's page of a match now, and how the page stands.
() => {
  const buttons = {
    dismiss: "#end .notice button",
    settle: "#alert .choice",
    lay: "#alert .have-it-laid",
    die: "#die button",
    draw: "#draw button",
    go: "#asked .go",
    option: "#asked .options .chip",
    enough: "#asked .enough",
    answer: "#asked .choice",
    stop: "#asked:not(:has(.go:disabled)) .stop",
    all: "#end .play-all",
    end: "#end .end-turn",
  };
  const shown = (one) => !one.disabled && !one.closest("[hidden]") && !one.closest("details:not([open])");
  const offered = {};
  for (const [what, selector] of Object.entries(buttons)) {
    const keys = [...document.querySelectorAll(selector)].filter(shown).map((one) => one.dataset.key ?? "");
    if (keys.length) offered[what] = keys;
  }
  const held = [...document.querySelectorAll("#seat:not([hidden]) .belonging:enabled")].map((one) => one.dataset.key);
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const reached = (one, found) => document.elementFromPoint(...middle(one))?.closest(found);
  const marks = [...document.querySelectorAll("#board :is(polygon.move, polygon.warp, polygon.strike, polygon.dig)")];
  const lying = [...document.querySelectorAll("#board .token.to-move:not(.spent, .card), #board .token.usable")];
  const words = (selector) => document.querySelector(selector)?.innerText.trim() ?? "";
  return {
    offered,
    held,
    marks: marks.filter((one) => reached(one, "#board")).map(middle),
    pieces: lying.filter((one) => reached(one, "[data-piece]") === one).map((one) => one.dataset.piece),
    drawn: document.body.dataset.drawn ?? "",
    warned: document.querySelector("#alert.illegal, #alert.ambiguous") === null ? "" : words("#alert"),
    notice: words("#end .notice"),
    over: !document.querySelector("#over").hidden,
    shows: [words("#asked"), words("#caption"), document.querySelector("#board .selected")?.dataset.piece].join("\n"),
  };
};
