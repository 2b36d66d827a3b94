import { describe, expect, test } from 'vitest';
import { type CallChange, type CallRole, newCall, nextCall, type ReceivedMessage } from './call-state.ts';
import { readCallMessage } from './read-message.ts';

const got = (message: ReceivedMessage, atMs = 1): CallChange => ({ type: 'received', message, atMs });
const after = (role: CallRole, ...changes: CallChange[]) => changes.reduce(nextCall, newCall(role));
const READY: ReceivedMessage = { type: 'ready', sampleRate: 16_000 };

describe('the phase of a call', () => {
  test.each([
    ['web', [got(READY)], 'live'],
    ['caller', [got(READY)], 'calling'],
    ['caller', [got(READY), got({ type: 'ringing' }), got({ type: 'answered' })], 'live'],
    ['caller', [got(READY), got({ type: 'answered' }), { type: 'broke' }, got(READY)], 'live'],
    ['caller', [got(READY), got({ type: 'rejected', reason: 'busy' })], 'ended'],
    ['phone', [got({ type: 'waiting' })], 'waiting'],
    ['phone', [got({ type: 'waiting' }), got({ type: 'ringing', from: '+1' })], 'ringing'],
    ['phone', [got({ type: 'ringing', from: '+1' }), got({ type: 'waiting' })], 'waiting'],
    ['phone', [got({ type: 'ringing', from: '+1' }), got(READY)], 'live'],
    ['web', [got(READY), { type: 'closed', reason: 'Lost.', atMs: 2 }], 'ended'],
  ] as const)('in the role %s after %j is %s', (role, changes, phase) => {
    expect(after(role, ...changes).phase).toBe(phase);
  });
});

test('reconnects until the server is ready again', () => {
  expect(after('web', { type: 'broke' }).isReconnecting).toBe(false);
  const broken = after('web', got(READY, 5), { type: 'broke' });
  expect(broken).toMatchObject({ phase: 'live', isReconnecting: true });
  expect(nextCall(broken, got(READY, 9))).toMatchObject({ isReconnecting: false, answeredAtMs: 5 });
});

test('keeps the first reason for the end', () => {
  const call = after(
    'caller',
    got({ type: 'rejected', reason: 'busy' }, 5),
    got({ type: 'ended', reason: 'The call is over.' }, 6),
    { type: 'closed', reason: 'The connection was lost.', atMs: 7 },
  );
  expect(call).toMatchObject({ endReason: 'The line is busy.', endedAtMs: 5 });
});

test('keeps typed lines pending until the transcript confirms them together', () => {
  const typed = after(
    'web',
    got(READY),
    { type: 'typed', text: 'Hello' },
    { type: 'typed', text: 'Are you open?' },
  );
  expect(typed.lines.map(({ text, isPending }) => [text, isPending])).toEqual([
    ['Hello', true],
    ['Are you open?', true],
  ]);
  const heard = nextCall(typed, got({ type: 'transcript', sender: 'human', text: 'Hello Are you open?' }));
  expect(heard.lines.map(({ text, isPending }) => [text, isPending])).toEqual([
    ['Hello Are you open?', false],
  ]);
});

test('keeps the ids of lines when others are added', () => {
  const call = after(
    'web',
    got({ type: 'transcript', sender: 'bot', text: 'Hi' }),
    got({ type: 'tool', name: 'book' }),
    got({ type: 'digits', digits: '12' }),
    { type: 'pressed', digit: '7' },
    got({ type: 'transferred' }),
  );
  expect(call.lines.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(call.lines.map(({ speaker }) => speaker)).toEqual(['assistant', 'note', 'note', 'note', 'note']);
});

test.each([
  ['{"type":"clear"}', { type: 'clear' }],
  ['{"type":"of a later version"}', null],
  ['{', null],
  ['[]', null],
  ['null', null],
])('reads %s as %j', (text, message) => {
  expect(readCallMessage(text)).toEqual(message);
});
