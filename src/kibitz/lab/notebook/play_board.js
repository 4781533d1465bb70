"use strict";
// A board to play on. `host` answers start(seat), move(text), back() and values(), each with a promise: of a view of the
// game, or, for values, of an object that has what each move is worth in words.
function kibitzBoard(root, told, host) {
  root.classList.add("kz-play");
  root.innerHTML = `
    <h1></h1>
    <p class="kz-said" aria-live="polite"></p>
    <div class="kz-board"></div>
    <div class="kz-moves" role="group" aria-label="Moves"></div>
    <div class="kz-tools">
      <label>You are <select></select></label>
      <button type="button" data-do="new">New game</button>
      <button type="button" data-do="back">Take back</button>
      <label><input type="checkbox"> Show what each move is worth</label>
    </div>
    <ol class="kz-log" aria-label="The game so far"></ol>`;
  const find = (what) => root.querySelector(what);
  const seats = find("select");
  const asksValues = find("input");
  let view = null;
  let from = null; // the cell that a piece is to be moved from
  let isBusy = false;

  find("h1").textContent = told.title;
  told.seats.forEach((name, seat) => seats.add(new Option(name, seat)));
  seats.value = told.seat;
  seats.closest("label").hidden = told.seats.length < 2;

  const same = (one, other) => one[0] === other[0] && one[1] === other[1];
  const at = (cell) => find(`[data-cell="${cell[0]},${cell[1]}"]`);
  const columnOf = (moves, cell) => (view.columns ? moves.filter((m) => m.cells.length === 1 && m.cells[0][1] === cell[1]) : []);

  /** The moves that a click on a cell may mean: from it, or to it from the cell that was clicked before. */
  function meant(cell) {
    const single = view.moves.filter((m) => m.cells.length === 1 && same(m.cells[0], cell));
    const column = columnOf(view.moves, cell);
    const landing = from ? view.moves.filter((m) => m.cells.length > 1 && same(m.cells[0], from) && same(m.cells.at(-1), cell)) : [];
    const leaving = view.moves.filter((m) => m.cells.length > 1 && same(m.cells[0], cell));
    return { now: landing.length ? landing : single.length ? single : column, leaving };
  }

  function clicked(cell) {
    if (isBusy || view.who !== "you") return;
    const { now, leaving } = meant(cell);
    if (now.length === 1) return void act(() => host.move(now[0].move));
    from = now.length === 0 && leaving.length ? cell : null;
    offer(now.length > 1 ? now : leaving.length ? leaving : null);
    mark();
  }

  /** Run what the host is asked, and show what comes of it. */
  async function act(ask) {
    if (isBusy) return;
    isBusy = true;
    root.setAttribute("aria-busy", "true");
    try {
      const answer = await ask();
      if (answer.error) throw new Error(answer.error);
      view = answer;
      from = null;
      draw();
      if (asksValues.checked) await judge();
    } catch (error) {
      find(".kz-said").textContent = error.message;
    } finally {
      isBusy = false;
      root.removeAttribute("aria-busy");
    }
  }

  function draw() {
    find(".kz-board").innerHTML = view.svg;
    find(".kz-said").textContent = view.said;
    for (const group of root.querySelectorAll(".kz-board [data-cell]")) {
      const cell = group.dataset.cell.split(",").map(Number);
      group.addEventListener("click", () => clicked(cell));
      const { now, leaving } = meant(cell);
      if (view.who !== "you" || !(now.length + leaving.length || view.moves.some((m) => m.cells.length > 1 && same(m.cells.at(-1), cell)))) continue;
      group.classList.add("kz-open");
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", `${group.dataset.name || group.dataset.cell} ${group.dataset.said || ""}`.trim());
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        clicked(cell);
      });
    }
    for (const cell of view.last) at(cell)?.classList.add("kz-last");
    offer(null);
    find(".kz-log").replaceChildren(...view.log.map(([who, move]) => {
      const item = document.createElement("li");
      item.textContent = `${{ you: "you", kibitz: "Kibitz", chance: "chance" }[who]}: ${move}`;
      return item;
    }));
    find('[data-do="back"]').disabled = !view.log.some(([who]) => who === "you");
  }

  /** Buttons for moves: those given, else all that cannot be clicked on the board, or not told apart by looking. */
  function offer(moves) {
    const offered = moves ?? view.moves.filter((m) => view.buttons || !m.cells.length || !at(m.cells[0]));
    find(".kz-moves").replaceChildren(...offered.map((each) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.move = each.move;
      button.textContent = each.words && asksValues.checked ? `${each.move}: ${each.words}` : each.move;
      button.onclick = () => act(() => host.move(each.move));
      return button;
    }));
  }

  function mark() {
    for (const group of root.querySelectorAll(".kz-from")) group.classList.remove("kz-from");
    if (from) at(from)?.classList.add("kz-from");
  }

  /** Show what each move is worth: on buttons, for the board's moves too. */
  async function judge() {
    const { values, error } = await host.values();
    if (error) throw new Error(error);
    for (const each of view.moves) each.words = values[each.move];
    offer(view.moves);
  }

  find('[data-do="new"]').onclick = () => act(() => host.start(Number(seats.value)));
  find('[data-do="back"]').onclick = () => act(() => host.back());
  seats.onchange = () => act(() => host.start(Number(seats.value)));
  asksValues.onchange = () => (asksValues.checked ? act(async () => view) : offer(null));
  act(() => host.start(Number(seats.value)));
}
