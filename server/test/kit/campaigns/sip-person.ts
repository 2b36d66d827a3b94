import type { Behaviour } from '../../../src/telephony/simulated/seeded-population.ts';

/** Speech signaled as a key by SIP INFO: there is no audio. */
export const SIGNS = {
  speaks: '1',
  /** A machine has greeted; a message may follow. */
  machine: '*',
  /** An opt-out. */
  refuses: '9',
} as const;

/** A step of a person or their carrier; `afterMs` counts from the previous one. */
export type SipStep = { afterMs: number } & (
  | { type: 'rings' }
  | { type: 'fails'; status: string }
  | { type: 'answers' }
  | { type: 'signs'; key: string }
  | { type: 'hangs-up' }
);

/** Durations in milliseconds; each varies by its seeded spread. */
export interface SipTempo {
  /** Until the answer or refusal. */
  ringMs: number;
  ringSpreadMs?: number;
  /** Duration of a conversation; others scale with it. */
  talkMs: number;
  talkSpreadMs?: number;
  /** How long the carrier lets an unanswered phone ring. Absent: a minute. */
  patienceMs?: number;
}

/** Delay until hello after the answer. */
const HELLO_MS = 500;
const PATIENCE_MS = 60_000;

/** The signaling of a call to a person, until either side hangs up. */
export function sipScript(behaviour: Behaviour, tempo: SipTempo, random: () => number): SipStep[] {
  const ringMs = tempo.ringMs + Math.round((tempo.ringSpreadMs ?? 0) * random());
  const talkMs = tempo.talkMs + Math.round((tempo.talkSpreadMs ?? 0) * random());
  const rings: SipStep = { type: 'rings', afterMs: 0 };
  const fails = (status: string, afterMs: number): SipStep => ({ type: 'fails', status, afterMs });
  const answers: SipStep[] = [rings, { type: 'answers', afterMs: ringMs }];
  const helloMs = Math.min(HELLO_MS, talkMs / 10);
  const greets: SipStep[] = [...answers, { type: 'signs', key: SIGNS.speaks, afterMs: helloMs }];
  const signs = (key: string, share: number): SipStep => ({ type: 'signs', key, afterMs: share * talkMs });
  const hangsUp = (share: number): SipStep => ({ type: 'hangs-up', afterMs: share * talkMs });
  switch (behaviour) {
    case 'talks':
      return [...greets, { type: 'hangs-up', afterMs: talkMs - helloMs }];
    case 'hangs-up-midway':
      return [...greets, hangsUp(0.2)];
    case 'opts-out':
      return [...greets, signs(SIGNS.refuses, 0.4), hangsUp(0.2)];
    case 'silent-person':
      return answers;
    // Greeting, beep, and a long recording time.
    case 'voicemail':
      return [...answers, signs(SIGNS.machine, 0.7), hangsUp(3)];
    // Announcement without a beep.
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
