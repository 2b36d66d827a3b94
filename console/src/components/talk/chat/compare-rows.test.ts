import { expect, test } from 'vitest';
import { type Answer, type Chat, EMPTY_CHAT, nextChat } from './chat-state.ts';
import { compareRows } from './compare-rows.ts';

function chat(...answers: (Partial<Answer> | null)[]): Chat['turns'] {
  const asked = answers.reduce<Chat>(
    (before, _, index) => nextChat(before, { type: 'asked', key: `${index}`, question: `Q${index}` }),
    EMPTY_CHAT,
  );
  return asked.turns.map((turn, index) => ({
    ...turn,
    answer: { ...turn.answer, state: 'done', text: '', ...answers[index] },
  }));
}

test('pairs turns and says whether their answers are the same', () => {
  const tool = { name: 'book', arguments: { table: 2 }, result: { at: 1 } };
  const rows = compareRows(
    chat(
      { text: 'Yes.' },
      { text: 'No.' },
      { text: 'Ok.', tools: [tool] },
      { text: 'Ok.' },
      { text: 'Bye.' },
    ),
    chat(
      { text: 'Yes.' },
      { text: 'Never.' },
      { text: 'Ok.', tools: [{ ...tool, result: { at: 2 } }] },
      { text: 'Ok.', tools: [tool] },
    ),
  );
  expect(rows.map(({ verdict }) => verdict)).toEqual(['same', 'changed', 'same', 'changed', 'waiting']);
  expect(rows.at(-1)).toMatchObject({ question: 'Q4', after: null });
});
