// The host that a page carries with it: every position that may come up, and what Kibitz plays there.
{
  const told = JSON.parse(document.getElementById("data").textContent);
  let at = 0;
  let last = [];
  let log = [];
  let past = [];

  const fallen = (moves) => {
    let left = Math.random() * moves.reduce((sum, each) => sum + each.chance, 0);
    return moves.find((each) => (left -= each.chance) < 0) ?? moves.at(-1);
  };

  function make(who, each) {
    log = [...log, [who, each.move]];
    last = each.cells;
    at = each.next;
  }

  /** Let Kibitz and chance move until it is the player's turn. */
  function view() {
    for (let here = told.positions[at]; here.who === "kibitz" || here.who === "chance"; here = told.positions[at]) {
      make(here.who, here.who === "chance" ? fallen(here.moves) : here.moves[0]);
    }
    const { who, said, columns, buttons, moves, frame } = told.positions[at];
    const svg = told.frames[frame].map((part) => told.parts[part]).join("");
    return { svg, who, said, columns, buttons, last, log, moves: moves.map(({ move, cells }) => ({ move, cells })) };
  }

  kibitzBoard(document.getElementById("play"), told, {
    async start(seat) {
      at = told.starts[seat];
      last = [];
      log = [];
      past = [];
      return view();
    },
    async move(text) {
      past.push({ at, last, log });
      make("you", told.positions[at].moves.find((each) => each.move === text));
      return view();
    },
    async back() {
      if (past.length) ({ at, last, log } = past.pop());
      return view();
    },
    async values() {
      return { values: Object.fromEntries(told.positions[at].moves.map((each) => [each.move, each.words])) };
    },
  });
}
