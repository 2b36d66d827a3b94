import type { PersonStep } from '../../../src/telephony/simulated/person.ts';
import type { CallScenario } from '../../kit/voice/call-scenario.ts';

const STAY: PersonStep = { type: 'wait', ms: 9000 };
const HANG_UP: PersonStep = { type: 'hang-up' };
const say = (text: string): PersonStep => ({ type: 'say', text });
const wait = (ms: number): PersonStep => ({ type: 'wait', ms });
const letSpeak = (speakingMs: number): PersonStep => ({ type: 'let-speak', speakingMs, atMostMs: 10_000 });

const GREETING = 'Good morning, this is the Mill Inn, I am an assistant and this call is recorded.';
const WHOLE = { type: 'assistant-said', text: GREETING, interrupted: false } as const;
const SAID = { type: 'assistant-said' } as const;
const ANSWERED = { type: 'turn-answered' } as const;
const INTERRUPTED = { type: 'interrupted' } as const;

const NOTICE = 'This call is recorded.';
const NOTICE_SAID = { type: 'assistant-said', text: NOTICE, interrupted: false } as const;
const NOTIFIED = { initialMessage: GREETING, noticeMessage: 'This call is {{unknown|recorded}}.' };

/** Speech over the first message and the notice. */
export const GREETINGS: readonly CallScenario[] = [
  ...[
    'Hello?',
    'Hi',
    'Yes?',
    'Alo?',
    'Bună ziua',
    'Hallo?',
    'Oui, allô?',
    'Dígame',
    'Pronto?',
    'ألو؟',
  ].flatMap((hello) =>
    [100, 1000].map(
      (afterMs): CallScenario => ({
        name: `"${hello}" ${afterMs} ms after the answer neither interrupts the greeting nor is answered`,
        settings: { initialMessage: GREETING },
        customer: [wait(afterMs), say(hello), STAY, HANG_UP],
        expect: [{ event: WHOLE, times: 1 }, { event: SAID, times: 1 }, { absent: INTERRUPTED }],
      }),
    ),
  ),
  {
    name: 'protect_first_message off: a hello over the greeting interrupts it and is answered',
    settings: { initialMessage: GREETING, protectFirstMessage: 'off' },
    answers: ['Yes, hello.'],
    customer: [wait(1000), say('Hello hello'), STAY, HANG_UP],
    expect: [
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'assistant-said', text: 'Yes, hello.' }, times: 1 },
    ],
  },
  ...[true, false].map(
    (interim): CallScenario => ({
      name: `protect_first_message always: a question over the greeting is answered after it (interim results: ${interim})`,
      settings: { initialMessage: GREETING, protectFirstMessage: 'always' },
      understanding: { interim },
      answers: ['At nine.'],
      customer: [letSpeak(800), say('When do you open?'), STAY, HANG_UP],
      expect: [
        { event: WHOLE, times: 1 },
        { event: { type: 'assistant-said', text: 'At nine.' }, times: 1 },
        { event: { type: 'assistant-said', text: 'At nine.' }, after: WHOLE, withinMs: [0, 700] },
        { asked: { text: /When do you open\?$/ } },
        { absent: INTERRUPTED },
        { absent: { type: 'resumed' } },
      ],
    }),
  ),
  {
    name: 'protect_first_message always: a question that outlasts the greeting is answered whole',
    settings: { initialMessage: 'Good morning, Mill Inn.', protectFirstMessage: 'always' },
    answers: ['At nine.'],
    customer: [letSpeak(800), say('I would like to know when you open on the next Sunday'), STAY, HANG_UP],
    expect: [
      { event: { type: 'assistant-said', text: 'Good morning, Mill Inn.', interrupted: false }, times: 1 },
      { event: { type: 'assistant-said', text: 'At nine.' }, times: 1 },
      { asked: { text: /I would like to know when you open on the next Sunday$/ } },
      { absent: INTERRUPTED },
    ],
  },
  {
    name: 'protect_first_message always: neither a hello nor a noise over the greeting is answered',
    settings: { initialMessage: GREETING, protectFirstMessage: 'always' },
    customer: [
      letSpeak(800),
      say('Hello?'),
      wait(500),
      { type: 'noise', ms: 160, levelDbfs: -20 },
      STAY,
      HANG_UP,
    ],
    expect: [{ event: WHOLE, times: 1 }, { event: SAID, times: 1 }, { absent: { type: 'resumed' } }],
  },
  {
    name: 'protect_first_message always: typed text is answered after the greeting',
    settings: { initialMessage: GREETING, protectFirstMessage: 'always' },
    answers: ['At nine.'],
    customer: [letSpeak(800), { type: 'type', text: 'When do you open?' }, STAY, HANG_UP],
    expect: [
      { event: WHOLE, times: 1 },
      { event: { type: 'assistant-said', text: 'At nine.' }, after: WHOLE },
    ],
  },
  {
    name: 'protect_first_message always: later answers can be interrupted',
    settings: { initialMessage: 'Good morning.', protectFirstMessage: 'always' },
    answers: [GREETING, 'All right.'],
    customer: [
      letSpeak(700),
      wait(1000),
      say('Who are you?'),
      letSpeak(800),
      say('Stop, that is enough.'),
      STAY,
      HANG_UP,
    ],
    expect: [
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'assistant-said', text: 'All right.' }, times: 1 },
    ],
  },
  ...(['pipeline', 'dualplex'] as const).map(
    (mode): CallScenario => ({
      name: `notice_message is spoken before the first message and cannot be interrupted (${mode})`,
      settings: { ...NOTIFIED, mode },
      customer: [letSpeak(300), say('Stop stop'), STAY, HANG_UP],
      expect: [
        { event: NOTICE_SAID, times: 1 },
        { event: { type: 'assistant-said', text: /^Good morning/ }, after: NOTICE_SAID },
        { absent: INTERRUPTED },
      ],
    }),
  ),
  {
    name: 'notice_message: a question over it is answered after the first message',
    settings: NOTIFIED,
    answers: ['At nine.'],
    customer: [letSpeak(300), say('When do you open?'), STAY, HANG_UP],
    expect: [
      { event: NOTICE_SAID, times: 1 },
      { event: WHOLE, times: 1 },
      { event: { type: 'assistant-said', text: 'At nine.' }, after: WHOLE, withinMs: [0, 700] },
      { absent: INTERRUPTED },
    ],
  },
  {
    name: 'notice_message: a question over the first message still interrupts it',
    settings: NOTIFIED,
    answers: ['At nine.'],
    customer: [letSpeak(2600), say('When do you open?'), STAY, HANG_UP],
    expect: [
      { event: NOTICE_SAID, times: 1 },
      { event: INTERRUPTED, times: 1 },
      { event: { type: 'assistant-said', text: 'At nine.' }, times: 1 },
    ],
  },
  {
    name: 'notice_message: typed text is answered after the notice and the first message',
    settings: NOTIFIED,
    answers: ['At nine.'],
    customer: [letSpeak(300), { type: 'type', text: 'When do you open?' }, STAY, HANG_UP],
    expect: [
      { event: NOTICE_SAID, times: 1 },
      { event: { type: 'assistant-said', text: 'At nine.' }, after: NOTICE_SAID },
    ],
  },
  {
    name: 'notice_message with wait_for_customer: a first question is answered after the notice',
    settings: { ...NOTIFIED, waitForCustomer: true },
    answers: ['At nine.'],
    customer: [wait(500), say('I would like to know when you open'), STAY, HANG_UP],
    expect: [
      { event: NOTICE_SAID, times: 1 },
      { event: { type: 'assistant-said', text: 'At nine.' }, after: NOTICE_SAID },
      { absent: WHOLE },
    ],
  },
  ...['{{unknown}}.', '*laughs*'].map(
    (noticeMessage): CallScenario => ({
      name: `notice_message without spoken words (${noticeMessage}) does not hold back the first message`,
      settings: { ...NOTIFIED, noticeMessage },
      answers: ['At nine.'],
      customer: [wait(7000), say('When do you open?'), STAY, HANG_UP],
      expect: [
        { event: WHOLE, times: 1 },
        { event: { type: 'assistant-said', text: 'At nine.' }, times: 1 },
      ],
    }),
  ),
  {
    name: 'notice_message: a mailbox without a message hears nothing',
    direction: 'outbound',
    settings: NOTIFIED,
    customer: [wait(300), say('Please leave a message after the tone'), STAY],
    expect: [{ absent: SAID }, { outcome: { reason: 'voicemail' } }],
  },
  {
    name: 'notice_message: a mailbox hears it before the message',
    direction: 'outbound',
    settings: { ...NOTIFIED, voiceMailMessage: 'Please call us back.' },
    customer: [wait(300), say('Please leave a message after the tone'), wait(20_000)],
    expect: [
      { event: { type: 'assistant-said', text: `${NOTICE} Please call us back.` }, times: 1 },
      { event: SAID, times: 1 },
      { outcome: { reason: 'voicemail' } },
    ],
  },
];

const MAILBOX = say('You have reached the mailbox of John, please leave a message after the tone');
const MESSAGE = 'This is the Mill Inn, please call us back today before six in the evening.';
const MESSAGE_SAID = { type: 'assistant-said', text: MESSAGE } as const;
const BEEP: PersonStep = { type: 'tone', frequencyHz: 1000, ms: 500 };
const MAILED = {
  direction: 'outbound',
  settings: { initialMessage: GREETING, voiceMailMessage: MESSAGE },
} as const;

const SENTENCES = [
  'Hello.',
  'You have reached my voicemail.',
  'I cannot take your call right now.',
  'Please leave a message after the tone.',
];
const PAUSED = SENTENCES.flatMap((text) => [say(text), wait(320)]);

/** Answering machines that beep late, never, or interrupt the first message. */
export const MAILBOXES: readonly CallScenario[] = [
  {
    ...MAILED,
    name: 'a mailbox that pauses for four seconds before its beep gets the whole message after it',
    customer: [wait(300), MAILBOX, wait(4000), BEEP, wait(20_000)],
    expect: [
      { event: { ...MESSAGE_SAID, interrupted: false }, times: 1 },
      { event: { type: 'voicemail-left', afterBeep: true }, times: 1 },
      { outcome: { reason: 'voicemail', answeredBy: 'machine' } },
    ],
  },
  {
    ...MAILED,
    name: 'a mailbox that beeps after the message gets it again',
    settings: { initialMessage: GREETING, voiceMailMessage: 'Please call us back.' },
    customer: [wait(300), MAILBOX, wait(4000), BEEP, wait(20_000)],
    expect: [
      { event: { type: 'assistant-said', text: 'Please call us back.', interrupted: false }, times: 2 },
      { event: { type: 'voicemail-left', afterBeep: true }, times: 1 },
      { outcome: { reason: 'voicemail' } },
    ],
  },
  {
    ...MAILED,
    name: 'a mailbox without a beep gets the message once',
    settings: { ...MAILED.settings, maxSilenceMs: 1000 },
    customer: [wait(300), MAILBOX, wait(40_000)],
    expect: [
      { event: { ...MESSAGE_SAID, interrupted: false }, times: 1 },
      { event: { type: 'voicemail-left', afterBeep: false }, times: 1 },
      { outcome: { reason: 'voicemail' } },
    ],
  },
  {
    ...MAILED,
    name: 'a mailbox that may still beep when the time of the call is over gets only the message',
    settings: { ...MAILED.settings, maxDurationMs: 20_000 },
    customer: [wait(300), MAILBOX, wait(40_000)],
    expect: [
      { event: { ...MESSAGE_SAID, interrupted: false }, times: 1 },
      { event: SAID, times: 1 },
      { event: { type: 'voicemail-left', afterBeep: false }, times: 1, withinMs: [11_500, 12_500] },
      { outcome: { reason: 'voicemail' } },
    ],
  },
  {
    ...MAILED,
    name: 'a mailbox that hangs up after the message counts as voicemail',
    customer: [wait(300), MAILBOX, wait(6500), HANG_UP],
    expect: [
      { event: { type: 'voicemail-left', afterBeep: false }, times: 1 },
      { outcome: { status: 'ended_by_assistant', reason: 'voicemail' } },
    ],
  },
  {
    ...MAILED,
    name: 'with end_call_on_voicemail off, a person who picks up after the message is answered at once',
    settings: { ...MAILED.settings, endCallOnVoicemail: false },
    answers: ['Good morning.'],
    customer: [wait(300), MAILBOX, wait(6200), say('Hello I was here after all'), STAY, HANG_UP],
    expect: [
      { event: { ...MESSAGE_SAID, interrupted: false }, times: 1 },
      { event: { type: 'assistant-said', text: 'Good morning.' }, times: 1 },
    ],
  },
  {
    ...MAILED,
    name: 'a mailbox that speaks over the first message gets only the message',
    customer: [wait(1300), MAILBOX, wait(500), BEEP, wait(20_000)],
    expect: [
      { event: { ...MESSAGE_SAID, interrupted: false }, times: 1 },
      { absent: WHOLE },
      { absent: ANSWERED },
      { outcome: { reason: 'voicemail' } },
    ],
  },
  ...[200, 700, 900, 1300, 1900].flatMap((afterMs) =>
    [[], SENTENCES].map(
      (unclear): CallScenario => ({
        ...MAILED,
        name: `a mailbox that begins ${afterMs} ms after the answer gets only the message (unclear: ${unclear.length})`,
        understanding: { unclear },
        customer: [wait(afterMs), ...PAUSED, BEEP, wait(20_000)],
        expect: [
          { event: { type: 'answered-by', answeredBy: 'machine' }, times: 1 },
          { event: { ...MESSAGE_SAID, interrupted: false }, times: 1 },
          { event: { type: 'voicemail-left', afterBeep: true }, times: 1 },
          { absent: WHOLE },
          { absent: ANSWERED },
          { outcome: { reason: 'voicemail' } },
        ],
      }),
    ),
  ),
  {
    name: 'a person who answers silently hears the first message within a second',
    direction: 'outbound',
    settings: { initialMessage: GREETING },
    customer: [STAY, HANG_UP],
    expect: [
      { loudness: [-100, -100], fromMs: 0, untilMs: 700 },
      { loudness: [-17, -16], fromMs: 1000, untilMs: 1500 },
    ],
  },
  {
    name: 'a person who speaks within the first second is heard first',
    direction: 'outbound',
    settings: { initialMessage: GREETING },
    customer: [wait(600), say('Hello this is John'), STAY, HANG_UP],
    expect: [
      { loudness: [-100, -100], fromMs: 0, untilMs: 1700 },
      { event: WHOLE, times: 1 },
      { event: SAID, times: 1 },
    ],
  },
];
