import { expect, test } from 'vitest';
import type { CallItem } from '../../../data/calls.ts';
import { currentCall, customerLines } from './customer-lines.ts';

function call(fields: Partial<CallItem>): CallItem {
  return {
    id: 1,
    external_id: null,
    assistant_id: null,
    assistant_name: null,
    campaign_id: null,
    campaign_name: null,
    lead_id: null,
    lead_external_id: null,
    type: 'inbound',
    duration: 0,
    status: 'completed',
    assistant_phone_number: null,
    client_phone_number: null,
    transcript: [],
    variables: {},
    evaluation: null,
    webhook_response: null,
    carrier_cost: null,
    total_cost: 0,
    answered_by: null,
    voicemail_left: false,
    recording_url: null,
    scheduled_at: null,
    created_at: '2026-03-01T12:00:00.000000Z',
    updated_at: '2026-03-01T12:00:00.000000Z',
    ...fields,
  };
}

const said = (sender: 'bot' | 'human', text: string) => ({
  sender,
  text,
  type: 'transcript' as const,
  timestamp: '',
});
const typed = (text: string) => ({ id: 1, speaker: 'customer' as const, text, isPending: true });

test('shows typed words until the transcript contains them', () => {
  const transcript = [said('bot', 'Hello.'), said('human', 'Are you open?')];
  const lines = customerLines(call({ transcript }), [typed('Are you open?'), { ...typed('Hello?'), id: 2 }]);
  expect(lines.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    'assistant: Hello.',
    'customer: Are you open?',
    'customer: Hello?',
  ]);
  expect(customerLines(undefined, [typed('Hi')])).toHaveLength(1);
});

test('prefers the running call, then the newest one', () => {
  const noon = Date.parse('2026-03-01T12:00:00Z');
  const old = call({ id: 1, created_at: '2026-03-01T11:00:00.000000Z' });
  const fresh = call({ id: 2 });
  expect(currentCall([fresh, old], noon)?.id).toBe(2);
  expect(currentCall([fresh, { ...old, status: 'in-progress' }], noon)?.id).toBe(1);
  expect(currentCall([old], noon)).toBeUndefined();
});
