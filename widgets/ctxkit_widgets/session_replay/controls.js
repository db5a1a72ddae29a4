// Buttons, fields and the legend by which events are filtered.
const SHAPES = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11.5 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M4.5 3v10L12 8z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};
const SVG = "http://www.w3.org/2000/svg";

const svg = (tag, properties = {}, ...children) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

const icon = (name) => svg("svg", { viewBox: "0 0 16 16", width: 14, height: 14,
                                    "aria-hidden": "true" },
                           svg("path", { d: SHAPES[name], fill: "currentColor" }));

const pushButton = (label, then, { shape = null, hint = label, text = label } = {}) => {
  const button = make("button", { type: "button", className: "ctx-button", title: hint });
  button.append(shape === null ? text : icon(shape));
  if (shape !== null) button.setAttribute("aria-label", label);
  button.addEventListener("click", then);
  return button;
};

const labelledSelect = (label, options, then, { hidden = false } = {}) => {
  const select = make("select", { className: "ctx-select" });
  for (const [value, text] of options) select.append(make("option", { value }, text));
  select.addEventListener("change", () => then(select.value));
  const words = make("span", hidden ? { className: "ctx-unseen" } : {}, label);
  return { select, label: make("label", { className: "ctx-with" }, words, select) };
};

const refill = (select, options, value) => {
  const wanted = JSON.stringify(options);
  if (select.dataset.options !== wanted) {
    select.dataset.options = wanted;
    select.replaceChildren(...options.map(([key, text]) => make("option", { value: key }, text)));
  }
  select.value = value;
};

// Going through the events.
const makeTransport = ({ model, events, does }) => {
  const toggle = pushButton("Play", does.toggle, { shape: "play", hint: "Play (space)" });
  const speeds = [0.5, 1, 2, 5, 10, 20].map((n) => [String(n), `${n} a second`]);
  const speed = labelledSelect("Speed", speeds, (value) => {
    model.set("speed", Number(value));
    model.save_changes();
  }, { hidden: true });
  const field = labelledSelect("Field", [["", "any field"]], (value) => {
    model.set("field", value);
    model.save_changes();
  }, { hidden: true });
  const marks = labelledSelect("Bookmarks", [], (value) => {
    if (value !== "") does.goSeq(Number(value));
    marks.select.value = "";
  }, { hidden: true });
  const mark = pushButton("Bookmark", does.bookmark, { hint: "Set or take away a bookmark here (B)" });
  const fork = pushButton("Fork from here", does.fork, {
    hint: "Make a live session that goes on from here, and run it below; the log stays as it is",
  });
  const group = (label, ...children) => {
    const made = make("div", { className: "ctx-group" }, ...children);
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", label);
    return made;
  };
  const element = make(
    "div",
    { className: "ctx-transport" },
    group(
      "Go through the events",
      pushButton("First event", does.first, { shape: "first", hint: "First event shown (Home)" }),
      pushButton("Back", does.back, { shape: "back", hint: "Back (←)" }),
      toggle,
      pushButton("Forward", does.forward, { shape: "forward", hint: "Forward (→)" }),
      pushButton("Last event", does.last, { shape: "last", hint: "Last event shown (End)" }),
      speed.label,
    ),
    group(
      "Go to a change",
      pushButton("Previous change", does.changeBack, { hint: "Nearest earlier event that changed the field (P)" }),
      pushButton("Next change", does.changeForward, { hint: "Next event that changed the field (N)" }),
      field.label,
    ),
    group("Bookmarks", mark, marks.label),
    fork,
  );
  const draw = ({ shown, fields }) => {
    const playing = model.get("playing");
    toggle.replaceChildren(icon(playing ? "pause" : "play"));
    toggle.setAttribute("aria-label", playing ? "Pause" : "Play");
    toggle.title = playing ? "Pause (space)" : "Play (space)";
    const now = model.get("speed");
    const known = speeds.some(([value]) => Number(value) === now);
    refill(speed.select, known ? speeds : [...speeds, [String(now), `${now} a second`]], String(now));
    const held = model.get("bookmarks");
    const seq = model.get("index") ? events.seqOf(model.get("index") - 1) : 0;
    mark.setAttribute("aria-pressed", String(held.includes(seq)));
    refill(marks.select, [["", held.length ? `${held.length} set: go to …` : "none set"],
                          ...held.map((each) => [String(each), `event ${counted(each)}`])], "");
    marks.select.disabled = held.length === 0;
    const declared = model.get("machines")[shown?.procedure]?.fields ?? [];
    const asked = model.get("field");
    const names = [...new Set([...declared, ...fields.map(({ name }) => name), ...(asked ? [asked] : [])])];
    refill(field.select, [["", "any field"], ...names.map((name) => [name, name])], asked);
  };
  return { element, draw };
};

// Which events are shown: types by the legend, instance and text by fields.
const makeFilter = ({ model, events, does }) => {
  const { kinds, colors, counts, procedures, handles } = events.meta;
  const chips = kinds.map((kind, code) => {
    const swatch = make("span", { className: "ctx-sw" });
    swatch.style.background = colors[code];
    const button = make("button", { type: "button", className: "ctx-chip" }, swatch, kind,
                        make("span", { className: "ctx-dim ctx-num" }, counted(counts[code])));
    button.addEventListener("click", () => does.kind(kind));
    return button;
  });
  const field = (label, hint, key, list) => {
    const input = make("input", { type: "search", className: "ctx-text", placeholder: hint });
    input.setAttribute("aria-label", label);
    if (list !== null) input.setAttribute("list", list);
    let timer = 0;
    const send = () => {
      clearTimeout(timer);
      if (input.value !== model.get(key)) does.filter({ [key]: input.value });
    };
    input.addEventListener("change", send);
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") send(); });
    input.addEventListener("input", () => {
      clearTimeout(timer);
      // A name that is only half there is not asked for; a text is found as it grows.
      if (key === "text" || input.value === "") timer = setTimeout(send, 300);
      else if ([...options.children].some(({ value }) => value === input.value)) send();
    });
    return input;
  };
  const names = [...new Set(procedures.filter(Boolean)), ...handles.slice(1, 120)];
  const listName = uniqueName("ctx-instances");
  const options = make("datalist", { id: listName }, ...names.map((value) => make("option", { value })));
  const instance = field("Show one instance or procedure", "instance or procedure", "instance", listName);
  const text = field("Find in events", "find in events", "text", null);
  const clear = pushButton("Show all", () => does.filter({ kinds: [], instance: "", text: "" }));
  const told = make("span", { className: "ctx-told ctx-num" });
  told.setAttribute("role", "status");
  const legend = make("div", { className: "ctx-chips" }, ...chips);
  legend.setAttribute("role", "group");
  legend.setAttribute("aria-label", "Show only these types of events");
  const axis = labelledSelect("Axis", [["order", "by order"], ["time", "by time"]], (value) => {
    model.set("axis", value);
    model.save_changes();
  }, { hidden: true });
  axis.select.disabled = events.time === null;
  const zooms = make(
    "div",
    { className: "ctx-group" },
    pushButton("Zoom in", does.zoomIn, { hint: "Zoom in (+)", text: "+" }),
    pushButton("Zoom out", does.zoomOut, { hint: "Zoom out (−)", text: "−" }),
    pushButton("Whole log", does.whole, { hint: "See the whole log (0)" }),
    axis.label,
  );
  zooms.setAttribute("role", "group");
  zooms.setAttribute("aria-label", "Zoom");
  zooms.children[0].setAttribute("aria-label", "Zoom in");
  zooms.children[1].setAttribute("aria-label", "Zoom out");
  const element = make("div", { className: "ctx-filter" }, legend,
                       make("div", { className: "ctx-finders" }, instance, text, clear, options, zooms, told));
  const draw = () => {
    const held = model.get("kinds");
    kinds.forEach((kind, code) => {
      const on = held.includes(kind);
      chips[code].setAttribute("aria-pressed", String(on));
      chips[code].classList.toggle("ctx-off", held.length > 0 && !on);
    });
    for (const [input, key] of [[instance, "instance"], [text, "text"]])
      if (!input.matches(":focus") || input.value.trim() === model.get(key)) input.value = model.get(key);
    const { count } = model.get("told");
    const filtered = events.isFiltered();
    told.textContent = filtered
      ? `${counted(count ?? 0)} of ${counted(events.count)} events` : "";
    clear.disabled = !filtered;
    axis.select.value = model.get("axis");
  };
  return { element, draw };
};
