import { expect, test } from 'vitest';
import { liveCallEvent } from '#contract/live-call.ts';
import { recordedEvent, seqOf } from './call-record.ts';

const at = new Date('2026-01-01T00:00:00.250Z');

test.each([
  ['said', { sender: 'human', text: 'Hello' }, 'transcript.final', { sender: 'human', text: 'Hello' }],
  [
    'said',
    { sender: 'bot', speaker: 'supervisor', text: 'Hi' },
    'transcript.final',
    { sender: 'bot', speaker: 'supervisor', text: 'Hi' },
  ],
  [
    'turn-answered',
    { endpointMs: 500, transcriptMs: null, modelMs: 1, speechMs: 2, totalMs: 600, mode: 'pipeline' },
    'turn.answered',
    { endpoint_ms: 500, transcript_ms: null, model_ms: 1, speech_ms: 2, total_ms: 600 },
  ],
  [
    'tool-called',
    {
      functionCall: { name: 'book', arguments: {}, result: { ok: 1 } },
      failed: true,
      durationMs: 1.6,
      key: 'k',
    },
    'tool.called',
    { name: 'book', arguments: {}, result: { ok: 1 }, failed: true, duration_ms: 2 },
  ],
  ['provider-failed', { reason: 'Gone.' }, 'provider.failed', { reason: 'Gone.', by: null }],
  ['provider-failed', { reason: 'Gone.', by: 'flite' }, 'provider.failed', { reason: 'Gone.', by: 'flite' }],
  ['model-replaced', { model: 'a', by: 'b' }, 'model.replaced', { model: 'a', by: 'b' }],
  ['interrupted', { replyId: 'r', stopMs: 3 }, 'call.interrupted', {}],
  ['answered-by', { answeredBy: 'machine' }, 'call.answered_by', { answered_by: 'machine' }],
  [
    'transferred',
    { kind: 'warm', target: '+4072', outcome: 'connected', reason: null },
    'call.transferred',
    { kind: 'warm', target: '+4072', outcome: 'connected', reason: null },
  ],
  ['digit', { digit: '5' }, 'digit.pressed', { digit: '5' }],
  ['supervisor-note', { text: 'Hurry.' }, 'supervisor.note', { text: 'Hurry.' }],
  ['supervisor-joined', {}, 'supervisor.joined', {}],
  ['supervisor-left', {}, 'supervisor.left', {}],
])('a stored event %s %j becomes %s', (type, data, expectedType, expected) => {
  const event = recordedEvent(7, { seq: 3, type, at, data });
  expect(event).toEqual({
    type: expectedType,
    id: '7.3',
    timestamp: '2026-01-01T00:00:00.250000Z',
    data: expected,
  });
  expect(liveCallEvent.safeParse(event).success).toBe(true);
});

test.each(['said', 'turn-answered', 'tool-called', 'transferred', 'answered-by', 'digit', 'provider-failed'])(
  'a stored event %s without its fields is valid',
  (type) => {
    const event = recordedEvent(7, { seq: 3, type, at, data: {} });
    expect(liveCallEvent.safeParse(event).success).toBe(true);
  },
);

test.each(['speech-usage', 'noise-kept', 'of-a-later-version'])(
  '%s is not an event of the stream',
  (type) => {
    expect(recordedEvent(7, { seq: 3, type, at, data: {} })).toBeNull();
  },
);

test.each([
  ['7.12', 12],
  ['8.12', 0],
  ['7.ended', 0],
  ['7.', 0],
  ['7.-1', 0],
  ['7.12345678901', 0],
  ['nonsense', 0],
  [null, 0],
])('the client that has received %s resumes after record %i', (lastEventId, expected) => {
  expect(seqOf(7, lastEventId)).toBe(expected);
});
