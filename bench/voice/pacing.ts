/** Ticks without drift: each is scheduled at a multiple of 20 ms after the first. */
export function every20Ms(work: () => void): () => void {
  const startedAt = performance.now();
  let ticks = 0;
  let timer = setTimeout(next, 20);
  function next(): void {
    ticks += 1;
    work();
    timer = setTimeout(next, Math.max(0, startedAt + (ticks + 1) * 20 - performance.now()));
  }
  return () => clearTimeout(timer);
}

export function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
