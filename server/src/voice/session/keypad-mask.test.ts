import { expect, test } from 'vitest';
import { notePressedKeys } from '../../providers/interfaces/pressed-keys.ts';
import { hasMaskedKeys, KeypadMask } from './keypad-mask.ts';

function maskOf(...entries: string[]): KeypadMask {
  const mask = new KeypadMask();
  for (const entry of entries) mask.add(entry);
  return mask;
}

test.each([
  ['the note of an entry', ['42'], notePressedKeys('42'), notePressedKeys('••')],
  ['only the notes of masked entries', ['42'], notePressedKeys('7'), notePressedKeys('7')],
  ['an entry that is repeated', ['4711'], 'I got 4711, right?', 'I got ••••, right?'],
  ['an entry in groups', ['41111111'], 'Card 4111 1111 it is.', 'Card •••• •••• it is.'],
  ['an entry with dashes', ['41111111'], '4111-1111', '••••-••••'],
  ['entries that were joined', ['4111', '2222'], 'Card 41112222', 'Card ••••••••'],
  ['a long entry before a short one within it', ['411', '4111'], '4111 and 411', '•••• and •••'],
  ['an entry with a star', ['1*23'], 'You pressed 1*23.', 'You pressed ••••.'],
  ['no text without an entry', [], 'Room 4711', 'Room 4711'],
  ['no short entry within text', ['12'], 'At 12:30 in room 312', 'At 12:30 in room 312'],
])('hides %s', (_, entries, text, masked) => {
  expect(maskOf(...entries).text(text)).toBe(masked);
});

const functionCall = {
  name: 'pay',
  arguments: { card: '4111', amount: 4111, cvv: '12', note: ['card 4111'], room: 312 },
  result: { masked: 'xx', card: { number: '4111' }, ok: true, total: 12.5, none: null },
};
const MASKED = {
  name: 'pay',
  arguments: { card: '••••', amount: '••••', cvv: '••', note: ['card ••••'], room: 312 },
  result: { masked: 'xx', card: { number: '••••' }, ok: true, total: 12.5, none: null },
};
const said = { sinceMs: 0, text: 'Is it 4111?' };

test.each([
  [
    { type: 'tool-called', functionCall, key: 'k', failed: false, durationMs: 1 },
    { functionCall: MASKED, key: 'k' },
  ],
  [
    { type: 'assistant-said', ...said, replyId: 'r', interrupted: false, functionCalls: [functionCall] },
    { text: 'Is it ••••?', functionCalls: [MASKED] },
  ],
  [{ type: 'customer-said', ...said, language: null }, { text: 'Is it ••••?' }],
  [{ type: 'supervisor-said', ...said, language: null }, { text: 'Is it ••••?' }],
  [{ type: 'supervisor-note', text: 'Use 4111.' }, { text: 'Use ••••.' }],
  [{ type: 'provider-failed', reason: 'Error 4111' }, { reason: 'Error 4111' }],
] as const)('hides entries in an event: %j', (event, masked) => {
  expect(maskOf('4111', '12').event(event)).toMatchObject(masked);
  expect(maskOf().event(event)).toEqual(event);
});

test('recognizes masked arguments', () => {
  expect([MASKED, functionCall].map((call) => hasMaskedKeys(call.arguments))).toEqual([true, false]);
});

test('hides entries in the journal of tool calls', async () => {
  const stored: unknown[] = [];
  const journal = maskOf('4111').journal({
    started: async (call) => void stored.push(call.arguments),
    finished: async (key, result) => void stored.push([key, result]),
  });
  await journal.started({ key: 'k', round: 1, name: 'pay', arguments: { card: '4111' } });
  await journal.finished('k', { paid: true, card: '4111' });
  expect(stored).toEqual([{ card: '••••' }, ['k', { paid: true, card: '••••' }]]);
});
