import { expect, test } from 'vitest';
import { HeardHistory } from './heard-history.ts';

const CALL = { name: 'book', arguments: { id: '7' }, result: { booked: true } };

test('continues an earlier history', () => {
  const history = new HeardHistory([
    { role: 'user', content: 'Hello?' },
    { role: 'assistant', content: 'Hi.', functionCalls: [CALL] },
  ]);
  history.addCustomer('And now?');
  expect(history.conversation()).toEqual({
    opening: null,
    messages: [
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: 'Hi.', functionCalls: [CALL] },
    ],
    question: 'And now?',
  });
});

test('returns what was heard before the first customer message as the opening', () => {
  const history = new HeardHistory([]);
  history.begin('a');
  history.begin('b');
  history.settle('a', 'Good morning.');
  expect(history.conversation()).toEqual({ opening: 'Good morning.', messages: [], question: null });
});

test('keeps the first report of a reply, even if the reply was abandoned before', () => {
  const history = new HeardHistory([]);
  history.addCustomer('Hello?');
  history.begin('a');
  expect(history.isSettled).toBe(false);
  history.giveUp('a');
  expect(history.isSettled).toBe(true);
  history.settle('a', 'One two');
  history.settle('a', 'One two three');
  history.giveUp('a');
  history.settle('unknown', 'Nothing.');
  expect(history.messages()).toEqual([
    { role: 'user', content: 'Hello?' },
    { role: 'assistant', content: 'One two' },
  ]);
});

test('keeps tool calls of an unheard reply before the next question', () => {
  const history = new HeardHistory([]);
  history.addCustomer('Book it.');
  history.begin('a');
  history.settle('a', '');
  history.addCustomer('Hello?');
  history.addCall('a', CALL, 'k1');
  expect(history.conversation()).toEqual({
    opening: null,
    messages: [
      { role: 'user', content: 'Book it.' },
      { role: 'assistant', content: '', functionCalls: [CALL] },
    ],
    question: 'Hello?',
  });
  const { name, arguments: given, result } = CALL;
  expect(history.unreportedCalls()).toEqual([{ name, arguments: given, outcome: { key: 'k1', result } }]);
});

test('inserts a late transcript before its answer', () => {
  const history = new HeardHistory([]);
  history.addCustomer('First.');
  history.begin('a');
  history.settle('a', 'One.');
  history.begin('b');
  history.addLateCustomer('Second.');
  history.settle('b', 'Two.');
  expect(history.messages().map(({ content }) => content)).toEqual(['First.', 'One.', 'Second.', 'Two.']);
});

test('increments the revision with every change', () => {
  const history = new HeardHistory([]);
  const seen = [history.revision];
  for (const change of [
    () => history.addCustomer('a'),
    () => history.begin('r'),
    () => history.addCall('r', CALL, 'k1'),
    () => history.settle('r', 'b'),
    () => history.addLateCustomer('c'),
  ]) {
    change();
    seen.push(history.revision);
  }
  expect(new Set(seen).size).toBe(seen.length);
});

test('limits the number of entries', () => {
  const history = new HeardHistory([]);
  for (let turn = 0; turn < 3_000; turn += 1) history.addCustomer(`${turn}`);
  expect(history.messages()).toHaveLength(2_000);
});
