import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';
import { type Change, movesFrom, type Standing, transition } from './transition.ts';

const STATES: DeliveryState[] = ['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered'];
const forward = (state: DeliveryState): Change => ({ state, money: 'keep' });
const FAILED: Change = { state: 'failed', money: 'give-back' };

/** From each state, what a report of `queued, sent, delivered, read, failed, undelivered` does. */
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
    'and is reported as %s',
    (reported, change) => {
      expect(transition({ state, isUnsure: false }, reported)).toEqual(change);
    },
  );
});

describe('a message of which nobody knows whether it was sent', () => {
  test.each(STATES)('is paid after all when it is reported as %s, unless that is its failure', (reported) => {
    const money = reported === 'failed' ? 'keep' : 'take';
    expect(transition({ state: 'failed', isUnsure: true }, reported)).toEqual({ state: reported, money });
  });
});

test.each([
  ['queued', []],
  ['sent', ['queued']],
  ['delivered', ['queued', 'sent']],
  ['read', ['queued', 'sent', 'delivered']],
  ['failed', []],
  ['undelivered', ['queued', 'sent']],
] as const)('%s comes without a question of money after %j', (reported, states) => {
  expect(movesFrom(reported)).toEqual(states);
});

test('reports in any order and number: states only move forward, and money moves once in each direction', () => {
  const reports = fc.array(fc.constantFrom(...STATES), { maxLength: 20 });
  fc.assert(
    fc.property(reports, fc.boolean(), (sequence, isUnsure) => {
      let standing: Standing = { state: isUnsure ? 'failed' : 'queued', isUnsure };
      let paid = isUnsure ? 0 : 1;
      const seen: DeliveryState[] = [];
      for (const reported of sequence) {
        const change = transition(standing, reported);
        if (change === null) continue;
        paid += { keep: 0, take: 1, 'give-back': -1 }[change.money];
        standing = { state: change.state, isUnsure: false };
        expect(seen).not.toContain(change.state);
        seen.push(change.state);
        expect([0, 1]).toContain(paid);
      }
      expect(paid).toBe(standing.state === 'failed' ? 0 : 1);
    }),
  );
});
