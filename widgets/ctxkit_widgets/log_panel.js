// The log as it grows. What followed the last operation is marked; an event can be forked from.
function render({ model, el }) {
  const group = uniqueName("ctx-log");
  const root = make("div", { className: "ctx-root ctx-run ctx-run-log" });
  keepKeys(root);
  el.append(root);

  const row = ({ seq, time, instance, event, says, color, new: fresh }) => {
    const radio = make("input", { type: "radio", name: group, value: String(seq) });
    radio.setAttribute("aria-label", `Event ${seq}: ${event}`);
    radio.addEventListener("change", () => {
      model.set("selected", seq);
      model.save_changes();
    });
    const swatch = make("span", { className: "ctx-sw" });
    swatch.style.background = color;
    const line = make("tr", { className: fresh ? "ctx-run-new" : "" });
    const about = [instance, time].filter(Boolean).join(" · ");
    line.append(
      make("td", {}, make("label", { className: "ctx-pick" }, radio, String(seq))),
      make("td", {}, swatch, event, make("div", { className: "ctx-dim ctx-run-about" }, about)),
      make("td", { className: "ctx-wide" }, says),
    );
    return line;
  };

  const draw = () => {
    const { rows, total, whole, error, token } = model.get("content");
    if (!token) return;
    const active = root.contains(document.activeElement);
    const fresh = rows.filter((each) => each.new).length;
    const head = make("div", { className: "ctx-head" });
    head.append(
      make("span", { className: "ctx-kind" }, "Log"),
      make("strong", { className: "ctx-title" }, `${total.toLocaleString("en")} ${total === 1 ? "event" : "events"}`),
      make("span", { className: "ctx-dim" }, fresh ? `${fresh} followed the last operation` : ""),
    );
    const heads = ["#", "event", "says"].map((title) => make("th", { scope: "col" }, title));
    const table = make("table", {});
    const caption = total > rows.length ? `The last ${rows.length}; .events has all` : "In the order in which they came";
    table.append(
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads)),
      make("tbody", {}, ...rows.map(row)),
    );
    const scroll = make("div", { className: "ctx-scroll ctx-tall", tabIndex: 0 }, table);
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", "Events");
    const ask = () => {
      model.set("asked", { do: "fork", token, press: uniqueName("press") });
      model.save_changes();
    };
    const fork = button("", ask, { key: "fork" });
    const foot = make("div", { className: "ctx-run-row ctx-run-foot" }, fork);
    if (!whole) {
      fork.disabled = true;
      foot.append(make("span", { className: "ctx-dim" }, "Earlier events are not known here, so there is no fork."));
    }
    if (error) foot.append(make("div", { className: "ctx-run-error" }, error));
    root.replaceChildren(head, scroll, foot);
    mark();
    // What came last is in sight; before the first layout there is no height to scroll by.
    const toEnd = () => (scroll.scrollTop = scroll.scrollHeight);
    toEnd();
    requestAnimationFrame(toEnd);
    if (active) fork.focus({ preventScroll: true });
  };

  const mark = () => {
    const { rows } = model.get("content");
    const at = model.get("selected") || rows.at(-1)?.seq;
    for (const radio of root.querySelectorAll("input")) {
      radio.checked = Number(radio.value) === at;
      radio.closest("tr").classList.toggle("ctx-chosen", radio.checked);
    }
    const fork = root.querySelector("[data-key=fork]");
    if (fork) fork.textContent = at ? `Fork after event ${at}` : "Fork";
  };

  model.on("change:content", draw);
  model.on("change:selected", mark);
  draw();
  return () => {
    model.off("change:content", draw);
    model.off("change:selected", mark);
  };
}

export default { render };
