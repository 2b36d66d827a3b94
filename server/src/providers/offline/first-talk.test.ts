import { expect, test } from 'vitest';
import { DEMO_DOCUMENT, DEMO_PROMPT } from '../../demo/demo-content.ts';
import { PROMPT_PASSAGES, RULES_HEADING } from '../interfaces/conventions.ts';
import type { ModelMessage } from '../interfaces/language-model.ts';
import { markData } from '../interfaces/marked-data.ts';
import { decide } from './language-model.ts';

const CODE = '0123456789abcdef';
const HANDBOOK = markData({ from: PROMPT_PASSAGES, text: `[1] Clinic handbook\n${DEMO_DOCUMENT}` }, CODE);
const SYSTEM = [
  DEMO_PROMPT,
  `${RULES_HEADING}\n- Answer in English.`,
  '# Now\nIt is Friday, 20 November 2026, 14:05 (Europe/Bucharest).',
  `# Knowledge\n${HANDBOOK}`,
].join('\n\n');
const OPENING = 'Hello, this is Harbour Dental.';
const UNKNOWN = "I don't know that";

/** The demo assistant's answer to the last of these messages. */
function answerTo(...said: string[]): string {
  const messages: ModelMessage[] = [
    { role: 'system', content: SYSTEM },
    { role: 'assistant', content: OPENING },
  ];
  let text = '';
  for (const content of said) {
    messages.push({ role: 'user', content });
    const decision = decide({ messages, tools: [] });
    text = decision.kind === 'say' ? decision.text : '';
    messages.push({ role: 'assistant', content: text });
  }
  return text;
}

test.each([
  ['How are you?', 'All is well, thank you. How can I help you?'],
  ['Wie geht es Ihnen?', 'Alles gut, danke.'],
  ['Who are you?', 'not an AI model'],
  ['Hello?', 'Hello! How can I help you?'],
  ['Hi there', 'Hello! How can I help you?'],
  ['Good evening, I have a question', 'I can help with: Clinic handbook.'],
  ['My name is John Smith.', 'Hello! How can I help you?'],
  ['Nice to meet you!', 'Hello! How can I help you?'],
  ['What time is it?', 'It is Friday, 20 November 2026, 14:05.'],
  ['what day is it today', 'It is Friday, 20 November 2026, 14:05.'],
  ['???', 'How can I help you?'],
  ['👍', 'How can I help you?'],
  ['thank you very much, bye', 'Goodbye'],
  ['No, thanks.', 'Goodbye'],
  ['Could you repeat that, please?', OPENING],
])('does not answer "%s" with "nothing found"', (said, expected) => {
  expect(answerTo(said)).toContain(expected);
});

test('says goodbye after "nothing else", but not after any other no', () => {
  expect(answerTo('Thanks!', 'No.')).toContain('Goodbye');
  expect(answerTo('Hi!', 'No.')).toBe('How can I help you?');
});

test.each([
  [
    'Where are you located and when do you open on Friday?',
    ['12 Ropewalk Lane', 'Friday from 8:30 to 14:00'],
  ],
  ['How much is a check-up? Do you have parking?', ['49 euros', 'Two parking spaces']],
])('answers two questions in one message: %s', (said, expected) => {
  for (const part of expected) expect(answerTo(said)).toContain(part);
});

test('keeps the answer to one question if the other has none', () => {
  expect(answerTo('How much is a check-up and do you have a sauna?')).toContain('49 euros');
});

test.each([
  [['How much is a cleaning?', 'How long does it take?'], 'takes 45 minutes'],
  [['Who treats children?', 'When does he work?'], 'Tuesdays and Thursdays'],
  [['When are you open on Friday?', 'and on Saturday?'], '10:00 to 12:00'],
  [['How much is whitening?', 'What about braces?'], UNKNOWN],
  [['Are you open tomorrow?'], 'On Saturday we see emergencies only'],
  [['Are you open today?'], 'on Friday from 8:30 to 14:00'],
  [["It's bleeding."], 'Some oozing on the first day is normal'],
])('answers %j with: %s', (said, expected) => {
  expect(answerTo(...said)).toContain(expected);
});

test.each([
  'What time is it open on Friday?',
  'My name is on the list of Dr. Falk',
  'What are you charging for a cleaning?',
  'Thank you, and how much is whitening?',
])('treats "%s" as an ordinary question', (said) => {
  expect(answerTo(said)).not.toMatch(/not an AI model|^Hello|welcome/);
});
