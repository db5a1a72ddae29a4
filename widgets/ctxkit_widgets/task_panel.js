// Where an instance stands, why, what it was served, and the form that moves it on.
function render({ model, el }) {
  const root = make("div", { className: "ctx-root ctx-run" });
  const told = make("div", { className: "ctx-run-told" });
  told.setAttribute("role", "status");
  const body = make("div", {});
  root.append(body, told);
  keepKeys(root);
  el.append(root);

  let read = () => ({}); // what the form holds
  let readInputs = () => ({});
  let open = new Set(); // folds that the reader has opened
  const content = () => model.get("content");

  const keep = (name, value) => {
    if (JSON.stringify(model.get(name)) === JSON.stringify(value)) return;
    model.set(name, value);
    model.save_changes();
  };
  const keepForm = () => keep("values", { ...model.get("values"), ...emptied(), ...read() });
  // Fields that are shown and empty must not keep what they held.
  const emptied = () => Object.fromEntries(shownFields().map(({ name }) => [name, null]));
  const shownFields = () => {
    const { fields = [], others = [], options = [] } = content().form;
    const chosen = options.find(({ choice }) => choice === model.get("choice"));
    return [...fields, ...others, ...(chosen?.fields ?? [])];
  };
  const keepInputs = () => keep("inputs", readInputs());
  const send = (what, more = {}) => {
    keepForm();
    keepInputs();
    model.set("asked", { do: what, token: content().token, press: uniqueName("press"), ...more });
    model.save_changes();
  };

  const fold = (key, words, ...children) => {
    const made = make("details", { className: "ctx-fold" }, make("summary", {}, words), ...children);
    made.open = open.has(key);
    made.addEventListener("toggle", () => (made.open ? open.add(key) : open.delete(key)));
    return made;
  };
  const labelled = (words, element) => {
    element.id = uniqueName("ctx-run");
    const label = make("label", { htmlFor: element.id }, words);
    return make("div", { className: "ctx-run-select" }, label, element);
  };
  const select = (name, words, options) => {
    const made = make("select", { className: "ctx-run-input" });
    made.append(...options.map(({ id, name: text }) => make("option", { value: id }, text)));
    made.value = model.get(name);
    made.dataset.key = name;
    made.addEventListener("change", () => keep(name, made.value));
    return labelled(words, made);
  };

  // The head: what is shown, and where it stands among its steps ------------------------------------
  const head = ({ title, status, instances, branches }) => {
    const made = make("div", { className: "ctx-head" });
    made.append(make("span", { className: "ctx-kind" }, "Procedure"));
    const strong = make("strong", { className: "ctx-title", tabIndex: -1 }, title);
    made.append(strong, make("span", { className: "ctx-dim" }, status));
    const choices = make("div", { className: "ctx-run-row ctx-run-selects" });
    if (instances.length > 1) choices.append(select("instance", "Instance", instances));
    if (branches.length > 1) {
      choices.append(select("branch", "Session", branches.map((id) => ({ id, name: id }))));
    }
    return choices.childNodes.length ? [made, choices] : [made];
  };
  const chips = (steps) => {
    const list = make("ol", { className: "ctx-run-steps" });
    list.setAttribute("aria-label", "Steps");
    for (const { step, visits, by, now } of steps) {
      const chip = make("li", { title: `left by ${by === "gate" ? "the engine" : `the ${by}`}` }, step);
      if (visits > 1) chip.append(make("span", { className: "ctx-run-visits" }, ` ${visits}×`));
      chip.className = now ? "ctx-run-now" : visits ? "ctx-run-seen" : "";
      if (now) chip.setAttribute("aria-current", "step");
      list.append(chip);
    }
    return list;
  };
  const stopBlock = ({ tone, lead, told: words, reasons }) => {
    const made = make("div", { className: `ctx-run-stop ctx-run-${tone}` });
    made.append(make("div", {}, make("strong", {}, lead), " ", words));
    const list = make("ul", {});
    for (const { name, truth, message, reads } of reasons) {
      const item = make("li", {}, make("code", {}, name), ` is ${truth}`);
      if (message) item.append(`, because: ${message}`);
      if (reads.length) {
        const seen = reads.map(({ name: field, value }) => `${field} (${value})`).join(", ");
        item.append(make("div", { className: "ctx-dim" }, `It looks at ${seen}.`));
      }
      list.append(item);
    }
    if (reasons.length) made.append(list);
    return made;
  };

  // What was served ----------------------------------------------------------------------------------
  const served = ({ goal, lanes, bytes, produced }) => {
    const made = make("div", { className: "ctx-run-served" });
    made.append(make("div", { className: "ctx-run-goal" }, goal));
    const size = `${bytes.toLocaleString("en")} bytes served`;
    if (lanes.length) made.append(make("div", { className: "ctx-run-lane" }, size));
    for (const { name, text } of lanes) {
      if (lanes.length > 1) made.append(make("div", { className: "ctx-run-lane" }, name));
      made.append(make("pre", { className: "ctx-run-text", tabIndex: 0 }, text));
      made.lastChild.setAttribute("aria-label", `Text of lane ${name}`);
      made.lastChild.setAttribute("role", "region");
    }
    for (const { name, value } of produced ?? []) {
      const line = make("div", {}, make("code", {}, name), ` ${value}`);
      made.append(line);
    }
    return made;
  };

  // The form -----------------------------------------------------------------------------------------
  const formContext = (action, ids) => ({
    ids,
    errors: content().refused === action ? content().errors : {},
  });
  const asForm = (node, words, submit, ...after) => {
    const made = make("form", { className: "ctx-run-form" }, node);
    made.append(make("div", { className: "ctx-run-row" }, submit, ...after));
    made.setAttribute("aria-label", words);
    made.noValidate = true;
    made.addEventListener("submit", (event) => event.preventDefault());
    return made;
  };
  const submitButton = (words, what) => {
    const made = make("button", { type: "submit", className: "ctx-button ctx-run-main" }, words);
    made.addEventListener("click", (event) => {
      event.preventDefault();
      send(what);
    });
    return made;
  };
  const refusal = (action) => {
    const { refused, error } = content();
    if (refused !== action || !error) return [];
    return [make("div", { className: "ctx-run-error" }, error)];
  };
  const reportForm = ({ fields, others }, ids) => {
    const context = { ...formContext("submit", ids), fold: "Other fields", missing: true };
    const made = makeForm(fields, others, model.get("values"), keepForm, context);
    read = made.read;
    return asForm(made.node, "Report", submitButton("Report", "submit"), ...refusal("submit"));
  };
  const userWords = () => {
    const field = {
      name: "userWords", type: "text", required: true,
      help: "What the user said, word for word.", control: { kind: "text", rows: 2 },
    };
    const made = makeField(field, model.get("user_words"), () => {
      keep("user_words", made.read() ?? "");
    }, { ids: {} });
    return made.node;
  };
  const answerForm = ({ words, options }, ids) => {
    const made = make("div", { className: "ctx-run-form" });
    if (words) made.append(userWords());
    const row = make("div", { className: "ctx-run-options" });
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", "Choices");
    for (const option of options) row.append(optionBox(option, ids));
    made.append(row, ...(model.get("choice") ? [] : refusal("submit")));
    return made;
  };
  const optionBox = ({ choice, note, fields }, ids) => {
    const chosen = model.get("choice") === choice;
    const press = button(choice, () => {
      keepForm();
      keep("choice", chosen && fields.length ? "" : choice);
      if (!fields.length) send("submit");
      else draw();
      body.querySelector(`[data-key="choice-${choice}"]`)?.focus();
    }, { key: `choice-${choice}` });
    const box = make("div", { className: "ctx-run-option" }, press);
    box.append(make("span", { className: "ctx-dim" }, ` ${note}`));
    if (fields.length) {
      const names = fields.map(({ name, required }) => name + (required ? "" : "?")).join(", ");
      box.append(make("span", { className: "ctx-dim" }, `; takes ${names}`));
      press.setAttribute("aria-expanded", String(chosen));
    }
    if (chosen && fields.length) {
      const made = makeForm(fields, [], model.get("values"), keepForm, formContext("submit", ids));
      read = made.read;
      const answer = submitButton(`Answer ${choice}`, "submit");
      box.append(asForm(made.node, `Answer ${choice}`, answer, ...refusal("submit")));
    }
    return box;
  };

  // What else can be done ----------------------------------------------------------------------------
  const aside = () => {
    const note = make("input", { type: "text", className: "ctx-run-input" });
    const label = labelled("Note or reason", note);
    const row = make("div", { className: "ctx-run-row" });
    row.append(
      button("Park", () => send("park", { note: note.value }), { key: "park" }),
      button("Abandon", () => send("abandon", { note: note.value }), { key: "abandon" }),
      button("Serve again", () => send("look"), { key: "look" }),
    );
    const about = make("div", { className: "ctx-dim" },
      "Park notes that it is left for later, abandon ends it, serve again shows the draft as a whole.");
    const box = make("div", { className: "ctx-run-form" }, label, row, about);
    for (const action of ["park", "abandon", "look"]) box.append(...refusal(action));
    return box;
  };
  const reading = ({ texts }, ids) => {
    const input = make("input", { type: "text", autocomplete: "off", className: "ctx-run-input" });
    if (ids.entries) input.setAttribute("list", ids.entries);
    const label = labelled("Entry", input);
    const go = make("button", { type: "submit", className: "ctx-button" }, "Read in full");
    go.dataset.key = "read";
    const made = make("form", { className: "ctx-run-form" }, label, make("div", { className: "ctx-run-row" }, go));
    made.setAttribute("aria-label", "Read an entry");
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      send("read", { entries: input.value });
    });
    made.append(...refusal("read"));
    for (const { name, words, text } of texts) {
      made.append(make("div", {}, make("code", {}, name), ` ${words}`));
      made.append(make("pre", { className: "ctx-run-text", tabIndex: 0 }, text));
      made.lastChild.setAttribute("aria-label", `Text of entry ${name}`);
      made.lastChild.setAttribute("role", "region");
    }
    return made;
  };
  const starting = ({ procedures, parents, handed, fields, others }, ids) => {
    const context = { ...formContext("start", ids), fold: "State fields, if known already" };
    const made = makeForm(fields, others, model.get("inputs"), keepInputs, context);
    readInputs = made.read;
    const rows = make("div", { className: "ctx-run-row" });
    rows.append(select("procedure", "Procedure", procedures.map((id) => ({ id, name: id }))));
    if (parents.length) {
      rows.append(select("parent", "Under", [{ id: "", name: "no instance" }, ...parents]));
    }
    const top = make("div", {}, rows);
    if (handed) top.append(make("div", { className: "ctx-dim" }, handed));
    top.append(made.node);
    return asForm(top, "Start an instance", submitButton("Start", "start"), ...refusal("start"));
  };

  // All of it ----------------------------------------------------------------------------------------
  const draw = () => {
    const held = content();
    if (!held.token) return;
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const key = active?.dataset.key ?? "";
    read = readInputs = () => ({});
    const lists = make("div", {});
    const ids = suggestionLists(held.lists, lists);
    const parts = [lists, ...head(held)];
    if (held.steps.length) parts.push(chips(held.steps));
    if (held.stop) parts.push(stopBlock(held.stop));
    if (held.serve) parts.push(served(held.serve));
    if (held.form.fields) parts.push(reportForm(held.form, ids));
    if (held.form.options) parts.push(answerForm(held.form, ids));
    if (held.refused) open.add(held.refused === "start" ? "start" : held.refused === "read" ? "read" : "");
    const first = !held.steps.length;
    if (held.start && first) parts.push(starting(held.start, ids));
    if (held.entries) {
      parts.push(fold("read", `Read entries: ${held.entries.read} read in full`, reading(held.entries, ids)));
    }
    if (held.form.fields || held.form.options) {
      parts.push(fold("aside", "Park, abandon, serve again", aside()));
    }
    if (held.start && !first) {
      parts.push(fold("start", "Start another instance", starting(held.start, ids)));
    }
    body.replaceChildren(...parts);
    if (told.textContent !== held.told) told.textContent = held.told;
    if (active) refocus(key);
  };
  // What had the focus is made anew; it goes to its successor, to what was refused, or to the form.
  const refocus = (key) => {
    const wrong = body.querySelector("[aria-invalid='true']");
    const seen = [...body.querySelectorAll("[data-key]")].filter((each) => each.checkVisibility());
    const same = key && seen.find((each) => each.dataset.key === key);
    const first = body.querySelector(".ctx-run-form input, .ctx-run-form select, .ctx-run-form textarea, .ctx-run-form button");
    (wrong ?? (same || first) ?? body.querySelector(".ctx-title"))?.focus({ preventScroll: !wrong });
  };
  // A value that a notebook has set is shown; one that was typed here is shown already.
  const values = () => {
    if (JSON.stringify(pruned(model.get("values"))) !== JSON.stringify(pruned({ ...model.get("values"), ...emptied(), ...read() }))) draw();
  };
  const pruned = (held) => Object.entries(held).filter(([, value]) => value !== null).sort();

  model.on("change:content", draw);
  model.on("change:values", values);
  model.on("change:choice change:procedure change:parent", draw);
  draw();
  return () => {
    model.off("change:content", draw);
    model.off("change:values", values);
    model.off("change:choice change:procedure change:parent", draw);
  };
}

export default { render };
