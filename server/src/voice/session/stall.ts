import type { Reply } from './reply.ts';

/** Longer than a healthy model with its fallback needs; callers hang up soon after. */
const STALL_MS = 10_000;
/**
 * For fixed text, which TTS starts within a second. Applies if the previous answer failed, possibly because of the
 * voice.
 */
const DOUBTED_VOICE_MS = 5_000;

/** A caller who hangs up after this long without progress counts as unanswered. */
const LATE_MS = 5_000;

interface StallFacts {
  nowMs: number;
  bufferedMs: number;
}

/** Stall timeout of a reply. @param isDoubted the previous reply failed */
export function stallTimeoutMs(wording: string | null, isDoubted: boolean): number {
  return isDoubted && wording !== null ? DOUBTED_VOICE_MS : STALL_MS;
}

/** True if a reply is stalled: no progress, nothing to play, no tool running, and the provider has had time enough. */
export function isStalled(reply: Reply, facts: StallFacts): boolean {
  return (
    isPending(reply, facts) && facts.nowMs - Math.max(reply.progressMs, reply.askedMs) >= reply.stallAfterMs
  );
}

/** True if a reply has been silent so long that the customer assumes a dead line, even if a replacement is being asked. */
export function isLate(reply: Reply, facts: StallFacts): boolean {
  return isPending(reply, facts) && facts.nowMs - reply.progressMs >= LATE_MS;
}

function isPending(reply: Reply, { bufferedMs }: StallFacts): boolean {
  return reply.text === null && reply.runningTools === 0 && bufferedMs === 0;
}
