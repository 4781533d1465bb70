"use strict";
(() => {
  const { first, base, rows, changes, parts, frames } = JSON.parse(document.getElementById("data").textContent);
  const find = (name) => document.getElementById(name);
  const A_STEP = 1200; // milliseconds
  const last = rows.length - 1;
  let at = first;
  let timer = 0;

  // By part, the steps at which it changes and what it is from then on.
  const known = new Map();
  const parsed = (markup) => {
    const holder = document.createElementNS("http://www.w3.org/2000/svg", "g");
    holder.innerHTML = markup;
    return holder.firstElementChild;
  };
  if (changes) {
    for (const element of find("drawing").querySelectorAll("[data-part]")) {
      known.set(element.dataset.part, { element, shown: 0, looks: [[0, element.outerHTML]] });
    }
    changes.forEach((change, step) => {
      for (const [name, markup] of Object.entries(change)) known.get(name)?.looks.push([step, markup]);
    });
  }

  function draw(step) {
    if (!changes) {
      find("drawing").innerHTML = frames[step].map((part) => parts[part]).join("");
      return;
    }
    for (const part of known.values()) {
      let look = 0;
      while (look + 1 < part.looks.length && part.looks[look + 1][0] <= step) look += 1;
      if (look === part.shown) continue;
      const element = parsed(part.looks[look][1]);
      part.element.replaceWith(element);
      Object.assign(part, { element, shown: look });
    }
  }

  function mark(list, chosen) {
    for (const each of list) {
      if (each === chosen) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    }
  }

  function show(step) {
    at = Math.min(Math.max(step, 0), last);
    draw(at);
    find("sentence").textContent = rows[at].sentence;
    const row = document.querySelector(`[data-row="${at}"]`);
    mark(document.querySelectorAll("[data-row]"), row);
    const box = find("rows");
    if (row && box) {
      const { top, bottom } = row.getBoundingClientRect();
      const frame = box.getBoundingClientRect();
      if (top < frame.top) box.scrollTop -= frame.top - top;
      else if (bottom > frame.bottom) box.scrollTop += bottom - frame.bottom;
    }
    mark(document.querySelectorAll("[data-line]"), document.querySelector(`[data-line="${rows[at].line}"]`));
    if (!find("step")) return;
    find("step").value = at;
    find("count").textContent = `${at + base} / ${last + base}`;
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    if (find("play")) find("play").textContent = "Play";
  }

  function play() {
    if (timer) return pause();
    if (at === last) show(0);
    find("play").textContent = "Pause";
    timer = setInterval(() => (at === last ? pause() : show(at + 1)), A_STEP);
  }

  const go = (step) => {
    pause();
    show(step);
  };
  if (find("step")) {
    find("start").onclick = () => go(0);
    find("back").onclick = () => go(at - 1);
    find("play").onclick = play;
    find("forward").onclick = () => go(at + 1);
    find("end").onclick = () => go(last);
    find("step").oninput = () => go(Number(find("step").value));
    for (const row of document.querySelectorAll("[data-row]")) row.onclick = () => go(Number(row.dataset.row));
    const keys = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(last), " ": play };
    addEventListener("keydown", (event) => {
      const isOwn = event.target.matches("input") || (event.key === " " && event.target.matches("button"));
      if (!(event.key in keys) || isOwn || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
    });
  }
  if (changes) draw(0);
  show(at);
})();
