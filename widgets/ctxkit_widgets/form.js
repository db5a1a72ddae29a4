// Native controls for the fields of a form. A field is { name, type, help, required, control }; a
// control says its kind, and lists and objects hold further controls. read() gives null for nothing.
const NEEDS_GROUP = new Set(["list", "object", "yesno"]);

// Known values that a line can be chosen from are offered by the browser itself.
const suggestionLists = (lists, root) => {
  const ids = {};
  for (const [name, items] of Object.entries(lists ?? {})) {
    ids[name] = uniqueName(`ctx-${name}`);
    const options = items.map(({ value, label }) => make("option", { value, label }));
    root.append(make("datalist", { id: ids[name] }, ...options));
  }
  return ids;
};

const plainControl = (element, value, changed) => {
  element.value = value ?? "";
  element.addEventListener("change", changed);
  element.classList.add("ctx-run-input");
  return { node: element, first: element, read: () => element.value || null };
};

const CONTROLS = {
  line: ({ suggest }, value, changed, { ids }) => {
    const input = make("input", { type: "text", autocomplete: "off", spellcheck: false });
    if (ids[suggest]) input.setAttribute("list", ids[suggest]);
    return plainControl(input, value, changed);
  },
  text: ({ rows }, value, changed) => plainControl(make("textarea", { rows }), value, changed),
  json: (_, value, changed) =>
    plainControl(make("textarea", { rows: 4, spellcheck: false, placeholder: "JSON" }), value, changed),
  day: (_, value, changed) => plainControl(make("input", { type: "date" }), value, changed),
  number: (_, value, changed) => {
    const made = plainControl(make("input", { type: "number" }), value, changed);
    return { ...made, read: () => (made.node.value === "" ? null : Number(made.node.value)) };
  },
  choice: ({ choices }, value, changed) => {
    const options = choices.map((word) => make("option", { value: word }, word));
    const select = make("select", {}, make("option", { value: "" }, "—"), ...options);
    return plainControl(select, value, changed);
  },
  yesno: (_, value, changed) => {
    const name = uniqueName("ctx-yesno");
    const radios = [["yes", true], ["no", false], ["not said", null]].map(([word, held]) => {
      const radio = make("input", { type: "radio", name });
      radio.checked = (value ?? null) === held;
      radio.addEventListener("change", changed);
      return { held, radio, label: make("label", { className: "ctx-pick" }, radio, word) };
    });
    const node = make("div", { className: "ctx-run-row" }, ...radios.map(({ label }) => label));
    const read = () => radios.find(({ radio }) => radio.checked)?.held ?? null;
    return { node, first: radios[0].radio, read };
  },
  object: ({ fields }, value, changed, context) => {
    const parts = fields.map((field) => {
      const name = `${context.name}: ${field.name}`;
      const part = control(field.control, value?.[field.name], changed, { ...context, name });
      if (!NEEDS_GROUP.has(field.control.kind)) part.first.setAttribute("aria-label", name);
      const wide = field.control.kind === "text" || field.name === "desc" ? " ctx-run-wide" : "";
      const words = make("span", { className: "ctx-run-part" }, field.name);
      if (field.help) words.title = field.help;
      return { field, part, node: make("div", { className: `ctx-run-cell${wide}` }, words, part.node) };
    });
    const node = make("div", { className: "ctx-run-object" }, ...parts.map(({ node: each }) => each));
    const read = () => Object.fromEntries(
      parts.map(({ field, part }) => [field.name, part.read()]).filter(([, held]) => held !== null),
    );
    return { node, first: parts[0].part.first, read };
  },
  list: ({ item }, value, changed, context) => {
    const rows = [];
    const body = make("div", { className: "ctx-run-rows" });
    const renumber = () => {
      rows.forEach((row, at) => row.number(at + 1));
      body.classList.toggle("ctx-run-single", rows.length === 1 && item.kind !== "object");
    };
    const add = (held) => {
      const made = control(item, held, changed, context);
      const remove = make("button", { type: "button", className: "ctx-button" }, "Remove");
      const node = make("div", { className: "ctx-run-item" }, made.node, remove);
      const number = (at) => {
        const words = `${context.name} ${at}`;
        if (!NEEDS_GROUP.has(item.kind)) made.first.setAttribute("aria-label", words);
        node.setAttribute("role", "group");
        node.setAttribute("aria-label", words);
        remove.setAttribute("aria-label", `Remove ${words}`);
      };
      const row = { ...made, number };
      remove.addEventListener("click", () => {
        const at = rows.indexOf(row);
        rows.splice(at, 1);
        node.remove();
        if (!rows.length) add(null);
        renumber();
        rows[Math.max(0, at - 1)].first.focus();
        changed();
      });
      rows.push(row);
      body.append(node);
      renumber();
      return row;
    };
    const held = value?.length ? value : [null];
    held.forEach(add);
    const more = make("button", { type: "button", className: "ctx-button" }, "Add another");
    more.setAttribute("aria-label", `Add to ${context.name}`);
    more.addEventListener("click", () => add(null).first.focus());
    const read = () => {
      const items = rows.map((row) => row.read()).filter((one) => one !== null);
      return items.length ? items : null;
    };
    return { node: make("div", {}, body, more), get first() { return rows[0].first; }, read };
  },
};

const control = (described, value, changed, context) =>
  CONTROLS[described.kind](described, value, changed, context);

// One field: its label, its help, its control and what is wrong with it, tied together for readers.
const makeField = (field, value, changed, { ids, error, mark = "" }) => {
  const { name, type, help, required } = field;
  const key = uniqueName("ctx-field");
  const made = control(field.control, value, changed, { ids, name });
  const group = NEEDS_GROUP.has(field.control.kind);
  const words = [make("code", { className: "ctx-run-name" }, name), " "];
  words.push(make("span", { className: "ctx-dim" }, type + (required ? "" : ", optional")));
  if (mark) words.push(" ", make("span", { className: "ctx-warn" }, mark));
  const box = group
    ? make("fieldset", {}, make("legend", {}, ...words))
    : make("div", {}, make("label", { htmlFor: key }, ...words));
  box.className = "ctx-run-field";
  const { kind, item } = field.control;
  if (["text", "json", "object"].includes(item?.kind ?? kind)) box.classList.add("ctx-run-broad");
  if (!group) made.first.id = key;
  const about = [];
  const note = (text, className) => {
    const id = `${key}-${about.length}`;
    about.push(id);
    return make("div", { id, className }, text);
  };
  if (help) box.append(note(help, "ctx-run-help"));
  box.append(made.node);
  if (error) {
    box.append(note(error, "ctx-run-error"));
    box.classList.add("ctx-run-refused");
    const wrong = group ? box.querySelectorAll("input, select, textarea") : [made.first];
    for (const element of wrong) element.setAttribute("aria-invalid", "true");
  }
  if (about.length) (group ? box : made.first).setAttribute("aria-describedby", about.join(" "));
  return { name, node: box, read: made.read, made };
};

// Fields side by side with a fold for those that are seldom needed. read() gives what they hold.
const makeForm = (fields, others, values, changed, context) => {
  const one = (field) =>
    makeField(field, values[field.name], changed, {
      ids: context.ids,
      error: context.errors?.[field.name],
      mark: context.missing && field.required && isNothing(values[field.name]) ? "missing" : "",
    });
  const made = fields.map(one);
  const rest = (others ?? []).map(one);
  const node = make("div", { className: "ctx-run-fields" }, ...made.map((field) => field.node));
  if (rest.length) {
    const summary = make("summary", {}, `${context.fold}: ${rest.length}`);
    const fold = make("details", { className: "ctx-run-fold" }, summary, ...rest.map((f) => f.node));
    fold.open = !made.length || rest.some(({ name }) => context.errors?.[name]);
    node.append(fold);
  }
  const read = () => Object.fromEntries(
    [...made, ...rest].map((field) => [field.name, field.read()]).filter(([, held]) => held !== null),
  );
  return { node, read };
};

const isNothing = (value) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length);

const button = (words, act, { key = "" } = {}) => {
  const made = make("button", { type: "button", className: "ctx-button" }, words);
  if (key) made.dataset.key = key;
  made.addEventListener("click", act);
  return made;
};
