// Steps through a run: first, back, play, forward, last, and a slider over all steps.
function render({ model, el }) {
  const signal = new AbortController();
  const on = (element, type, then) =>
    element.addEventListener(type, then, { signal: signal.signal });
  const button = (text, label, then) => {
    const made = make("button", { type: "button", className: "ctx-button", title: label }, text);
    made.setAttribute("aria-label", label);
    on(made, "click", then);
    return made;
  };
  const go = (value) => {
    model.set("value", Math.max(0, Math.min(model.get("max"), value)));
    model.save_changes();
  };
  const play = (playing) => {
    if (playing && model.get("value") >= model.get("max")) model.set("value", 0);
    model.set("playing", playing);
    model.save_changes();
  };

  const first = button("⇤", "To the beginning", () => go(0));
  const back = button("←", "Back", () => go(model.get("value") - 1));
  const toggle = button("▶ Play", "Play", () => play(!model.get("playing")));
  const next = button("→", "Forward", () => go(model.get("value") + 1));
  const last = button("⇥", "To the end", () => go(model.get("max")));
  const slider = make("input", { type: "range", min: 0, step: 1, className: "ctx-range" });
  slider.setAttribute("aria-label", model.get("name"));
  on(slider, "input", () => go(Number(slider.value)));
  const told = make("output", { className: "ctx-told ctx-num" });

  const root = make(
    "div",
    { className: "ctx-root ctx-stepper", role: "group" },
    make("div", { className: "ctx-buttons" }, first, back, toggle, next, last),
    slider,
    told,
  );
  root.setAttribute("aria-label", model.get("name"));
  keepKeys(root);
  el.append(root);

  let timer = null;
  const draw = () => {
    const [value, max, playing] = ["value", "max", "playing"].map((name) => model.get(name));
    slider.max = max;
    slider.value = value;
    slider.setAttribute("aria-valuetext", model.get("told"));
    told.textContent = model.get("told");
    // aria-disabled and not disabled: a disabled button would lose the keyboard's focus.
    for (const [made, stop] of [[first, value <= 0], [back, value <= 0],
                                [next, value >= max], [last, value >= max]])
      made.setAttribute("aria-disabled", String(stop));
    toggle.textContent = playing ? "⏸ Pause" : "▶ Play";
    toggle.setAttribute("aria-label", playing ? "Pause" : "Play");
    toggle.title = playing ? "Pause" : "Play";
    if (playing && timer === null) timer = setInterval(tick, model.get("interval"));
    if (!playing && timer !== null) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
  };
  const tick = () => {
    if (model.get("value") >= model.get("max")) play(false);
    else go(model.get("value") + 1);
  };
  model.on("change:value change:max change:playing change:told", draw);
  draw();
  return () => {
    stop();
    signal.abort();
    model.off("change:value change:max change:playing change:told", draw);
  };
}

export default { render };
