// Taking a game away as a file: a web page, a drawing, a picture, a film, or LaTeX.

import { button, element } from "../shared/element.js";
import { painted, save } from "../shared/files.js";
import { Thinking } from "../shared/thinking.js";

const FORMATS = [
  ["html", "Web page", "the whole game on one page, to open anywhere (HTML)"],
  ["svg", "Drawing", "this position, scales to any size (SVG)"],
  ["png", "Picture", "this position, on white (PNG)"],
  ["film", "Film", "the game so far, move by move (animated SVG)"],
  ["latex", "LaTeX", "this position, drawn by TikZ"],
];

/** Offer the files of the game on the table, as its seat sees it. */
export function offerFiles({ toast }, { place, seat, flipped }) {
  const thinking = new Thinking();
  const judged = element("input", { type: "checkbox", checked: true });
  const note = element("p", { class: "note", role: "status" });
  const judging = element("label", { class: "row" }, judged, "Judge every move first (web page)");

  async function fetched(format) {
    const body = { ...place, flip: flipped, seat, format: format === "png" ? "svg" : format, judged: judged.checked };
    return thinking.ask("api/take-away", body, { onNote: (words) => (note.textContent = words) });
  }

  async function taken(format) {
    note.textContent = "Preparing the file …";
    try {
      const file = await fetched(format);
      if (!file) return; // stopped
      if (format === "png") save(await painted(file.text), file.filename.replace(/\.svg$/, ".png"));
      else save(new Blob([file.text], { type: file.media }), file.filename);
      note.textContent = "The file is saved with your downloads.";
    } catch (error) {
      note.textContent = "";
      toast(error.message, "error");
    }
  }

  const rows = FORMATS.map(([format, title, words]) =>
    element(
      "li",
      { class: "row tight between", style: "padding: 7px 0" },
      element("span", { class: "grow" }, element("b", {}, title), element("br"), element("small", { class: "note" }, words)),
      button("Download", () => taken(format), { class: "small", "aria-label": `Download ${title}` }),
    ),
  );
  const dialog = element("dialog", { class: "dialog", "aria-label": "Export" });
  dialog.append(
    element("h2", {}, "Export"),
    element("ul", { class: "list" }, rows),
    judging,
    note,
    element("div", { class: "row end" }, button("Close", () => dialog.close(), { class: "primary" })),
  );
  dialog.onclose = () => {
    thinking.stop();
    dialog.remove();
  };
  document.body.append(dialog);
  dialog.showModal();
}
