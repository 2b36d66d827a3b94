const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Errors of a pipe without a reader, and of a closed terminal. */
const CLOSED = new Set(['EPIPE', 'EIO']);

/** Why the process should stop: a signal, or standard output that nobody reads (`npm start | head -1`). */
export type StopReason = (typeof SIGNALS)[number] | 'closed output';

/**
 * Listens from now on for signals and for a closed standard output; the next signal ends the process at once. Other
 * failures of standard output, such as a full disk, and all of standard error are no reason to stop.
 */
export function stopSignal(): { signal: AbortSignal; received: Promise<StopReason> } {
  const stopping = new AbortController();
  const received = new Promise<StopReason>((resolve) => {
    const stop = (reason: StopReason): void => {
      // Without a listener, the next signal has its usual effect.
      for (const name of SIGNALS) process.off(name, stop);
      resolve(reason);
      stopping.abort(new Error(`Stopped by ${reason}.`));
    };
    for (const name of SIGNALS) process.on(name, stop);
    process.stdout.on('error', (error) => {
      if ('code' in error && CLOSED.has(String(error.code))) stop('closed output');
    });
    process.stderr.on('error', () => undefined);
  });
  return { signal: stopping.signal, received };
}
