/** Runs in the page: texts whose contrast to their ground is under 4.5 (WCAG AA), large ones under 3. */
(() => {
  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r = 0, g = 0, b = 0]) => {
    const linear = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const ground = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || (colour[3] ?? 0) > 0.9) return colour;
    }
    return [255, 255, 255];
  };
  const low = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (element === null || walker.currentNode.textContent?.trim() === '') continue;
    if (!element.checkVisibility() || element.closest('svg, script, style, .hidden') !== null) continue;
    const style = getComputedStyle(element);
    const [a, b] = [luminance(channels(style.color)), luminance(ground(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = Number.parseFloat(style.fontSize) >= 24;
    if (contrast < (large ? 3 : 4.5)) low.add(`${element.className} ${element.tagName} ${contrast.toFixed(2)}`);
  }
  return [...low];
})();
