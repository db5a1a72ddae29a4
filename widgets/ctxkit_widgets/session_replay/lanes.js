// What of the lanes is in view: one row an instance that lives in the window.
const rowsInView = (events, axis) => {
  const [start, stop] = axis.range();
  const { first, last, lane, meta } = events;
  const rows = [];
  if (events.isFiltered()) {
    const seen = new Uint8Array(meta.handles.length);
    for (let at = start; at < stop; at += 1)
      if (seen[lane[at]] === 0 && events.isShown(at)) seen[lane[at]] = 1;
    seen.forEach((is, number) => { if (is) rows.push(number); });
    return rows;
  }
  let session = false;
  for (let at = start; at < stop && !session; at += 1) session = lane[at] === 0;
  if (session) rows.push(0);
  for (let number = 1; number < meta.handles.length; number += 1)
    if (first[number] < stop && last[number] >= start) rows.push(number);
  return rows;
};

// Draws the rows from one to another: a bar for the life of each, a mark for each pixel that has
// an event, coloured by the rarest type that falls onto it.
const drawRows = (context, { events, axis, rows, from, count, width, height, colors, now }) => {
  const [left, right] = axis.domain;
  const scale = width / (right - left);
  const place = (at) => (axis.at(at) - left) * scale;
  const [start, stop] = axis.range();
  const columns = Math.max(1, Math.ceil(width));
  const marks = new Uint8Array(count * columns);
  const rowOf = new Int32Array(events.meta.handles.length).fill(-1);
  for (let row = 0; row < count; row += 1) rowOf[rows[from + row]] = row;
  for (let at = start; at < stop; at += 1) {
    const row = rowOf[events.lane[at]];
    if (row < 0 || !events.isShown(at)) continue;
    const x = Math.min(columns - 1, Math.max(0, Math.round(place(at))));
    const rank = events.rank[events.kind[at]];
    if (marks[row * columns + x] < rank) marks[row * columns + x] = rank;
  }
  const shown = Math.max(1, stop - start);
  const thick = Math.max(1, Math.min(4, (width / shown) * 0.6));
  context.clearRect(0, 0, width, count * height);
  for (let row = 0; row < count; row += 1) {
    const number = rows[from + row];
    const top = row * height;
    if (number === now) {
      context.fillStyle = colors.chosen;
      context.fillRect(0, top, width, height);
    }
    const begin = Math.max(-4, place(events.first[number]));
    const end = Math.min(width + 4, place(events.last[number]));
    if (number > 0 && end >= 0 && begin <= width) {
      context.fillStyle = colors.soft;
      context.fillRect(begin, top + 6, Math.max(2, end - begin), height - 12);
    }
    for (let x = 0; x < columns; x += 1) {
      const rank = marks[row * columns + x];
      if (rank === 0) continue;
      context.fillStyle = events.meta.colors[events.byRank[rank - 1]];
      context.fillRect(x - thick / 2, top + 5, thick, height - 10);
    }
    drawEnd(context, events, number, place, top + height / 2, width, colors);
  }
};

const drawEnd = (context, events, number, place, middle, width, colors) => {
  const outcome = events.meta.outcomes[events.outcome[number]];
  const at = events.ended[number];
  if (number === 0 || outcome === "open" || !events.isShown(at)) return;
  const x = place(at);
  if (x < -6 || x > width + 6) return;
  context.fillStyle = colors[outcome];
  context.strokeStyle = colors.back;
  context.lineWidth = 1.5;
  context.beginPath();
  // Shape as well as colour tells how it ended.
  if (outcome === "completed") context.arc(x, middle, 5, 0, 2 * Math.PI);
  else if (outcome === "abandoned") context.rect(x - 4.5, middle - 4.5, 9, 9);
  else {
    context.moveTo(x, middle - 6);
    context.lineTo(x + 6, middle);
    context.lineTo(x, middle + 6);
    context.lineTo(x - 6, middle);
    context.closePath();
  }
  context.fill();
  context.stroke();
};
