import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { seededRandom } from '../../src/core/seeded-random.ts';
import { startLoopbackServer } from './loopback-server.ts';

const verdicts = z.enum(['answered', 'busy', 'no-answer', 'unavailable', 'invalid-number']);

/** What a dial comes to. */
export type CarrierVerdict = z.output<typeof verdicts>;

const verdict = z.object({ verdict: verdicts });
const dialled = z.object({ attemptId: z.string(), to: z.string() });

export const readVerdict = (answer: unknown): CarrierVerdict => verdict.parse(answer).verdict;

export interface LedgerDial {
  attemptId: string;
  to: string;
  beganMs: number;
  /** Null: it is up. */
  endedMs: number | null;
  /** Null: whoever dialled it is gone. */
  verdict: CarrierVerdict | null;
}

/** A carrier in the test's own process: its ledger is the truth, whatever becomes of those who dial. */
export interface LedgerCarrier {
  url: string;
  dials: LedgerDial[];
  close(): Promise<void>;
}

/**
 * @param behave how a dial goes, and how long it takes
 * @param seed equal ones behave alike
 */
export async function startLedgerCarrier(
  behave: (random: () => number, dial: LedgerDial) => { verdict: CarrierVerdict; afterMs: number },
  seed = 1,
): Promise<LedgerCarrier> {
  const random = seededRandom(seed);
  const dials: LedgerDial[] = [];
  const server = await startLoopbackServer((request, response) => {
    const serve = async (): Promise<void> => {
      let text = '';
      for await (const piece of request) text += String(piece);
      const dial: LedgerDial = {
        ...dialled.parse(JSON.parse(text)),
        ...{ beganMs: performance.now(), endedMs: null, verdict: null },
      };
      dials.push(dial);
      response.once('close', () => {
        dial.endedMs ??= performance.now();
      });
      const { verdict: outcome, afterMs } = behave(random, dial);
      await wait(afterMs);
      if (dial.endedMs !== null) return;
      dial.verdict = outcome;
      dial.endedMs = performance.now();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ verdict: outcome }));
    };
    serve().catch(() => response.destroy());
  });
  return { url: server.origin, dials, close: server.close };
}

/** The most of these dials that were up at one time. */
export function mostAtOnce(dials: readonly LedgerDial[]): number {
  const changes = dials.flatMap(({ beganMs, endedMs }) => [
    { atMs: beganMs, by: 1 },
    { atMs: endedMs ?? Number.POSITIVE_INFINITY, by: -1 },
  ]);
  let now = 0;
  let most = 0;
  for (const { by } of changes.sort((one, other) => one.atMs - other.atMs || one.by - other.by)) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}
