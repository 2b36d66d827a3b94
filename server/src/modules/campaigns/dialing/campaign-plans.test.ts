import { expect, test } from 'vitest';
import { instantClock } from '../../../../test/kit/clocks.ts';
import type { Database } from '../../../db/client.ts';
import { CampaignPlans, type PlanParts } from './campaign-plans.ts';

const ROW = {
  ...{ id: 4, userId: 1, version: 'v1', assistantId: 2, phoneNumberId: 9, timezone: 'UTC' },
  ...{ start: '09:00:00', end: '17:00:00', days: ['monday', 'tuesday'] },
};

function asParts(parts: object): PlanParts {
  return parts as PlanParts;
}

function asDatabase(parts: object): Database {
  return parts as Database;
}

test('a plan keeps to its hours, also when it was forgotten: a call that was prepared by it is not dialled after them', async () => {
  const query = async (text: string): Promise<object[]> =>
    /from campaigns campaign/.test(text)
      ? [ROW]
      : [{ id: 9, phone_number: '+40312000001', provider: 'sandbox', can_call: true }];
  const plans = new CampaignPlans(
    asParts({
      ...{ database: asDatabase({ query }), clock: instantClock(), dialProviders: ['sandbox'] },
      ...{ calls: { way: async () => ({ outs: [{}] }) }, legalHours: { startMinute: 0, endMinute: 24 * 60 } },
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
