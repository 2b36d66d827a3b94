import { randomUUID } from 'node:crypto';
import type { SipAgent } from '../../server/src/telephony/sip/sip-agent.ts';
import { trunkAt } from './agent.ts';

export interface Calls {
  answered: number;
  failed: number;
  /** From dialing to the answer. */
  answerMs: number[];
}

/** Dials repeatedly with fixed concurrency and hangs up each call when it is answered. */
export async function dialMany(
  agent: SipAgent,
  { port, count, parallel }: { port: number; count: number; parallel: number },
): Promise<Calls> {
  const calls: Calls = { answered: 0, failed: 0, answerMs: [] };
  const route = agent.routeFor(trunkAt(port));
  let started = 0;
  const dialOnce = (): Promise<void> =>
    new Promise((resolve) => {
      const startMs = performance.now();
      const request = {
        attemptId: randomUUID(),
        from: '+40721000000',
        to: '+40722000000',
        ringingTimeMs: 30_000,
      };
      route.dial(request, (event) => {
        if (event.type === 'ringing') return;
        if (event.type === 'answered') {
          calls.answered += 1;
          calls.answerMs.push(performance.now() - startMs);
          event.leg.hangUp();
        } else calls.failed += 1;
        resolve();
      });
    });
  const work = async (): Promise<void> => {
    while (started < count) {
      started += 1;
      await dialOnce();
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return calls;
}
