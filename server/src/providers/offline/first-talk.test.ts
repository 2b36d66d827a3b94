import { expect, test } from 'vitest';
import { DEMO_CALLER_PROMPT, DEMO_DOCUMENT, DEMO_PROMPT } from '../../demo/demo-content.ts';
import { PROMPT_PASSAGES, RULES_HEADING } from '../interfaces/conventions.ts';
import type { ModelMessage } from '../interfaces/language-model.ts';
import { markData } from '../interfaces/marked-data.ts';
import { decide } from './language-model.ts';
import { smallTalkOf } from './small-talk.ts';

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
  ['Good evening, I have a question', 'I can help with: Opening hours, Finding us, Appointments, Prices.'],
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

test('names its topics when a question has no answer', () => {
  expect(answerTo('How much is a birthday cake?')).toBe(
    "I'm sorry, I don't know that. I found nothing about it in my information. I can help with: Opening hours, Finding us, Appointments, Prices.",
  );
});

/** The prompt of a template in which only some variables have a value. */
const BAKERY = `# Who you are
You answer the phone at Mill Bakery. You are calm, friendly and quick.

# How you speak
- Ask one question at a time.

# What you know
- What we sell or do: We bake bread and birthday cakes. A birthday cake costs 35 euros
- Opening hours:
- Address: 12 Mill Lane
- Email:`;

test.each([
  ['How much is a birthday cake?', 'We bake bread and birthday cakes. A birthday cake costs 35 euros.'],
  ['What do you sell?', 'We bake bread and birthday cakes. A birthday cake costs 35 euros.'],
  ['Where are you?', 'Address: 12 Mill Lane.'],
])('a bakery is asked "%s"', (said, expected) => {
  expect(callOf(BAKERY, [said], { knowledge: '' })[0]).toBe(expected);
});

test('neither speaks labels without a value nor offers its instructions as topics', () => {
  for (const said of ['Are you open on Sunday?', 'What are your opening hours?', 'Who won the election?']) {
    expect(callOf(BAKERY, [said], { knowledge: '' })[0]).toBe(
      "I'm sorry, I don't know that. I found nothing about it in my information. I can help with: Address.",
    );
  }
  expect(callOf(BAKERY, ['What can you do?'], { knowledge: '' })[0]).toBe('I can help with: Address.');
});

const CALLER = DEMO_CALLER_PROMPT.replace(/\{\{name[^}]*\}\}/, 'Ana').replace(
  /\{\{time[^}]*\}\}/,
  'Monday at nine',
);
const END_CALL = { name: 'end_call', description: 'Ends the call.', parameters: {} };

/** The replies of an assistant with this prompt, after its greeting, to each of these messages. */
function callOf(
  prompt: string,
  said: readonly string[],
  { language = 'English', knowledge = `# Knowledge\n${HANDBOOK}` } = {},
): string[] {
  const system = `${prompt}\n\n${RULES_HEADING}\n- Answer in ${language}.\n\n${knowledge}`;
  const messages: ModelMessage[] = [
    { role: 'system', content: system },
    { role: 'assistant', content: 'Hello Ana, this is Harbour Dental.' },
  ];
  return said.map((content) => {
    messages.push({ role: 'user', content });
    const first = decide({ messages, tools: [END_CALL] });
    if (first.kind === 'call') {
      const [{ id: toolCallId = '', name: toolName = '' } = {}] = first.calls;
      const output = '{"status":"ordered"}';
      messages.push({ role: 'assistant', content: first.text, toolCalls: first.calls });
      messages.push({ role: 'tool', toolCallId, toolName, output, failed: false });
    }
    const { text } = first.kind === 'call' ? decide({ messages, tools: [END_CALL] }) : first;
    messages.push({ role: 'assistant', content: text });
    return first.kind === 'call' ? `${text} [${first.calls[0]?.name}]` : text;
  });
}

test('says the purpose of the call when the customer has time, and ends with a goodbye', () => {
  const said = [
    'Yes, I have a moment.',
    'Could you tell me a little more about that?',
    'Yes.',
    'That sounds good. Thank you, that is all for today.',
  ];
  expect(callOf(CALLER, said)).toEqual([
    'I am calling to remind you of an appointment. May I ask whether you will come?',
    'The appointment is Monday at nine.',
    'All right, thank you. Is there anything else I can help with?',
    'Goodbye, and have a nice day! [end_call]',
  ]);
});

test.each([
  ['I would rather write. What is this about?', 'I am calling to remind you of an appointment.'],
  [
    'Wait, wait. I have a question first.',
    'I can help with: Opening hours, Finding us, Appointments, Prices.',
  ],
  ['Please do not call me again.', "I'm sorry to have disturbed you. Goodbye! [end_call]"],
  ['Sorry, I am busy.', "I'm sorry to have disturbed you. Goodbye! [end_call]"],
  ['How much is a cleaning?', '85 euros'],
])('a called customer says "%s"', (said, expected) => {
  expect(callOf(CALLER, [said])[0]).toContain(expected);
});

test('asks callers what they want, and repeats the greeting if they ask what the call is about', () => {
  expect(callOf(DEMO_PROMPT, ['Yes, I have a moment.', 'What is this about?'])).toEqual([
    'How can I help you?',
    'Hello Ana, this is Harbour Dental.',
  ]);
  const hotline = 'You help guests who call to book a table. When you call the tool to book, say so.';
  expect(callOf(hotline, ['Yes.'])).toEqual(['How can I help you?']);
});

test('varies its words when it does not know an answer, and lists its topics once', () => {
  const replies = callOf(CALLER, [
    'Do you have a sauna?',
    'Do you sell cars?',
    'Who won the election?',
    'Is it raining?',
  ]);
  expect(new Set(replies.slice(0, 3)).size).toBe(3);
  expect(replies.filter((reply) => reply.includes('I can help with'))).toHaveLength(1);
  expect(replies.filter((reply) => reply.includes(UNKNOWN))).toHaveLength(2);
});

test.each([
  ['goodbye', 'that sounds good thank you that is all for today'],
  ['goodbye', 'Sună bine. Mulțumesc, asta e tot pentru azi.'],
  ['goodbye', "Très bien. Merci, c'est tout pour aujourd'hui."],
  ['goodbye', 'Está bien. Gracias, eso es todo por hoy.'],
  ['goodbye', 'Das klingt gut. Danke, das ist alles für heute.'],
  ['goodbye', 'Va bene. Grazie, questo è tutto per oggi.'],
  ['goodbye', 'Parece bom. Obrigado, isso é tudo por hoje.'],
  ['goodbye', 'Gerai. Ačiū, tai viskas.'],
  ['goodbye', 'Det lyder godt. Tak, det er alt for i dag.'],
  ['goodbye', 'شكرا، هذا كل شيء'],
  ['agreement', 'Da, am un minut.'],
  ['agreement', "Oui, j'ai un moment."],
  ['agreement', 'Sí, tengo un momento.'],
  ['agreement', 'Ja, ich habe einen Moment.'],
  ['agreement', 'Sì, ho un minuto.'],
  ['agreement', 'Sim, tenho tempo.'],
  ['agreement', 'Taip, klausau.'],
  ['agreement', 'Ja, jeg har et øjeblik.'],
  ['agreement', 'نعم، لدي دقيقة'],
  ['purpose', 'Despre ce este vorba?'],
  ['purpose', "C'est à quel sujet ?"],
  ['purpose', '¿De qué se trata?'],
  ['purpose', 'Worum geht es?'],
  ['purpose', 'Di cosa si tratta?'],
  ['purpose', 'Hvad drejer det sig om?'],
  ['declined', 'Nu am timp.'],
  ['declined', "Non, ne m'appelez plus."],
  ['declined', 'Ich habe kein Interesse.'],
  ['declined', 'Jeg har ikke tid.'],
  ['more', 'Können Sie mir mehr dazu sagen?'],
  [null, 'Is that all you have for today?'],
  [null, 'I have a moment of pain every morning.'],
  [null, 'What is the tour about?'],
  [null, 'Thank you. What does it cost?'],
] as const)('finds %s in "%s"', (kind, said) => {
  expect(smallTalkOf(said)).toBe(kind);
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
