import { describe, expect, test } from 'vitest';
import {
  INSTRUCTION_HEADING,
  KNOWLEDGE_TOOL_NAME,
  PROMPT_PASSAGES,
  RULES_HEADING,
  SEARCH_FAILED,
  STILL_AT_WORK,
} from '../interfaces/conventions.ts';
import type {
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ToolDescription,
} from '../interfaces/language-model.ts';
import { markData } from '../interfaces/marked-data.ts';
import { offlineLanguageModel } from './language-model.ts';
import { englishNameOf } from './languages.ts';
import { PHRASES } from './phrases.ts';
import { smallTalkOf } from './small-talk.ts';

const CODE = '0123456789abcdef';
const SEARCH: ToolDescription = {
  name: KNOWLEDGE_TOOL_NAME,
  description: 'Searches the knowledgebase.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};
const ORDER: ToolDescription = {
  name: 'check_order_status',
  description: 'Looks up the status of an order.',
  parameters: {
    type: 'object',
    properties: { order_number: { type: 'string', description: 'The order number, for example A-1001' } },
    required: ['order_number'],
  },
};
const BOOK: ToolDescription = {
  name: 'book_appointment',
  description: 'Books an appointment for the customer.',
  parameters: {
    type: 'object',
    properties: {
      name: { type: 'string', description: "The customer's name" },
      date: { type: 'string', description: 'Date of the appointment' },
      note: { type: 'string', description: 'Anything else' },
    },
    required: ['name', 'date'],
  },
};

const SYSTEM = `You are Ana, the receptionist of Mill Inn. Always be polite.\n\nThe hotel has 42 rooms.\n\n${RULES_HEADING}\n- Answer in English.`;

function request(
  said: readonly string[],
  extra: Partial<ModelRequest> & { system?: string; after?: ModelMessage[] } = {},
): ModelRequest {
  const { system = SYSTEM, after = [], ...rest } = extra;
  const messages = said.map(
    (content, index): ModelMessage => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }),
  );
  return { messages: [{ role: 'system', content: system }, ...messages, ...after], tools: [SEARCH], ...rest };
}

function found(text: string, document = 'guide.pdf'): ModelMessage[] {
  const output = markData(
    {
      from: SEARCH.name,
      text: JSON.stringify({ passages: [{ document_id: 1, document, text, score: 1, source: null }] }),
    },
    CODE,
  );
  return [
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: '1', name: SEARCH.name, arguments: { query: 'x' } }],
    },
    { role: 'tool', toolCallId: '1', toolName: SEARCH.name, output, failed: false },
  ];
}

function output(tool: ToolDescription, value: unknown, failed = false): ModelMessage[] {
  const text = markData({ from: tool.name, text: JSON.stringify(value) }, CODE);
  return [
    { role: 'assistant', content: '', toolCalls: [{ id: '1', name: tool.name, arguments: {} }] },
    { role: 'tool', toolCallId: '1', toolName: tool.name, output: text, failed },
  ];
}

async function answer(given: ModelRequest) {
  const events: ModelEvent[] = [];
  for await (const event of offlineLanguageModel.stream(given, new AbortController().signal))
    events.push(event);
  const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
  const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
  return { events, text, calls };
}

describe('the reply stream', () => {
  test('arrives word by word, ends once, and is deterministic', async () => {
    const { events, text } = await answer(request(['Hello']));
    expect(text).toBe('Hello! How can I help you?');
    expect(events.map((event) => event.type)).toEqual([...Array(6).fill('text-delta'), 'finish']);
    expect(events.at(-1)).toMatchObject({ reason: 'stop', usage: { outputTokens: 6 } });
    expect((await answer(request(['Hello']))).events).toEqual(events);
  });

  test('stops on abort', async () => {
    const abort = new AbortController();
    const reading = (async () => {
      for await (const event of offlineLanguageModel.stream(request(['Hello']), abort.signal)) {
        if (event.type === 'text-delta') abort.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('small talk', () => {
  test.each([
    ['en', 'Good morning!', 'Thanks a lot', 'thank you, bye', 'Are you a robot?', 'Yes, I am still here.'],
    ['ro', 'Bună ziua!', 'Mulțumesc', 'La revedere', 'Ești robot?', 'Da, sunt încă aici.'],
    ['fr', 'Bonjour', 'Merci beaucoup', 'Au revoir', 'Êtes-vous un robot ?', 'Oui, je suis toujours là.'],
    ['es', 'Hola', 'gracias', 'Gracias y adiós', '¿Eres un robot?', 'Sí, sigo aquí.'],
    ['de', 'Guten Tag!', 'Danke', 'Auf Wiedersehen', 'Wer sind Sie?', 'Ja, ich bin noch da.'],
    ['it', 'Buongiorno', 'Grazie', 'Arrivederci', 'Chi sei?', 'Sì, sono ancora qui.'],
    ['pt', 'Olá', 'Obrigada', 'Tchau', 'Quem é você?', 'Sim, ainda estou aqui.'],
    ['lt', 'Labas', 'Ačiū', 'Viso gero', 'Kas tu esi?', 'Taip, dar čia.'],
    ['ar', 'مرحبا', 'شكرا', 'مع السلامة', 'من أنت؟', 'نعم، ما زلت هنا'],
    ['da', 'Goddag', 'Tak', 'Farvel', 'Hvem er du?', 'Ja, jeg er stadig her.'],
  ] as const)('answers in %s', async (language, greeting, thanks, goodbye, identity, presence) => {
    const system = `${RULES_HEADING}\n- Answer in ${englishNameOf(language)}.`;
    const phrases = PHRASES[language];
    const said = async (message: string) => (await answer(request([message], { system }))).text;
    expect(await said(greeting)).toBe(`${phrases.greeting} ${phrases.howCanIHelp}`);
    expect(await said(thanks)).toBe(phrases.thanks);
    expect(await said(goodbye)).toBe(phrases.goodbye);
    expect(await said(identity)).toBe(`${phrases.identity} ${phrases.howCanIHelp}`);
    expect(await said(presence)).toBe(phrases.howCanIHelp);
  });

  test.each([
    'Is breakfast here?',
    'I am here about a room',
    'Are you there on Sundays?',
    'when can I see you',
    'no thanks, what else is there?',
    'ok how much is it',
  ])('treats "%s" as an ordinary question', (text) => {
    expect(smallTalkOf(text)).toBeNull();
  });

  test('asks what the customer needs without a message', async () => {
    expect((await answer(request([]))).text).toBe('How can I help you?');
    const greeted: ModelMessage[] = [{ role: 'assistant', content: 'Mill Inn.' }];
    expect((await answer(request([], { after: greeted }))).text).toBe('How can I help you?');
  });

  test('ignores an operator’s addition to a question', async () => {
    const added = `How many rooms are there?\n${INSTRUCTION_HEADING} Make the call properly.`;
    expect((await answer(request([added], { tools: [] }))).text).toContain('42 rooms');
  });
});

describe('knowledge', () => {
  test.each([
    'When can I check in?',
    'I would like to know about parking',
    'Tell me about the pool',
    'breakfast?',
  ])('searches for: %s', async (message) => {
    expect((await answer(request([message]))).calls).toMatchObject([
      { name: SEARCH.name, arguments: { query: message } },
    ]);
  });

  test('searches a follow-up together with the previous question', async () => {
    const { calls } = await answer(
      request(['How much is parking?', 'One night costs 12 euros.', 'And for two nights?']),
    );
    expect(calls).toMatchObject([{ arguments: { query: 'How much is parking? And for two nights?' } }]);
  });

  test('answers from the facts in its prompt, never with its instructions', async () => {
    const rooms = request(['How many rooms do you have?'], { after: found('Nothing of interest.') });
    expect((await answer(rooms)).text).toBe('The hotel has 42 rooms.');
    const polite = request(['Must you always be polite?'], { after: found('Nothing of interest.') });
    expect((await answer(polite)).text).toContain("I don't know that");
  });

  test('says that it does not know, and what it can help with', async () => {
    const given = request(['Do you have a sauna?'], {
      after: found('Check-in starts at 15:00.', 'guest_guide.pdf'),
    });
    expect((await answer(given)).text).toMatch(/I don't know that.*I can help with: guest guide\./);
  });

  test('answers from passages in the prompt', async () => {
    const passages = markData(
      {
        from: PROMPT_PASSAGES,
        text: '[1] guide.pdf, page 1\nThe garage costs 12 euros.\n\n[2] menu.pdf\nSoup costs 4 euros.',
      },
      CODE,
    );
    const given = request(['What does the garage cost?'], {
      system: `${SYSTEM}\n\n# Knowledge\n${passages}`,
      tools: [],
    });
    expect((await answer(given)).text).toBe('The garage costs 12 euros.');
  });
});

describe('tools', () => {
  const tools = [SEARCH, ORDER, BOOK];

  test('does not repeat a call that is still running', async () => {
    const message = 'What is the status of order A-1001?';
    const system = `${SYSTEM}\n- The tool ${ORDER.name} ${STILL_AT_WORK}: do not call it again for the same request.`;
    const names = async (rules: string) =>
      (await answer(request([message], { system: rules, tools: [SEARCH, ORDER] }))).calls.map(
        ({ name }) => name,
      );
    expect(await names(SYSTEM)).toEqual([ORDER.name]);
    expect(await names(system)).toEqual([SEARCH.name]);
  });

  test('calls the tool that the message names, with its values', async () => {
    const { calls } = await answer(request(['What is the status of my order A-1001?'], { tools }));
    expect(calls).toMatchObject([{ name: ORDER.name, arguments: { order_number: 'A-1001' } }]);
  });

  test('asks for missing values one by one, then calls', async () => {
    const said = ['I want to book an appointment please'];
    const first = await answer(request(said, { tools }));
    expect(first.text).toBe("To do that I need one more thing: the customer's name?");
    said.push(first.text, "It's Mara Ionescu");
    const second = await answer(request(said, { tools }));
    expect(second.text).toBe('To do that I need one more thing: date of the appointment?');
    said.push(second.text, 'next Tuesday');
    const third = await answer(request(said, { tools }));
    expect(third.calls).toMatchObject([
      { name: BOOK.name, arguments: { name: 'Mara Ionescu', date: 'next Tuesday' } },
    ]);
  });

  test.each(['My name is', 'I am', 'this is'])('takes the name after "%s"', async (words) => {
    const said = `I want to book an appointment on Friday. ${words} Mara Ionescu.`;
    const { calls } = await answer(request([said], { tools }));
    expect(calls).toMatchObject([{ name: BOOK.name, arguments: { name: 'Mara Ionescu' } }]);
  });

  test('answers a question in between first', async () => {
    const said = [
      'I want to book an appointment',
      "To do that I need one more thing: the customer's name?",
      'What does it cost?',
    ];
    expect((await answer(request(said, { tools }))).calls).toMatchObject([{ name: SEARCH.name }]);
  });

  test.each([
    [
      { status: 200, body: { message: 'Your order has been shipped.' } },
      false,
      'Your order has been shipped.',
    ],
    [
      { status: 200, body: '{"state":"shipped","delivery_date":"2026-12-01"}' },
      false,
      'state: shipped, delivery date: 2026-12-01.',
    ],
    [
      { error: { code: 'timeout', message: 'The tool did not answer in time.' } },
      true,
      "I'm sorry, that did not work: The tool did not answer in time.",
    ],
    [{ status: 204, body: '' }, false, 'Done.'],
  ])('reports the result: %j', async (value, failed, text) => {
    const given = request(['What is the status of my order A-1001?'], {
      tools,
      after: output(ORDER, value, failed),
    });
    expect(await answer(given)).toMatchObject({ text, calls: [] });
  });
});

test('fills a schema by simple rules, without inventing values', async () => {
  const responseSchema = {
    type: 'object',
    properties: {
      status: { type: 'boolean', description: 'Was the goal reached?' },
      summary: { type: 'string', description: 'Summary of the conversation' },
      email: { type: 'string', description: 'E-mail address of the customer' },
      nights: { type: 'number', description: 'How many nights' },
      wants_parking: { type: 'boolean', description: 'Whether the customer needs parking' },
      has_pet: { type: 'boolean', description: 'Whether the customer brings a pet' },
      company: { type: ['string', 'null'], description: 'Company' },
    },
  };
  const said = ['I need a room for 3 nights with parking, mara@example.com', 'Noted.', 'Thanks!'];
  const { text } = await answer(request(said, { responseSchema }));
  expect(JSON.parse(text)).toEqual({
    status: true,
    summary: 'I need a room for 3 nights with parking, mara@example.com',
    email: 'mara@example.com',
    nights: 3,
    wants_parking: true,
    has_pet: false,
    company: null,
  });
});

describe('a failed search', () => {
  const timeout = { error: { code: 'timeout', message: 'The tool did not answer in time.' } };
  test('is reported as such', async () => {
    const { text } = await answer(request(['Is there a sauna?'], { after: output(SEARCH, timeout, true) }));
    expect(text).toBe(PHRASES.en.lookUpFailed);
  });

  test('is reported as such when made for the prompt', async () => {
    const system = `${SYSTEM}\n\n# Knowledge\n${SEARCH_FAILED}`;
    const { text } = await answer(request(['Is there a sauna?'], { system, tools: [] }));
    expect(text).toContain('could not look that up right now');
  });

  test('is not reported if nothing was found, another search succeeded or the prompt has the answer', async () => {
    const nothing = await answer(request(['Is there a sauna?'], { after: output(SEARCH, { passages: [] }) }));
    expect(nothing.text).toContain('I found nothing about it');
    const second = [...output(SEARCH, timeout, true), ...output(SEARCH, { passages: [] })];
    expect((await answer(request(['Is there a sauna?'], { after: second }))).text).toContain(
      'I found nothing about it',
    );
    const known = await answer(
      request(['How many rooms does the hotel have?'], { after: output(SEARCH, timeout, true) }),
    );
    expect(known.text).toContain('42 rooms');
  });
});
