import { expect, test } from 'vitest';
import type { ChannelMessage } from '../../../data/channel-messages.ts';
import { ofChannel, ofTranscript } from './shown-messages.ts';

const CREATED_AT = '2026-03-01T10:00:00.123456Z';
const LOOKED_UP = [{ name: 'find_room', arguments: { nights: 2 }, result: { free: true } }];
const UNCHANGED = { author_name: null, edited_at: null, deleted_at: null, reaction: null, about: null };
const TRANSCRIPT: Parameters<typeof ofTranscript>[0] = [
  {
    author: 'customer',
    author_name: null,
    content: 'A room?',
    attachments: [],
    function_calls: [],
    created_at: CREATED_AT,
  },
  {
    author: 'ai',
    author_name: null,
    content: 'Yes.',
    attachments: [],
    function_calls: LOOKED_UP,
    created_at: CREATED_AT,
  },
];

test('assigns tool calls to the AI message, even with another message at the same time', () => {
  const sent = {
    ...UNCHANGED,
    attachments: [],
    unanswered_reason: null,
    delivery: null,
    created_at: CREATED_AT,
  };
  const shown = ofChannel(
    [
      { ...sent, id: 7, role: 'user', author: 'customer', content: 'A room?', unanswered_reason: 'No AI.' },
      { ...sent, id: 8, role: 'assistant', author: 'ai', content: 'Yes.' },
    ],
    TRANSCRIPT,
  );
  expect(shown.map(({ key, functionCalls }) => [key, functionCalls.length])).toEqual([
    ['7', 0],
    ['8', 1],
  ]);
  expect(shown[0]?.unansweredReason).toBe('No AI.');
});

test('a message missing from the transcript has no tool calls', () => {
  const message = {
    id: 1,
    role: 'assistant',
    author: 'human',
    content: 'Hi',
    created_at: CREATED_AT,
  } as const;
  const shown = ofChannel(
    [{ ...message, ...UNCHANGED, attachments: [], unanswered_reason: null, delivery: null }],
    TRANSCRIPT,
  );
  expect(shown[0]?.functionCalls).toEqual([]);
});

test('conversations without a carrier have no deliveries', () => {
  expect(ofTranscript(TRANSCRIPT)).toMatchObject([
    { author: 'customer', delivery: null },
    { author: 'ai', functionCalls: LOOKED_UP },
  ]);
});

test('a deleted message says neither why it has no answer nor what it said', () => {
  const message: ChannelMessage = {
    ...UNCHANGED,
    id: 1,
    role: 'user',
    author: 'customer',
    content: '[Deleted message]',
    created_at: CREATED_AT,
    attachments: [],
    delivery: null,
    unanswered_reason: 'NO_QUESTION',
    deleted_at: CREATED_AT,
  };
  expect(ofChannel([message], [])).toMatchObject([{ isDeleted: true, unansweredReason: null }]);
});

test('names what a message refers to, but not a choice that repeats its text', () => {
  const about = {
    quoted: { message_id: 3, content: 'Which room?' },
    choice: { title: 'Sea view', payload: null, description: null },
    referral: { headline: 'Summer', body: null, url: 'https://ad.example' },
    product: null,
    form: null,
  };
  const message: ChannelMessage = {
    ...UNCHANGED,
    id: 1,
    role: 'user',
    author: 'customer',
    content: 'Sea view',
    created_at: CREATED_AT,
    attachments: [],
    delivery: null,
    unanswered_reason: null,
    about,
  };
  expect(ofChannel([message], [])[0]?.references).toEqual([
    'From the advertisement: Summer · https://ad.example',
    'In reply to: Which room?',
  ]);
});
