import { expect, test } from 'vitest';
import { variableNames, variableText } from './variable-names.ts';

test('lists variables in the texts and variables with a value', () => {
  const names = variableNames({
    initial_message: 'Hello {{ name }}!',
    system_prompt: 'Table {{table.number}} is for {{name}} at {{current_time}}. {{not closed',
    variables: { hotel: 'Mill Inn', name: 'Ana' },
  });
  expect(names).toEqual(['name', 'table.number', 'hotel']);
});

test.each([
  [null, ''],
  ['Ana', 'Ana'],
  [2, '2'],
  [{ a: 1 }, '{"a":1}'],
])('shows %j in a field as %j', (value, text) => {
  expect(variableText(value)).toBe(text);
});
