import { expect, test } from 'vitest';
import { callLines } from './call-lines.ts';

test('shows speech, and what else happened as notes', () => {
  const lines = callLines([
    { id: 1, type: 'speech', speaker: 'assistant', text: 'Hello.', isPending: false },
    { id: 2, type: 'speech', speaker: 'user', text: 'Hi', isPending: true },
    { id: 3, type: 'tool', name: 'book' },
    { id: 4, type: 'digits', by: 'user', digits: '7' },
    { id: 5, type: 'digits', by: 'assistant', digits: '12' },
    { id: 6, type: 'transferred' },
  ]);
  expect(lines.map(({ id, speaker, text, isPending }) => [id, speaker, text, isPending])).toEqual([
    [1, 'assistant', 'Hello.', false],
    [2, 'customer', 'Hi', true],
    [3, 'note', 'The assistant used book.', false],
    [4, 'note', 'You pressed 7.', false],
    [5, 'note', 'The assistant pressed 12.', false],
    [6, 'note', 'The call was transferred.', false],
  ]);
});
