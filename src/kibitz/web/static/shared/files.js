// Files to take away: painting a drawing as pixels, and saving.

import { element } from "./element.js";

const PIXELS = 2; // a unit of the drawing
const WIDEST = 16000; // pixels that browsers draw at most

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

/** Save a blob under a name, as a download. */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const anchor = element("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
