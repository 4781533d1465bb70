// Following the room: a stream of events that is begun again whenever it breaks off.

/**
 * Call `onTold(data)` at every event; `onLost()` while the server is not there, `onBack()` when it is again, `onRefused()` where
 * it wants a seat first. Returns what ends it.
 */
export function follow(path, { onTold, onLost = () => {}, onBack = () => {}, onRefused = () => {} }) {
  let source = null;
  let waiting = 0;
  let isOver = false;

  function begin() {
    source = new EventSource(new URL(path, document.baseURI));
    source.onmessage = ({ data }) => onTold(JSON.parse(data));
    source.addEventListener("done", again); // the server is ending, or the seat is gone
    source.onerror = again;
  }

  async function again() {
    source.close();
    if (isOver) return;
    onLost();
    clearTimeout(waiting);
    waiting = setTimeout(look, 1500);
  }

  /** Is the server there, and is there still a seat? */
  async function look() {
    try {
      const response = await fetch(new URL(path, document.baseURI), { headers: { accept: "application/json" } });
      if (isOver) return;
      if (response.ok) {
        begin();
        onBack();
      } else if (response.status === 403 || response.status === 404) onRefused();
      else again();
    } catch {
      again();
    }
  }

  begin();
  return () => {
    isOver = true;
    clearTimeout(waiting);
    source.close();
  };
}
