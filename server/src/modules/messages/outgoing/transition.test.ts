import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';
import { type Change, type DeliveryStatus, movesFrom, transition } from './transition.ts';

const STATES: DeliveryState[] = ['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered'];
const forward = (state: DeliveryState): Change => ({ state, money: 'keep' });
const FAILED: Change = { state: 'failed', money: 'give-back' };

/** For each state, the effect of reports `queued, sent, delivered, read, failed, undelivered`. */
const TABLE: Record<DeliveryState, (Change | null)[]> = {
  queued: [null, forward('sent'), forward('delivered'), forward('read'), FAILED, forward('undelivered')],
  sent: [null, null, forward('delivered'), forward('read'), FAILED, forward('undelivered')],
  delivered: [null, null, null, forward('read'), null, null],
  read: [null, null, null, null, null, null],
  failed: [null, null, null, null, null, null],
  undelivered: [null, null, null, null, null, null],
};

describe.each(STATES)('a message that is %s', (state) => {
  test.each(STATES.map((reported, index) => [reported, TABLE[state][index] ?? null] as const))(
    'changes as in the table when reported as %s',
    (reported, change) => {
      expect(transition({ state, isUnknown: false }, reported)).toEqual(change);
    },
  );
});

describe('a message with an unknown delivery state', () => {
  test.each(STATES)('is charged again when reported as %s, unless that is a failure', (reported) => {
    const money = reported === 'failed' ? 'keep' : 'take';
    expect(transition({ state: 'failed', isUnknown: true }, reported)).toEqual({ state: reported, money });
  });
});

test.each([
  ['queued', []],
  ['sent', ['queued']],
  ['delivered', ['queued', 'sent']],
  ['read', ['queued', 'sent', 'delivered']],
  ['failed', []],
  ['undelivered', ['queued', 'sent']],
] as const)('a report of %s keeps the charge of a message in one of the states %j', (reported, states) => {
  expect(movesFrom(reported)).toEqual(states);
});

test('states only move forward, and only failed messages end up refunded, for any order of reports', () => {
  const reports = fc.array(fc.constantFrom(...STATES), { maxLength: 20 });
  fc.assert(
    fc.property(reports, fc.boolean(), (sequence, isUnknown) => {
      let status: DeliveryStatus = { state: isUnknown ? 'failed' : 'queued', isUnknown };
      let paid = isUnknown ? 0 : 1;
      const seen: DeliveryState[] = [];
      for (const reported of sequence) {
        const change = transition(status, reported);
        if (change === null) continue;
        paid += { keep: 0, take: 1, 'give-back': -1 }[change.money];
        status = { state: change.state, isUnknown: false };
        expect(seen).not.toContain(change.state);
        seen.push(change.state);
        expect([0, 1]).toContain(paid);
      }
      expect(paid).toBe(status.state === 'failed' ? 0 : 1);
    }),
  );
});
