// Copying to the clipboard, and saying so.

/** Copy a text and say `sentence`; where the browser does not allow it, `otherwise(text)` shows it to be copied by hand. */
export async function copied(text, sentence, { toast }, otherwise = toast) {
  try {
    await navigator.clipboard.writeText(text);
    toast(sentence);
  } catch {
    otherwise(text);
  }
}
