import { expect, test } from 'vitest';
import { type Chat, type ChatEvent, EMPTY_CHAT, isAnswering, nextChat, questionsOf } from './chat-state.ts';

const OPENED: ChatEvent = { type: 'opened', uuid: 'u', history: [{ role: 'assistant', content: 'Hello.' }] };
const ask = (key: string): ChatEvent => ({ type: 'asked', key, question: `Question ${key}` });
const delta = (text: string, afterMs: number): ChatEvent => ({
  type: 'reply',
  event: { type: 'delta', text },
  afterMs,
});
const done = (message: string | null, afterMs = 900): ChatEvent => ({
  type: 'reply',
  event: { type: 'done', reply: { status: true, message, function_calls: [] } },
  afterMs,
});
const MODEL_CALL = {
  model: 'main',
  input_tokens: 10,
  output_tokens: 2,
  cost: 0.25,
  first_event_ms: 90,
  total_ms: 250,
  error_code: null,
};
const after = (...events: ChatEvent[]): Chat => events.reduce(nextChat, EMPTY_CHAT);

test('builds an answer from its deltas and times it', () => {
  const writing = after(OPENED, ask('1'), delta('At ', 240), delta('seven', 300));
  expect(isAnswering(writing)).toBe(true);
  expect(writing.turns[1]?.answer).toMatchObject({ text: 'At seven', state: 'writing', firstWordMs: 240 });
  const reset = nextChat(writing, {
    type: 'reply',
    event: { type: 'reset', text: 'Well. ' },
    afterMs: 310,
  });
  expect(reset.turns[1]?.answer.text).toBe('Well. ');
  const whole = nextChat(writing, done('At seven.'));
  expect(isAnswering(whole)).toBe(false);
  expect(whole.turns[1]?.answer).toMatchObject({ text: 'At seven.', firstWordMs: 240, totalMs: 900 });
  expect(whole.messageCount).toBe(3);
  expect(questionsOf(whole)).toEqual(['Question 1']);
});

test('shows a running tool, then its result', () => {
  const started: ChatEvent = {
    type: 'reply',
    event: { type: 'tool-started', name: 'book', arguments: { table: 2 } },
    afterMs: 100,
  };
  const result: ChatEvent = {
    type: 'reply',
    event: { type: 'tool-finished', call: { name: 'book', arguments: { table: 2 }, result: { ok: true } } },
    afterMs: 150,
  };
  const twice = after(OPENED, ask('1'), started, started, result);
  expect(twice.turns[1]?.answer.tools.map((tool) => tool.result)).toEqual([{ ok: true }, null]);
});

test('rewinding keeps the turns before the given one', () => {
  const chat = after(OPENED, ask('1'), done('One'), ask('2'), done('Two'));
  expect(chat.turns.map(({ before }) => before)).toEqual([0, 1, 3]);
  const back = nextChat(chat, { type: 'rewound', turn: 2 });
  expect([back.turns.length, back.messageCount]).toEqual([2, 3]);
});

test('retrying a message does not add a turn', () => {
  const again = after(OPENED, ask('1'), { type: 'failed', error: 'No model.' }, ask('1'));
  expect(again.turns).toHaveLength(2);
  expect(again.messageCount).toBe(2);
  expect(again.turns[1]?.answer).toMatchObject({ state: 'waiting', error: null });
});

test('counts only the question when the AI is off', () => {
  const chat = after(OPENED, ask('1'), done(null));
  expect(chat.messageCount).toBe(2);
  expect(chat.turns[1]?.answer.state).toBe('silent');
});

test('adds costs to their turn and keeps later turns', () => {
  const chat = after(OPENED, ask('1'), done('One'), ask('2'), {
    type: 'accounted',
    key: '1',
    calls: [],
    effort: { cost: 0.0004, tokens: 120, modelMs: 400 },
  });
  expect(chat.turns.map(({ answer }) => answer.cost)).toEqual([null, 0.0004, null]);
  expect(isAnswering(chat)).toBe(true);
});

test('keeps the turns when opening fails and when an answer is stopped', () => {
  const told = after(OPENED, ask('1'), done('One'), { type: 'not-opened', error: 'Away.' });
  expect([told.uuid, told.turns.length, told.error]).toEqual(['u', 2, 'Away.']);
  const chat = after(OPENED, ask('1'), done('One'), ask('2'), delta('Tw', 10), { type: 'stopped' });
  expect([isAnswering(chat), chat.turns[2]?.answer.text]).toEqual([false, 'Tw']);
  const again = [{ type: 'counted', messages: 3 } as const, ask('2'), done('Two')].reduce(nextChat, chat);
  expect([again.turns.length, again.messageCount]).toEqual([3, 5]);
});

test('resumes a conversation with its questions and answers', () => {
  const said = (role: 'user' | 'assistant', content: string) => ({
    role,
    content,
    function_calls: [],
    model_calls: role === 'user' ? [] : [MODEL_CALL, MODEL_CALL],
  });
  const transcript = [said('assistant', 'Hello.'), said('user', 'When?'), said('assistant', 'At seven.')];
  const chat = after({ type: 'resumed', uuid: 'v', transcript: [...transcript, said('user', 'Why?')] });
  expect(chat.turns.map(({ question, before }) => [question, before])).toEqual([
    [null, 0],
    ['When?', 1],
    ['Why?', 3],
  ]);
  expect(chat.turns.map(({ answer }) => answer.state)).toEqual(['done', 'done', 'failed']);
  expect([chat.uuid, chat.messageCount]).toEqual(['v', 4]);
  expect(chat.turns[1]?.answer).toMatchObject({ modelMs: 500, tokens: 24, cost: 0.5, totalMs: null });
  expect(chat.turns[2]?.answer).toMatchObject({ modelMs: null, tokens: null, cost: null });
});
