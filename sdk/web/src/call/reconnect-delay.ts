import { RESUME_WITHIN_MS } from './protocol.ts';

const FIRST_MS = 250;
const LONGEST_MS = 2_000;

/**
 * Time until the next attempt to reconnect a call; null if the server no longer waits for it.
 * @param attempts since the connection broke
 * @param brokenForMs time since then
 */
export function reconnectDelayMs(attempts: number, brokenForMs: number): number | null {
  const delayMs = Math.min(FIRST_MS * 2 ** attempts, LONGEST_MS);
  return brokenForMs + delayMs < RESUME_WITHIN_MS ? delayMs : null;
}
