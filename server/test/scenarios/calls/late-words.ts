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

const APOLOGY = 'Sorry, I did not get that. Could you say it again?';
const SORRY = { type: 'assistant-said', text: APOLOGY } as const;
const MUMBLED = 'Mumble mumble mumble mumble mumble.';
const NOISE: PersonStep = { type: 'noise', ms: 300, levelDbfs: -20 };
const MUMBLED_LONG = `${MUMBLED} ${MUMBLED}`;
/** Texts whose transcript is empty. */
const UNCLEAR = { unclear: [MUMBLED, MUMBLED_LONG] };
/** A transcript that arrives only after the end of the call. */
const NEVER = { interim: false, finalAfterMs: 8_300 };

/** Scenarios in which clear speech gets no transcript. */
const NOT_UNDERSTOOD: readonly CallScenario[] = [
  {
    name: 'asks a customer who was not understood to say it again, at once',
    understanding: UNCLEAR,
    answers: ['At nine.'],
    customer: [wait(3000), say(MUMBLED), wait(4000), say('When do you open?'), wait(4000), HANG_UP],
    expect: [
      // The customer speaks until 4000; the transcript, reported at the end, takes three seconds.
      { event: SORRY, withinMs: [4000, 8500] },
      { event: SORRY, times: 1 },
      { event: { type: 'assistant-said', text: 'At nine.' }, times: 1 },
    ],
  },
  {
    name: 'ends the call as failed, with an explanation, when a customer is not understood three times in a row',
    understanding: UNCLEAR,
    customer: [wait(3000), say(MUMBLED), wait(5000), say(MUMBLED), wait(5000), say(MUMBLED), wait(20_000)],
    expect: [
      { event: SORRY, times: 2 },
      { event: { type: 'assistant-said', text: /something is wrong on our side/ }, times: 1 },
      { outcome: { status: 'failed', reason: 'the customer could not be understood' } },
    ],
  },
  {
    name: 'restarts the count after an understood turn',
    understanding: UNCLEAR,
    answers: ['All right.'],
    customer: [
      wait(3000),
      say(MUMBLED),
      wait(5000),
      say(MUMBLED),
      wait(5000),
      say('Hello there.'),
      wait(4000),
      say(MUMBLED),
      wait(5000),
      HANG_UP,
    ],
    expect: [{ event: SORRY, times: 3 }, { outcome: { status: 'ended_by_customer' } }],
  },
  {
    name: 'does not stay silent when the transcriber hangs',
    understanding: NEVER,
    customer: [wait(3000), say('When do you open?'), wait(8000), HANG_UP],
    expect: [
      { event: SORRY, times: 1 },
      // The customer speaks until about 4000; the request is reported at its end and takes three seconds.
      { event: SORRY, withinMs: [4000, 10_500] },
    ],
  },
  {
    name: 'answers late words instead of asking the customer to say them again',
    understanding: { interim: false, finalAfterMs: 3200 },
    answers: ['At nine.'],
    customer: [wait(3000), say('When do you open?'), wait(8000), HANG_UP],
    expect: [
      { absent: SORRY },
      { event: { type: 'assistant-said', text: 'At nine.', interrupted: false }, times: 1 },
    ],
  },
  {
    name: 'does not ask for repetition after noises',
    customer: [wait(3000), NOISE, wait(3000), NOISE, wait(500), NOISE, wait(5000), HANG_UP],
    expect: [{ event: { type: 'assistant-said' }, times: 1 }],
  },
  {
    name: 'greets a customer whose first words, awaited by the greeting, were not understood',
    settings: { waitForCustomer: true, initialMessage: 'Welcome.' },
    understanding: UNCLEAR,
    customer: [wait(3000), say(MUMBLED_LONG), wait(5000), HANG_UP],
    expect: [{ event: { type: 'assistant-said', text: 'Welcome.' }, times: 1 }, { absent: SORRY }],
  },
  {
    name: 'an answer continues after speech without a transcript',
    understanding: UNCLEAR,
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), OVER_IT, say(MUMBLED), wait(9000), HANG_UP],
    expect: [{ event: { type: 'assistant-said', text: /but Sunday\.$/ }, times: 1 }, { absent: SORRY }],
  },
];

/** Scenarios with STT that transcribes whole segments, with latency. */
export const LATE_WORDS: readonly CallScenario[] = [
  ...NOT_UNDERSTOOD,
  {
    name: 'a word over an answer interrupts it once transcribed, and is answered',
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
    name: 'min_interrupt_words of 2: two words stop an answer, however late they are transcribed',
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
    name: 'min_interrupt_words of 2: one word does not stop an answer, however late it is transcribed',
    settings: { minInterruptWords: 2 },
    understanding: { interim: false, finalAfterMs: 1500 },
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), OVER_IT, say('Stop'), wait(9000), HANG_UP],
    expect: [{ absent: INTERRUPTED }, { event: ALL, times: 1 }],
  },
  {
    name: 'a sign of listening does not interrupt an answer, however late it is transcribed',
    understanding: { interim: false, finalAfterMs: 900 },
    answers: [LONG],
    customer: [LISTEN, say('When do you open?'), OVER_IT, say('uh-huh yeah'), wait(9000), HANG_UP],
    expect: [{ absent: INTERRUPTED }, { event: ALL, times: 1 }],
  },
  {
    name: 'late last words of a question do not interrupt the answer that waits for them',
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
    name: 'a hello that is transcribed during the greeting does not stop it',
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
