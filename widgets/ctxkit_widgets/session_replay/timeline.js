// The timeline: overview, axis and lanes. Draws only what is in view.
const ROW = 22;
const MOST_ROWS = 10;
const HEAD = 24;

const makeTimeline = ({ model, events, go, keys, signal }) => {
  const axis = makeAxis(events);
  let rows = [];
  let width = 600;
  let waiting = 0;
  let chosen = -1;

  const head = make("canvas", { className: "ctx-axis" });
  const base = make("canvas", { className: "ctx-base" });
  const over = make("canvas", { className: "ctx-over" });
  const slider = make("div", { className: "ctx-track", tabIndex: 0 }, base, over);
  slider.setAttribute("role", "slider");
  slider.setAttribute("aria-label", "Moment of the session");
  slider.title = "Click an event, drag to move, Ctrl and wheel to zoom. Keys: arrows, Page Up and "
    + "Down, Home, End; up and down to another instance; + − 0 to zoom; N and P to the next and "
    + "previous change; B bookmark; space to play.";
  const labels = make("div", { className: "ctx-labels" });
  const view = make("div", { className: "ctx-view" }, labels, slider);
  const spacer = make("div", { className: "ctx-spacer" });
  const scroller = make("div", { className: "ctx-lanes" }, view, spacer);
  const seen = make("span", { className: "ctx-seen ctx-num" });
  const overview = makeOverview({
    events,
    axis,
    changed: () => moved(),
    gone: (value) => {
      const place = nearest(value, -1);
      if (place >= 0) { go(place); reveal(place, true); }
    },
  });
  const element = make("div", { className: "ctx-timeline" }, overview.element, seen, head, scroller);
  overview.element.setAttribute("aria-label", `All ${counted(events.count)} events`);

  // What is where -------------------------------------------------------------------------------
  const present = () => model.get("index") - 1;
  const scale = () => width / (axis.domain[1] - axis.domain[0]);
  const xOf = (place) => (axis.at(place) - axis.domain[0]) * scale();
  let scrolled = 0;
  const first = () => Math.floor(scrolled / ROW);
  const top = () => Math.max(0, Math.min(first(), rows.length - inView()));
  const inView = () => Math.max(1, Math.min(MOST_ROWS, rows.length));

  // The event that is shown nearest to a value, of one lane or, with -1, of any.
  const nearest = (value, lane) => {
    const start = axis.search(value);
    let best = -1;
    const look = (from, step) => {
      for (let at = from, seen = 0; at >= 0 && at < events.count && seen < 200000; at += step, seen += 1) {
        if (best >= 0 && Math.abs(axis.at(at) - value) > Math.abs(axis.at(best) - value)) return;
        if ((lane < 0 || events.lane[at] === lane) && events.isShown(at)) {
          if (best < 0 || Math.abs(axis.at(at) - value) < Math.abs(axis.at(best) - value)) best = at;
          return;
        }
      }
    };
    look(start, 1);
    look(start - 1, -1);
    return best;
  };

  // Drawing -------------------------------------------------------------------------------------
  // Asking for styles and sizes makes the page lay itself out, so both are asked for once.
  let colors = null;
  const palette = () => {
    if (colors === null) {
      const style = getComputedStyle(element);
      const value = (name) => style.getPropertyValue(name).trim();
      colors = {
        dim: value("--ctx-dim"), line: value("--ctx-line"), back: value("--ctx-bg"),
        soft: value("--ctx-lane"), chosen: value("--ctx-chosen"), veil: value("--ctx-veil"),
        accent: value("--ctx-now"), completed: "#2f9e44", abandoned: "#e03131",
        parked: "#f08c00", font: `11px ${style.fontFamily}`,
      };
    }
    return colors;
  };

  // Rows change with the window and the filter, and are the same from one moment to the next.
  let version = 0;
  let rowsFor = "";
  const findRows = () => {
    const key = `${axis.timed} ${axis.domain} ${version}`;
    if (key !== rowsFor) { rows = rowsInView(events, axis); rowsFor = key; }
  };

  let baseFor = "";
  const draw = () => {
    waiting = 0;
    palette();
    findRows();
    const count = inView();
    const tall = count * ROW;
    const from = top();
    const key = `${rowsFor} ${from} ${count} ${width} ${chosen} ${colors.dim} ${model.get("selected")}`;
    if (key !== baseFor) {
      baseFor = key;
      view.style.height = `${tall}px`;
      scroller.style.height = `${tall}px`;
      spacer.style.height = `${Math.max(0, rows.length * ROW - tall)}px`;
      const context = prepare(base, width, tall);
      drawRows(context, { events, axis, rows, from, count: Math.min(count, rows.length), width,
                          height: ROW, colors, now: chosen });
      context.globalCompositeOperation = "destination-over";
      drawGrid(context, tall);
      context.globalCompositeOperation = "source-over";
      drawLabels(from, count);
      seen.textContent = rows.length > count ? `${counted(rows.length)} lanes, scroll` : "";
    }
    drawHead();
    drawNow();
    overview.draw(colors, present(), `${axis.timed} ${version} ${width} ${colors.dim}`);
  };

  // Ticks with the width of their labels; measuring text is slow.
  let ticks = [];
  let ticksFor = "";
  const findTicks = () => {
    const key = `${rowsFor} ${width}`;
    if (key === ticksFor) return ticks;
    ticksFor = key;
    const context = head.getContext("2d");
    context.font = colors.font;
    ticks = ticksOf(axis, events, width).map(([value, label]) =>
      [value, label, context.measureText(label).width / 2]);
    return ticks;
  };

  const drawGrid = (context, tall) => {
    context.fillStyle = colors.line;
    for (const [value] of findTicks())
      context.fillRect(Math.round((value - axis.domain[0]) * scale()), 0, 1, tall);
  };

  const drawHead = () => {
    const context = prepare(head, width, HEAD);
    context.clearRect(0, 0, width, HEAD);
    context.font = colors.font;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const now = present();
    const text = now >= 0 ? `event ${counted(events.seqOf(now))}` : "";
    const wide = context.measureText(text).width + 12;
    const x = now >= 0 ? xOf(now) : -1000;
    const place = Math.max(wide / 2, Math.min(width - wide / 2, x));
    const inside = x >= -1 && x <= width + 1;
    context.fillStyle = colors.dim;
    for (const [value, label, half] of findTicks()) {
      const at = (value - axis.domain[0]) * scale();
      if (at - half < 0 || at + half > width) continue;
      if (inside && Math.abs(at - place) < half + wide / 2 + 4) continue;
      context.fillText(label, at, HEAD / 2 + 1);
    }
    for (const seq of model.get("bookmarks")) {
      const at = placeOf(seq);
      if (at >= 0) drawFlag(context, xOf(at));
    }
    if (!inside) return;
    context.fillStyle = colors.accent;
    context.beginPath();
    context.roundRect(place - wide / 2, 3, wide, HEAD - 6, 3);
    context.fill();
    context.fillRect(x - 0.75, HEAD - 4, 1.5, 4);
    context.fillStyle = "#fff";
    context.fillText(text, place, HEAD / 2 + 1);
  };

  const drawFlag = (context, x) => {
    if (x < 0 || x > width) return;
    context.fillStyle = "#4c6ef5";
    context.fillRect(x - 0.75, HEAD - 9, 1.5, 9);
    context.beginPath();
    context.moveTo(x, HEAD - 10);
    context.lineTo(x + 8, HEAD - 7);
    context.lineTo(x, HEAD - 4);
    context.fill();
  };

  const placeOf = (seq) => {
    if (events.seq === null) return seq >= 1 && seq <= events.count ? seq - 1 : -1;
    return events.seq.lastIndexOf(seq);
  };

  const drawNow = () => {
    const tall = inView() * ROW;
    const context = prepare(over, width, tall);
    context.clearRect(0, 0, width, tall);
    const now = present();
    if (now < 0) return;
    const x = xOf(now);
    if (x < -2 || x > width + 2) return;
    context.fillStyle = colors.accent;
    context.fillRect(x - 0.75, 0, 1.5, tall);
    const row = rows.indexOf(events.lane[now]) - top();
    if (row < 0 || row >= inView()) return;
    context.fillStyle = events.meta.colors[events.kind[now]];
    context.strokeStyle = colors.accent;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(x - 4, row * ROW + 3, 8, ROW - 6, 2);
    context.fill();
    context.stroke();
  };

  const drawLabels = (from, count) => {
    const names = rows.slice(from, from + count);
    while (labels.children.length > names.length) labels.lastChild.remove();
    while (labels.children.length < names.length) {
      const button = make("button", { type: "button", className: "ctx-label" },
                          make("code"), make("span"));
      button.addEventListener("click", () => {
        const handle = button.dataset.handle;
        if (handle === "") return;
        model.set("selected", model.get("selected") === handle ? "" : handle);
        model.save_changes();
      });
      labels.append(button);
    }
    names.forEach((number, at) => {
      const button = labels.children[at];
      const handle = events.meta.handles[number];
      const pinned = handle !== "" && handle === model.get("selected");
      button.dataset.handle = handle;
      button.firstChild.textContent = handle || "session";
      button.lastChild.textContent = handle ? events.meta.procedures[number] : "";
      button.setAttribute("aria-pressed", String(pinned));
      button.classList.toggle("ctx-here", number === chosen);
      button.disabled = handle === "";
      button.title = handle === "" ? "Events about the session as a whole"
        : `${pinned ? "Follow the events again" : `Stay with ${handle}`}`;
    });
  };

  const redraw = () => { if (waiting === 0) waiting = requestAnimationFrame(draw); };

  // Moving --------------------------------------------------------------------------------------
  let saving = 0;
  const moved = () => {
    redraw();
    clearTimeout(saving);
    saving = setTimeout(() => {
      model.set("window", axis.toWindow());
      model.save_changes();
    }, 150);
  };

  // Bring an event into view; in the middle, or as little as needed.
  const reveal = (place, middle = false) => {
    if (place < 0) return;
    const value = axis.at(place);
    const [from, to] = axis.domain;
    const margin = (to - from) * 0.04;
    if (value < from || value > to || (middle && !axis.isWhole)) {
      axis.set([value - (to - from) / 2, value + (to - from) / 2]);
      moved();
    } else if (!axis.isWhole && value > to - margin) {
      axis.pan(0.3);
      moved();
    } else if (!axis.isWhole && value < from + margin) {
      axis.pan(-0.3);
      moved();
    }
    findRows();
    const row = rows.indexOf(events.lane[place]);
    if (row >= 0 && (row < top() || row >= top() + inView())) {
      const most = Math.max(0, rows.length - inView()) * ROW;
      spacer.style.height = `${most}px`;
      scroller.style.height = `${inView() * ROW}px`;
      scrolled = Math.max(0, Math.min(most, (row - Math.floor(inView() / 2)) * ROW));
      scroller.scrollTop = scrolled;
    }
  };

  const zoom = (factor, around = null) => {
    const now = present();
    const middle = (axis.domain[0] + axis.domain[1]) / 2;
    const value = around ?? (now >= 0 && xOf(now) >= 0 && xOf(now) <= width ? axis.at(now) : middle);
    axis.zoom(factor, value);
    moved();
  };

  const toWhole = () => { axis.set(axis.whole()); moved(); };

  // To the nearest event of the lane above or below.
  const across = (step) => {
    const now = present();
    if (now < 0 || rows.length === 0) return;
    const row = rows.indexOf(events.lane[now]);
    for (let at = row + step; at >= 0 && at < rows.length; at += step) {
      const place = nearest(axis.at(now), rows[at]);
      if (place >= 0) { go(place); return; }
    }
  };

  // Pointer and keys ----------------------------------------------------------------------------
  let drag = null;
  slider.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, moved: false, domain: [...axis.domain] };
    slider.setPointerCapture(event.pointerId);
  });
  slider.addEventListener("pointermove", (event) => {
    if (drag === null) return;
    const by = event.clientX - drag.x;
    if (Math.abs(by) < 4 && !drag.moved) return;
    drag.moved = true;
    const shift = by / scale();
    axis.set([drag.domain[0] - shift, drag.domain[1] - shift]);
    moved();
  });
  slider.addEventListener("pointerup", (event) => {
    if (drag !== null && !drag.moved) {
      const box = base.getBoundingClientRect();
      const value = axis.domain[0] + (event.clientX - box.left) / scale();
      const row = Math.floor((event.clientY - box.top) / ROW) + top();
      let place = nearest(value, row < rows.length ? rows[row] : -1);
      // Far from any event of its lane, a click means the time.
      if (place < 0 || Math.abs(xOf(place) - (event.clientX - box.left)) > 40) place = nearest(value, -1);
      if (place >= 0) go(place);
    }
    drag = null;
  });
  slider.addEventListener("pointercancel", () => { drag = null; });
  slider.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    const box = base.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 0.8 : 1.25, axis.domain[0] + (event.clientX - box.left) / scale());
  }, { passive: false });
  slider.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const own = { ArrowUp: () => across(-1), ArrowDown: () => across(1), "+": () => zoom(0.5),
                  "=": () => zoom(0.5), "-": () => zoom(2), 0: toWhole };
    const does = own[event.key] ?? keys[event.key];
    if (does === undefined) return;
    event.preventDefault();
    does();
  });
  scroller.addEventListener("scroll", () => { scrolled = scroller.scrollTop; redraw(); });

  const tell = () => {
    const now = present();
    slider.setAttribute("aria-valuemin", "0");
    slider.setAttribute("aria-valuemax", String(events.count));
    slider.setAttribute("aria-valuenow", String(now + 1));
    const kind = now >= 0 ? events.meta.kinds[events.kind[now]] : "";
    const handle = now >= 0 ? events.meta.handles[events.lane[now]] : "";
    slider.setAttribute("aria-valuetext", now < 0 ? "before the first event"
      : `event ${events.seqOf(now)} of ${events.count}: ${kind}${handle ? ` of ${handle}` : ""}`);
  };

  const setAxis = () => {
    const kept = model.get("window");
    axis.setTimed(model.get("axis") === "time");
    axis.fromWindow(kept);
    redraw();
  };
  whenWidthChanges(slider, () => {
    const wide = Math.max(120, Math.floor(slider.clientWidth));
    if (wide === width) return;
    width = wide;
    overview.resize(wide);
    redraw();
  }, signal);
  whenThemeChanges(() => { colors = null; redraw(); }, signal);
  signal.addEventListener("abort", () => {
    cancelAnimationFrame(waiting);
    clearTimeout(saving);
  });

  setAxis();
  return {
    element,
    slider,
    redraw,
    refilter: () => { version += 1; redraw(); },
    reveal,
    zoom,
    toWhole,
    setAxis,
    setWindow: () => {
      const [own, wanted] = [axis.toWindow(), model.get("window")];
      if (own.join() !== wanted.join()) { axis.fromWindow(wanted); redraw(); }
    },
    choose: (handle) => {
      chosen = handle === "" ? -1 : events.laneOf(handle);
      redraw();
    },
    tell,
  };
};
