/**
 * Keeps files that are dropped where nothing takes them from being opened by the browser in the place of the page.
 *
 * @returns ends it
 */
export function guardDrops(): () => void {
  const stop = new AbortController();
  const guard = (event: DragEvent): void => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  // Whoever takes files listens further inside.
  addEventListener('dragover', guard, { signal: stop.signal });
  addEventListener('drop', guard, { signal: stop.signal });
  return () => stop.abort();
}
