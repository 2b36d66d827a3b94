import { expect, test } from 'vitest';
import { instantClock } from '../../../../test/kit/clocks.ts';
import { silentLog } from '../../../../test/kit/silent-log.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import { TAKEN_AHEAD_MS } from '../../calls/actions.ts';
import type { ClaimedDial } from './claim.ts';
import { OUTWAITED_MS } from './outwait-dials.ts';
import { PreparedDials, STANDS_MS } from './prepared-dials.ts';

const NEVER = new AbortController().signal;

interface Asked {
  marks: number;
  questions: number;
  /** Whether the call was put back. */
  isBack: boolean;
}

/** A call that is due in half a second, asked for with a database that answers in `answerMs`. */
function prepared(
  answerMs: number,
  { isHeld } = { isHeld: true },
): { dials: PreparedDials; dial: ClaimedDial; asked: Asked; clock: Clock } {
  const clock = instantClock();
  const asked: Asked = { marks: 0, questions: 0, isBack: false };
  const query = async (text: string): Promise<object[]> => {
    if (text.startsWith('update')) asked.marks += 1;
    else asked.questions += 1;
    await clock.sleep(answerMs);
    return isHeld ? [{ id: 7, version: 'v1' }] : [];
  };
  const transaction = async (work: (executor: object) => Promise<boolean>): Promise<boolean> => {
    asked.isBack = await work({ query: async () => [{ id: 7 }] });
    return asked.isBack;
  };
  const dials = new PreparedDials({
    ...{ database: asDatabase({ query, transaction }), clock, log: silentLog, processId: 'one' },
    calls: { isOpen: () => true },
  });
  const dueMs = clock.now().getTime() + 500;
  const dial = asDial({
    call: { id: 7 },
    lead: { leadId: 3, dueMs, zoneKey: 'UTC', contactId: null, status: 'created' },
    plan: { version: 'v1', stateOf: () => ({ open: true, until: new Date(dueMs + 1000) }) },
  });
  return { dials, dial, asked, clock };
}

function asDatabase(deps: object): Database {
  return deps as Database;
}

function asDial(deps: object): ClaimedDial {
  return deps as ClaimedDial;
}

test('a call begins at its instant, after it was marked and one question just before', async () => {
  const { dials, dial, asked, clock } = prepared(5);
  expect(await dials.whenDue(dial, NEVER)).toBe(true);
  expect(clock.now().getTime()).toBe(dial.lead.dueMs);
  expect(asked).toEqual({ marks: 1, questions: 1, isBack: false });
});

test('a call is put back where answers come too late to hold, instead of being asked for without an end', async () => {
  const { dials, dial, asked } = prepared(STANDS_MS + 10);
  expect(await dials.whenDue(dial, NEVER)).toBe(false);
  expect(asked).toEqual({ marks: 1, questions: 2, isBack: true });
});

test('an answer that comes after the instant, though while it holds, is not asked for again', async () => {
  const { dials, dial, asked } = prepared(STANDS_MS - 10);
  expect(await dials.whenDue(dial, NEVER)).toBe(true);
  expect(asked).toEqual({ marks: 1, questions: 1, isBack: false });
});

test('a call that is not marked is not dialled: it is not this process’s any more', async () => {
  const { dials, dial, asked } = prepared(5, { isHeld: false });
  expect(await dials.whenDue(dial, NEVER)).toBe(false);
  expect(asked).toEqual({ marks: 1, questions: 0, isBack: true });
});

test('whoever stops a campaign waits for longer than calls over a carrier with a pace are claimed ahead, by what a busy process needs', () => {
  expect(OUTWAITED_MS - TAKEN_AHEAD_MS).toBeGreaterThanOrEqual(50);
});
