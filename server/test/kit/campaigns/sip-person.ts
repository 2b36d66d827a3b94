import type { Behaviour } from '../../../src/telephony/simulated/seeded-population.ts';

/** What one would hear, told as a key by SIP INFO: there is no sound. */
export const SIGNS = {
  /** A person says hello. */
  speaks: '1',
  /** A machine has greeted; behind it one may speak, where the call is still up. */
  machine: '*',
  /** A person wants no more calls. */
  refuses: '9',
} as const;

/** One thing that a person, or their carrier, does; `afterMs` counts from the one before. */
export type SipStep = { afterMs: number } & (
  | { type: 'rings' }
  | { type: 'fails'; status: string }
  | { type: 'answers' }
  | { type: 'signs'; key: string }
  | { type: 'hangs-up' }
);

/** How long things take, in milliseconds; each may take as much longer as its spread says, seeded. */
export interface SipTempo {
  /** Until somebody answers, or the carrier says why not. */
  ringMs: number;
  ringSpreadMs?: number;
  /** What a person has to say; the rest goes by it. */
  talkMs: number;
  talkSpreadMs?: number;
  /** So long a carrier lets a telephone ring that nobody picks up. Absent: a minute. */
  patienceMs?: number;
}

/** Who picks up says hello by then. */
const HELLO_MS = 500;
const PATIENCE_MS = 60_000;

/** What a call to somebody looks like on the carrier's wire, until one of both hangs up. */
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
    // The greeting, the beep, and a tape that lasts for long.
    case 'voicemail':
      return [...answers, signs(SIGNS.machine, 0.7), hangsUp(3)];
    // Without a beep: the announcement is all.
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
