import type { PersonStep } from '../../../src/telephony/simulated/person.ts';
import type { CallScenario } from '../../kit/voice/call-scenario.ts';

const LISTEN: PersonStep = { type: 'listen', quietMs: 300, atMostMs: 10_000 };
const OVER_IT: PersonStep = { type: 'let-speak', speakingMs: 900, atMostMs: 10_000 };
const HANG_UP: PersonStep = { type: 'hang-up' };
const say = (text: string): PersonStep => ({ type: 'say', text });
const wait = (ms: number): PersonStep => ({ type: 'wait', ms });
/** About 20 dB softer than the customer, who speaks at -15 dBFS. */
const farAway = (ms: number): PersonStep => ({ type: 'noise', ms, levelDbfs: -35 });
/** Loud enough that VAD does not adapt to it for some seconds. */
const softly = (ms: number): PersonStep => ({ type: 'noise', ms, levelDbfs: -28 });
const nearby = (ms: number): PersonStep => ({ type: 'noise', ms, levelDbfs: -22 });

const LONG =
  'We are open from nine in the morning until six in the evening on every day of the week but Sunday.';
const INTERRUPTED = { type: 'interrupted' } as const;
const RESUMED = { type: 'resumed' } as const;
const ALL = { type: 'assistant-said', text: LONG, interrupted: false } as const;

/** Scenarios with background speakers. The VAD of the scenarios takes every sound for speech. */
export const BYSTANDERS: readonly CallScenario[] = [
  {
    name: 'distant talk neither interrupts nor pauses the assistant',
    answers: [LONG],
    customer: [
      LISTEN,
      say('When do you open?'),
      OVER_IT,
      farAway(700),
      wait(600),
      farAway(700),
      wait(9000),
      HANG_UP,
    ],
    expect: [{ absent: INTERRUPTED }, { absent: RESUMED }, { event: ALL, times: 1 }],
  },
  {
    name: 'continuing soft speech interrupts when transcripts arrive only at the end',
    understanding: { interim: false },
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), OVER_IT, farAway(2500), wait(12_000), HANG_UP],
    expect: [{ event: INTERRUPTED, times: 1 }],
  },
  {
    name: 'soft speech without a transcript is ignored when transcripts are streamed',
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), OVER_IT, farAway(2500), wait(9000), HANG_UP],
    expect: [{ absent: INTERRUPTED }, { absent: RESUMED }, { event: ALL, times: 1 }],
  },
  {
    name: 'long soft speech interrupts',
    answers: [`${LONG} ${LONG} ${LONG}`],
    customer: [LISTEN, say('When do you open?'), OVER_IT, softly(7000), wait(20_000), HANG_UP],
    expect: [{ event: INTERRUPTED, times: 1 }],
  },
  {
    name: 'speech as loud as the customer’s counts as the customer’s',
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), OVER_IT, nearby(700), wait(12_000), HANG_UP],
    expect: [{ event: INTERRUPTED, times: 1 }],
  },
  {
    name: 'a customer among people who talk can interrupt the assistant',
    backgroundDbfs: -38,
    answers: [LONG, 'All right.'],
    customer: [LISTEN, say('When do you open?'), OVER_IT, say('Wait, on Sundays too?'), wait(6000), HANG_UP],
    expect: [
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'assistant-said', text: 'All right.', interrupted: false }, after: INTERRUPTED },
    ],
  },
  {
    name: 'background talk does not keep the customer’s turn open',
    answers: ['At nine.'],
    customer: [LISTEN, say('When do you open on Sundays?'), farAway(8000), wait(3000), HANG_UP],
    expect: [
      { event: { type: 'assistant-said', text: 'At nine.' }, withinMs: [0, 6000] },
      { absent: INTERRUPTED },
    ],
  },
];
