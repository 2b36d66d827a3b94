import type { Behavior } from '../../../src/telephony/simulated/seeded-population.ts';

/** Keys that stand for speech, sent by SIP INFO because there is no audio. */
export const SIGNS = {
  speaks: '1',
  /** A machine has greeted the caller; a message may follow. */
  machine: '*',
  /** The callee opts out. */
  refuses: '9',
} as const;

/** A step of a callee or their carrier; `afterMs` counts from the previous step. */
export type SipStep = { afterMs: number } & (
  | { type: 'rings' }
  | { type: 'fails'; status: string }
  | { type: 'answers' }
  | { type: 'signs'; key: string }
  | { type: 'hangs-up' }
);

/** Durations in milliseconds. Each varies by its spread, depending on the seed. */
export interface SipTempo {
  /** Time until the answer or refusal. */
  ringMs: number;
  ringSpreadMs?: number;
  /** Duration of a conversation; the other durations scale with it. */
  talkMs: number;
  talkSpreadMs?: number;
  /** How long the carrier lets an unanswered phone ring; one minute if absent. */
  patienceMs?: number;
}

/** Delay between the answer and the callee's hello. */
const HELLO_MS = 500;
const PATIENCE_MS = 60_000;

/** The carrier's signaling of a call to a person, until either side hangs up. */
export function sipScript(behavior: Behavior, tempo: SipTempo, random: () => number): SipStep[] {
  const ringMs = tempo.ringMs + Math.round((tempo.ringSpreadMs ?? 0) * random());
  const talkMs = tempo.talkMs + Math.round((tempo.talkSpreadMs ?? 0) * random());
  const rings: SipStep = { type: 'rings', afterMs: 0 };
  const fails = (status: string, afterMs: number): SipStep => ({ type: 'fails', status, afterMs });
  const answers: SipStep[] = [rings, { type: 'answers', afterMs: ringMs }];
  const helloMs = Math.min(HELLO_MS, talkMs / 10);
  const greets: SipStep[] = [...answers, { type: 'signs', key: SIGNS.speaks, afterMs: helloMs }];
  const signs = (key: string, share: number): SipStep => ({ type: 'signs', key, afterMs: share * talkMs });
  const hangsUp = (share: number): SipStep => ({ type: 'hangs-up', afterMs: share * talkMs });
  switch (behavior) {
    case 'talks':
      return [...greets, { type: 'hangs-up', afterMs: talkMs - helloMs }];
    case 'hangs-up-midway':
      return [...greets, hangsUp(0.2)];
    case 'opts-out':
      return [...greets, signs(SIGNS.refuses, 0.4), hangsUp(0.2)];
    case 'silent-person':
      return answers;
    // A greeting, a beep, and a long recording time.
    case 'voicemail':
      return [...answers, signs(SIGNS.machine, 0.7), hangsUp(3)];
    // An announcement without a beep.
    case 'full-mailbox':
      return [...answers, signs(SIGNS.machine, 0.5), hangsUp(0.1)];
    case 'no-answer':
      return [rings, fails('480 Temporarily Unavailable', tempo.patienceMs ?? PATIENCE_MS)];
    case 'declines':
      return [rings, fails('603 Decline', ringMs)];
    case 'busy':
      return [fails('486 Busy Here', ringMs)];
    case 'wrong-number':
      return [fails('404 Not Found', ringMs / 4)];
    case 'carrier-error':
      return [fails('503 Service Unavailable', ringMs / 4)];
  }
}
