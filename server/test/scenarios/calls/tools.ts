import type { PersonStep } from '../../../src/telephony/simulated/person.ts';
import type { CallScenario } from '../../kit/voice/call-scenario.ts';

const LISTEN: PersonStep = { type: 'listen', quietMs: 300, atMostMs: 10_000 };
const say = (text: string): PersonStep => ({ type: 'say', text });
const wait = (ms: number): PersonStep => ({ type: 'wait', ms });
const WARM = {
  type: 'warm_call_transfer',
  supervisor_phone: '+15550000098',
  outbound_phone_id: 1,
  description: 'When they ask for a person.',
  hold_message: 'One moment please.',
  briefing_initial_message: 'A caller for you.',
  connected_message: 'You are connected.',
} as const;
const ANNOUNCED = {
  type: 'call_transfer',
  phone_number: '+15550000099',
  warm_transfer: true,
  warm_transfer_message: 'A customer for you.',
} as const;
const VOICEMAIL: readonly PersonStep[] = [
  wait(600),
  say('You have reached the voicemail of Ana. Please leave a message after the tone.'),
  { type: 'tone', frequencyHz: 1000, ms: 400 },
];
const CALLED = { type: 'tool-called' } as const;

export const TOOLS: readonly CallScenario[] = [
  {
    name: 'end_call ends the call when the goodbye was heard',
    builtInTools: [{ type: 'end_call' }],
    answers: [{ text: 'Goodbye then.', tool: { name: 'end_call' } }],
    customer: [LISTEN, say('That is all, thank you.'), wait(60_000)],
    expect: [
      { event: CALLED, times: 1 },
      { event: { type: 'assistant-said', text: /Goodbye then/, interrupted: false }, times: 1 },
      { outcome: { status: 'ended_by_assistant' } },
    ],
  },
  ...['end_call', 'call_transfer'].map((name) => ({
    name: `${name} after words: the model is not asked for more`,
    builtInTools: [{ type: 'end_call' }, { type: 'call_transfer', phone_number: '+15550000099' }] as const,
    answers: [{ text: 'Goodbye then.', tool: { name }, thenText: 'Once more, goodbye.' }],
    customer: [LISTEN, say('That is all, thank you.'), wait(60_000)],
    expect: [
      { event: CALLED, times: 1 },
      { event: { type: 'assistant-said', text: /^Goodbye then\.$/, interrupted: false }, times: 1 },
      { absent: { type: 'assistant-said', text: /Once more/ } },
      { event: { type: 'model-call' }, times: 1 },
    ] as const,
  })),
  {
    name: 'end_call by a silent model: says goodbye without a second model call',
    builtInTools: [{ type: 'end_call' }],
    answers: [{ text: '', tool: { name: 'end_call' } }],
    customer: [LISTEN, say('That is all, thank you.'), wait(60_000)],
    expect: [
      { event: { type: 'assistant-said', text: /Goodbye/ }, times: 1 },
      { absent: { type: 'assistant-said', text: /again/ } },
      {
        outcome: {
          status: 'ended_by_assistant',
          reason: 'the assistant ended the call',
          failedBy: undefined,
        },
      },
    ],
  },
  {
    name: 'a transfer by a silent model runs without a second model call',
    builtInTools: [ANNOUNCED],
    answers: [{ text: '', tool: { name: 'call_transfer' } }],
    customer: [LISTEN, say('Connect me with somebody.'), wait(8000), { type: 'hang-up' }],
    colleague: [wait(500), say('Hello, Ana here.')],
    expect: [
      { event: { type: 'transferred', outcome: 'connected' }, times: 1 },
      { absent: { type: 'assistant-said', text: /again/ } },
      { outcome: { status: 'ended_by_customer', failedBy: undefined } },
    ],
  },
  {
    name: 'collect_keypad collects keys up to the stop key, and the assistant continues with them',
    builtInTools: [{ type: 'collect_keypad', timeout: 5, stop_key: '#' }],
    answers: [
      {
        text: 'Please enter your code.',
        tool: { name: 'collect_keypad' },
        thenText: 'Thank you for the code.',
      },
    ],
    customer: [
      LISTEN,
      say('I want to log in.'),
      LISTEN,
      wait(500),
      { type: 'press', digits: '42#' },
      wait(4000),
      { type: 'hang-up' },
    ],
    expect: [
      { event: { ...CALLED, functionCall: { name: 'collect_keypad' }, failed: false }, times: 1 },
      { event: { type: 'digit' }, times: 3 },
      { event: { type: 'assistant-said', text: /Thank you for the code/ }, after: CALLED },
      { outcome: { status: 'ended_by_customer' } },
    ],
  },
  {
    name: 'mask_keypad_input: the model gets the keys, and no event contains them',
    settings: { maskKeypadInput: true },
    builtInTools: [{ type: 'collect_keypad', timeout: 5, stop_key: '#' }],
    answers: [
      {
        text: 'Please enter your code.',
        tool: { name: 'collect_keypad' },
        thenText: 'You entered 4711.',
      },
    ],
    customer: [
      LISTEN,
      say('I want to log in.'),
      LISTEN,
      wait(500),
      { type: 'press', digits: '4711#' },
      wait(4000),
      { type: 'hang-up' },
    ],
    expect: [
      { event: { ...CALLED, functionCall: { result: { digits: '••••' } } }, times: 1 },
      { event: { type: 'digit', digit: '•' }, times: 5 },
      { asked: { text: /"digits":"4711"/ } },
      { event: { type: 'assistant-said', text: /You entered ••••\./ }, after: CALLED },
    ],
  },
  {
    name: 'collect_keypad waits for every key, however long the whole entry takes',
    builtInTools: [{ type: 'collect_keypad', timeout: 30, stop_key: '#' }],
    answers: [
      {
        text: 'Please enter your code.',
        tool: { name: 'collect_keypad' },
        thenText: 'Thank you for the code.',
      },
    ],
    customer: [
      LISTEN,
      say('I want to log in.'),
      LISTEN,
      wait(28_000),
      { type: 'press', digits: '4' } as const,
      wait(28_000),
      { type: 'press', digits: '2' } as const,
      wait(28_000),
      { type: 'press', digits: '#' } as const,
      wait(4000),
      { type: 'hang-up' },
    ],
    lastsMs: 120_000,
    expect: [
      { event: { ...CALLED, functionCall: { result: { digits: '42', ended_by: 'stop_key' } } }, times: 1 },
      { event: { type: 'assistant-said', text: /Thank you for the code/ }, after: CALLED },
      { absent: { type: 'provider-failed' } },
      { outcome: { status: 'ended_by_customer' } },
    ],
  },
  {
    name: 'call_transfer lets the carrier connect the customer, and ends the call',
    builtInTools: [{ type: 'call_transfer', phone_number: '+15550000099' }],
    answers: [{ text: 'I connect you.', tool: { name: 'call_transfer' } }],
    customer: [LISTEN, say('I want to speak to somebody.'), wait(60_000)],
    expect: [
      {
        event: { type: 'transferred', kind: 'blind', target: '+15550000099', outcome: 'connected' },
        after: CALLED,
      },
      { event: { type: 'assistant-said', text: /I connect you/ }, times: 1 },
      { outcome: { status: 'completed', reason: 'transferred' } },
    ],
  },
  {
    name: 'call_transfer with warm_transfer announces the customer after a hello, and connects the two',
    builtInTools: [ANNOUNCED],
    answers: [{ text: 'I connect you.', tool: { name: 'call_transfer' } }],
    customer: [LISTEN, say('I want to speak to somebody.'), wait(60_000)],
    colleague: [say('Hello?'), LISTEN, wait(5000), { type: 'hang-up' }],
    expect: [
      { spoken: { text: 'A customer for you.' } },
      { event: { type: 'transferred', kind: 'blind', outcome: 'connected' }, after: CALLED },
      { event: { type: 'customer-said' }, times: 1 },
      { outcome: { status: 'completed', reason: 'transferred' } },
    ],
  },
  {
    name: 'call_transfer with warm_transfer returns the customer when a voicemail answers',
    builtInTools: [ANNOUNCED],
    answers: [{ text: 'I connect you.', tool: { name: 'call_transfer' } }, 'What else can I do?'],
    customer: [
      LISTEN,
      say('I want to speak to somebody.'),
      wait(25_000),
      say('Then tell me more.'),
      LISTEN,
      { type: 'hang-up' },
    ],
    colleague: VOICEMAIL,
    expect: [
      { event: { type: 'transferred', kind: 'blind', outcome: 'failed', reason: 'voicemail' }, times: 1 },
      { absent: { type: 'transferred', outcome: 'connected' } },
      { event: { type: 'assistant-said', text: /What else can I do/ }, after: { type: 'transferred' } },
      { outcome: { status: 'ended_by_customer' } },
    ],
  },
  {
    name: 'warm_call_transfer briefs a supervisor who says hello, and connects the two',
    builtInTools: [WARM],
    answers: [{ text: 'I connect you.', tool: { name: 'warm_call_transfer' } }],
    customer: [LISTEN, say('I want to speak to somebody.'), wait(60_000)],
    colleague: [say('Hello?'), LISTEN, wait(5000), { type: 'hang-up' }],
    expect: [
      { event: { type: 'transferred', kind: 'warm', outcome: 'connected' }, after: CALLED },
      { event: { type: 'customer-said' }, times: 1 },
      { outcome: { status: 'completed', reason: 'transferred' } },
    ],
  },
  {
    name: 'warm_call_transfer returns the customer when the supervisor’s voicemail answers',
    builtInTools: [WARM],
    answers: [{ text: 'I connect you.', tool: { name: 'warm_call_transfer' } }, 'What else can I do?'],
    customer: [
      LISTEN,
      say('I want to speak to somebody.'),
      wait(25_000),
      say('Then tell me more.'),
      LISTEN,
      { type: 'hang-up' },
    ],
    colleague: VOICEMAIL,
    expect: [
      { event: { type: 'transferred', kind: 'warm', outcome: 'failed', reason: 'voicemail' }, times: 1 },
      { absent: { type: 'transferred', outcome: 'connected' } },
      { absent: { type: 'assistant-said', text: /You are connected/ } },
      {
        event: { type: 'assistant-said', text: /nobody can take the call right now/ },
        after: { type: 'transferred' },
        withinMs: [0, 8000],
      },
      { event: { type: 'assistant-said', text: /What else can I do/ }, after: { type: 'transferred' } },
      { outcome: { status: 'ended_by_customer' } },
    ],
  },
  {
    name: 'keys pressed without a request are only reported as digits',
    builtInTools: [{ type: 'end_call' }],
    customer: [LISTEN, { type: 'press', digits: '9' }, wait(2000), { type: 'hang-up' }],
    expect: [{ event: { type: 'digit', digit: '9' }, times: 1 }, { absent: CALLED }],
  },
];
