// The whole log as one strip, and in it the window: drag to choose another.
const makeOverview = ({ events, axis, changed, gone }) => {
  const canvas = make("canvas", { className: "ctx-overview" });
  canvas.setAttribute("role", "img");
  canvas.title = "The whole log. Drag to choose what is in view; a click goes there.";
  const HEIGHT = 30;
  let width = 0;
  let held = null;

  const domainAt = (x) => {
    const [begin, end] = axis.whole();
    return begin + (x / Math.max(1, width)) * (end - begin);
  };
  const xOf = (value) => {
    const [begin, end] = axis.whole();
    return ((value - begin) / (end - begin)) * width;
  };

  // The bars stay the same from one moment to the next, so they are kept as a picture.
  const bars = document.createElement("canvas");
  let barsFor = "";
  const drawBars = (colors) => {
    const context = prepare(bars, width, HEIGHT);
    context.clearRect(0, 0, width, HEIGHT);
    const bins = new Float64Array(Math.max(1, Math.min(events.count, Math.ceil(width / 3))));
    const [begin, end] = axis.whole();
    const scale = bins.length / (end - begin);
    for (let at = 0; at < events.count; at += 1)
      if (events.isShown(at))
        bins[Math.min(bins.length - 1, Math.max(0, Math.floor((axis.at(at) - begin) * scale)))] += 1;
    const wide = width / bins.length;
    const most = Math.sqrt(bins.reduce((a, b) => Math.max(a, b), 1));
    context.fillStyle = colors.dim;
    context.globalAlpha = 0.55;
    bins.forEach((number, bin) => {
      const tall = number ? Math.max(2, (Math.sqrt(number) / most) * (HEIGHT - 6)) : 0;
      if (tall) context.fillRect(bin * wide, HEIGHT - 2 - tall, Math.max(2, wide - 1), tall);
    });
    context.globalAlpha = 1;
  };

  const draw = (colors, now, key) => {
    if (key !== barsFor) { drawBars(colors); barsFor = key; }
    const context = prepare(canvas, width, HEIGHT);
    context.clearRect(0, 0, width, HEIGHT);
    if (bars.width && bars.height) context.drawImage(bars, 0, 0, width, HEIGHT);
    const [from, to] = axis.domain.map(xOf);
    if (!axis.isWhole) {
      context.fillStyle = colors.veil;
      context.fillRect(0, 0, from, HEIGHT);
      context.fillRect(to, 0, width - to, HEIGHT);
    }
    context.strokeStyle = "#4c6ef5";
    context.lineWidth = 1.5;
    context.strokeRect(from + 0.75, 0.75, Math.max(3, to - from - 1.5), HEIGHT - 1.5);
    context.fillStyle = "#4c6ef5";
    for (const x of [from, to - 4]) context.fillRect(Math.max(0, Math.min(width - 4, x)), 9, 4, 12);
    if (now >= 0) {
      context.fillStyle = colors.accent;
      context.fillRect(xOf(axis.at(now)) - 0.75, 0, 1.5, HEIGHT);
    }
  };

  const at = (event) => event.clientX - canvas.getBoundingClientRect().left;
  canvas.addEventListener("pointerdown", (event) => {
    const x = at(event);
    const [from, to] = axis.domain.map(xOf);
    const near = (edge) => Math.abs(x - edge) < 6;
    const part = near(from) ? "from" : near(to) ? "to"
      : !axis.isWhole && x > from && x < to ? "all" : "new";
    held = { part, x, domain: [...axis.domain], moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const x = at(event);
    if (held === null) {
      const [from, to] = axis.domain.map(xOf);
      const edge = Math.abs(x - from) < 6 || Math.abs(x - to) < 6;
      canvas.style.cursor = edge ? "ew-resize"
        : !axis.isWhole && x > from && x < to ? "grab" : "crosshair";
      return;
    }
    if (Math.abs(x - held.x) < 3 && !held.moved) return;
    held.moved = true;
    const by = domainAt(x) - domainAt(held.x);
    const [from, to] = held.domain;
    if (held.part === "all") axis.set([from + by, to + by]);
    else if (held.part === "from") axis.set(sorted(from + by, to));
    else if (held.part === "to") axis.set(sorted(from, to + by));
    else axis.set(sorted(domainAt(held.x), domainAt(x)));
    changed();
  });
  const release = (event) => {
    if (held !== null && !held.moved) gone(domainAt(at(event)));
    held = null;
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", () => { held = null; });
  return { element: canvas, draw, resize: (wide) => { width = wide; } };
};

const sorted = (a, b) => [Math.min(a, b), Math.max(a, b)];

// Makes a canvas as fine as the screen and returns its context, in the pixels of the page.
const prepare = (canvas, width, height) => {
  const ratio = window.devicePixelRatio || 1;
  const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== tall) {
    canvas.width = wide;
    canvas.height = tall;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
};
