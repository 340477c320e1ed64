// Where a page's parts get in each other's way: controls off the screen or under something, a header over the board, columns too narrow to read.
() => {
  const box = (one) => one.getBoundingClientRect();
  const seen = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && box(one).width > 1 && !one.closest(".unseen");
  const named = (one) => (one.textContent.trim() || one.id || one.className).slice(0, 40);
  const meet = (a, b) => a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
  const found = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  for (const one of document.querySelectorAll(
    ":is(header, #bar, #rail, #panel) :is(button, select, a, summary, h1, h2, p)",
  )) {
    if (!seen(one)) continue;
    const { left, top, right, bottom, width } = box(one);
    if (left < -1 || right > innerWidth + 1) found.push(`cut at the side: ${named(one)}`);
    if (one.matches("p") && width < 110 && one.textContent.length > 40)
      found.push(`${Math.round(width)} px wide: ${named(one)}`);
    const scrolls = one.closest("#bar")?.scrollHeight > one.closest("#bar")?.clientHeight + 1;
    if (!one.matches("button, select, a") || one.closest("#panel") || (scrolls && !one.matches(".end-turn"))) continue;
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!one.contains(over) || top < -1 || bottom > innerHeight + 1) found.push(`hidden: ${named(one)}`);
  }
  const board = box(document.querySelector("#stage"));
  for (const one of [...document.querySelectorAll("header > *")].filter(seen))
    if (meet(box(one), board)) found.push(`over the board: ${one.id || one.className}`);
  for (const [a, b] of [
    ["bar", "panel"],
    ["rail", "panel"],
    ["header", "bar"],
  ]) {
    const [one, other] = [a, b].map((name) => document.querySelector(name === "header" ? name : `#${name}`));
    if (seen(one) && seen(other) && getComputedStyle(other).zIndex === "auto" && meet(box(one), box(other)))
      found.push(`${a} over ${b}`);
  }
  return [...new Set(found)];
};
