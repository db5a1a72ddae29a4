// The whole app in the page: puts the parts together and lets them speak with the kernel.
function render({ model, el }) {
  const abort = new AbortController();
  const events = readEvents(model);
  events.setMask(model.get("mask"));
  const opened = new Set(["Running"]);
  let timer = 0;
  let sent = 0;

  const send = (content) => model.send(content);
  const go = (place) => {
    model.set("index", Math.max(0, Math.min(events.count, place + 1)));
    model.save_changes();
  };
  const present = () => model.get("index") - 1;
  const step = (by) => {
    let at = present();
    for (let left = Math.abs(by); left > 0; left -= 1) {
      const found = events.next(at + Math.sign(by), Math.sign(by));
      if (found < 0) break;
      at = found;
    }
    if (at !== present()) go(at);
    return at;
  };
  const end = (from, by) => { const found = events.next(from, by); if (found >= 0) go(found); };
  const play = (on) => { model.set("playing", on); model.save_changes(); };
  const does = {
    first: () => end(0, 1),
    last: () => end(events.count - 1, -1),
    back: () => step(-1),
    forward: () => step(1),
    toggle: () => {
      const starts = !model.get("playing");
      if (starts && events.next(present() + 1, 1) < 0) end(0, 1);
      play(starts);
    },
    changeBack: () => send({ do: "back" }),
    changeForward: () => send({ do: "forward" }),
    bookmark: () => {
      const seq = model.get("moment").seq;
      const held = model.get("bookmarks");
      const kept = held.includes(seq) ? held.filter((each) => each !== seq) : [...held, seq];
      model.set("bookmarks", kept.sort((a, b) => a - b));
      model.save_changes();
    },
    goSeq: (seq) => go(events.seq === null ? seq - 1 : events.seq.lastIndexOf(seq)),
    fork: () => send({ do: "fork" }),
    zoomIn: () => timeline.zoom(0.5),
    zoomOut: () => timeline.zoom(2),
    whole: () => timeline.toWhole(),
  };
  const keys = {
    ArrowLeft: does.back, ArrowRight: does.forward, Home: does.first, End: does.last,
    PageUp: () => step(-10), PageDown: () => step(10), n: does.changeForward, N: does.changeForward,
    p: does.changeBack, P: does.changeBack, b: does.bookmark, B: does.bookmark, " ": does.toggle,
  };
  const timeline = makeTimeline({ model, events, go, keys, signal: abort.signal });
  const transport = makeTransport({ model, does });
  const filter = makeFilter({ model, events, does, ask: (wanted) => send({ do: "filter", filter: wanted }) });
  const machine = makeMachine(model);

  const told = make("div", { className: "ctx-note" });
  told.setAttribute("role", "status");
  // They scroll, so they can be reached by keyboard.
  const pane = (name, label) => {
    const made = make("section", { className: `ctx-pane ctx-pane-${name}`, tabIndex: 0 });
    made.setAttribute("aria-label", label);
    return made;
  };
  const steps = pane("steps", "Where the instance stands");
  const event = pane("event", "The event, and what was served");
  const values = pane("values", "What the instance knows");
  const stand = make("div");
  const running = make("div");
  steps.append(stand, machine.element, running);
  const [what, serve, store, reads] = [0, 1, 2, 3].map(() => make("div"));
  event.append(what, serve);
  values.append(store, reads);
  const meta = events.meta;
  const root = make(
    "div",
    { className: "ctx-root ctx-replay" },
    make("div", { className: "ctx-head" }, make("span", { className: "ctx-kind" }, "Session replay"),
         make("strong", { className: "ctx-title" }, meta.title), make("span", { className: "ctx-dim" }, meta.facts.join(" · "))),
    transport.element,
    told,
    timeline.element,
    filter.element,
    make("div", { className: "ctx-panes" }, steps, event, values),
  );
  keepKeys(root);
  el.append(root);

  const drawMoment = () => {
    const moment = model.get("moment");
    stand.replaceChildren(...standPane(moment, model));
    running.replaceChildren(...runningPane(moment, model, opened));
    machine.draw(moment);
    what.replaceChildren(...eventPane(moment));
    serve.replaceChildren(...servePane(moment, opened));
    store.replaceChildren(...storePane(moment));
    reads.replaceChildren(...readPane(moment, opened));
    transport.draw();
    timeline.choose(moment.shown?.id ?? "");
    root.dataset.moment = moment.index;
    if (model.get("playing")) plan();
  };
  const drawPlace = () => {
    timeline.reveal(present());
    timeline.tell();
    timeline.redraw();
  };
  const drawTold = () => {
    const { note, error, fork } = model.get("told");
    const parts = [];
    if (error) parts.push(make("span", { className: "ctx-bad" }, error));
    if (note) parts.push(make("span", {}, note));
    if (fork) parts.push(make("span", {}, fork));
    told.replaceChildren(...parts);
    filter.draw();
  };
  const drawFilter = () => {
    events.setMask(model.get("mask"));
    filter.draw();
    timeline.refilter();
  };

  // Playing: the next step is taken when its time has come and the last one was answered.
  const plan = () => {
    clearTimeout(timer);
    if (!model.get("playing")) return;
    const wait = Math.max(0, sent + 1000 / model.get("speed") - performance.now());
    timer = setTimeout(() => {
      if (model.get("moment").index !== model.get("index")) return; // drawMoment plans again
      sent = performance.now();
      const at = present();
      if (step(1) === at) play(false);
    }, wait);
  };
  const drawPlaying = () => {
    transport.draw();
    if (model.get("playing")) { sent = performance.now(); plan(); } else clearTimeout(timer);
  };

  const heard = {
    "change:moment": drawMoment,
    "change:index": drawPlace,
    "change:told": drawTold,
    "change:mask change:kinds change:instance change:text": drawFilter,
    "change:playing": drawPlaying,
    "change:speed change:field change:bookmarks": () => { transport.draw(); timeline.redraw(); },
    "change:selected": timeline.redraw,
    "change:window": timeline.setWindow,
    "change:axis": () => { timeline.setAxis(); filter.draw(); timeline.reveal(present()); },
  };
  for (const [names, does_] of Object.entries(heard)) model.on(names, does_);
  drawMoment();
  drawTold();
  drawFilter();
  drawPlace();
  if (model.get("playing")) drawPlaying();

  return () => {
    clearTimeout(timer);
    abort.abort();
    machine.stop();
    for (const [names, does_] of Object.entries(heard)) model.off(names, does_);
  };
}

export default { render };
