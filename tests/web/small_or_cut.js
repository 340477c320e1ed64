// The texts on the screen that are too small to read, end in dots, or have a piece's id. Names and numbers on cells, pieces and piles have a board's size.
() => {
  const least = 11.9;
  const id = /\b[a-z]\.(inf|cav|arc|gen|castle)\b/;
  const said = (one) => [...one.childNodes].filter((part) => part.nodeType === 3 && part.data.trim());
  const drawn = (one) => {
    const by = one.ownerSVGElement ? one.getScreenCTM() : null;
    return parseFloat(getComputedStyle(one).fontSize) * (by ? Math.hypot(by.a, by.b) : 1);
  };
  const seen = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  };
  const cut = (one) => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(one);
    if (webkitLineClamp !== "none" && one.scrollHeight > one.clientHeight + 1) return true;
    return overflowX !== "visible" && textOverflow !== "clip" && one.scrollWidth > one.clientWidth + 1;
  };
  return [...document.querySelectorAll("body *")]
    .filter(
      (one) =>
        said(one).length && !one.closest(".unseen, noscript, .cell, .nameplate, .token, .letter, .pile-count, .badge"),
    )
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && seen(one))
    .flatMap((one) => {
      const text = said(one)
        .map((part) => part.data.trim())
        .join(" ")
        .slice(0, 40);
      return [
        drawn(one) < least ? `small, ${drawn(one).toFixed(1)} px: ${text}` : "",
        cut(one) ? `cut: ${text}` : "",
        id.test(text) ? `an id: ${text}` : "",
      ].filter(Boolean);
    });
};
