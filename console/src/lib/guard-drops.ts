/**
 * Keeps the browser from opening files dropped outside of a drop area.
 * @returns a function that stops it
 */
export function guardDrops(): () => void {
  const stop = new AbortController();
  const guard = (event: DragEvent): void => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  // Drop areas handle their events first.
  addEventListener('dragover', guard, { signal: stop.signal });
  addEventListener('drop', guard, { signal: stop.signal });
  return () => stop.abort();
}
