// The texts that lie below the window where nothing scrolls to them.
() => {
  const overflow = (one) => getComputedStyle(one).overflowY;
  const page = [document.body, document.documentElement];
  const longer = document.scrollingElement.scrollHeight > innerHeight && overflow(document.body) !== "hidden";
  const scrolls = (one) =>
    page.includes(one)
      ? longer
      : (["auto", "scroll"].includes(overflow(one)) && one.scrollHeight > one.clientHeight) ||
        scrolls(one.parentElement);
  return [...document.querySelectorAll("main *")]
    .filter(
      (one) =>
        !one.children.length && one.textContent.trim() && !one.closest(".unseen, svg, option") && one.checkVisibility(),
    )
    .filter((one) => one.getBoundingClientRect().top > innerHeight && !scrolls(one))
    .map((one) => one.textContent);
};
