import { expect, test } from 'vitest';
import { builtInTool } from '#contract/built-in-tools.ts';
import { ORDERED } from '../interfaces/conventions.ts';
import { keypadInstruction } from '../interfaces/pressed-keys.ts';
import { sayBeforeCall, sayBuiltInOutput } from './built-in-tool-words.ts';
import { PHRASES } from './phrases.ts';
import { sayOutputs } from './tool-outputs.ts';

const ORDER = { status: ORDERED, note: 'Something follows your words.' };

test.each([
  ['end_call', ORDER, 'Goodbye, and have a nice day!'],
  ['call_transfer', ORDER, 'One moment, please.'],
  ['call_transfer_2', ORDER, 'One moment, please.'],
  ['warm_call_transfer', ORDER, 'One moment, please.'],
  ['assistant_transfer', ORDER, 'One moment, please.'],
  ['collect_keypad', { digits: '42', ended_by: 'stop_key' }, 'I have understood 4 2.'],
  ['collect_keypad', { digits: '1*#', ended_by: 'timeout' }, 'I have understood 1 star hash.'],
  ['collect_keypad', { digits: '', ended_by: 'timeout' }, 'How can I help you?'],
  ['dtmf_input', { sent: '12w3' }, 'Done.'],
  ['schedule_callback', { scheduled_for: 'Tuesday, 14:00' }, 'We will call you on Tuesday, 14:00.'],
  ['handoff_to_human', { status: 'handed_off', message: 'A colleague answers.' }, 'A colleague answers.'],
])('says the result of %s: %j', (name, value, said) => {
  expect(sayOutputs([{ name, failed: false, value }], 'en')).toBe(said);
});

test('has words for every call tool in the conversation’s language', () => {
  const value = {
    ...ORDER,
    digits: '7',
    sent: '7',
    scheduled_for: 'Tuesday, 14:00',
    message: 'Ein Kollege antwortet.',
  };
  const names = builtInTool.options.map(({ shape }) => shape.type.value);
  const said = names.map((name) => sayBuiltInOutput({ name, failed: false, value }, 'de'));
  const { goodbye, oneMoment, toolDone } = PHRASES.de;
  expect(new Set(said)).toEqual(
    new Set([goodbye, oneMoment, 'Ich habe 7 verstanden.', 'Ein Kollege antwortet.', toolDone]),
  );
});

test('asks for keys in the conversation’s language', () => {
  const tool = { name: 'collect_keypad', description: keypadInstruction('#'), parameters: {} };
  expect(sayBeforeCall(tool, 'de')).toBe('Bitte drücken Sie die Tasten an Ihrem Telefon und danach #.');
});

test('reports a failure like that of other tools', () => {
  const value = { error: { message: 'Another action is already pending for this call.' } };
  expect(sayOutputs([{ name: 'end_call', failed: true, value }], 'en')).toBe(
    "I'm sorry, that did not work: Another action is already pending for this call.",
  );
});

test('reports the result of an account’s tool from its data, even if it has a built-in name', () => {
  const body = { status: ORDERED, total: 42 };
  for (const name of ['end_call', 'collect_keypad', 'place_order', 'constructor']) {
    expect(sayOutputs([{ name, failed: false, value: { status: 200, body } }], 'en')).toBe(
      'status: ordered, total: 42.',
    );
  }
  expect(sayOutputs([{ name: 'place_order', failed: false, value: ORDER }], 'en')).toBe(
    'status: ordered, note: Something follows your words.',
  );
});
