import { describe, expect, test } from 'vitest';
import { CallError } from '../errors/call-error.ts';
import { type CallChange, type CallRole, NEW_CALL, nextCall } from './call-state.ts';
import type { ReceivedMessage } from './protocol.ts';

const got = (message: ReceivedMessage, atMs = 1): CallChange => ({ type: 'received', message, atMs });
const after = (role: CallRole, ...changes: CallChange[]) =>
  changes.reduce((call, change) => nextCall(call, change, role), NEW_CALL);
const READY: ReceivedMessage = { type: 'ready', sampleRate: 16_000 };
const LOST: CallChange = {
  type: 'ended',
  end: { reason: 'failed', message: 'Lost.', error: new CallError('connection-lost', 'Lost.') },
  atMs: 7,
};

describe('the state of a call', () => {
  test.each([
    ['web', [got(READY)], 'live'],
    ['web', [{ type: 'broke' }], 'connecting'],
    ['web', [got(READY), { type: 'broke' }], 'reconnecting'],
    ['web', [got(READY), { type: 'broke' }, got(READY)], 'live'],
    ['caller', [got(READY)], 'calling'],
    ['caller', [got(READY), got({ type: 'ringing' }), got({ type: 'answered' })], 'live'],
    ['caller', [got(READY), got({ type: 'answered' }), { type: 'broke' }, got(READY)], 'live'],
    ['caller', [got(READY), got({ type: 'rejected', reason: 'busy' })], 'ended'],
    ['phone', [got({ type: 'waiting' })], 'waiting'],
    ['phone', [got({ type: 'waiting' }), got({ type: 'ringing', from: '+1' })], 'ringing'],
    ['phone', [got({ type: 'ringing', from: '+1' }), got({ type: 'waiting' })], 'waiting'],
    ['phone', [got({ type: 'ringing', from: '+1' }), got(READY)], 'live'],
    ['web', [got(READY), LOST], 'ended'],
    ['web', [got(READY), LOST, got(READY)], 'ended'],
  ] as const)('in the role %s after %j is %s', (role, changes, state) => {
    expect(after(role, ...changes).state).toBe(state);
  });
});

test('keeps the time of the answer on a new connection', () => {
  expect(after('web', got(READY, 5), { type: 'broke' }, got(READY, 9)).startedAtMs).toBe(5);
});

test('keeps the first reason for the end', () => {
  const call = after(
    'caller',
    got({ type: 'rejected', reason: 'busy' }, 5),
    got({ type: 'ended', reason: 'The call is over.' }, 6),
    LOST,
  );
  expect(call).toMatchObject({ end: { reason: 'rejected', message: 'The line is busy.' }, endedAtMs: 5 });
});

test('keeps typed texts pending until the transcript confirms them together', () => {
  const texts = (...changes: CallChange[]) =>
    after('web', got(READY), ...changes).transcript.map(
      (entry) => entry.type === 'speech' && [entry.text, entry.isPending],
    );
  const typed = ['Hello', 'Are you open?'].map((text): CallChange => ({ type: 'typed', text }));
  expect(texts(...typed)).toEqual([
    ['Hello', true],
    ['Are you open?', true],
  ]);
  const heard = got({ type: 'transcript', sender: 'human', text: 'Hello Are you open?' });
  expect(texts(...typed, heard)).toEqual([['Hello Are you open?', false]]);
  expect(texts(...typed, LOST)).toEqual([]);
});

test('keeps the ids of entries when others are added', () => {
  const call = after(
    'web',
    got({ type: 'transcript', sender: 'bot', text: 'Hi' }),
    got({ type: 'tool', name: 'book' }),
    got({ type: 'digits', digits: '12' }),
    { type: 'pressed', digits: '7' },
    got({ type: 'transferred' }),
  );
  expect(call.transcript.map(({ id, type }) => [id, type])).toEqual([
    [1, 'speech'],
    [2, 'tool'],
    [3, 'digits'],
    [4, 'digits'],
    [5, 'transferred'],
  ]);
});

test('turns the microphone off when audio fails and when the call ends', () => {
  const error = new CallError('microphone-missing', 'No microphone was found.');
  const on: CallChange = { type: 'microphone', state: 'on' };
  expect(after('web', on, { type: 'audio-failed', error })).toMatchObject({ microphone: 'off', error });
  expect(after('web', on, got(READY), LOST).microphone).toBe('off');
});
