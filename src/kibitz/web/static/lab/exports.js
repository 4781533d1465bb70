// The drawing as a file: SVG, PNG, LaTeX, JSON; to download or to copy.

import { button, element } from "../shared/element.js";
import { painted, save } from "../shared/files.js";
import { popover } from "./popover.js";

const FORMATS = [
  ["svg", "SVG", "scales to any size"],
  ["png", "PNG", "for slides, white ground"],
  ["latex", "LaTeX", "forest and TikZ"],
  ["json", "JSON", "every step as data"],
  ["html", "HTML", "every step on one page, no server"],
];

/** The menu of exports. `request()` gives the body for /api/lab/export, less the format. */
export function exportMenu({ api, toast }, request) {
  const fetched = (format) => api.post("api/lab/export", { ...request(), format });
  const guarded = (action) => async () => {
    try {
      await action();
    } catch (error) {
      toast(error.message, "error");
    }
  };
  const rows = FORMATS.map(([format, title, note]) => {
    const download = guarded(async () => save(...(await made(format, fetched))));
    const copy = guarded(async () => {
      await put(format, () => made(format, fetched));
      toast(`${title} copied.`);
    });
    return element(
      "li",
      { class: "export-row" },
      element("span", { class: "grow" }, element("b", {}, title), element("small", { class: "note" }, ` ${note}`)),
      button("Download", download, { class: "small", "aria-label": `Download ${title}` }),
      button("Copy", copy, { class: "small", "aria-label": `Copy ${title}` }),
    );
  });
  return popover("Export", "Export the drawing at this step", element("ul", { class: "list" }, rows));
}

/** A file: [blob, name]. */
async function made(format, fetched) {
  if (format !== "png") {
    const { text, filename, media } = await fetched(format);
    return [new Blob([text], { type: media }), filename];
  }
  const { text, filename } = await fetched("svg");
  return [await painted(text), filename.replace(/\.svg$/, ".png")];
}

/** Into the clipboard. The promise goes in, not its outcome: browsers want the call within the click. */
async function put(format, making) {
  const type = format === "png" ? "image/png" : "text/plain";
  const content = making().then(([blob]) => (format === "png" ? blob : new Blob([blob], { type })));
  await navigator.clipboard.write([new ClipboardItem({ [type]: content })]);
}
