import type { Reply } from './reply.ts';

/** Longer than a model with its fallback needs when all is well; callers hang up soon after. */
const STALL_MS = 10_000;
/** A voice that works says known words within a second; where the last answer failed, that may have been the voice's fault. */
const DOUBTED_VOICE_MS = 5_000;

/** Whoever hangs up after that was not answered. */
const LATE_MS = 5_000;

interface StallFacts {
  nowMs: number;
  bufferedMs: number;
}

/** How long nothing may come of a reply. @param isDoubted the one before it did not come */
export function patienceMsFor(wording: string | null, isDoubted: boolean): number {
  return isDoubted && wording !== null ? DOUBTED_VOICE_MS : STALL_MS;
}

/** Whether an answer is stuck: nothing of it comes, nothing is left to play, no tool works on it, and whoever is asked had their time. */
export function isStalled(reply: Reply, facts: StallFacts): boolean {
  return (
    isWaitedFor(reply, facts) && facts.nowMs - Math.max(reply.progressMs, reply.askedMs) >= reply.patienceMs
  );
}

/** Whether so long nothing of an answer has come that the customer thinks that there is nobody, whoever is asked for it. */
export function isLate(reply: Reply, facts: StallFacts): boolean {
  return isWaitedFor(reply, facts) && facts.nowMs - reply.progressMs >= LATE_MS;
}

function isWaitedFor(reply: Reply, { bufferedMs }: StallFacts): boolean {
  return reply.text === null && reply.runningTools === 0 && bufferedMs === 0;
}
