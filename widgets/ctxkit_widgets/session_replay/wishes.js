// What only the kernel can do is asked for in a list of numbered wishes, which it meets in order.
// Each stays in the list until it is met: while the kernel is busy, of a trait only the last value
// is sent.
const makeWishes = (model, asked) => {
  const open = () => model.get("asked").filter(({ number }) => number > model.get("done"));
  return {
    waiting: () => open().length > 0,
    ask: (what, more = {}) => {
      const held = open();
      const number = (held.at(-1)?.number ?? model.get("done")) + 1;
      model.set("asked", [...held, { number, do: what, ...more }]);
      model.save_changes();
      asked();
    },
  };
};
