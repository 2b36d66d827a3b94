import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallReport } from '../../providers/interfaces/call-carrier.ts';
import { type Attempt, type AttemptEvent, newAttempt, stepAttempt } from './outgoing-attempt.ts';

const report = (progress: CallReport['progress'], carrierCallId = 'CA1'): AttemptEvent => ({
  type: 'reported',
  report: { carrierCallId, direction: 'outbound', from: '+1', to: '+2', progress },
});
const accepted: AttemptEvent = { type: 'ordered', order: { kind: 'accepted', carrierCallId: 'CA1' } };
const unsure: AttemptEvent = { type: 'ordered', order: { kind: 'unknown', reason: 'reset' } };
const refused: AttemptEvent = {
  type: 'ordered',
  order: { kind: 'refused', failure: 'invalid-number', code: '21211', reason: 'No number.' },
};
const ringing = report({ state: 'ringing' });
const answered = report({ state: 'answered' });
const asked: AttemptEvent = { type: 'asked', carrierCallId: 'CA1' };
const streaming: AttemptEvent = { type: 'streaming', carrierCallId: 'CA1' };
const ended = (failure: 'busy' | 'no-answer' | 'cancelled' | null) =>
  report({ state: 'ended', failure, code: null });

function run(events: readonly AttemptEvent[]): { attempt: Attempt; effects: string[] } {
  let attempt = newAttempt;
  const effects: string[] = [];
  for (const event of events) {
    const step = stepAttempt(attempt, event);
    attempt = step.attempt;
    effects.push(...step.effects.map((one) => (one.type === 'failed' ? `failed ${one.failure}` : one.type)));
  }
  return { attempt, effects };
}

describe('an outgoing attempt', () => {
  test.each<[string, AttemptEvent[], string[]]>([
    ['is connected', [accepted, ringing, answered, asked, streaming], ['ringing', 'connect']],
    ['is connected though every report comes late', [asked, streaming, accepted, ringing], ['connect']],
    ['rings once', [accepted, ringing, ringing], ['ringing']],
    ['does not ring after the answer', [accepted, asked, ringing], []],
    ['is refused', [refused], ['failed invalid-number']],
    ['is busy', [accepted, ended('busy')], ['failed busy']],
    [
      'is not answered, and nothing that comes later counts',
      [accepted, ended('no-answer'), ringing, asked],
      ['failed no-answer'],
    ],
    ['was given up by the carrier', [accepted, ended('cancelled')], ['failed unavailable']],
    ['is over before its sound comes', [accepted, asked, ended(null)], ['failed unavailable']],
    ['is given up by us', [accepted, { type: 'cancelled' }], ['failed cancelled', 'end-call']],
    ['is given up while it is ordered', [{ type: 'cancelled' }, accepted], ['failed cancelled', 'end-call']],
    ['is not refused once the carrier has called', [asked, refused, streaming], ['connect']],
    [
      'goes on when nobody knows whether it was ordered',
      [unsure, ringing, asked, streaming],
      ['ringing', 'connect'],
    ],
    ['ends when nobody ever tells', [unsure, { type: 'time-over' }], ['failed unavailable']],
    [
      'ends when it rings too long',
      [accepted, ringing, { type: 'time-over' }],
      ['ringing', 'failed no-answer', 'end-call'],
    ],
    [
      'ends when its sound never comes',
      [accepted, asked, { type: 'time-over' }],
      ['failed unavailable', 'end-call'],
    ],
    [
      'is not moved by other calls',
      [
        accepted,
        report({ state: 'ended', failure: 'busy', code: null }, 'CA2'),
        { type: 'streaming', carrierCallId: 'CA2' },
      ],
      [],
    ],
  ])('%s', (_what, events, effects) => {
    expect(run(events).effects).toEqual(effects);
  });

  test('has exactly one outcome, rings at most once before it, and leaves no call behind', () => {
    const event = fc.constantFrom(
      accepted,
      unsure,
      refused,
      ringing,
      answered,
      asked,
      streaming,
      ended('busy'),
      ended(null),
      ended('cancelled'),
      { type: 'cancelled' } as const,
      { type: 'time-over' } as const,
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 15 }), (events) => {
        const { effects } = run([...events, { type: 'time-over' }]);
        const outcomes = effects.filter((effect) => effect === 'connect' || effect.startsWith('failed'));
        expect(outcomes).toHaveLength(1);
        const rings = effects.filter((effect) => effect === 'ringing');
        expect(rings.length).toBeLessThanOrEqual(1);
        expect(effects.lastIndexOf('ringing')).toBeLessThan(effects.indexOf(outcomes[0] ?? ''));
        expect(effects.filter((effect) => effect === 'end-call').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });
});
