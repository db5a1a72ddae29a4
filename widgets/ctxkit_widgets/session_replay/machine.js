// The steps of a procedure, one below the other, and the ways between them.
const BOX = 46;
const GAP = 16;
const TRACK = 9;

const makeMachine = (model) => {
  const list = make("ol", { className: "ctx-steps" });
  const wires = svg("svg", { class: "ctx-wires", "aria-hidden": "true" });
  const holder = make("div", { className: "ctx-machine" }, wires, list);
  let wide = 0;
  let drawn = null;
  let edges = [];

  const build = (name, steps) => {
    drawn = name;
    const place = new Map(steps.map(({ id }, at) => [id, at]));
    edges = [];
    steps.forEach(({ id, to }, from) => {
      for (const target of to) if (place.has(target)) edges.push({ id, target, from, to: place.get(target) });
    });
    const back = tracks(edges.filter(({ from, to }) => to <= from));
    const ahead = tracks(edges.filter(({ from, to }) => to > from + 1));
    const margins = [12 + TRACK * back, 8 + TRACK * ahead];
    list.style.margin = `0 ${margins[1]}px 0 ${margins[0]}px`;
    list.replaceChildren(...steps.map((step) => box(step)));
    wires.replaceChildren();
    for (const edge of edges) {
      edge.line = svg("path", { class: "ctx-wire" });
      edge.tip = svg("path", { class: "ctx-tip" });
      wires.append(edge.line, edge.tip);
    }
    place_(margins, steps.length);
  };

  const box = ({ id, kind, goal, to, ends }) => {
    const name = make("strong", {}, id);
    const visits = make("span", { className: "ctx-visits ctx-num" });
    const ways = [...to.map((each) => `to ${each}`), ...ends.map((each) => `ends: ${each}`)];
    const more = make("span", { className: "ctx-unseen" }, `Leads ${ways.join(", ")}.`);
    const below = make("span", { className: "ctx-below" }, make("span", {}, kind));
    if (ends.length) below.append(make("span", { className: "ctx-ends" }, ends.map((each) => `■ ${each}`).join(" ")));
    const item = make("li", { className: "ctx-step" }, name, visits, below, more);
    item.dataset.step = id;
    item.title = [goal, ways.join("\n")].filter(Boolean).join("\n");
    return item;
  };

  // Puts ways that lie beside each other onto tracks of their own; returns how many there are.
  const tracks = (some) => {
    const ends = [];
    for (const edge of [...some].sort((a, b) => span(a) - span(b))) {
      const [top, bottom] = [Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)];
      let track = ends.findIndex((taken) => taken.every(([t, b]) => bottom < t || top > b));
      if (track < 0 && ends.length < 5) { track = ends.length; ends.push([]); }
      if (track < 0) track = ends.length - 1;
      ends[track].push([top, bottom]);
      edge.track = track;
    }
    return ends.length;
  };
  const span = ({ from, to }) => Math.abs(from - to);

  const place_ = (margins, count) => {
    wires.style.height = `${count * (BOX + GAP) - GAP}px`;
    const width = wide || holder.clientWidth || 240;
    const [left, right] = [margins[0], width - margins[1]];
    for (const edge of edges) {
      const [from, to] = [edge.from * (BOX + GAP), edge.to * (BOX + GAP)];
      if (edge.to === edge.from + 1) {
        const x = (left + right) / 2;
        edge.line.setAttribute("d", `M${x} ${from + BOX}V${to - 5}`);
        edge.tip.setAttribute("d", `M${x - 4} ${to - 6}h8l-4 6z`);
        continue;
      }
      const back = edge.to <= edge.from;
      const side = back ? left : right;
      const sign = back ? -1 : 1;
      const x = side + sign * (9 + edge.track * TRACK);
      const leave = from + BOX - 13;
      const arrive = to + 13;
      edge.line.setAttribute("d", `M${side} ${leave}Q${x} ${leave} ${x} ${leave + Math.sign(arrive - leave) * 8}`
        + `V${arrive - Math.sign(arrive - leave) * 8}Q${x} ${arrive} ${side + sign * 5} ${arrive}`);
      edge.tip.setAttribute("d", `M${side + sign * 6} ${arrive - 4}v8l${-sign * 6} -4z`);
    }
  };

  const draw = ({ shown, visits, moved }) => {
    const name = shown?.procedure ?? "";
    const machine = model.get("machines")[name];
    holder.hidden = machine === undefined;
    if (machine === undefined) { drawn = null; return; }
    if (drawn !== name) build(name, machine.steps);
    for (const item of list.children) {
      const id = item.dataset.step;
      const here = id === shown.step;
      item.classList.toggle("ctx-now", here);
      if (here) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
      const times = visits[id] ?? 0;
      item.children[1].textContent = `${counted(times)}×`;
      item.children[1].title = `entered ${times} times so far`;
      item.classList.toggle("ctx-unvisited", times === 0);
    }
    for (const edge of edges) {
      const taken = moved.length === 2 && edge.id === moved[0] && edge.target === moved[1];
      edge.line.classList.toggle("ctx-taken", taken);
      edge.tip.classList.toggle("ctx-taken", taken);
      if (taken) wires.append(edge.line, edge.tip);
    }
  };

  const again = () => {
    const machine = model.get("machines")[drawn];
    if (machine !== undefined) { const name = drawn; drawn = null; build(name, machine.steps); draw(model.get("moment")); }
  };
  const watcher = new ResizeObserver(() => {
    const now = holder.clientWidth;
    if (now !== 0 && now !== wide) { wide = now; again(); }
  });
  watcher.observe(holder);
  return { element: holder, draw, stop: () => watcher.disconnect() };
};
