// Thousands are separated by commas; a formatter made once is much faster than toLocaleString.
const counted = (() => {
  const format = new Intl.NumberFormat("en");
  return (number) => format.format(number);
})();

// The events as typed arrays, as they came from the kernel.
const readEvents = (model) => {
  const meta = model.get("meta");
  const held = model.get("events");
  const kinds = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };
  const array = (name) => {
    const place = meta.layout[name];
    if (place === undefined) return null;
    const [width, offset, length] = place;
    // A copy of its own: typed arrays must begin at a multiple of their width.
    const start = held.byteOffset + offset;
    return new kinds[width](held.buffer.slice(start, start + width * length));
  };
  const names = ["lane", "first", "last", "ended", "kind", "outcome", "time", "seq"];
  const events = Object.fromEntries(names.map((name) => [name, array(name)]));
  const count = events.kind.length;
  const begin = Date.parse(meta.begin);

  // Types that are rare are drawn over those that are frequent.
  const order = meta.counts.map((_, code) => code).sort((a, b) => meta.counts[b] - meta.counts[a]);
  const rank = new Uint8Array(meta.counts.length);
  order.forEach((code, at) => { rank[code] = at + 1; });

  const lanes = new Map(meta.handles.map((handle, number) => [handle, number]));
  let mask = null;
  return {
    ...events,
    meta,
    count,
    rank,
    byRank: order,
    laneOf: (handle) => lanes.get(handle) ?? -1,
    seqOf: (at) => (events.seq ? events.seq[at] : at + 1),
    // Text of the time of an event; finer where less than two minutes are seen.
    clock: (milliseconds, fine) => {
      const text = new Date(milliseconds).toISOString();
      return fine ? text.slice(11, 19) : text.slice(11, 16);
    },
    day: (milliseconds) => new Date(milliseconds).toISOString().slice(5, 10),
    stamp: (at) => (events.time ? begin + events.time[at] * meta.unit * 1000 : NaN),
    begin,
    setMask: (bits) => {
      mask = bits.byteLength ? new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength) : null;
    },
    isShown: (at) => mask === null || ((mask[at >> 3] >> (at & 7)) & 1) === 1,
    isFiltered: () => mask !== null,
    // The nearest event that is shown, from one place on; -1 where there is none.
    next: (at, step) => {
      for (let place = at; place >= 0 && place < count; place += step)
        if (mask === null || ((mask[place >> 3] >> (place & 7)) & 1) === 1) return place;
      return -1;
    },
  };
};
