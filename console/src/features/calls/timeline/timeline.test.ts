import { expect, test } from 'vitest';
import { lineAt, timelineOf } from './timeline.ts';

const CALL: Parameters<typeof timelineOf>[0] = {
  answered_at: '2026-03-01T10:00:00.000000Z',
  transcript: [
    { text: 'Hello?', type: 'transcript', sender: 'human', timestamp: '2026-03-01T10:00:00.400000Z' },
    { text: 'Mill Inn.', type: 'transcript', sender: 'bot', timestamp: '2026-03-01T10:00:02.000000Z' },
  ],
  events: [
    {
      type: 'tool-called',
      at_ms: 1_500,
      data: {
        functionCall: { name: 'find_room', arguments: { nights: 2 }, result: { free: true } },
        failed: false,
        durationMs: 210,
      },
    },
    { type: 'speech-usage', at_ms: 1_000, data: {} },
    { type: 'digit', at_ms: 5_000, data: { digit: '5' } },
  ],
  transfers: [{ kind: 'warm', target: '+40212', outcome: 'failed', reason: 'busy', at_ms: 4_000 }],
};

test('sorts speech, tool calls, transfers and events by time', () => {
  const entries = timelineOf(CALL);
  expect(entries.map(({ kind, atMs }) => [kind, atMs])).toEqual([
    ['said', 400],
    ['tool', 1_500],
    ['said', 2_000],
    ['transfer', 4_000],
    ['event', 5_000],
  ]);
  expect(entries[1]).toMatchObject({ name: 'find_room', given: { nights: 2 }, result: { free: true } });
});

test('the current line is the last one that has started', () => {
  const entries = timelineOf(CALL);
  expect(lineAt(entries, 0)).toBeNull();
  expect(lineAt(entries, 380)).toBe('said-0');
  expect(lineAt(entries, 1_900)).toBe('said-0');
  expect(lineAt(entries, 60_000)).toBe('said-1');
});

test('a jump to a line highlights it, even if the answer to typed text begins at the same time', () => {
  const line = (text: string, time: string): (typeof CALL)['transcript'][number] => ({
    text,
    type: 'transcript',
    sender: 'human',
    timestamp: `2026-03-01T10:00:0${time}Z`,
  });
  const transcript = [line('When?', '1.463000'), line('At seven.', '1.463900'), line('Thanks.', '1.480000')];
  const entries = timelineOf({ ...CALL, transcript, events: [], transfers: [] });
  expect(lineAt(entries, 1_462.999_9)).toBe('said-0');
  expect(lineAt(entries, 1_463)).toBe('said-0');
  expect(lineAt(entries, 1_480)).toBe('said-2');
  const apart = timelineOf({ ...CALL, transcript: transcript.slice(0, 2), events: [], transfers: [] });
  expect(lineAt(apart, 1_600)).toBe('said-1');
});

test('fills missing fields of a tool event with empty values', () => {
  const events = [{ type: 'tool-called', at_ms: 0, data: { functionCall: 'broken' } }];
  expect(timelineOf({ answered_at: null, transcript: [], transfers: [], events })).toEqual([
    {
      key: 'event-0',
      atMs: 0,
      kind: 'tool',
      name: 'tool',
      given: {},
      result: {},
      hasFailed: false,
      durationMs: 0,
    },
  ]);
});
