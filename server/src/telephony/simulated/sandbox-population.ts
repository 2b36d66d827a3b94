import type { Person, PersonStep, Population } from './person.ts';

const LISTEN: PersonStep = { type: 'listen', quietMs: 700, atMostMs: 20_000 };
const say = (text: string): PersonStep => ({ type: 'say', text });
const wait = (ms: number): PersonStep => ({ type: 'wait', ms });

const TALK: readonly PersonStep[] = [
  wait(300),
  say('Hello?'),
  LISTEN,
  say('Yes, I have a moment.'),
  LISTEN,
  say('Could you tell me a little more about that?'),
  LISTEN,
  say('That sounds good. Thank you, that is all for today.'),
  LISTEN,
  say('Goodbye.'),
  wait(1500),
  { type: 'hang-up' },
];

const GREETING =
  'Hello. You have reached my voicemail. I cannot take your call right now. Please leave a message after the tone.';
const BEEP: PersonStep = { type: 'tone', frequencyHz: 1000, ms: 400 };

const answering = (script: readonly PersonStep[], afterMs = 2000): Person => ({
  pickUp: { type: 'answers', afterMs },
  script,
  backgroundDbfs: null,
});

const failing = (
  failure: 'busy' | 'rejected' | 'invalid-number' | 'unavailable',
  code: string,
  afterMs: number,
): Person => ({
  pickUp: { type: 'fails', failure, code, afterMs },
  script: [],
  backgroundDbfs: null,
});

/** People by the last two digits of the called number, as documented in docs/guides/sandbox-calls.md. */
const PEOPLE: ReadonlyMap<string, Person> = new Map<string, Person>([
  ['00', answering(TALK)],
  ['01', failing('busy', '486', 800)],
  ['02', { pickUp: { type: 'no-answer' }, script: [], backgroundDbfs: null }],
  ['03', answering([wait(200), say(GREETING), wait(300), BEEP], 4000)],
  ['04', failing('rejected', '603', 3000)],
  ['05', failing('invalid-number', '404', 300)],
  ['06', failing('unavailable', '503', 300)],
  [
    '07',
    answering([
      wait(300),
      say('Hello?'),
      { type: 'let-speak', speakingMs: 1500, atMostMs: 10_000 },
      { type: 'hang-up' },
    ]),
  ],
  [
    '08',
    answering([
      wait(300),
      say('Hello?'),
      LISTEN,
      { type: 'press', digits: '1' },
      LISTEN,
      { type: 'press', digits: '42#' },
      LISTEN,
    ]),
  ],
  ['09', { ...answering(TALK), backgroundDbfs: -42 }],
  ['10', answering([])],
  [
    '11',
    answering([
      wait(300),
      say('Hello?'),
      { type: 'let-speak', speakingMs: 1200, atMostMs: 10_000 },
      say('Wait, wait. I have a question first.'),
      ...TALK.slice(2),
    ]),
  ],
  [
    '12',
    answering(
      [wait(200), say('The mailbox of this number is full. Goodbye.'), wait(500), { type: 'hang-up' }],
      4000,
    ),
  ],
  [
    '14',
    answering([LISTEN, { type: 'type', text: 'Please do not call me again.' }, LISTEN, { type: 'hang-up' }]),
  ],
  [
    '13',
    answering([
      LISTEN,
      { type: 'type', text: 'I would rather write. What is this about?' },
      LISTEN,
      { type: 'type', text: 'Thank you, goodbye.' },
      LISTEN,
      { type: 'hang-up' },
    ]),
  ],
]);

/**
 * The person behind a sandbox number.
 * @param others people for numbers outside the table; null for people who talk
 */
export function sandboxPerson(number: string, others: Population | null = null): Person {
  return PEOPLE.get(number.slice(-2)) ?? others?.(number) ?? answering(TALK);
}
