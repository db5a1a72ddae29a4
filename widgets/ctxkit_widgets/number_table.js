// A table of numbers that can be changed, each by a slider and by a field.
function render({ model, el }) {
  const root = make("div", { className: "ctx-root ctx-numbers" });
  keepKeys(root);
  el.append(root);
  let fields = new Map();

  const send = (key, value) => {
    model.set("values", { ...model.get("values"), [key]: value });
    model.save_changes();
  };

  const row = ({ key, note }) => {
    const slider = make("input", { type: "range", min: 0, max: model.get("most"), step: "any",
                                   className: "ctx-range" });
    const field = make("input", { type: "number", min: 0, step: "any", className: "ctx-field" });
    slider.setAttribute("aria-label", `${model.get("name")} of ${key}, slider`);
    field.setAttribute("aria-label", `${model.get("name")} of ${key}`);
    slider.addEventListener("input", () => {
      // Steps that people can say, whatever the range: about two hundred of them.
      const step = 10 ** Math.floor(Math.log10(model.get("most") / 20));
      const value = Number((Math.round(slider.value / step) * step).toPrecision(6));
      field.value = value;
      send(key, value);
    });
    field.addEventListener("change", () =>
      send(key, field.value === "" ? null : Number(field.value)));
    field.addEventListener("blur", () => fill());
    fields.set(key, { slider, field });
    return make("tr", {}, make("td", {}, make("code", {}, key)),
                make("td", {}, slider), make("td", {}, field),
                make("td", { className: "ctx-r ctx-num ctx-dim" }, note));
  };

  const draw = () => {
    const { caption, heads, rows, more } = model.get("content");
    const active = document.activeElement?.getAttribute?.("aria-label");
    const held = root.contains(document.activeElement);
    fields = new Map();
    const table = make(
      "table",
      {},
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads.map((title, at) =>
        make("th", { scope: "col", colSpan: at === 1 ? 2 : 1,
                     ...(at === 2 ? { className: "ctx-r" } : {}) }, title)))),
      make("tbody", {}, ...rows.map(row)),
    );
    root.replaceChildren(make("div", { className: "ctx-scroll ctx-tall" }, table));
    if (more) root.append(make("div", { className: "ctx-line ctx-dim" }, more));
    fill();
    if (held && active) root.querySelector(`[aria-label=${JSON.stringify(active)}]`)?.focus();
  };

  const fill = () => {
    const values = model.get("values");
    for (const [key, { slider, field }] of fields) {
      slider.value = values[key] ?? 0;
      // What is being typed stays as it is until the field is left.
      if (document.activeElement !== field) field.value = values[key] ?? "";
    }
  };

  model.on("change:content change:most", draw);
  model.on("change:values", fill);
  draw();
  return () => {
    model.off("change:content change:most", draw);
    model.off("change:values", fill);
  };
}

export default { render };
