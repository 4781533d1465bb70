// The drawing as a file: SVG, PNG, LaTeX, JSON; to download or to copy.

import { button, element } from "../shared/element.js";
import { popover } from "./popover.js";

const FORMATS = [
  ["svg", "SVG", "scales to any size"],
  ["png", "PNG", "for slides, white ground"],
  ["latex", "LaTeX", "forest and TikZ"],
  ["json", "JSON", "every step as data"],
  ["html", "HTML", "every step on one page, no server"],
];
const PIXELS = 2; // a unit of the drawing
const WIDEST = 16000; // pixels that browsers draw at most

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

/** An SVG text as a PNG on white. */
export async function painted(text) {
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  drawing.style.color = "#1b1b1b"; // the ink for white paper, whatever the theme
  const width = Number(drawing.getAttribute("width"));
  const height = Number(drawing.getAttribute("height"));
  const scale = Math.min(PIXELS, WIDEST / Math.max(width, height));
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await picture.decode();
  const canvas = element("canvas", { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const anchor = element("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Into the clipboard. The promise goes in, not its outcome: browsers want the call within the click. */
async function put(format, making) {
  const type = format === "png" ? "image/png" : "text/plain";
  const content = making().then(([blob]) => (format === "png" ? blob : new Blob([blob], { type })));
  await navigator.clipboard.write([new ClipboardItem({ [type]: content })]);
}
