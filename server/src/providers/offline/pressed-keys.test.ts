import { expect, test } from 'vitest';
import { INSTRUCTION_HEADING, KNOWLEDGE_TOOL_NAME, RULES_HEADING } from '../interfaces/conventions.ts';
import type { ModelMessage, ToolDescription } from '../interfaces/language-model.ts';
import { keypadInstruction, notePressedKeys } from '../interfaces/pressed-keys.ts';
import { decide } from './language-model.ts';

const SEARCH: ToolDescription = {
  name: KNOWLEDGE_TOOL_NAME,
  description: 'Searches the knowledgebase.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};
const collect = (name: string, stopKey: string): ToolDescription => ({
  name,
  description: `Waits for the caller to press keys on the phone and returns them. ${keypadInstruction(stopKey)}`,
  parameters: { type: 'object', properties: {} },
});
const COLLECT = collect('collect_keypad', '#');
const ORDER: ToolDescription = {
  name: 'check_order_status',
  description: 'Looks up the status of an order.',
  parameters: {
    type: 'object',
    properties: { order_number: { type: 'string', description: 'The order number' } },
    required: ['order_number'],
  },
};
const KEYS = notePressedKeys('42#');
const UNDERSTOOD = 'I have understood 4 2 hash.';

/** @param said alternating messages of customer and assistant */
function decided(said: readonly string[], language = 'English', keypad = COLLECT) {
  const system = `You are Ana.\n\n${RULES_HEADING}\n- Answer in ${language}.`;
  const talk = said.map(
    (content, index): ModelMessage => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }),
  );
  return decide({
    messages: [{ role: 'system', content: system }, ...talk],
    tools: [SEARCH, keypad, ORDER],
  });
}

const calls = (name: string, given = {}) => ({ kind: 'call', calls: [{ name, arguments: given }] });

test.each([
  ['in the first message', [KEYS]],
  ['even if the operator adds an instruction', [`${KEYS}\n${INSTRUCTION_HEADING} Answer briefly.`]],
  [
    'even instead of a value that a tool needs',
    ['What is the status of my order?', 'To do that I need one more thing: the order number?', KEYS],
  ],
])('confirms unrequested keys without a tool call, %s', (_when, said) => {
  expect(decided(said)).toEqual({ kind: 'say', text: UNDERSTOOD });
});

test('confirms keys in the conversation’s language', () => {
  const german = { kind: 'say', text: 'Ich habe 4 2 # verstanden.' };
  expect(decided([KEYS], 'German')).toEqual(german);
  expect(decided(['Wann haben Sie geöffnet, bitte?', 'Um neun.', KEYS])).toEqual(german);
});

test('keeps the words around the keys', () => {
  expect(decided([`What is the status of order A-1001? ${KEYS}`])).toMatchObject(
    calls(ORDER.name, { order_number: 'A-1001' }),
  );
  const later = ['Do you have a pool?', 'Yes.', KEYS, UNDERSTOOD, 'And a sauna?'];
  expect(decided(later)).toMatchObject(calls(SEARCH.name, { query: 'Do you have a pool? And a sauna?' }));
});

test.each([
  [COLLECT, 'Please press the keys on your phone, and then hash.'],
  [collect('collect_keypad', '9'), 'Please press the keys on your phone, and then 9.'],
  [collect('collect_keypad_2', '*'), 'Please press the keys on your phone, and then star.'],
])('collects keys when the customer offers them, and names the stop key (case %#)', (keypad, text) => {
  const decision = decided(['I want to press keys on my phone'], 'English', keypad);
  expect(decision).toMatchObject({ ...calls(keypad.name), text });
});

test('does not ask for keys when it calls another tool, even one with the name of the keypad tool', () => {
  expect(decided(['Do you have a pool?'])).toMatchObject({ ...calls(SEARCH.name), text: '' });
  const other = { ...COLLECT, description: 'Waits for the caller to press keys on the phone.' };
  expect(decided(['I want to press keys on my phone'], 'English', other)).toMatchObject({
    ...calls(COLLECT.name),
    text: '',
  });
});
