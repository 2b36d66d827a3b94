import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyMessages } from './run-turn.ts';
import type { HistoryMessage } from './turn.ts';

const options = (characters: number, toolNames: string[] = []) => ({
  characters,
  toolNames: new Set(toolNames),
  markResult: (name: string, text: string) => `${name}<${text}>`,
});
const user = (content: string): HistoryMessage => ({ role: 'user', content });
const assistant = (content: string, ...names: string[]): HistoryMessage => ({
  role: 'assistant',
  content,
  functionCalls: names.map((name) => ({ name, arguments: { a: 1 }, result: { b: 2 } })),
});

test('keeps the newest whole messages that fit', () => {
  const history = [user('aaaa'), assistant('bbbb'), user('cccc'), assistant('dddd')];
  expect(historyMessages(history, options(11))).toEqual([
    { role: 'user', content: 'cccc' },
    { role: 'assistant', content: 'dddd' },
  ]);
});

test('starts the history with a user message', () => {
  expect(historyMessages([assistant('Hello!'), user('Hi')], options(100))).toEqual([
    { role: 'user', content: 'Hi' },
  ]);
  expect(historyMessages([assistant('Hello!')], options(100))).toEqual([]);
});

test('includes earlier tool calls with their marked results', () => {
  expect(historyMessages([user('x'), assistant('Done.', 'order', 'gone')], options(100, ['order']))).toEqual([
    { role: 'user', content: 'x' },
    { role: 'assistant', content: '', toolCalls: [{ id: 'past_1_0', name: 'order', arguments: { a: 1 } }] },
    { role: 'tool', toolCallId: 'past_1_0', toolName: 'order', output: 'order<{"b":2}>', failed: false },
    { role: 'assistant', content: 'Done.' },
  ]);
});

test('includes only the calls of the last three answers', () => {
  const history = [1, 2, 3, 4, 5].flatMap((turn) => [user(`q${turn}`), assistant(`a${turn}`, 'order')]);
  const messages = historyMessages(history, options(10_000, ['order']));
  expect(messages.filter((message) => message.role === 'tool')).toHaveLength(3);
  expect(messages.filter((message) => message.role === 'user')).toHaveLength(5);
});

test('includes the calls of answers that were interrupted before their first word, at any age', () => {
  const history = [1, 2, 3, 4, 5].flatMap((turn) => [user(`q${turn}`), assistant('', 'order')]);
  const messages = historyMessages(history, options(10_000, ['order']));
  expect(messages.filter((message) => message.role === 'tool')).toHaveLength(5);
});

test('includes the calls of unanswered messages at any age, old ones with the beginning of their results', () => {
  const call = { name: 'order', arguments: { a: 1 }, result: { b: 'x'.repeat(300) } };
  const asked = (content: string): HistoryMessage => ({ ...user(content), functionCalls: [call] });
  const between = [1, 2, 3, 4].flatMap((turn) => [user(`q${turn}`), assistant(`a${turn}`, 'order')]);
  const messages = historyMessages([asked('old'), ...between, asked('new')], options(10_000, ['order']));
  const results = messages.flatMap((message) => (message.role === 'tool' ? [String(message.output)] : []));
  expect(results.map((result) => result.length)).toEqual([207, 14, 14, 14, 315]);
});

test('stays within its budget, keeps the order and never splits a call from its answer', () => {
  const message = fc.oneof(
    fc.string().map(user),
    fc
      .tuple(fc.string({ minLength: 1 }), fc.array(fc.constant('order'), { maxLength: 3 }))
      .map(([text, names]) => assistant(text, ...names)),
  );
  fc.assert(
    fc.property(fc.array(message), fc.nat(200), (history, characters) => {
      const messages = historyMessages(history, options(characters, ['order']));
      const said = messages.flatMap((item) => (item.role === 'tool' ? [] : [item.content])).join('');
      expect(said.length).toBeLessThanOrEqual(characters);
      const calls = messages.flatMap((item) => (item.role === 'assistant' ? (item.toolCalls ?? []) : []));
      const answers = messages.flatMap((item) => (item.role === 'tool' ? [item.toolCallId] : []));
      expect(answers).toEqual(calls.map((item) => item.id));
      expect(messages[0]?.role ?? 'user').toBe('user');
    }),
  );
});
