// Moments that the kernel has told, by place and by the instance that is held in view. Those that
// may be wanted next are asked for in time: a step to one of them needs no answer to be drawn.
const makeMoments = (model) => {
  const MOST = 128;
  const kept = new Map();
  let timer = 0;
  const key = (index, selected) => `${index} ${selected}`;
  return {
    get: (index) => kept.get(key(index, model.get("selected"))),
    // Returns what is kept: the moment that is there already where both say the same.
    keep: (moment) => {
      const name = key(moment.index, moment.selected);
      const held = kept.get(name);
      const same = held !== undefined && JSON.stringify(held) === JSON.stringify(moment);
      kept.delete(name);
      kept.set(name, same ? held : moment);
      if (kept.size > MOST) kept.delete(kept.keys().next().value);
      return kept.get(name);
    },
    // Asks for what lies around the place that is gone to, once it is clear which that is. It is
    // asked for in a message of its own, just after the kernel was told the place: a server that
    // waits for a sign of life before it sends on what the kernel answers (Nagle's algorithm, 40 ms)
    // has it then.
    expect: (back) => {
      clearTimeout(timer);
      timer = setTimeout(() => model.send({ back }), 18);
    },
    stop: () => clearTimeout(timer),
  };
};
