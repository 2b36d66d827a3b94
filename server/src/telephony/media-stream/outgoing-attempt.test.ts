import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallReport } from '../../providers/interfaces/call-carrier.ts';
import { type Attempt, type AttemptEvent, newAttempt, stepAttempt } from './outgoing-calls.ts';

const report = (progress: CallReport['progress'], carrierCallId = 'CA1'): AttemptEvent => ({
  type: 'reported',
  report: { carrierCallId, from: '+1', to: '+2', progress },
});
const accepted: AttemptEvent = { type: 'ordered', order: { kind: 'accepted', carrierCallId: 'CA1' } };
const unsure: AttemptEvent = { type: 'ordered', order: { kind: 'unknown', reason: 'reset' } };
const refused: AttemptEvent = {
  type: 'ordered',
  order: { kind: 'refused', failure: 'invalid-number', code: '21211', reason: 'No number.' },
};
const ringing = report({ state: 'ringing' });
const answered = report({ state: 'answered' });
const asked: AttemptEvent = { type: 'instruction-requested', carrierCallId: 'CA1' };
const streaming: AttemptEvent = { type: 'streaming', carrierCallId: 'CA1' };
const ended = (failure: 'busy' | 'no-answer' | 'canceled' | null) =>
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
    ['connects', [accepted, ringing, answered, asked, streaming], ['ringing', 'connect']],
    ['connects despite late reports', [asked, streaming, accepted, ringing], ['connect']],
    ['rings once', [accepted, ringing, ringing], ['ringing']],
    ['does not ring after the answer', [accepted, asked, ringing], []],
    ['fails if the carrier refuses it', [refused], ['failed invalid-number']],
    ['is busy', [accepted, ended('busy')], ['failed busy']],
    [
      'fails without answer and ignores later reports',
      [accepted, ended('no-answer'), ringing, asked],
      ['failed no-answer'],
    ],
    ['fails if the carrier cancels it', [accepted, ended('canceled')], ['failed unavailable']],
    ['fails if it ends before its stream starts', [accepted, asked, ended(null)], ['failed unavailable']],
    ['is canceled', [accepted, { type: 'canceled' }], ['failed canceled', 'end-call']],
    ['is canceled while being requested', [{ type: 'canceled' }, accepted], ['failed canceled', 'end-call']],
    ['ignores a refusal after a report of the carrier', [asked, refused, streaming], ['connect']],
    [
      'continues after a request with an unknown result',
      [unsure, ringing, asked, streaming],
      ['ringing', 'connect'],
    ],
    ['times out without reports', [unsure, { type: 'time-over' }], ['failed unavailable']],
    [
      'times out while ringing',
      [accepted, ringing, { type: 'time-over' }],
      ['ringing', 'failed no-answer', 'end-call'],
    ],
    [
      'times out if its stream does not start',
      [accepted, asked, { type: 'time-over' }],
      ['failed unavailable', 'end-call'],
    ],
    [
      'ignores reports of other calls',
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
      ended('canceled'),
      { type: 'canceled' } as const,
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
