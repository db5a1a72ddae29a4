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
