/**
 * Merges duplicate signals. A terminal, `timeout` or systemd signals every process of a group, and npm and the bootstrap
 * forward the same signal. A program that drains on the first signal and ends on the second would never drain.
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
      // No listener of the program is left: apply the system's default action.
      process.off(signal, listen);
      process.kill(process.pid, signal);
    }
  };
  process.on(signal, listen);
}
