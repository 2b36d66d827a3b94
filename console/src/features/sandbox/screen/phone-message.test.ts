import { describe, expect, test } from 'vitest';
import { DELIVERY_STATES } from '#contract/messaging.ts';
import type { ChannelMessage } from '../../../data/channel-messages.ts';
import type { SmsView } from '../../../data/sms.ts';
import { phoneMessageOfChannel, phoneMessageOfSms } from './phone-message.ts';

const at = '2026-03-01T12:00:00.000000Z';
const message = (fields: Partial<ChannelMessage>): ChannelMessage => ({
  id: 1,
  role: 'user',
  author: 'customer',
  author_name: null,
  content: 'Hi',
  created_at: at,
  delivery: null,
  attachments: [],
  unanswered_reason: null,
  edited_at: null,
  deleted_at: null,
  reaction: null,
  about: null,
  ...fields,
});
const delivery = (state: (typeof DELIVERY_STATES)[number], error: string | null = null) => ({
  msgapp_message_id: 1,
  message_sid: null,
  state,
  error_code: null,
  error,
  updated_at: at,
});

describe('a channel message', () => {
  test('from the customer shows why it was not answered', () => {
    expect(phoneMessageOfChannel(message({}))).toMatchObject({ isMine: true, state: null, trouble: null });
    const stopped = phoneMessageOfChannel(message({ unanswered_reason: 'OPTED_OUT' }));
    expect(stopped.trouble).toContain('STOP');
  });

  test.each(DELIVERY_STATES)('from the business shows the state %s', (state) => {
    const shown = phoneMessageOfChannel(
      message({ author: 'ai', role: 'assistant', delivery: delivery(state) }),
    );
    expect(shown).toMatchObject({ isMine: false, author: 'Assistant' });
    expect(shown.state?.text).toMatch(/\w/);
  });

  test('that failed shows the reason', () => {
    const failed = message({ author: 'human', delivery: delivery('failed', 'The sandbox failed it.') });
    expect(phoneMessageOfChannel(failed)).toMatchObject({
      author: 'Teammate',
      trouble: 'The sandbox failed it.',
    });
  });
});

test('an inbound SMS is from the customer', () => {
  const sms: SmsView = {
    id: 1,
    direction: 'inbound',
    phone_number_id: 1,
    from: '+1',
    to: '+2',
    body: 'Hi',
    status: 'received',
    message_sid: null,
    error_code: null,
    error: null,
    cost: 0,
    segments: null,
    created_at: at,
    updated_at: at,
  };
  expect(phoneMessageOfSms(sms)).toMatchObject({ isMine: true, state: null });
  const back = phoneMessageOfSms({ ...sms, direction: 'outbound', status: 'delivered' });
  expect(back).toMatchObject({ isMine: false, state: { text: 'Delivered ✓✓' } });
});
