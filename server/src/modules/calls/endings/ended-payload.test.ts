import { expect, test } from 'vitest';
import { WEBHOOK_EXAMPLES } from '#contract/webhook-examples.ts';
import { callEndedPayload } from '#contract/webhook-payloads.ts';
import type { EndedCall } from './ended-store.ts';
import { endedPayload } from './evaluate-call.ts';

const call: EndedCall = {
  id: 17,
  externalId: 'order-4711',
  userId: 2,
  status: 'ended_by_customer',
  endReason: 'the customer hung up',
  durationSeconds: 42,
  answeredBy: 'human',
  assistantPhone: '+40312000000',
  clientPhone: '+40721000000',
  variables: { shop: 'Mill Inn' },
  overrides: null,
  recordingKey: 'key',
  isRecorded: false,
  isOfLead: false,
  talk: { type: 'inbound', given: [], leadId: null, campaignName: null },
  timezone: 'Europe/Bucharest',
  assistant: {
    id: 7,
    uuid: '0b7c1a52-54a5-4c1b-9d7a-0d0c9a1f2e3d',
    name: 'Mill Inn',
    mode: 'pipeline',
    llm_model_id: 1,
    chat_llm_fallback_id: null,
    post_call_evaluation: true,
    post_call_schema: [],
    is_webhook_active: true,
    webhook_url: 'https://inn.example/parley',
    send_webhook_only_on_completed: true,
    include_recording_in_webhook: true,
  },
  campaign: null,
  totalCost: 0.1,
  carrierCost: null,
  createdAt: new Date('2026-03-01T10:00:00Z'),
  endedAt: new Date('2026-03-01T10:00:43Z'),
  transcript: [
    {
      text: 'Mill Inn, good evening.',
      type: 'transcript',
      sender: 'bot',
      timestamp: '2026-03-01T10:00:01.204000Z',
    },
    {
      text: 'A table for four, please.',
      type: 'transcript',
      sender: 'human',
      timestamp: '2026-03-01T10:00:04.310000Z',
    },
  ],
  transfers: [],
  functionCalls: [{ name: 'book', arguments: { guests: 4 }, result: { status: 201, body: { table: 7 } } }],
};
const fields = [{ name: 'guests', type: 'number', value: 4, description: 'How many guests' }] as const;

test('matches the documented example', () => {
  const recordingUrl = 'https://parley.example/api/recordings/…';
  const payload = endedPayload(call, { fields, problem: null, recordingUrl, lead: null });
  expect(payload).toEqual(WEBHOOK_EXAMPLES['call.ended']);
  expect(callEndedPayload.parse(payload)).toEqual(payload);
});

test('reports an unanswered call, without `recording_url` if it is undefined', () => {
  const payload = endedPayload(
    {
      ...call,
      assistant: null,
      status: 'no-answer',
      durationSeconds: 0,
      clientPhone: null,
      transcript: [],
      answeredBy: null,
    },
    { fields: [], problem: 'The model is gone.', lead: null, recordingUrl: undefined },
  );
  expect(payload).toMatchObject({
    transcript: [],
    formatted_transcript: '',
    evaluation_error: 'The model is gone.',
  });
  expect(payload).not.toHaveProperty('recording_url');
  expect(callEndedPayload.parse(payload)).toEqual(payload);
});
