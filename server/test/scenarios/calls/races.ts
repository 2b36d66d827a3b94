import type { PersonStep } from '../../../src/telephony/simulated/person.ts';
import type { CallScenario } from '../../kit/voice/call-scenario.ts';

const LISTEN: PersonStep = { type: 'listen', quietMs: 300, atMostMs: 10_000 };
const STAY: PersonStep = { type: 'wait', ms: 5000 };
const HANG_UP: PersonStep = { type: 'hang-up' };
const COUGH: PersonStep = { type: 'noise', ms: 160, levelDbfs: -20 };
const say = (text: string): PersonStep => ({ type: 'say', text });
const wait = (ms: number): PersonStep => ({ type: 'wait', ms });
const letSpeak = (speakingMs: number): PersonStep => ({ type: 'let-speak', speakingMs, atMostMs: 10_000 });

const LONG =
  'We are open from nine in the morning until six in the evening on every day of the week but Sunday.';
const ANSWERED = { type: 'turn-answered' } as const;
const INTERRUPTED = { type: 'interrupted' } as const;
const CALLED = { type: 'tool-called' } as const;
const TARGET = '+15550000099';

/** Scenarios in which an event arrives at an unfortunate moment. */
export const RACES: readonly CallScenario[] = [
  {
    name: 'the first words of the greeting can be interrupted like all others',
    settings: { initialMessage: LONG },
    answers: ['Of course.'],
    customer: [letSpeak(200), say('I have a question about my bill.'), STAY, HANG_UP],
    expect: [
      { event: INTERRUPTED, withinMs: [0, 1500] },
      { event: { type: 'assistant-said', text: /^We are/, interrupted: true }, times: 1 },
      { event: { type: 'assistant-said', text: 'Of course.' }, after: INTERRUPTED },
    ],
  },
  {
    name: 'a sign of listening does not interrupt an answer',
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), letSpeak(900), say('uh-huh yeah'), wait(9000), HANG_UP],
    expect: [
      { absent: INTERRUPTED },
      { event: { type: 'resumed' }, times: 1 },
      { event: { type: 'assistant-said', text: LONG, interrupted: false }, times: 1 },
    ],
  },
  {
    name: 'a noise between a question and the first sound of its answer loses neither',
    answers: [{ text: 'We open at nine.', afterMs: 1500 }],
    customer: [LISTEN, say('When do you open?'), wait(900), COUGH, STAY, HANG_UP],
    expect: [
      { event: ANSWERED, times: 1 },
      { event: { type: 'assistant-said', text: 'We open at nine.', interrupted: false }, times: 1 },
    ],
  },
  {
    name: 'a customer who continues before the answer plays gets one answer to everything',
    answers: [{ text: 'Certainly.', afterMs: 1200 }],
    customer: [
      LISTEN,
      say('I would like a table.'),
      wait(800),
      say('For two people tomorrow, please.'),
      STAY,
      HANG_UP,
    ],
    expect: [
      { event: { type: 'assistant-said', text: 'Certainly.' }, times: 1 },
      { asked: { text: /a table\. For two people tomorrow, please\./ } },
    ],
  },
  {
    name: 'words transcribed after the end of the turn are answered with it, once',
    settings: { endpointSilenceMs: 200 },
    understanding: { finalAfterMs: 900 },
    answers: ['We open at nine.'],
    customer: [LISTEN, say('When do you open?'), STAY, HANG_UP],
    expect: [
      { event: { type: 'customer-said' }, times: 1 },
      { event: { type: 'assistant-said', text: 'We open at nine.' }, times: 1 },
    ],
  },
  {
    name: 'an early answer is discarded when the customer continues',
    settings: { endpointSilenceMs: 1200 },
    answers: ['Certainly.'],
    customer: [LISTEN, say('Cancel my order'), wait(800), say('if it is not sent yet.'), STAY, HANG_UP],
    expect: [
      { asked: { text: /Cancel my order$/ } },
      { asked: { text: /Cancel my order if it is not sent yet\.$/ } },
      { event: { type: 'assistant-said', text: 'Certainly.' }, times: 1 },
      { event: ANSWERED, times: 1 },
    ],
  },
  {
    name: 'a running tool finishes even if the customer speaks, and runs only once',
    tools: [{ name: 'look_up', takesMs: 4000, answer: { price: 12 } }],
    answers: [
      { text: 'I am looking.', tool: { name: 'look_up' }, thenText: 'Nobody hears this.' },
      'I am on it.',
      'It is twelve.',
    ],
    customer: [
      LISTEN,
      say('What does it cost?'),
      LISTEN,
      wait(300),
      say('Are you still there?'),
      STAY,
      HANG_UP,
    ],
    expect: [
      {
        event: { ...CALLED, failed: false, functionCall: { name: 'look_up', result: { price: 12 } } },
        times: 1,
      },
      { event: { type: 'assistant-said', text: /I am on it/ }, times: 1 },
    ],
  },
  {
    name: 'a tool result after an interruption is delivered in the next silence',
    tools: [{ name: 'look_up', takesMs: 9000, answer: { price: 12 } }],
    answers: [
      { text: 'I am looking.', tool: { name: 'look_up' }, thenText: 'Nobody hears this.' },
      'I am on it.',
      'It is twelve.',
    ],
    customer: [LISTEN, say('What does it cost?'), LISTEN, say('Are you still there?'), wait(14_000), HANG_UP],
    expect: [
      { event: CALLED, after: { type: 'assistant-said', text: 'I am on it.' } },
      { event: { type: 'assistant-said', text: 'It is twelve.' }, after: CALLED },
      { event: { type: 'assistant-said', text: 'It is twelve.' }, times: 1 },
      { asked: { text: /now finished: look_up\./ } },
      { absent: { type: 'reengaged' } },
    ],
  },
  {
    name: 'a tool result before the next answer is part of that answer only',
    tools: [{ name: 'look_up', takesMs: 2500, answer: { price: 12 } }],
    answers: [
      { text: 'I am looking.', tool: { name: 'look_up' }, thenText: 'Nobody hears this.' },
      'It is twelve.',
      'Too much.',
    ],
    customer: [
      LISTEN,
      say('What does it cost?'),
      LISTEN,
      say('I mean the small one with the blue handle that you have had in the window for a week or two.'),
      wait(9000),
      HANG_UP,
    ],
    expect: [
      { event: { type: 'assistant-said', text: 'It is twelve.' }, after: CALLED },
      { absent: { type: 'assistant-said', text: 'Too much.' } },
    ],
  },
  {
    name: 'a slow tool is bridged with words that are not in the transcript',
    tools: [{ name: 'look_up', takesMs: 4000, answer: { price: 12 } }],
    answers: [{ text: '', tool: { name: 'look_up' }, thenText: 'It is twelve.' }],
    customer: [LISTEN, say('What does it cost?'), wait(9000), HANG_UP],
    expect: [
      { spoken: { text: /moment/i } },
      { absent: { type: 'assistant-said', text: /moment/i } },
      { event: { type: 'assistant-said', text: 'It is twelve.' }, times: 1 },
    ],
  },
  {
    name: 'a cough during the announcement of a transfer does not cancel the transfer',
    builtInTools: [{ type: 'call_transfer', phone_number: TARGET }],
    answers: [
      {
        text: 'Very well, I am going to connect you with one of my colleagues. Please hold.',
        tool: { name: 'call_transfer', afterMs: 1300 },
      },
    ],
    customer: [LISTEN, say('A person, please.'), letSpeak(500), COUGH, wait(10_000)],
    expect: [
      { event: { type: 'resumed' }, times: 1 },
      { event: { type: 'transferred', outcome: 'connected' }, times: 1 },
      { event: { type: 'assistant-said', text: /Please hold/, interrupted: false }, times: 1 },
      { outcome: { reason: 'transferred' } },
    ],
  },
  {
    name: 'a customer who wants something else keeps open a call that was about to end',
    builtInTools: [{ type: 'end_call' }],
    answers: [
      { text: 'Thank you very much for your call and goodbye to you.', tool: { name: 'end_call' } },
      'On Sundays we are closed.',
    ],
    customer: [
      LISTEN,
      say('That is all, thank you.'),
      letSpeak(500),
      say('Wait, are you open on Sundays?'),
      STAY,
      HANG_UP,
    ],
    expect: [
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'assistant-said', text: 'On Sundays we are closed.' }, after: INTERRUPTED },
      { outcome: { status: 'ended_by_customer' } },
    ],
  },
  {
    name: 'a customer’s goodbye over the assistant’s goodbye does not keep the call open',
    builtInTools: [{ type: 'end_call' }],
    answers: [{ text: 'Thank you very much for your call and goodbye to you.', tool: { name: 'end_call' } }],
    customer: [LISTEN, say('That is all, thank you.'), letSpeak(500), say('Thanks, bye'), wait(10_000)],
    expect: [{ absent: INTERRUPTED }, { outcome: { status: 'ended_by_assistant' } }],
  },
  {
    name: 'a customer’s goodbye over the end of the assistant’s goodbye is not answered',
    builtInTools: [{ type: 'end_call' }],
    answers: [{ text: 'Thank you very much for your call and goodbye to you.', tool: { name: 'end_call' } }],
    customer: [LISTEN, say('That is all, thank you.'), letSpeak(2300), say('Thanks, bye'), wait(10_000)],
    expect: [
      { event: { type: 'customer-said', text: 'Thanks, bye' }, times: 1 },
      { event: { type: 'assistant-said', text: /goodbye/ }, times: 1 },
      { outcome: { status: 'ended_by_assistant' } },
    ],
  },
  {
    name: 'keys pressed before the question ends belong to the entry',
    builtInTools: [{ type: 'collect_keypad', timeout: 5, stop_key: '#' }],
    answers: [
      { text: 'Please enter your code now.', tool: { name: 'collect_keypad' }, thenText: 'Thank you.' },
    ],
    customer: [
      LISTEN,
      say('I want to log in.'),
      letSpeak(300),
      { type: 'press', digits: '42#' },
      wait(6000),
      HANG_UP,
    ],
    expect: [
      { event: { ...CALLED, functionCall: { result: { digits: '42', ended_by: 'stop_key' } } }, times: 1 },
      { event: { type: 'assistant-said', text: /Thank you/ }, after: CALLED },
    ],
  },
  {
    name: 'a customer who hangs up while keys are awaited leaves nothing behind',
    builtInTools: [{ type: 'collect_keypad', timeout: 20, stop_key: '#' }],
    answers: [{ text: 'Your code, please.', tool: { name: 'collect_keypad' }, thenText: 'Thank you.' }],
    customer: [LISTEN, say('I want to log in.'), LISTEN, { type: 'press', digits: '4' }, wait(400), HANG_UP],
    expect: [
      { absent: { type: 'assistant-said', text: /Thank you/ } },
      { outcome: { status: 'ended_by_customer' } },
    ],
  },
  {
    name: 'a customer who hangs up immediately still counts as a call',
    customer: [HANG_UP],
    expect: [{ absent: { type: 'customer-said' } }, { outcome: { status: 'ended_by_customer' } }],
  },
  {
    name: 'apologizes for a model that never answers, and the call continues',
    answers: [{ text: 'Never.', afterMs: 100_000 }, 'We open at nine.'],
    customer: [LISTEN, say('Hello there?'), wait(16_000), say('When do you open?'), wait(6000), HANG_UP],
    expect: [
      { event: { type: 'assistant-said', text: /^Sorry/ }, withinMs: [8000, 14_000] },
      { event: { type: 'assistant-said', text: 'We open at nine.' }, after: { type: 'provider-failed' } },
      { outcome: { status: 'ended_by_customer' } },
    ],
  },
  {
    name: 'text typed during an answer interrupts it and is answered',
    answers: [LONG, 'On Sundays we are closed.'],
    customer: [
      LISTEN,
      say('When do you open?'),
      letSpeak(900),
      { type: 'type', text: 'And on Sundays?' },
      STAY,
      HANG_UP,
    ],
    expect: [
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'assistant-said', text: 'On Sundays we are closed.' }, after: INTERRUPTED },
      {
        event: { type: 'customer-said', text: 'And on Sundays?' },
        after: { type: 'assistant-said', interrupted: true, text: /^We are open/ },
      },
    ],
  },
  {
    name: 'a recording that pauses between sentences is not interrupted',
    direction: 'outbound',
    settings: { voiceMailMessage: 'Please call us back.' },
    customer: [
      wait(300),
      say('You have reached the office of Anna and her five good friends in town'),
      wait(900),
      say('Please leave a message'),
      wait(400),
      { type: 'tone', frequencyHz: 1000, ms: 400 },
      wait(60_000),
    ],
    expect: [
      { event: { type: 'answered-by', answeredBy: 'machine' }, times: 1 },
      { event: { type: 'assistant-said' }, times: 1 },
      { event: { type: 'assistant-said', text: 'Please call us back.', interrupted: false } },
    ],
  },
  {
    name: 'the time limit interrupts an answer',
    settings: { maxDurationMs: 8000, initialMessage: `${LONG} ${LONG} ${LONG}` },
    customer: [wait(60_000)],
    expect: [
      { event: { type: 'assistant-said', text: /^We are/, interrupted: true }, times: 1 },
      { event: { type: 'assistant-said', text: /our time is up/ } },
      { outcome: { reason: 'max duration' } },
    ],
  },
];
