// The whole app in the page: puts the parts together and lets them speak with the kernel.
function render({ model, el }) {
  const abort = new AbortController();
  const events = readEvents(model);
  events.setMask(model.get("mask"));
  const opened = new Set(["Running"]);
  let drawn = null;
  let timer = 0;
  let sent = 0;

  const moments = makeMoments(model);
  const wishes = makeWishes(model, () => moments.expect(false));
  const go = (place) => {
    const index = Math.max(0, Math.min(events.count, place + 1));
    // Where a wish leads that is not met yet, only the kernel knows: what follows it goes there too.
    if (wishes.waiting()) { wishes.ask("go", { index }); return; }
    moments.expect(index < model.get("index"));
    model.set("index", index);
    model.save_changes();
  };
  const present = () => model.get("index") - 1;
  const step = (by) => {
    if (wishes.waiting()) { wishes.ask("step", { by }); return -1; }
    let at = present();
    for (let left = Math.abs(by); left > 0; left -= 1) {
      const found = events.next(at + Math.sign(by), Math.sign(by));
      if (found < 0) break;
      at = found;
    }
    if (at !== present()) go(at);
    return at;
  };
  const end = (by) => {
    if (wishes.waiting()) { wishes.ask("step", { by: -by * (events.count + 1) }); return; }
    const found = events.next(by > 0 ? 0 : events.count - 1, by);
    if (found >= 0) go(found);
  };
  const play = (on) => { model.set("playing", on); model.save_changes(); };
  const does = {
    first: () => end(1),
    last: () => end(-1),
    back: () => step(-1),
    forward: () => step(1),
    toggle: () => {
      const starts = !model.get("playing");
      if (starts && events.next(present() + 1, 1) < 0) end(1);
      play(starts);
    },
    changeBack: () => wishes.ask("back"),
    changeForward: () => wishes.ask("forward"),
    bookmark: () => wishes.ask("bookmark"),
    goSeq: (seq) => go(events.seq === null ? seq - 1 : events.seq.lastIndexOf(seq)),
    fork: () => wishes.ask("fork"),
    filter: (filter) => wishes.ask("filter", { filter }),
    kind: (kind) => wishes.ask("kind", { kind }),
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
  const transport = makeTransport({ model, events, does });
  const filter = makeFilter({ model, events, does });
  const machine = makeMachine(model);

  const told = make("div", { className: "ctx-note" });
  told.setAttribute("role", "status");
  // What is shown of a moment, pane by pane: each part is drawn anew into a place of its own. The
  // panes scroll, so they can be reached by keyboard.
  const panes = [
    ["steps", "Where the instance stands", [
      (moment) => standPane(moment, model),
      machine,
      (moment) => runningPane(moment, model, opened),
    ]],
    ["event", "The event, and what was served", [eventPane, (moment) => servePane(moment, opened)]],
    ["values", "What the instance knows", [storePane, (moment) => readPane(moment, opened)]],
  ].map(([name, label, parts]) => makePane(name, label, parts));
  // Only where it was given what was in the window.
  const inWindow = events.meta.course ? makeWindow({ model, events, go, signal: abort.signal }) : null;
  if (inWindow) panes.push(inWindow);
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
    make("div", { className: "ctx-panes" }, ...panes.map(({ element }) => element)),
  );
  keepKeys(root);
  el.append(root);

  const drawMoment = (moment) => {
    drawn = moment;
    for (const each of panes) each.draw(moment);
    transport.draw(moment);
    timeline.choose(moment.shown?.id ?? "");
    root.dataset.moment = moment.index;
    if (model.get("playing")) plan();
  };
  // The present moment is drawn where it is known. What was told too late is better than something
  // older still, while a key is held down.
  const showMoment = () => {
    const now = moments.get(model.get("index"));
    if (now !== undefined && now !== drawn) drawMoment(now);
  };
  const isPresent = (moment) =>
    moment?.index === model.get("index") && moment.selected === model.get("selected");
  const hearMoment = () => {
    const told = moments.keep(model.get("moment"));
    if (told !== drawn && (isPresent(told) || !isPresent(drawn))) drawMoment(told);
  };
  const drawPlace = () => {
    showMoment();
    timeline.reveal(present());
    timeline.tell();
    timeline.redraw();
    inWindow?.redraw();
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
      if (drawn.index !== model.get("index") || wishes.waiting()) return; // drawMoment plans again
      sent = performance.now();
      const at = present();
      if (step(1) === at) play(false);
    }, wait);
  };
  const drawPlaying = () => {
    transport.draw(drawn);
    if (model.get("playing")) { sent = performance.now(); plan(); } else clearTimeout(timer);
  };

  const heard = {
    "change:moment": hearMoment,
    "change:near": () => { for (const each of model.get("near")) moments.keep(each); showMoment(); },
    "change:index": drawPlace,
    "change:told": drawTold,
    "change:mask change:kinds change:instance change:text": drawFilter,
    "change:playing": drawPlaying,
    "change:speed change:field change:bookmarks": () => { transport.draw(drawn); timeline.redraw(); },
    "change:selected": () => { showMoment(); timeline.redraw(); },
    "change:done": () => plan(),
    "change:window": timeline.setWindow,
    "change:axis": () => { timeline.setAxis(); filter.draw(); timeline.reveal(present()); },
  };
  for (const [names, does_] of Object.entries(heard)) model.on(names, does_);
  hearMoment();
  drawTold();
  drawFilter();
  drawPlace();
  if (model.get("playing")) drawPlaying();
  moments.expect(false);

  return () => {
    clearTimeout(timer);
    moments.stop();
    abort.abort();
    machine.stop();
    for (const [names, does_] of Object.entries(heard)) model.off(names, does_);
  };
}

export default { render };
