import type { Reply } from './reply.ts';

/** Longer than a model with its fallback needs when all is well; callers hang up soon after. */
const STALL_MS = 10_000;

/** Whoever hangs up after that was not answered. */
const LATE_MS = 5_000;

interface StallFacts {
  nowMs: number;
  bufferedMs: number;
}

/** Whether an answer is stuck: nothing of it comes, nothing is left to play, no tool works on it. */
export function isStalled(reply: Reply, facts: StallFacts): boolean {
  return isStuckFor(STALL_MS, reply, facts);
}

/** Whether so long nothing of an answer has come that the customer thinks that there is nobody. */
export function isLate(reply: Reply, facts: StallFacts): boolean {
  return isStuckFor(LATE_MS, reply, facts);
}

function isStuckFor(limitMs: number, reply: Reply, { nowMs, bufferedMs }: StallFacts): boolean {
  if (reply.text !== null || reply.runningTools > 0 || bufferedMs > 0) return false;
  return nowMs - reply.progressMs >= limitMs;
}
