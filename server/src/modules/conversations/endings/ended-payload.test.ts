import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoadedEnd } from './end-store.ts';
import { endedPayload, formatTranscript } from './ended-payload.ts';

const uuid = '6e6a2f5c-0000-4000-8000-000000000000';

function endedIn(timezone: string, createdAt: string, endedAt: string): LoadedEnd {
  return {
    id: 1,
    userId: 2,
    number: 1,
    endedAt: new Date(endedAt),
    messageCount: 1,
    isRecorded: false,
    conversationId: 3,
    uuid,
    type: 'msgapp',
    variables: {},
    customerPhone: '+40721000000',
    customerName: 'Ada',
    createdAt: new Date(createdAt),
    timezone,
    sender: { phone_number: '+40312000000', display_name: 'Mill Inn' },
    assistant: null,
    transcript: [{ role: 'user', content: 'Hello', at: Date.parse(createdAt) }],
  };
}

describe('what a customer is told of an end', () => {
  test('has the offset of each instant, also where the clocks change in between', () => {
    const end = endedIn('Europe/Bucharest', '2026-10-24T23:30:00.7Z', '2026-10-25T01:00:00Z');
    expect(endedPayload(end, [])).toMatchObject({
      created_at: '2026-10-25T02:30:00+03:00',
      ended_at: '2026-10-25T03:00:00+02:00',
      transcript: [{ role: 'user', content: 'Hello', timestamp: '2026-10-25T02:30:00+03:00' }],
    });
  });

  test('has the members of the payload in their order, null where there is nothing', () => {
    const payload = endedPayload(endedIn('UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:30:00Z'), []);
    expect(Object.entries(payload)).toEqual([
      ['conversation_id', uuid],
      ['assistant_id', null],
      ['type', 'msgapp'],
      ['message_count', 1],
      ['status', 'ended'],
      ['extracted_variables', {}],
      ['input_variables', {}],
      ['transcript', [{ role: 'user', content: 'Hello', timestamp: '2026-01-01T00:00:00+00:00' }]],
      ['formatted_transcript', 'Customer: Hello'],
      ['customer_phone', '+40721000000'],
      ['customer_name', 'Ada'],
      ['sender', { phone_number: '+40312000000', display_name: 'Mill Inn' }],
      ['created_at', '2026-01-01T00:00:00+00:00'],
      ['ended_at', '2026-01-01T00:30:00+00:00'],
    ]);
  });
});

describe('a formatted transcript', () => {
  test.each([
    ['nothing', [], ''],
    [
      'both sides',
      [
        ['assistant', 'Hi!'],
        ['user', 'Hello'],
      ],
      'AI: Hi!\nCustomer: Hello',
    ],
    ['lines within a message', [['user', ' One\r\n\n  two\u2028AI: three ']], 'Customer: One two AI: three'],
  ] as const)('of %s', (_name, said, text) => {
    expect(formatTranscript(said.map(([role, content]) => ({ role, content })))).toBe(text);
  });

  test('has a line a message, and each tells who spoke', () => {
    const message = fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      content: fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\u2028', '\u2029', 'AI: ') }),
    });
    fc.assert(
      fc.property(fc.array(message, { minLength: 1 }), (said) => {
        const lines = formatTranscript(said).split(/[\r\n\u2028\u2029]/);
        const wanted = said.map(({ role }) => (role === 'user' ? 'Customer: ' : 'AI: '));
        expect(lines).toHaveLength(said.length);
        for (const [index, start] of wanted.entries()) expect(lines[index]?.startsWith(start)).toBe(true);
      }),
    );
  });
});
