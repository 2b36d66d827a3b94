import type { Reply } from './reply.ts';

/** Longer than a model with its fallback needs when all is well; callers hang up soon after. */
const STALL_MS = 10_000;

/** Whether an answer is stuck: nothing of it comes, nothing is left to play, no tool works on it. */
export function isStalled(reply: Reply, facts: { nowMs: number; bufferedMs: number }): boolean {
  if (reply.text !== null || reply.runningTools > 0 || facts.bufferedMs > 0) return false;
  return facts.nowMs - reply.progressMs >= STALL_MS;
}
