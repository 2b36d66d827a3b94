import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallChange, type CallState, isOver, transition } from './call-state.ts';

const at = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T12:00:30Z');
const answered: CallState = { status: 'in-progress', ringingAt: at, answeredAt: later };

const ended = (outcome: 'completed' | 'failed'): CallChange => ({
  type: 'ended',
  outcome,
  at: later,
  reason: 'the end',
});
const notReached = (outcome: 'busy' | 'no-answer' | 'failed'): CallChange => ({
  type: 'not-reached',
  outcome,
  at: later,
  reason: 'nobody',
});

describe('a call', () => {
  test('rings, is answered and ends', () => {
    const ringing = transition({ status: 'initiated' }, { type: 'rang', at });
    expect(ringing).toEqual({ status: 'ringing', ringingAt: at });
    const running = transition(ringing, { type: 'answered', at: later });
    expect(running).toEqual(answered);
    expect(transition(running, ended('completed'))).toEqual({
      status: 'completed',
      ringingAt: at,
      answeredAt: later,
      endedAt: later,
      reason: 'the end',
    });
  });

  test('is canceled if it ends before its scheduled time, and not once it is dialed', () => {
    const scheduled: CallState = { status: 'scheduled' };
    const canceled = { status: 'canceled', endedAt: at, reason: 'not needed' };
    const cancel: CallChange = { type: 'canceled', at, reason: 'not needed' };
    expect(transition(scheduled, cancel)).toEqual(canceled);
    expect(transition(scheduled, { ...cancel, type: 'broke' })).toEqual(canceled);
    const initiated: CallState = { status: 'initiated' };
    expect(transition(initiated, cancel)).toBe(initiated);
    expect(transition(scheduled, { type: 'rang', at })).toBe(scheduled);
    expect(transition(scheduled, notReached('failed'))).toMatchObject({ status: 'failed', reason: 'nobody' });
  });

  test('can be answered without ringing', () => {
    const state = transition({ status: 'initiated' }, { type: 'answered', at });
    expect(state).toEqual({ status: 'in-progress', ringingAt: null, answeredAt: at });
  });

  test.each(['busy', 'no-answer', 'failed'] as const)('ends as %s if nobody answers', (outcome) => {
    const state = transition({ status: 'ringing', ringingAt: at }, notReached(outcome));
    expect(state).toMatchObject({ status: outcome, ringingAt: at, endedAt: later, reason: 'nobody' });
  });

  test('cannot become busy after the answer', () => {
    expect(transition(answered, notReached('busy'))).toBe(answered);
  });

  test('cannot complete without an answer', () => {
    const ringing: CallState = { status: 'ringing', ringingAt: at };
    expect(transition(ringing, ended('completed'))).toBe(ringing);
  });

  test('ends at its answer time if the last heartbeat was earlier', () => {
    expect(transition(answered, { type: 'broke', at, reason: 'gone' })).toEqual({
      status: 'failed',
      ringingAt: at,
      answeredAt: later,
      endedAt: later,
      reason: 'gone',
    });
  });

  test('has an answer time if it was answered but could not begin', () => {
    const change: CallChange = { type: 'broke', at: later, reason: 'no money', answeredAt: at };
    expect(transition({ status: 'ringing', ringingAt: at }, change)).toMatchObject({
      status: 'failed',
      answeredAt: at,
      endedAt: later,
    });
    expect(transition(answered, { ...change, answeredAt: at })).toMatchObject({ answeredAt: later });
  });
});

type EndOutcome = Extract<CallChange, { type: 'ended' }>['outcome'];

const instant = fc.date({ noInvalidDate: true });
const reason = fc.constant('why');
const change: fc.Arbitrary<CallChange> = fc.oneof(
  fc.record({ type: fc.constantFrom('rang' as const, 'answered' as const), at: instant }),
  fc.record({
    type: fc.constant('not-reached' as const),
    outcome: fc.constantFrom('busy' as const, 'no-answer' as const, 'failed' as const),
    at: instant,
    reason,
  }),
  fc.record({
    type: fc.constant('ended' as const),
    outcome: fc.constantFrom<EndOutcome[]>('completed', 'ended_by_customer', 'ended_by_assistant', 'failed'),
    at: instant,
    reason,
  }),
  fc.record({ type: fc.constant('broke' as const), at: instant, reason }),
  fc.record({ type: fc.constant('broke' as const), at: instant, reason, answeredAt: instant }),
);

const ORDER = ['initiated', 'ringing', 'in-progress'];
const rank = ({ status }: CallState): number =>
  (ORDER.indexOf(status) + ORDER.length + 1) % (ORDER.length + 1);

test('never goes back and never leaves an ended state, for any sequence of events', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      let state: CallState = { status: 'initiated' };
      for (const one of changes) {
        const next = transition(state, one);
        if (isOver(state)) expect(next).toBe(state);
        if (next !== state && !isOver(next)) expect(rank(next)).toBeGreaterThan(rank(state));
        if ('endedAt' in next && 'answeredAt' in next && next.answeredAt !== null) {
          expect(next.endedAt >= next.answeredAt).toBe(true);
        }
        state = next;
      }
      // `broke` ends a call in any state.
      expect(isOver(transition(state, { type: 'broke', at, reason: 'gone' }))).toBe(true);
    }),
  );
});
