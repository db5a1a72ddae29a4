// The session's window: a strip of the tokens in it all along, and what is in it now.
const makeWindow = ({ model, events, go, signal }) => {
  const course = events.meta.course;
  const element = make("section", { className: "ctx-pane ctx-pane-window", tabIndex: 0 });
  element.setAttribute("aria-label", "What is in the window");
  const head = make("div");
  const canvas = make("canvas", { className: "ctx-strip" });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `Tokens in the window after each event; at the peak ${counted(course.peak)} of ${counted(course.window)}`);
  canvas.title = "Tokens in the window after each event. A click goes there.";
  const legend = make("div", { className: "ctx-legend ctx-num" }, ...course.forms.map(({ words, color }) => {
    const swatch = make("span", { className: "ctx-sw" });
    swatch.style.background = color;
    return make("span", { className: "ctx-key" }, swatch, words);
  }));
  const body = make("div");
  element.append(head, canvas, legend, body);

  const HEIGHT = 84;
  const TOP = 12;
  let width = 0;
  const xOf = (place) => (place / Math.max(1, events.count)) * width;
  const tallest = Math.max(course.window, course.peak, 1);
  const yOf = (tokens) => HEIGHT - (tokens / tallest) * (HEIGHT - TOP);

  const drawStrip = () => {
    if (!width) return;
    const style = getComputedStyle(element);
    const [ink, now] = [style.getPropertyValue("--ctx-dim"), style.getPropertyValue("--ctx-now")];
    const context = prepare(canvas, width, HEIGHT);
    context.clearRect(0, 0, width, HEIGHT);
    const { places, forms } = course;
    const below = new Float64Array(places.length);
    for (const { color, tokens } of forms) {
      context.fillStyle = color;
      for (let at = 0; at < places.length; at += 1) {
        // Whole pixels, so that no seam shows between one event and the next.
        const left = Math.round(xOf(places[at]));
        const right = at + 1 < places.length ? Math.round(xOf(places[at + 1])) : width;
        const [low, high] = [yOf(below[at]), yOf(below[at] + tokens[at])];
        if (low > high) context.fillRect(left, high, Math.max(1, right - left), low - high);
        below[at] += tokens[at];
      }
    }
    context.fillStyle = course.pushedColor;
    course.pushedOut.forEach((tokens, at) => {
      if (!tokens) return;
      const x = xOf(places[at]);
      context.beginPath();
      context.moveTo(x - 3.5, 1);
      context.lineTo(x + 3.5, 1);
      context.lineTo(x, 7);
      context.fill();
    });
    context.strokeStyle = ink;
    context.setLineDash([4, 3]);
    context.beginPath();
    context.moveTo(0, yOf(course.window) + 0.5);
    context.lineTo(width, yOf(course.window) + 0.5);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = now;
    context.fillRect(Math.min(width - 1.5, xOf(model.get("index"))), 0, 1.5, HEIGHT);
  };

  const rowOf = ({ name, how, tokens, last, color }) => {
    const bar = make("span", { className: "ctx-gauge" });
    const part = make("span");
    part.style.cssText = `display:inline-block;height:8px;width:${Math.min(72, Math.round((72 * tokens) / course.window))}px;background:${color}`;
    bar.append(part);
    return make("tr", {}, make("td", { className: "ctx-wide" }, make("code", { className: "ctx-long" }, name)),
                make("td", { className: "ctx-dim" }, how),
                make("td", { className: "ctx-r ctx-num" }, counted(tokens), bar),
                make("td", { className: "ctx-r ctx-num ctx-dim" }, counted(last)));
  };

  const draw = ({ window: told }) => {
    const over = told.tokens > told.window;
    head.replaceChildren(
      heading("In the window"),
      make("p", { className: over ? "ctx-bad ctx-num" : "ctx-num" },
           make("strong", {}, counted(told.tokens)), ` of ${counted(told.window)} tokens (${course.estimator}), `,
           `${counted(told.count)} ${told.count === 1 ? "page" : "pages"}; policy ${course.policy}`,
           told.unknown ? `; ${counted(told.unknown)} of unknown size not counted` : ""),
    );
    const moved = told.moved.map(({ words, names, count, tokens }) =>
      make("li", {}, make("strong", {}, `${counted(count)} ${words}`),
           tokens ? `, ${counted(tokens)} tokens: ` : ": ", names.join(", "),
           count > names.length ? ` and ${counted(count - names.length)} more` : ""));
    const more = told.count - told.pages.length;
    body.replaceChildren(
      moved.length ? make("ul", { className: "ctx-moved" }, ...moved)
        : make("p", { className: "ctx-dim" }, "This event moved nothing in the window."),
      make("div", { className: "ctx-scroll" }, told.pages.length
        ? table("Pages in the window, the one used last first", ["page", "how", "tokens", "last used"], told.pages.map(rowOf), true)
        : make("p", { className: "ctx-dim" }, "It is empty.")),
      ...(more > 0 ? [make("p", { className: "ctx-dim" }, `and ${counted(more)} more`)] : []),
    );
    drawStrip();
  };

  canvas.addEventListener("click", (event) => {
    const x = event.clientX - canvas.getBoundingClientRect().left;
    const place = Math.round((x / Math.max(1, width)) * events.count);
    go(Math.max(1, Math.min(events.count, place)) - 1);
  });
  whenWidthChanges(element, () => {
    const wide = Math.floor(element.clientWidth - 28);
    if (wide !== width && wide > 0) { width = wide; drawStrip(); }
  }, signal);
  whenThemeChanges(drawStrip, signal);
  return { element, draw, redraw: drawStrip };
};
