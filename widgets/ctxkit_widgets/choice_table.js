// A table of which one row is chosen. The choice is a group of radio buttons, so arrow keys work.
function render({ model, el }) {
  const group = uniqueName("ctx-choice");
  const root = make("div", { className: "ctx-root ctx-choice" });
  keepKeys(root);
  el.append(root);

  const choose = (key) => {
    model.set("value", key);
    model.save_changes();
  };

  const cell = ({ text, share, color, tone }) => {
    const made = [make("span", tone ? { className: `ctx-${tone}` } : {}, text)];
    if (share !== undefined) {
      const filled = make("span", { className: "ctx-filled" });
      filled.style.width = `${Math.round(72 * Math.max(0, Math.min(1, share)))}px`;
      filled.style.background = color;
      made.push(make("span", { className: "ctx-gauge" }, filled));
    }
    return made;
  };

  const row = ({ key, name, cells, dim }, columns) => {
    const radio = make("input", { type: "radio", name: group, value: key });
    radio.checked = key === model.get("value");
    radio.addEventListener("change", () => choose(key));
    const label = make("label", { className: "ctx-pick" }, radio, make("code", {}, name));
    const line = make("tr", dim ? { className: "ctx-dim" } : {}, make("td", {}, label));
    cells.forEach((held, at) => {
      const side = columns[at + 1].right ? { className: "ctx-r ctx-num" } : {};
      line.append(make("td", side, ...cell(held)));
    });
    line.addEventListener("click", (event) => {
      if (event.target.closest("label")) return;
      radio.checked = true;
      radio.focus();
      choose(key);
    });
    return line;
  };

  const draw = () => {
    const { caption, columns, rows, more } = model.get("content");
    const active = root.contains(document.activeElement) ? document.activeElement.value : null;
    const scrolled = root.firstChild?.scrollTop ?? 0;
    const heads = columns.map(({ title, right }) =>
      make("th", { scope: "col", ...(right ? { className: "ctx-r" } : {}) }, title));
    const table = make(
      "table",
      {},
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads)),
      make("tbody", {}, ...rows.map((held) => row(held, columns))),
    );
    const window_ = make("div", { className: "ctx-scroll ctx-tall" }, table);
    root.replaceChildren(window_);
    if (more) root.append(make("div", { className: "ctx-line ctx-dim" }, more));
    window_.scrollTop = scrolled;
    mark();
    const again = [...root.querySelectorAll("input")].find(({ value }) => value === active);
    again?.focus({ preventScroll: true });
  };

  const mark = () => {
    for (const radio of root.querySelectorAll("input")) {
      radio.checked = radio.value === model.get("value");
      radio.closest("tr").classList.toggle("ctx-chosen", radio.checked);
    }
  };

  model.on("change:content", draw);
  model.on("change:value", mark);
  draw();
  return () => {
    model.off("change:content", draw);
    model.off("change:value", mark);
  };
}

export default { render };
