// The host is the kernel: each question is sent with a number, and its answer comes back with the same one.
export default {
  render({ model, el }) {
    const waiting = new Map();
    let count = 0;
    const ask = (question) =>
      new Promise((resolve) => {
        count += 1;
        waiting.set(count, resolve);
        model.send({ ...question, number: count });
      });
    const heard = (answer) => {
      waiting.get(answer.number)?.(answer);
      waiting.delete(answer.number);
    };
    model.on("msg:custom", heard);
    const root = document.createElement("div");
    el.appendChild(root);
    kibitzBoard(root, model.get("told"), {
      start: (seat) => ask({ do: "start", seat }),
      move: (move) => ask({ do: "move", move }),
      back: () => ask({ do: "back" }),
      values: () => ask({ do: "values" }),
    });
    return () => model.off("msg:custom", heard);
  },
};
