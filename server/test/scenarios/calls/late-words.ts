import type { PersonStep } from '../../../src/telephony/simulated/person.ts';
import type { CallScenario } from '../../kit/voice/call-scenario.ts';

const LISTEN: PersonStep = { type: 'listen', quietMs: 300, atMostMs: 10_000 };
const OVER_IT: PersonStep = { type: 'let-speak', speakingMs: 900, atMostMs: 10_000 };
const HANG_UP: PersonStep = { type: 'hang-up' };
const say = (text: string): PersonStep => ({ type: 'say', text });
const wait = (ms: number): PersonStep => ({ type: 'wait', ms });

const LONG =
  'We are open from nine in the morning until six in the evening on every day of the week but Sunday.';
const INTERRUPTED = { type: 'interrupted' } as const;
const ALL = { type: 'assistant-said', text: LONG, interrupted: false } as const;

/** A transcriber that tells whole segments, some time after they were said. */
export const LATE_WORDS: readonly CallScenario[] = [
  {
    name: 'a word over an answer stops it when it is understood at last, and is answered',
    understanding: { interim: false, finalAfterMs: 900 },
    answers: [LONG, 'All right.'],
    customer: [LISTEN, say('When do you open?'), OVER_IT, say('Stop'), wait(9000), HANG_UP],
    expect: [
      { event: { type: 'resumed' }, times: 1 },
      { event: INTERRUPTED, times: 1 },
      { absent: ALL },
      {
        event: { type: 'assistant-said', text: 'All right.', interrupted: false },
        withinMs: [0, 1500],
        after: INTERRUPTED,
      },
    ],
  },
  {
    name: 'min_interrupt_words of 2: two words stop an answer however late they are understood',
    settings: { minInterruptWords: 2 },
    understanding: { interim: false, finalAfterMs: 1500 },
    answers: [LONG, 'All right.'],
    customer: [LISTEN, say('When do you open?'), OVER_IT, say('Stop it'), wait(9000), HANG_UP],
    expect: [
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'assistant-said', text: 'All right.' }, after: INTERRUPTED },
    ],
  },
  {
    name: 'min_interrupt_words of 2: one word does not, however late',
    settings: { minInterruptWords: 2 },
    understanding: { interim: false, finalAfterMs: 1500 },
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), OVER_IT, say('Stop'), wait(9000), HANG_UP],
    expect: [{ absent: INTERRUPTED }, { event: ALL, times: 1 }],
  },
  {
    name: 'a sign of listening does not take the floor, however late it is understood',
    understanding: { interim: false, finalAfterMs: 900 },
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), OVER_IT, say('uh-huh yeah'), wait(9000), HANG_UP],
    expect: [{ absent: INTERRUPTED }, { event: ALL, times: 1 }],
  },
  {
    name: 'the last words of a question come while its answer waits for them: they are no interruption',
    understanding: { interim: false, finalAfterMs: 1500 },
    answers: ['Certainly, at nine.'],
    customer: [LISTEN, say('I would like a table.'), wait(300), say('For two people.'), wait(7000), HANG_UP],
    expect: [
      { absent: INTERRUPTED },
      { event: { type: 'turn-answered' }, times: 1 },
      { asked: { text: /a table\. For two people\./ } },
    ],
  },
  {
    name: 'a hello that is understood when the greeting sounds already does not stop it',
    direction: 'outbound',
    settings: { initialMessage: LONG },
    understanding: { interim: false, finalAfterMs: 2500 },
    answers: ['All right.'],
    customer: [wait(400), say('Hello?'), wait(9000), HANG_UP],
    expect: [
      { event: { type: 'customer-said', text: 'Hello?' }, times: 1 },
      { absent: INTERRUPTED },
      { event: ALL, times: 1 },
      { absent: { type: 'assistant-said', text: 'All right.' } },
    ],
  },
];
