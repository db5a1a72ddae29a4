// The moment: where the instance stands, what happened, what it knows, what it was shown.
const bytes = (number) => `${counted(number)} bytes`;
const heading = (...words) => make("h3", { className: "ctx-h" }, ...words);
const dim = (text) => make("span", { className: "ctx-dim" }, text);

const longText = (text, most = 180) => {
  if (text.length <= most && text.split("\n").length <= 3) return make("span", { className: "ctx-value" }, text);
  const first = `${text.split("\n")[0].slice(0, 90)}…`;
  return make("details", {}, make("summary", {}, first), make("pre", {}, text));
};

const table = (caption, heads, rows, seen = false) => make(
  "table",
  {},
  make("caption", seen ? {} : { className: "ctx-unseen" }, caption),
  make("thead", { className: "ctx-unseen" }, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
  make("tbody", {}, ...rows),
);

const fold = (summary, opened, ...children) => {
  const made = make("details", { className: "ctx-more", open: opened.has(summary.split(":")[0]) },
                    make("summary", {}, summary), ...children);
  made.addEventListener("toggle", () => {
    if (made.open) opened.add(summary.split(":")[0]);
    else opened.delete(summary.split(":")[0]);
  });
  return made;
};

const eventPane = ({ event, changes, fields, seq, shown }) => {
  if (event === null) return [heading("Before the first event"), make("p", {}, "Nothing has happened yet.")];
  const swatch = make("span", { className: "ctx-sw" });
  swatch.style.background = event.color;
  const parts = [
    heading(swatch, `Event ${counted(seq)} · ${event.kind}`, event.instance ? ` · ${event.instance}` : ""),
    make("p", { className: "ctx-dim ctx-num" }, `${event.day} ${event.time}`),
    make("p", {}, event.words),
  ];
  if (event.user) parts.push(make("blockquote", {}, "The user: ", make("q", {}, event.user)));
  const written = fields.filter(({ mark }) => mark !== "");
  const lines = [
    ...changes.map(({ what, name, before, after }) => [name ? `${what} ${name}` : what, before, after]),
    ...written.map(({ name, before, value }) => [name, before, value]),
  ];
  if (lines.length) {
    const rows = lines.map(([name, before, after]) => {
      const cell = make("td", { className: "ctx-wide" });
      if (before) cell.append(make("div", { className: "ctx-was" }, make("span", {}, "− "), longText(before)));
      if (after) cell.append(make("div", { className: "ctx-is" }, make("span", {}, "+ "), longText(after)));
      if (!before && !after) cell.append(dim("(empty)"));
      return make("tr", {}, nameCell(name), cell);
    });
    parts.push(make("div", { className: "ctx-diff" }, table("What it changed", ["what", "before and after"], rows, true)));
  } else if (shown === null || event.instance === shown.id || event.instance === "")
    parts.push(make("p", { className: "ctx-dim" }, "It changed no field and no position."));
  return parts;
};

const servePane = ({ serve, shown }, opened) => {
  const parts = [heading(shown && shown.status === "running" ? `What ${shown.id} shows now` : "What was served")];
  if (serve.said || serve.error) {
    parts.push(make("p", { className: serve.error ? "ctx-bad" : "ctx-dim" }, serve.said || serve.error));
    return parts;
  }
  const reasons = [
    ...serve.failing.map(({ name, says }) => make("li", {}, make("code", {}, name), says ? ` — ${says}` : "")),
    ...serve.held.map((says) => make("li", {}, says)),
    ...(serve.missing.length && serve.held.length === 0 ? [make("li", {}, "missing: ", ...codes(serve.missing))] : []),
  ];
  if (reasons.length)
    parts.push(make("div", { className: "ctx-held" }, make("strong", {}, `Held at ${shown.step}`), make("ul", {}, ...reasons)));
  else if (serve.goal) parts.push(make("p", {}, serve.goal));
  if (serve.total) {
    const most = Math.max(serve.budget, serve.total);
    const bar = make("div", { className: "ctx-bar" });
    for (const { name, bytes: size, color } of serve.parts) {
      const part = make("span", { title: `${name} ${bytes(size)}` });
      part.style.cssText = `display:inline-block;height:14px;width:${(100 * size) / most}%;background:${color}`;
      bar.append(part);
    }
    const over = serve.budget > 0 && serve.texts > serve.budget;
    const allowed = serve.budget ? `${counted(serve.texts)} of at most ${bytes(serve.budget)} of text`
      : `${bytes(serve.texts)} of text`;
    parts.push(
      make("p", { className: over ? "ctx-bad ctx-num" : "ctx-num" },
           `${allowed}; ${bytes(serve.total)} in all${serve.cuts ? `; ${counted(serve.cuts)} cut for size` : ""}`),
      bar,
      make("div", { className: "ctx-legend ctx-num" }, ...serve.parts.map(({ name, bytes: size, color }) => {
        const swatch = make("span", { className: "ctx-sw" });
        swatch.style.background = color;
        return make("span", { className: "ctx-key" }, swatch, `${name} ${counted(size)}`);
      })),
    );
  }
  for (const { name, text, bytes: size } of serve.lanes)
    parts.push(fold(`Lane ${name}: ${bytes(size)}`, opened, make("pre", {}, text)));
  if (serve.choices.length)
    parts.push(table(`Choices of the ${serve.by}`, ["choice", "takes"], serve.choices.map(({ choice, takes }) =>
      make("tr", {}, make("td", {}, make("strong", {}, choice)), make("td", { className: "ctx-wide ctx-dim" }, takes ? `takes ${takes}` : ""))), true));
  if (serve.asks.length && !serve.choices.length)
    parts.push(fold(`Can be reported: ${serve.asks.length} fields`, opened, table("Fields", ["field", "says"],
      serve.asks.map(({ name, says }) => make("tr", {}, nameCell(name), make("td", { className: "ctx-wide" }, says))))));
  return parts;
};

// A name keeps its line, unless it is so long that it would push the others aside.
const nameCell = (name, ...more) => {
  const pieces = name.split(/(?<=[a-z])(?=[A-Z])/).flatMap((piece) => [make("wbr"), piece]);
  const code = name.length > 18 ? make("code", { className: "ctx-long" }, ...pieces) : make("code", {}, name);
  return make("td", {}, code, ...more);
};

const codes = (names) => names.flatMap((name, at) => (at ? [", ", make("code", {}, name)] : [make("code", {}, name)]));

const BY = { param: "start", state: "reported", engine: "engine" };
const storePane = ({ fields, absent, shown }) => {
  if (shown === null) return [heading("Values"), make("p", { className: "ctx-dim" }, "No instance yet.")];
  const changed = fields.filter(({ mark }) => mark !== "").length;
  const rows = fields.map(({ name, by, type, value, mark }) => {
    const tag = mark ? make("span", { className: "ctx-tag" }, mark) : "";
    const cell = make("td", { className: "ctx-wide" }, value === "" ? dim("(empty)") : longText(value, 140));
    const told = nameCell(name, tag);
    told.title = type;
    return make("tr", mark ? { className: `ctx-${mark}` } : {}, told, cell,
                make("td", { className: "ctx-by ctx-dim" }, BY[by] ?? by));
  });
  const parts = [
    heading(`Values of ${shown.id}`),
    make("p", { className: "ctx-dim ctx-num" }, `${fields.length} held, ${changed ? `${changed} changed by this event` : "none changed"}`),
    make("div", { className: "ctx-scroll" }, table("Values, and who wrote each", ["field", "value", "written by"], rows)),
  ];
  if (absent.length) parts.push(make("p", { className: "ctx-dim" }, "Not there yet: ", ...codes(absent)));
  return parts;
};

const readPane = ({ reads }, opened) => {
  const parts = [heading("Read so far")];
  const said = `${counted(reads.full)} in full, ${counted(reads.summary)} in summary`;
  if (reads.list.length === 0) return [...parts, make("p", { className: "ctx-dim" }, "Nothing.")];
  const rows = reads.list.map(({ entry, full, new: now }) =>
    make("tr", now ? { className: "ctx-new" } : {},
         make("td", { className: "ctx-wide" }, make("code", {}, entry), now ? make("span", { className: "ctx-tag" }, "now") : ""),
         make("td", { className: "ctx-dim" }, full ? "in full" : "in summary")));
  const more = reads.full + reads.summary - rows.length;
  parts.push(fold(`Entries: ${said}`, opened, table("Entries", ["entry", "how deeply"], rows),
                  ...(more > 0 ? [make("p", { className: "ctx-dim" }, `and ${more} more`)] : [])));
  return parts;
};

const standPane = ({ shown }, model) => {
  if (shown === null) return [heading("Steps"), make("p", { className: "ctx-dim" }, "No instance was started yet.")];
  const pinned = model.get("selected") === shown.id;
  const facts = [shown.status, shown.parent ? `under ${shown.parent}` : "", pinned ? "held in view" : "",
                 shown.checked ? "" : "taken as logged"].filter(Boolean).join(" · ");
  const parts = [heading(`${shown.id} · ${shown.procedure}`), make("p", { className: "ctx-dim" }, facts)];
  if (shown.hands.length) parts.push(make("p", {}, `Hands down ${shown.hands.join(", ")}`));
  return parts;
};

const runningPane = ({ shown, running, counts }, model, opened) => {
  const rows = running.map(({ id, procedure, step }) => {
    const button = make("button", { type: "button", className: "ctx-link", title: `Stay with ${id}` }, id);
    button.addEventListener("click", () => { model.set("selected", id); model.save_changes(); });
    return make("tr", id === shown?.id ? { className: "ctx-mine" } : {}, make("td", {}, button),
                make("td", {}, procedure), make("td", {}, make("code", {}, step)));
  });
  if (counts[1] === 0) return [];
  const said = `Running: ${counted(counts[0])} of ${counted(counts[1])}`;
  return [fold(said, opened, make("div", { className: "ctx-scroll" }, table("Instances that run", ["instance", "procedure", "step"], rows)))];
};

// A pane whose parts are functions that return what to show of a moment, or draw by themselves.
const makePane = (name, label, parts) => {
  const element = make("section", { className: `ctx-pane ctx-pane-${name}`, tabIndex: 0 });
  element.setAttribute("aria-label", label);
  const draws = parts.map((part) => {
    const place = part.element ?? make("div");
    element.append(place);
    return part.draw ?? ((moment) => place.replaceChildren(...part(moment)));
  });
  return { element, draw: (moment) => { for (const draw of draws) draw(moment); } };
};
