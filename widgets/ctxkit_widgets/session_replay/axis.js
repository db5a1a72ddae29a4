// Where events lie from left to right: one after the other, or by their time.
const makeAxis = (events) => {
  let timed = false;
  let domain = [0.5, events.count + 0.5];

  const at = (place) => (timed ? events.time[place] : place + 1);
  const whole = () => {
    if (!timed) return [0.5, Math.max(1, events.count) + 0.5];
    const end = events.time[events.count - 1];
    return [-end * 0.004, end * 1.004];
  };
  // The first event that does not lie left of a value.
  const search = (value) => {
    let low = 0;
    let high = events.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(middle) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const least = () => (timed ? Math.max(1, 0.02 / events.meta.unit) : 8);
  const fit = ([from, to]) => {
    const [begin, end] = whole();
    const width = Math.min(end - begin, Math.max(least(), to - from));
    let left = from + (to - from - width) / 2;
    left = Math.max(begin, Math.min(end - width, left));
    return [left, left + width];
  };
  const axis = {
    at,
    whole,
    search,
    get domain() { return domain; },
    get timed() { return timed; },
    get isWhole() {
      const [begin, end] = whole();
      return domain[0] <= begin && domain[1] >= end;
    },
    set: (wanted) => { domain = fit(wanted); },
    setTimed: (wanted) => { timed = wanted && events.time !== null; },
    // Places, from 0, of the first event in view and of the one after the last.
    range: () => [search(domain[0]), search(domain[1] + 1e-9)],
    zoom: (factor, around) => {
      const [from, to] = domain;
      domain = fit([around - (around - from) * factor, around + (to - around) * factor]);
    },
    pan: (share) => {
      const by = (domain[1] - domain[0]) * share;
      const [begin, end] = whole();
      const bounded = Math.max(begin - domain[0], Math.min(end - domain[1], by));
      domain = [domain[0] + bounded, domain[1] + bounded];
    },
    // The window as places of events, from 1, and back.
    toWindow: () => {
      if (axis.isWhole || events.count === 0) return [];
      const [start, stop] = axis.range();
      const first = Math.min(start, events.count - 1);
      return [first + 1, Math.max(first + 1, stop)];
    },
    fromWindow: (window_) => {
      if (window_.length !== 2 || events.count === 0) domain = whole();
      else {
        const [first, last] = [at(window_[0] - 1), at(window_[1] - 1)];
        const margin = timed ? Math.max((last - first) * 0.01, least() / 2) : 0.5;
        domain = fit([first - margin, last + margin]);
      }
    },
  };
  return axis;
};

// Numbers or times to write under an axis, at round places.
const ticksOf = (axis, events, width) => {
  const [from, to] = axis.domain;
  const wanted = Math.max(2, Math.floor(width / 90));
  if (!axis.timed) {
    const rough = (to - from) / wanted;
    const base = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
    const step = Math.max(1, [1, 2, 5, 10].map((n) => n * base).find((n) => n >= rough));
    const ticks = [];
    for (let value = Math.ceil(from / step) * step; value <= to; value += step)
      if (value >= 1 && value <= events.count)
        ticks.push([value, counted(events.seqOf(value - 1))]);
    return ticks;
  }
  const unit = events.meta.unit * 1000;
  const begin = events.begin + from * unit;
  const end = events.begin + to * unit;
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200,
                 86400, 172800, 432000, 864000, 2592000, 7776000, 31536000].map((s) => s * 1000);
  const step = steps.find((s) => s >= (end - begin) / wanted) ?? steps.at(-1);
  const ticks = [];
  for (let stamp = Math.ceil(begin / step) * step; stamp <= end; stamp += step) {
    const text = step >= 86400000 ? events.day(stamp)
      : stamp % 86400000 === 0 ? events.day(stamp) : events.clock(stamp, step < 60000);
    ticks.push([(stamp - events.begin) / unit, text]);
  }
  return ticks;
};
