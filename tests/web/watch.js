// The stops that Tab should reach on a page, and those that it reached: asked by test_tab_order.py.
() => {
  const KINDS = "a[href], button, input, select, textarea, summary";
  const within = (one) => (document.querySelector("dialog[open]") ?? document).contains(one);
  const usable = (one) => within(one) && one.checkVisibility({ visibilityProperty: true }) && !one.matches(":disabled");
  const all = (kinds) => [...document.querySelectorAll(kinds)].filter(usable);
  // One of a group of radio buttons is the group's stop.
  const stops = () =>
    all(`${KINDS}, [tabindex]`).filter((one) => one.tabIndex >= 0 && (one.type !== "radio" || one.checked));
  const call = (one) =>
    [
      one.tagName.toLowerCase(),
      one.id && `#${one.id}`,
      ...Object.values(one.dataset).slice(0, 2),
      one.getAttribute("href"),
      one.textContent.trim().slice(0, 30),
    ]
      .filter(Boolean)
      .join(" ");
  const colour = (() => {
    const sample = document.body.appendChild(document.createElement("i"));
    sample.style.color = "var(--focus)";
    const found = getComputedStyle(sample).color;
    sample.remove();
    return found;
  })();
  const ringed = (one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    if (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) return true;
    // Hexes and pieces are no boxes: they draw their own.
    return (
      one instanceof SVGElement &&
      [...one.querySelectorAll("*")].some((part) => getComputedStyle(part).stroke === colour)
    );
  };
  // In the window, and nothing lies over the middle of it.
  const seen = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const [x, y] = [
      (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    ];
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (one instanceof SVGElement || one.contains(hit) || hit.contains(one));
  };
  const main = document.querySelector("main");
  window.watch = {
    stops: () => stops().map(call),
    // Within a part of the page the eye goes as the focus does: down, and to the right.
    backwards: () =>
      stops().flatMap((one, i, all) => {
        const next = all[i + 1];
        const part = (of) => of.closest("header, nav, section, form, fieldset, dialog, ol, ul");
        if (!next || part(one) !== part(next)) return [];
        const [from, to] = [one.getBoundingClientRect(), next.getBoundingClientRect()];
        const same = to.top < from.bottom && from.top < to.bottom;
        return to.bottom <= from.top || (same && to.right <= from.left) ? [`${call(one)}, then ${call(next)}`] : [];
      }),
    before: () =>
      stops().filter(
        (one) => !main.contains(one) && main.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING,
      ).length,
    // A thing that isn't a stop itself is reached by the arrow keys of a group that is one.
    stranded: () =>
      all(`${KINDS}, [role=button]`)
        .filter(
          (one) =>
            one.tabIndex < 0 && one.type !== "radio" && !one.closest("#board, ol")?.querySelector("[tabindex='0']"),
        )
        .map(call),
    at: () => {
      const one = document.activeElement;
      if (!one || one === document.body) return null;
      return { name: call(one), well: ringed(one) && seen(one) };
    },
    past: () => {
      const target = document.querySelector(":target");
      const one = document.activeElement;
      // Nothing may follow: then the round begins again.
      return (
        one === document.body ||
        one.matches(".skip") ||
        target.contains(one) ||
        Boolean(target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
      );
    },
  };
};
