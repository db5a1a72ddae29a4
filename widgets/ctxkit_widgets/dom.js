// Elements for hand-made controls. Text is always appended as text, never as markup.
const make = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};

// JupyterLab's shortcuts (arrows move between cells) must not take the keys of a control.
const keepKeys = (element) => {
  element.setAttribute("data-lm-suppress-shortcuts", "true");
  // Shortcuts of Notebook 7 are looked for from what has the focus upwards, so it must say no, too.
  element.addEventListener("focusin", ({ target }) => {
    target.setAttribute("data-lm-suppress-shortcuts", "true");
  });
  element.addEventListener("keydown", (event) => event.stopPropagation());
};

// Radio buttons that belong together need a name that nothing else on the page has.
const uniqueName = (prefix) => `${prefix}-${Math.random().toString(36).slice(2)}`;

// What is drawn on a canvas has to be drawn anew where the page would redraw by itself.
const whenWidthChanges = (element, does, signal) => {
  const watcher = new ResizeObserver(does);
  watcher.observe(element);
  signal.addEventListener("abort", () => watcher.disconnect());
};

const whenThemeChanges = (does, signal) => {
  const watcher = new MutationObserver(does);
  watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-name", "data-jp-theme-light", "class"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", does, { signal });
  signal.addEventListener("abort", () => watcher.disconnect());
};
