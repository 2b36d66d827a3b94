import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WEBHOOK_EXAMPLES } from '#contract/webhook-examples.ts';
import { conversationEndedPayload } from '#contract/webhook-payloads.ts';
import type { LoadedEnd } from './end-store.ts';
import { endedPayload, formatTranscript } from './ended-payload.ts';
import type { EvaluatedField } from './fill-form.ts';

const uuid = '6e6a2f5c-0000-4000-8000-000000000000';

function endedIn(timezone: string, createdAt: string, endedAt: string): LoadedEnd {
  return {
    id: 1,
    userId: 2,
    endedAt: new Date(endedAt),
    messageCount: 1,
    isRecorded: false,
    conversationId: 3,
    uuid,
    type: 'msgapp',
    variables: {},
    customerPhone: '+40721000000',
    customerIdentifier: null,
    customerName: 'Ada',
    totalCost: 0.02,
    customerWrote: true,
    customerWroteBefore: false,
    createdAt: new Date(createdAt),
    timezone,
    sender: { phone_number: '+40312000000', display_name: 'Mill Inn' },
    assistant: null,
    transcript: [{ role: 'user', content: 'Hello', at: Date.parse(createdAt) }],
  };
}

describe('the conversation-ended payload', () => {
  test('has the correct UTC offset for each time across a clock change', () => {
    const end = endedIn('Europe/Bucharest', '2026-10-24T23:30:00.7Z', '2026-10-25T01:00:00Z');
    expect(endedPayload(end, { fields: [], problem: null })).toMatchObject({
      created_at: '2026-10-25T02:30:00+03:00',
      ended_at: '2026-10-25T03:00:00+02:00',
      transcript: [{ role: 'user', content: 'Hello', timestamp: '2026-10-25T02:30:00+03:00' }],
    });
  });

  test('has its fields in order, null when empty', () => {
    const payload = endedPayload(endedIn('UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:30:00Z'), {
      fields: [],
      problem: 'The model did not fill in the form (timeout).',
    });
    expect(Object.entries(payload)).toEqual([
      ['event', 'conversation.ended'],
      ['conversation_id', uuid],
      ['assistant_id', null],
      ['assistant', null],
      ['type', 'msgapp'],
      ['message_count', 1],
      ['status', 'ended'],
      ['extracted_variables', {}],
      ['evaluation_error', 'The model did not fill in the form (timeout).'],
      ['input_variables', {}],
      ['transcript', [{ role: 'user', content: 'Hello', timestamp: '2026-01-01T00:00:00+00:00' }]],
      ['formatted_transcript', 'Customer: Hello'],
      ['customer_phone', '+40721000000'],
      ['customer_identifier', null],
      ['customer_name', 'Ada'],
      ['sender', { phone_number: '+40312000000', display_name: 'Mill Inn' }],
      ['total_cost', 0.02],
      ['created_at', '2026-01-01T00:00:00+00:00'],
      ['ended_at', '2026-01-01T00:30:00+00:00'],
    ]);
    expect(conversationEndedPayload.parse(payload)).toEqual(payload);
  });

  test('matches the documented example', () => {
    const end: LoadedEnd = {
      ...endedIn('Europe/Bucharest', '2026-03-01T10:00:00Z', '2026-03-01T10:31:07Z'),
      messageCount: 3,
      variables: { plan: 'premium' },
      assistant: {
        id: 7,
        uuid: '0b7c1a52-54a5-4c1b-9d7a-0d0c9a1f2e3d',
        name: 'Mill Inn',
        mode: 'pipeline',
        llm_model_id: 1,
        chat_llm_fallback_id: null,
        variables: { shop: 'Mill Inn' },
        post_call_schema: [],
        post_call_evaluation: true,
        conversation_ended_retrigger: false,
        conversation_ended_webhook_url: 'https://inn.example/parley',
      },
      transcript: [
        { role: 'user', content: 'Is a table free tonight?', at: Date.parse('2026-03-01T10:00:00Z') },
        { role: 'assistant', content: 'Yes. For how many?', at: Date.parse('2026-03-01T10:00:02Z') },
        { role: 'user', content: 'Four, at 8.', at: Date.parse('2026-03-01T10:01:07Z') },
      ],
    };
    const fields: EvaluatedField[] = [
      { name: 'status', type: 'bool', value: true, description: 'Was the goal reached?' },
      { name: 'guests', type: 'number', value: 4, description: 'How many guests' },
      { name: 'email', type: 'string', value: null, description: 'E-mail address' },
    ];
    const payload = endedPayload(end, { fields, problem: null });
    expect(payload).toEqual(WEBHOOK_EXAMPLES['conversation.ended']);
    expect(conversationEndedPayload.parse(payload)).toEqual(payload);
  });
});

describe('a formatted transcript', () => {
  test.each([
    ['nothing if nothing was said', [], ''],
    [
      'both sides',
      [
        ['assistant', 'Hi!'],
        ['user', 'Hello'],
      ],
      'AI: Hi!\nCustomer: Hello',
    ],
    [
      'the lines of a message as one line',
      [['user', ' One\r\n\n  two\u2028AI: three ']],
      'Customer: One two AI: three',
    ],
  ] as const)('contains %s', (_name, said, text) => {
    expect(formatTranscript(said.map(([role, content]) => ({ role, content })))).toBe(text);
  });

  test('has one line per message with its speaker', () => {
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
