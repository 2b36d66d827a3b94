/**
 * Makes one signal of two. A terminal, `timeout` or systemd signals every process of a group, and npm and the
 * bootstrap hand the same signal down: a program that drains at the first and ends at the second would never drain.
 */
import { stopRequest } from './stop-request.js';

const sameWithinMs = 1_000;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  let handledAt = Number.NEGATIVE_INFINITY;
  const listen = () => {
    const isRepeated = performance.now() - handledAt < sameWithinMs;
    if (process.listenerCount(signal) > 1) {
      handledAt = performance.now();
      stopRequest.isHandled = true;
    } else if (!isRepeated) {
      // The program has no say in it (any more): what the system does without a listener.
      process.off(signal, listen);
      process.kill(process.pid, signal);
    }
  };
  process.on(signal, listen);
}
