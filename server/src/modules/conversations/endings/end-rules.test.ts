import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONVERSATION_TYPES } from '#contract/conversations.ts';
import { decideEnd, inputVariables, isReportedEnd, wantedFields, webhookOfEnd } from './end-rules.ts';

const at = (time: string): Date => new Date(`2026-01-01T${time}Z`);

describe('decideEnd', () => {
  const checkAt = at('10:30:00.250');
  test.each([
    [
      'a second before the due time',
      at('10:30:00.250'),
      at('10:29:59.250'),
      { kind: 'waits', until: at('10:30:00.250') },
    ],
    [
      'a millisecond before the due time',
      at('10:30:00.250'),
      at('10:30:00.249'),
      { kind: 'waits', until: at('10:30:00.250') },
    ],
    ['at the due time', at('10:30:00.250'), at('10:30:00.250'), { kind: 'ends', at: at('10:30:00.250') }],
    [
      'hours later, as of the due time',
      at('10:30:00.250'),
      at('22:00:00'),
      { kind: 'ends', at: at('10:30:00.250') },
    ],
    [
      'with a longer timeout',
      at('10:45:00.250'),
      at('10:31:00'),
      { kind: 'waits', until: at('10:45:00.250') },
    ],
    [
      'with a shorter timeout, not before the check',
      at('10:01:00.250'),
      at('10:31:00'),
      { kind: 'ends', at: checkAt },
    ],
    ['without a timeout', null, at('22:00:00'), { kind: 'never' }],
  ])('decides whether and when to end: %s', (_name, endsAt, now, decision) => {
    expect(decideEnd({ endsAt, checkAt }, now)).toEqual(decision);
  });

  test('never ends before the timeout or the check, and always ends after both', () => {
    const instant = fc.date({ min: at('00:00:00'), max: at('23:59:59'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, instant, instant, (endsAt, checkAt, now) => {
        const decision = decideEnd({ endsAt, checkAt }, now);
        if (decision.kind === 'ends') {
          expect(decision.at.getTime()).toBeGreaterThanOrEqual(Math.max(endsAt.getTime(), checkAt.getTime()));
          expect(decision.at <= now).toBe(true);
        } else {
          if (decision.kind !== 'waits') throw new Error('A conversation with a timeout ends.');
          expect(decision.until > now).toBe(true);
          const later = decideEnd({ endsAt, checkAt: decision.until }, decision.until);
          expect(later).toEqual({ kind: 'ends', at: decision.until });
        }
      }),
    );
  });
});

test('sends webhooks for widget and channel conversations in which the customer wrote, repeatedly if configured', () => {
  const url = 'https://example.com/ended';
  const booleans = [false, true];
  const told = CONVERSATION_TYPES.flatMap((type) =>
    booleans.flatMap((customerWrote) =>
      booleans.flatMap((customerWroteBefore) =>
        booleans
          .map((isRetriggered) => ({ type, customerWrote, customerWroteBefore, isRetriggered }))
          .filter((end) => webhookOfEnd({ ...end, url }) === url),
      ),
    ),
  );
  const first = { customerWrote: true, customerWroteBefore: false };
  const ofType = (type: string): object[] => [
    { type, ...first, isRetriggered: false },
    { type, ...first, isRetriggered: true },
    { type, customerWrote: true, customerWroteBefore: true, isRetriggered: true },
  ];
  expect(told).toEqual([...ofType('widget'), ...ofType('msgapp')]);
  expect(webhookOfEnd({ type: 'widget', ...first, url: null, isRetriggered: true })).toBeNull();
});

test('reports ends in which a customer wrote to webhook endpoints', () => {
  const reported = CONVERSATION_TYPES.filter((type) => isReportedEnd({ type, customerWrote: true }));
  expect(reported).toEqual(['widget', 'msgapp', 'api']);
  expect(isReportedEnd({ type: 'widget', customerWrote: false })).toBe(false);
});

test('evaluates all conversations except tests, if the assistant is configured to and the customer wrote', () => {
  const fields = [{ name: 'done', type: 'bool' as const, description: 'Done?' }];
  const end = { isEvaluated: true, customerWrote: true, fields };
  const filled = CONVERSATION_TYPES.filter((type) => wantedFields({ ...end, type }).length > 0);
  expect(filled).toEqual(['widget', 'msgapp', 'api']);
  expect(wantedFields({ ...end, type: 'widget', isEvaluated: false })).toEqual([]);
  expect(wantedFields({ ...end, type: 'widget', customerWrote: false })).toEqual([]);
});

test('conversation variables override assistant variables, and no variable is lost', () => {
  const variables = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(variables, variables, (assistant, conversation) => {
      const merged = inputVariables(assistant, conversation);
      expect(new Set(Object.keys(merged))).toEqual(
        new Set([...Object.keys(assistant), ...Object.keys(conversation)]),
      );
      for (const [name, value] of Object.entries(conversation)) expect(merged[name]).toEqual(value);
      for (const name of Object.keys(assistant)) {
        if (!Object.hasOwn(conversation, name)) expect(merged[name]).toEqual(assistant[name]);
      }
    }),
  );
});
