import type { VoiceSettings } from '../../server/src/voice/settings.ts';
import { type HeldCall, type Holding, holdCalls } from '../kit/simulated-call/hold-calls.ts';
import type { AssistantSounds } from '../kit/simulated-call/knowing-engine.ts';
import type { CallerPlan } from '../kit/simulated-call/simulated-caller.ts';

/** Part of the answer in which false interruptions are counted. */
const LISTENED_MS = 10_000;
/** Time limit for an answer. */
const UNANSWERED_MS = 8000;
/** Time to detect an interruption after its end, including late transcripts. */
const DECIDED_MS = 1500;

export interface Counts {
  calls: number;
  /** The question was not answered, because its end was not detected. */
  unanswered: number;
  interrupted: number;
  /** The assistant paused at least once and continued. */
  paused: number;
}

/** Calls without an interruption. */
export async function countFalse(
  plans: readonly CallerPlan[],
  sounds: AssistantSounds,
  settings: Partial<VoiceSettings> = {},
): Promise<Counts> {
  const calls = await holdCalls(plans, {
    sounds,
    settings,
    mostMs: 40_000,
    isDone: (call, nowMs) => {
      const { answeredMs, asked } = call.caller;
      if (answeredMs !== null) return nowMs >= answeredMs + LISTENED_MS || wasInterrupted(call, answeredMs);
      const last = asked.at(-1);
      return last !== undefined && nowMs >= last.toMs + UNANSWERED_MS;
    },
  });
  const answered = calls.filter(({ caller }) => caller.answeredMs !== null);
  return {
    calls: calls.length,
    unanswered: calls.length - answered.length,
    interrupted: answered.filter((call) => wasInterrupted(call, call.caller.answeredMs ?? 0)).length,
    paused: answered.filter(({ events }) => events.some(({ type }) => type === 'resumed')).length,
  };
}

export interface OverCounts {
  /** Calls in which the assistant was still speaking when the caller interrupted. */
  calls: number;
  interrupted: number;
  /** From the first sample of the interruption to the assistant's last frame. */
  stopMs: number[];
}

/** Calls in which the caller speaks over the answer. */
export async function countOver(
  plans: readonly CallerPlan[],
  sounds: AssistantSounds,
  settings: Partial<VoiceSettings> = {},
): Promise<OverCounts> {
  const isDone: Holding['isDone'] = (call, nowMs) => {
    const { answeredMs, over, asked } = call.caller;
    if (answeredMs !== null && wasInterrupted(call, answeredMs)) return true;
    if (over !== null) return nowMs >= over.toMs + DECIDED_MS;
    const last = asked.at(-1);
    return answeredMs === null && last !== undefined && nowMs >= last.toMs + UNANSWERED_MS;
  };
  const calls = await holdCalls(plans, { sounds, settings, isDone, mostMs: 40_000 });
  const counts: OverCounts = { calls: 0, interrupted: 0, stopMs: [] };
  for (const call of calls) {
    const { over, heardMs } = call.caller;
    if (over === null) continue;
    counts.calls += 1;
    const interrupted = call.events.find(({ type, atMs }) => type === 'interrupted' && atMs >= over.fromMs);
    if (interrupted === undefined) continue;
    counts.interrupted += 1;
    const last = heardMs.findLast((atMs) => atMs <= interrupted.atMs) ?? 0;
    counts.stopMs.push(Math.max(0, last - over.fromMs));
  }
  return counts;
}

function wasInterrupted({ events }: HeldCall, fromMs: number): boolean {
  return events.some(({ type, atMs }) => type === 'interrupted' && atMs >= fromMs);
}
