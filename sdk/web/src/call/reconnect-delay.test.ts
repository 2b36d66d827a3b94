import { expect, test } from 'vitest';
import { reconnectDelayMs } from './reconnect-delay.ts';

test.each([
  [0, 0, 250],
  [1, 300, 500],
  [2, 900, 1000],
  [3, 2_000, 2_000],
  [9, 12_900, 2_000],
  [9, 13_000, null],
  [0, 60_000, null],
])('attempt %i, %i ms after the connection broke, is made after %j ms', (attempts, brokenForMs, delayMs) => {
  expect(reconnectDelayMs(attempts, brokenForMs)).toBe(delayMs);
});
