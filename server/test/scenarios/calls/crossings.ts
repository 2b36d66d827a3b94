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
const QUESTION = 'Shall I book that table for you?';
const ANSWERED = { type: 'turn-answered' } as const;
const INTERRUPTED = { type: 'interrupted' } as const;
const CALLED = { type: 'tool-called' } as const;

/** Scenarios in which two events coincide. Each of them is handled correctly alone. */
export const CROSSINGS: readonly CallScenario[] = [
  {
    name: 'a "yes" over the last word of a question counts as the answer',
    answers: [QUESTION, 'It is booked.'],
    customer: [LISTEN, say('A table, please.'), letSpeak(1100), say('Yes'), STAY, HANG_UP],
    expect: [
      { event: { type: 'assistant-said', text: QUESTION, interrupted: false }, times: 1 },
      { event: { type: 'assistant-said', text: 'It is booked.' }, times: 1 },
      { asked: { text: /Yes$/ } },
      { absent: INTERRUPTED },
    ],
  },
  {
    name: 'a "yes" over the last word of a question counts as the answer even if it is transcribed late',
    understanding: { finalAfterMs: 1200, interim: false },
    answers: [QUESTION, 'It is booked.'],
    customer: [LISTEN, say('A table, please.'), letSpeak(1100), say('Yes'), STAY, HANG_UP],
    expect: [
      { event: { type: 'assistant-said', text: QUESTION, interrupted: false }, times: 1 },
      { event: { type: 'assistant-said', text: 'It is booked.' }, times: 1 },
      { absent: INTERRUPTED },
    ],
  },
  {
    name: 'answers an interruption of the answer to an interruption',
    answers: [LONG, LONG, LONG, 'That is all.'],
    customer: [
      LISTEN,
      say('When do you open?'),
      letSpeak(600),
      say('No, on Sundays I mean.'),
      letSpeak(100),
      say('I mean in this summer.'),
      letSpeak(600),
      say('And on Mondays, please?'),
      STAY,
      HANG_UP,
    ],
    expect: [
      { event: INTERRUPTED, times: 3 },
      { event: ANSWERED, times: 4 },
      { event: { type: 'assistant-said', text: 'That is all.', interrupted: false }, times: 1 },
    ],
  },
  {
    name: 'a late transcript interrupts the assistant after it resumed',
    understanding: { finalAfterMs: 900, interim: false },
    answers: [LONG, 'All right.'],
    customer: [LISTEN, say('When do you open?'), letSpeak(900), say('Stop.'), wait(9000), HANG_UP],
    expect: [
      { event: { type: 'resumed' }, times: 1 },
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'assistant-said', text: 'All right.' }, after: INTERRUPTED, withinMs: [0, 3000] },
    ],
  },
  {
    name: 'words after a noise interrupt like all others',
    answers: [LONG, 'All right.'],
    customer: [
      LISTEN,
      say('When do you open?'),
      letSpeak(600),
      COUGH,
      wait(1500),
      say('Thank you, that is enough.'),
      STAY,
      HANG_UP,
    ],
    expect: [
      { event: { type: 'resumed' }, times: 1 },
      { event: INTERRUPTED, times: 1, after: { type: 'resumed' } },
      { event: { type: 'assistant-said', text: 'All right.' }, after: INTERRUPTED },
    ],
  },
  {
    name: 'speech before the re-engagement question is answered and the question dropped',
    settings: { reengagementIntervalMs: 5000 },
    answers: [{ text: 'Are you there?', afterMs: 1500 }, 'We open at nine.'],
    customer: [LISTEN, wait(5400), say('When do you open?'), wait(3000), HANG_UP],
    expect: [
      { event: { type: 'reengaged' }, times: 1 },
      { event: ANSWERED, times: 1 },
      { event: { type: 'assistant-said' }, times: 2 },
    ],
  },
  {
    name: 'a tool slower than the silence limit causes neither a question nor a hang-up',
    settings: { reengagementIntervalMs: 3000, maxSilenceMs: 4000 },
    tools: [{ name: 'look_up', takesMs: 15_000, answer: { price: 12 } }],
    answers: [{ text: 'I am looking.', tool: { name: 'look_up' }, thenText: 'It is twelve.' }],
    customer: [LISTEN, say('What does it cost?'), wait(19_000), HANG_UP],
    expect: [
      { absent: { type: 'reengaged' } },
      { event: { type: 'assistant-said', text: /It is twelve/ }, times: 1 },
      { outcome: { status: 'ended_by_customer' } },
    ],
  },
  {
    name: 'a customer who hangs up while a tool is running leaves nothing behind',
    tools: [{ name: 'look_up', takesMs: 4000, answer: { price: 12 } }],
    answers: [{ text: 'I am looking.', tool: { name: 'look_up' }, thenText: 'It is twelve.' }],
    customer: [LISTEN, say('What does it cost?'), LISTEN, wait(500), HANG_UP],
    expect: [
      { event: { type: 'assistant-said', text: /looking/ }, times: 1 },
      { unspoken: { text: 'It is twelve.' } },
      { outcome: { status: 'ended_by_customer' } },
    ],
  },
  {
    name: 'the time limit does not wait for keys',
    settings: { maxDurationMs: 12_000 },
    builtInTools: [{ type: 'collect_keypad', timeout: 20, stop_key: '#' }],
    answers: [{ text: 'Your code, please.', tool: { name: 'collect_keypad' }, thenText: 'Thank you.' }],
    customer: [LISTEN, say('I want to log in.'), LISTEN, { type: 'press', digits: '4' }, wait(60_000)],
    expect: [
      { event: { type: 'assistant-said', text: /our time is up/ }, times: 1 },
      { absent: { type: 'assistant-said', text: /Thank you\.$/ } },
      { outcome: { reason: 'max duration' } },
    ],
  },
  {
    name: 'the time limit does not wait for a tool',
    settings: { maxDurationMs: 12_000 },
    tools: [{ name: 'look_up', takesMs: 25_000, answer: { price: 12 } }],
    answers: [{ text: 'I am looking.', tool: { name: 'look_up' }, thenText: 'It is twelve.' }],
    customer: [LISTEN, say('What does it cost?'), wait(60_000)],
    expect: [
      { event: { type: 'assistant-said', text: /our time is up/ }, times: 1 },
      { unspoken: { text: 'It is twelve.' } },
      { outcome: { reason: 'max duration' } },
    ],
  },
  {
    name: 'a back-channel pauses an answer until its first word is transcribed, and then lowers its volume',
    settings: { initialMessage: LONG, protectFirstMessage: 'off' },
    customer: [wait(2000), say('Yeah yeah yeah'), wait(6000), HANG_UP],
    expect: [
      { loudness: [-17, -16], fromMs: 1500, untilMs: 2000 },
      { loudness: [-29, -28], fromMs: 2400, untilMs: 2600 },
      { loudness: [-17, -16], fromMs: 3000, untilMs: 4000 },
      { event: { type: 'resumed' }, times: 1 },
      { event: { type: 'assistant-said', text: LONG, interrupted: false }, times: 1 },
    ],
  },
  {
    name: 'a hello at the start of the greeting neither interrupts it nor is answered',
    direction: 'outbound',
    settings: { initialMessage: LONG },
    answers: ['Yes, hello.'],
    customer: [wait(300), say('Hello?'), letSpeak(200), say('Hello?'), wait(9000), HANG_UP],
    expect: [
      { event: { type: 'answered-by', answeredBy: 'human' }, times: 1 },
      { event: { type: 'assistant-said', text: LONG, interrupted: false }, times: 1 },
      { event: { type: 'assistant-said' }, times: 1 },
      { absent: INTERRUPTED },
    ],
  },
  {
    name: 'a hello over the last word of a greeting is not answered, but the question after it is',
    settings: { initialMessage: QUESTION },
    answers: ['At nine.'],
    customer: [letSpeak(1100), say('Hello?'), wait(3000), say('When do you open?'), STAY, HANG_UP],
    expect: [
      { event: { type: 'assistant-said', text: QUESTION, interrupted: false }, times: 1 },
      { event: ANSWERED, times: 1 },
      { event: { type: 'assistant-said', text: 'At nine.' }, times: 1 },
    ],
  },
  ...['Stop', 'Hello, who is there?', 'Yes, but when do you open?'].map((text) => ({
    name: `"${text}" over a greeting stops it`,
    settings: { initialMessage: LONG },
    answers: ['All right.'],
    customer: [letSpeak(900), say(text), STAY, HANG_UP],
    expect: [
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'assistant-said', text: 'All right.' } as const, times: 1 },
    ],
  })),
  {
    name: 'text typed while the customer speaks is answered together with the speech',
    answers: ['All right.'],
    customer: [LISTEN, say('I would like a table'), { type: 'type', text: 'for two' }, STAY, HANG_UP],
    expect: [
      { event: { type: 'assistant-said', text: 'All right.' }, times: 1 },
      { asked: { text: /for two I would like a table$/ } },
    ],
  },
  {
    name: 'keys over an answer interrupt it once, together',
    answers: [LONG, 'You pressed one and two.'],
    customer: [
      LISTEN,
      say('When do you open?'),
      letSpeak(900),
      { type: 'press', digits: '12' },
      wait(12_000),
      HANG_UP,
    ],
    expect: [
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'customer-said', text: /phone: 12/ }, times: 1 },
      {
        event: { type: 'customer-said', text: /phone: 12/ },
        after: { type: 'assistant-said', interrupted: true },
      },
      { event: { type: 'assistant-said', text: 'You pressed one and two.' }, times: 1 },
    ],
  },
  {
    name: 'speech over a transfer’s announcement neither cancels it nor connects twice',
    builtInTools: [{ type: 'call_transfer', phone_number: '+15550000099' }],
    answers: [{ text: 'I connect you with a colleague now.', tool: { name: 'call_transfer' } }],
    customer: [LISTEN, say('A person, please.'), letSpeak(500), say('Yes do that now please.'), wait(10_000)],
    expect: [
      { event: CALLED, times: 1 },
      { event: { type: 'transferred', outcome: 'connected' }, times: 1 },
      { outcome: { reason: 'transferred' } },
    ],
  },
];
