import { expect, test } from 'vitest';
import { instantClock } from '../../../../test/kit/clocks.ts';
import { silentLog } from '../../../../test/kit/silent-log.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import { CLAIM_AHEAD_MS } from '../../calls/actions.ts';
import { IN_FLIGHT_MS } from './await-in-flight.ts';
import type { ClaimedDial } from './claim.ts';
import { ANSWER_VALID_MS, PreClaimedDials } from './pre-claimed-dials.ts';

const NEVER = new AbortController().signal;

interface Asked {
  marks: number;
  questions: number;
  isUndone: boolean;
}

/** A pre-claimed call that is due in half a second, and a database that responds after `answerMs`. */
function preClaimed(
  answerMs: number,
  { isOwned } = { isOwned: true },
): { dials: PreClaimedDials; dial: ClaimedDial; asked: Asked; clock: Clock } {
  const clock = instantClock();
  const asked: Asked = { marks: 0, questions: 0, isUndone: false };
  const query = async (text: string): Promise<object[]> => {
    if (text.startsWith('update')) asked.marks += 1;
    else asked.questions += 1;
    await clock.sleep(answerMs);
    return isOwned ? [{ id: 7, version: 'v1' }] : [];
  };
  const transaction = async (work: (executor: object) => Promise<boolean>): Promise<boolean> => {
    asked.isUndone = await work({ query: async () => [{ id: 7 }] });
    return asked.isUndone;
  };
  const dials = new PreClaimedDials({
    database: asDatabase({ query, transaction }),
    clock,
    log: silentLog,
    processId: 'one',
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

test('dials when the call is due, after one mark and one check', async () => {
  const { dials, dial, asked, clock } = preClaimed(5);
  expect(await dials.whenDue(dial, NEVER)).toBe(true);
  expect(clock.now().getTime()).toBe(dial.lead.dueMs);
  expect(asked).toEqual({ marks: 1, questions: 1, isUndone: false });
});

test('undoes the claim if checks arrive too late to be valid', async () => {
  const { dials, dial, asked } = preClaimed(ANSWER_VALID_MS + 10);
  expect(await dials.whenDue(dial, NEVER)).toBe(false);
  expect(asked).toEqual({ marks: 1, questions: 2, isUndone: true });
});

test('dials if a valid check arrives after the call is due', async () => {
  const { dials, dial, asked } = preClaimed(ANSWER_VALID_MS - 10);
  expect(await dials.whenDue(dial, NEVER)).toBe(true);
  expect(asked).toEqual({ marks: 1, questions: 1, isUndone: false });
});

test('does not dial a call that this process no longer owns', async () => {
  const { dials, dial, asked } = preClaimed(5, { isOwned: false });
  expect(await dials.whenDue(dial, NEVER)).toBe(false);
  expect(asked).toEqual({ marks: 1, questions: 0, isUndone: true });
});

test('a request to stop a campaign waits longer than rate-limited calls are claimed ahead', () => {
  expect(IN_FLIGHT_MS - CLAIM_AHEAD_MS).toBeGreaterThanOrEqual(50);
});
