import { expect, test } from 'vitest';
import { instantClock } from '../../../../test/kit/clocks.ts';
import type { Database } from '../../../db/client.ts';
import { CampaignPlans, type PlanDeps } from './campaign-plans.ts';

const ROW = {
  id: 4,
  userId: 1,
  version: 'v1',
  assistantId: 2,
  phoneNumberId: 9,
  timezone: 'UTC',
  start: '09:00:00',
  end: '17:00:00',
  days: ['monday', 'tuesday'],
};

const ALWAYS = { startMinute: 0, endMinute: 24 * 60 };

function asDeps(deps: object): PlanDeps {
  return deps as PlanDeps;
}

function asDatabase(deps: object): Database {
  return deps as Database;
}

test('a dropped plan still applies its hours to pre-claimed calls', async () => {
  const query = async (text: string): Promise<object[]> =>
    /from campaigns campaign/.test(text)
      ? [ROW]
      : [{ id: 9, phone_number: '+40312000001', provider: 'sandbox', can_call: true }];
  const plans = new CampaignPlans(
    asDeps({
      database: asDatabase({ query }),
      clock: instantClock(),
      dialProviders: ['sandbox'],
      calls: { loadSetup: async () => ({ routes: [{}] }) },
      legalHours: { people: ALWAYS, sandbox: ALWAYS },
    }),
  );
  expect(await plans.prepare([{ id: 4, version: 'v1', waiting: [] }])).toEqual(new Map());
  const plan = plans.of(4);
  const [before, after] = [new Date('2026-03-02T16:59:59Z'), new Date('2026-03-02T17:30:00Z')];
  expect(plan?.stateOf('UTC', before).open).toBe(true);
  plans.forget(4);
  expect(plan?.stateOf('UTC', before).open).toBe(true);
  expect(plan?.stateOf('UTC', after).open).toBe(false);
});

test('a plan for real numbers keeps the legal hours after its campaign has switched to sandbox numbers', async () => {
  let provider = 'sip';
  const query = async (text: string): Promise<object[]> =>
    /from campaigns campaign/.test(text)
      ? [ROW]
      : [{ id: 9, phone_number: '+40312000001', provider, can_call: true }];
  const clock = { ...instantClock(), monotonicMs: () => nowMs };
  let nowMs = 0;
  const people = { startMinute: 12 * 60, endMinute: 13 * 60 };
  const plans = new CampaignPlans(
    asDeps({
      database: asDatabase({ query }),
      clock,
      dialProviders: ['sandbox', 'sip'],
      calls: { loadSetup: async () => ({ routes: [{}] }) },
      legalHours: { people, sandbox: ALWAYS },
    }),
  );
  const waiting = [{ zoneKey: 'UTC', dueMs: 0, isDue: true, leads: 1 }];
  const prepare = () => plans.prepare([{ id: 4, version: 'v1', waiting }]);
  const morning = new Date('2026-03-02T10:00:00Z');
  await prepare();
  const real = plans.of(4);
  expect(real?.stateOf('UTC', morning).open).toBe(false);
  plans.forget(4);
  provider = 'sandbox';
  nowMs = 10_000;
  await prepare();
  expect(plans.of(4)?.stateOf('UTC', morning).open).toBe(true);
  expect(real?.stateOf('UTC', morning).open).toBe(false);
});
