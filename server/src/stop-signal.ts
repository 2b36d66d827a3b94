/** Listens from now on for SIGTERM and SIGINT; the next one ends the process at once. */
export function stopSignal(): { signal: AbortSignal; received: Promise<NodeJS.Signals> } {
  const stopping = new AbortController();
  const received = new Promise<NodeJS.Signals>((resolve) => {
    const stop = (name: NodeJS.Signals): void => {
      // Without a listener, the next signal has its usual effect.
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      resolve(name);
      stopping.abort(new Error(`Stopped by ${name}.`));
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
  return { signal: stopping.signal, received };
}
