import type { PersonStep } from '../../../src/telephony/simulated/person.ts';
import type { CallScenario } from '../../kit/voice/call-scenario.ts';

const LISTEN: PersonStep = { type: 'listen', quietMs: 300, atMostMs: 10_000 };
const STAY: PersonStep = { type: 'wait', ms: 4000 };
const HANG_UP: PersonStep = { type: 'hang-up' };
const say = (text: string): PersonStep => ({ type: 'say', text });
const wait = (ms: number): PersonStep => ({ type: 'wait', ms });
const letSpeak = (speakingMs: number): PersonStep => ({ type: 'let-speak', speakingMs, atMostMs: 10_000 });

const LONG =
  'We are open from nine in the morning until six in the evening on every day of the week but Sunday.';
const MEANT = { type: 'customer-said' } as const;
const ANSWERED = { type: 'turn-answered' } as const;
const INTERRUPTED = { type: 'interrupted' } as const;

/** Turn taking: ends of turns, interruptions, noises, typed text. */
export const TURNS: readonly CallScenario[] = [
  {
    name: 'a question is answered after half a second of silence',
    answers: ['We open at nine.'],
    customer: [LISTEN, say('When do you open?'), STAY, HANG_UP],
    expect: [
      { event: { ...MEANT, text: 'When do you open?' }, times: 1 },
      {
        event: { type: 'assistant-said', text: 'We open at nine.', interrupted: false },
        withinMs: [200, 2500],
        after: MEANT,
      },
      { event: ANSWERED, times: 1 },
      { outcome: { status: 'ended_by_customer' } },
    ],
  },
  {
    name: 'endpoint_sensitivity of 1.5: a pause of a second does not end the turn',
    settings: { endpointSilenceMs: 1500 },
    answers: ['Certainly.'],
    customer: [LISTEN, say('I would like'), wait(1000), say('a table for two'), STAY, HANG_UP],
    expect: [{ event: ANSWERED, times: 1 }, { absent: INTERRUPTED }],
  },
  {
    name: 'endpoint_type ai: a complete sentence is answered long before the end of the silence',
    settings: { endpointType: 'ai', endpointSilenceMs: 3000 },
    answers: ['Thank you.'],
    customer: [LISTEN, say('Yes, please.'), STAY, HANG_UP],
    expect: [{ event: ANSWERED, withinMs: [0, 1200], after: MEANT }],
  },
  {
    name: 'endpoint_type ai: waits for the rest of an incomplete sentence',
    settings: { endpointType: 'ai', endpointSilenceMs: 500 },
    answers: ['Certainly.'],
    customer: [
      LISTEN,
      say('I would like to book a table for'),
      wait(1000),
      say('two people, please.'),
      STAY,
      HANG_UP,
    ],
    expect: [{ event: ANSWERED, times: 1 }, { absent: INTERRUPTED }],
  },
  {
    name: 'speech over an answer stops it, and only what was heard counts as said',
    answers: [LONG, 'All right.'],
    customer: [
      LISTEN,
      say('When do you open?'),
      letSpeak(900),
      say('Thank you, that is enough for me.'),
      STAY,
      HANG_UP,
    ],
    expect: [
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'assistant-said', interrupted: true, text: /^We are open/ }, times: 1 },
      { absent: { type: 'assistant-said', text: LONG } },
      { event: { type: 'assistant-said', text: 'All right.' }, after: INTERRUPTED },
    ],
  },
  {
    name: 'a noise does not stop an answer',
    answers: [LONG],
    customer: [
      LISTEN,
      say('When do you open?'),
      letSpeak(900),
      { type: 'noise', ms: 160, levelDbfs: -20 },
      wait(8000),
      HANG_UP,
    ],
    expect: [
      { absent: INTERRUPTED },
      { event: { type: 'resumed' }, times: 1 },
      { event: { type: 'assistant-said', text: LONG, interrupted: false } },
    ],
  },
  {
    name: 'interrupt_sensitivity of 2: half a second of words does not stop an answer',
    settings: { interruptAfterMs: 2000 },
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), letSpeak(600), say('Mhm I see'), wait(8000), HANG_UP],
    expect: [{ absent: INTERRUPTED }],
  },
  {
    name: 'allow_interruptions off: speech over the assistant is ignored',
    settings: { allowInterruptions: false },
    answers: [LONG],
    customer: [
      LISTEN,
      say('When do you open?'),
      letSpeak(600),
      say('Stop, stop, I have another question.'),
      wait(8000),
      HANG_UP,
    ],
    expect: [
      { absent: INTERRUPTED },
      { event: { type: 'assistant-said', text: LONG, interrupted: false } },
      { absent: { ...MEANT, text: /Stop/ } },
    ],
  },
  {
    name: 'typed words are answered like spoken ones',
    answers: ['We open at nine.'],
    customer: [LISTEN, { type: 'type', text: 'When do you open?' }, STAY, HANG_UP],
    expect: [
      { event: { ...MEANT, text: 'When do you open?' } },
      { event: { type: 'assistant-said', text: 'We open at nine.' }, withinMs: [0, 2000], after: MEANT },
    ],
  },
  {
    name: 'reports every key once',
    customer: [LISTEN, { type: 'press', digits: '1#' }, STAY, HANG_UP],
    expect: [
      { event: { type: 'digit', digit: '1' }, times: 1 },
      { event: { type: 'digit', digit: '#' }, times: 1 },
    ],
  },
  {
    name: 'turns end despite background noise',
    backgroundDbfs: -45,
    answers: ['We open at nine.'],
    customer: [wait(4000), say('When do you open?'), STAY, HANG_UP],
    expect: [{ event: ANSWERED, times: 1 }, { event: { type: 'assistant-said', text: 'We open at nine.' } }],
  },
  {
    name: 'a customer who hangs up in the middle of an answer ends the call at once',
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), letSpeak(600), HANG_UP],
    expect: [
      { outcome: { status: 'ended_by_customer' } },
      { event: { type: 'assistant-said', text: /^We are open/, interrupted: true }, times: 1 },
    ],
  },
];
