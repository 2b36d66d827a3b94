import { expect, test } from 'vitest';
import { variableNames, variableText } from './variable-names.ts';

test('lists variables in the texts and variables with a value', () => {
  const names = variableNames({
    initial_message: 'Hello {{ name }}!',
    system_prompt: 'Table {{table.number}} is for {{name}} at {{current_time}}. {{not closed',
    reengagement_prompt: null,
    voice_mail_message: 'Call {{agent}}.',
    notice_message: null,
    tools: [{ type: 'end_call', description: 'When {{name}} is done.' }],
    fillers: 0,
    filler_config: { neutral: ['{{unused}}'] },
    post_call_evaluation: true,
    post_call_schema: [{ description: 'Bought {{product}}' }],
    variables: { hotel: 'Mill Inn', name: 'Ana' },
  });
  expect(names).toEqual(['name', 'table.number', 'agent', 'product', 'hotel']);
});

test.each([
  [null, ''],
  ['Ana', 'Ana'],
  [2, '2'],
  [{ a: 1 }, '{"a":1}'],
])('shows %j in a field as %j', (value, text) => {
  expect(variableText(value)).toBe(text);
});
