import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AnsweringMachineDecision,
  type AnsweringMachineEvent,
  detectMachine,
  INITIAL_DETECTION,
  isDetectionFinished,
  PATIENT_DETECTION,
} from './answering-machine.ts';

/**
 * Plays a story: `[` and `]` start and end speech, a number lets ms pass, `beep` is a beep, `!` an interruption of our
 * greeting, `M` the end of our message, `E` the end of the call, and quoted text is the transcript so far.
 */
function told(
  story: string,
  initial = INITIAL_DETECTION,
): { decisions: string[]; verdict: string | null; isOver: boolean } {
  let state = initial;
  let nowMs = 0;
  let sinceMs = 0;
  const decisions: string[] = [];
  const feed = (event: AnsweringMachineEvent): void => {
    const next: { state: typeof state; decision: AnsweringMachineDecision } = detectMachine(state, event);
    state = next.state;
    if (next.decision !== 'none') decisions.push(`${nowMs / 1000} ${next.decision}`);
  };
  for (const [part] of story.matchAll(/[[\]!ME]|\d+|"[^"]*"|beep/g)) {
    if (part === '[') {
      sinceMs = nowMs;
      feed({ type: 'speech-started', atMs: nowMs, nowMs });
    } else if (part === ']') feed({ type: 'speech-stopped', atMs: nowMs, voicedMs: nowMs - sinceMs, nowMs });
    else if (part === 'beep') feed({ type: 'beep', nowMs });
    else if (part === 'M') feed({ type: 'message-over', nowMs });
    else if (part === 'E') feed({ type: 'call-ends', nowMs });
    else if (part === '!') feed({ type: 'interrupted', nowMs });
    else if (part.startsWith('"')) feed({ type: 'text', text: part.slice(1, -1), nowMs });
    else {
      for (let passed = 0; passed < Number(part); passed += 100) {
        nowMs += 100;
        feed({ type: 'tick', nowMs });
      }
    }
  }
  return { decisions, verdict: state.verdict, isOver: isDetectionFinished(state) };
}

test.each<[string, string, string[], string | null]>([
  ['hello', '500 [ 600 ] 1000', ['1.6 greet'], 'human'],
  ['waits for the end of a short greeting', '[ 2000 ] 400', [], null],
  ['hello, and again', '[ 500 ] 400 [ 500 ] 1000', ['1.9 greet'], 'human'],
  ['silence', '3000', ['0.8 greet'], null],
  ['silence, then a person', '2500 [ 800 ] 1000', ['0.8 greet', '3.8 verdict'], 'human'],
  ['a hello over our greeting', '1200 [ 400 ] 1000', ['0.8 greet', '2.1 verdict'], 'human'],
  [
    'a person who interrupts our greeting with their name',
    '1200 [ 600 ! 900 ] 1000',
    ['0.8 greet', '1.8 take-back', '3.2 greet'],
    'human',
  ],
  [
    'a long greeting without words that interrupts ours',
    '1200 [ 600 ! 5400 ] 2000',
    ['0.8 greet', '1.8 take-back', '5.7 verdict', '8.7 leave-message'],
    'machine',
  ],
  [
    'a long greeting without words over ours',
    '1200 [ 6000 ] 2000',
    ['0.8 greet', '5.7 verdict', '8.7 leave-message'],
    'machine',
  ],
  [
    'an interruption that may answer our greeting',
    '2100 [ 600 ! 900 ] 1000',
    ['0.8 greet', '4.1 verdict'],
    'human',
  ],
  [
    'an interruption after the verdict',
    '1200 [ 400 ] 600 [ 600 ! 900 ] 1000',
    ['0.8 greet', '2.1 verdict'],
    'human',
  ],
  [
    'silence, then a long answer to our greeting',
    '2500 [ 8000 "I am sorry I did not hear what you said could you say it again please" ] 2000',
    ['0.8 greet', '12 verdict'],
    'human',
  ],
  [
    'silence, then a recording',
    '2500 [ 3000 "leave a message after the tone" 1000 ] 2000',
    ['0.8 greet', '5.5 verdict', '8 leave-message'],
    'machine',
  ],
  [
    'a recording known only by transcript',
    '500 "leave a message after the tone" 3000',
    ['0.5 verdict', '2 leave-message'],
    'machine',
  ],
  [
    'a recording, then silence',
    '[ 3000 "please leave a message" 1000 ] 2000',
    ['3 verdict', '5.5 leave-message'],
    'machine',
  ],
  [
    'a recording, then a beep',
    '[ 3000 "please leave a message" 1000 ] 200 beep 1000',
    ['3 verdict', '4.5 leave-message'],
    'machine',
  ],
  [
    'a recording, silence, and a beep during our message',
    '[ 3000 "please leave a message" 1000 ] 2000 beep 1000 beep 1000',
    ['3 verdict', '5.5 leave-message', '6.3 leave-message'],
    'machine',
  ],
  [
    'a beep before the greeting, and the one after it',
    'beep 1000 [ 3000 "please leave a message" 1000 ] 200 beep 1000',
    ['0 verdict', '0.3 leave-message', '5.5 leave-message'],
    'machine',
  ],
  [
    'a beep long after the message started',
    '[ 3000 "please leave a message" 1000 ] 200 beep 11000 beep 1000',
    ['3 verdict', '4.5 leave-message'],
    'machine',
  ],
  [
    'a beep at the end of the recording',
    '[ 3000 "please leave a message" 1000 ] 12000 beep 1000',
    ['3 verdict', '5.5 leave-message'],
    'machine',
  ],
  [
    'a message after a beep',
    '[ 3000 "please leave a message" 1000 ] 200 beep 3300 M 5000',
    ['3 verdict', '4.5 leave-message', '7.5 message-left'],
    'machine',
  ],
  [
    'a message without a beep',
    '[ 3000 "please leave a message" 1000 ] 4500 M 9000',
    ['3 verdict', '5.5 leave-message', '13.5 message-left'],
    'machine',
  ],
  [
    'a message at the end of the call',
    '[ 3000 "please leave a message" 1000 ] 4500 M 500 E 9000',
    ['3 verdict', '5.5 leave-message', '9 message-left'],
    'machine',
  ],
  [
    'a machine that pauses for longer than our message',
    '[ 3000 "please leave a message" 1000 ] 4500 M 500 beep 3300 M 5000',
    ['3 verdict', '5.5 leave-message', '9.3 leave-message', '12.3 message-left'],
    'machine',
  ],
  [
    'a beep long after a short message',
    '[ 3000 "please leave a message" 1000 ] 2500 M 4000 beep 5000',
    ['3 verdict', '5.5 leave-message', '9.5 message-left'],
    'machine',
  ],
  [
    'a message that is too long to be restarted',
    '[ 3000 "please leave a message" 1000 ] 16500 M 500',
    ['3 verdict', '5.5 leave-message', '20.5 message-left'],
    'machine',
  ],
  ['an unexpected beep', '1000 beep 1000', ['0.8 greet', '1 verdict', '1.3 leave-message'], 'machine'],
  ['a long greeting without words', '[ 6000 ] 2000', ['4.5 verdict', '7.5 leave-message'], 'machine'],
  [
    'many words, then a pause',
    '[ 3000 "hi you have called the miller family we are out" ] 2000',
    ['3.5 verdict', '4.5 leave-message'],
    'machine',
  ],
  [
    'a receptionist',
    '[ 4000 "good morning mill and sons this is eve how can i help" 300 ] 1000',
    ['4.8 greet'],
    'human',
  ],
  [
    'a machine that never ends',
    `[ 3000 "please leave a message" 50000 ]`,
    ['3 verdict', '45 leave-message'],
    'machine',
  ],
  ['twenty seconds of silence', '21000', ['0.8 greet', '20 verdict'], 'unknown'],
])('answering machine detection: %s', (_, story, decisions, verdict) => {
  expect(told(story)).toMatchObject({ decisions, verdict });
});

test('waits for two seconds of silence if the assistant waits for the customer', () => {
  expect(told('3000', PATIENT_DETECTION).decisions).toEqual(['2 greet']);
  expect(told('1200 [ 6000 ] 2000', PATIENT_DETECTION).decisions).toEqual([
    '5.7 verdict',
    '8.7 leave-message',
  ]);
});

test('reaches one verdict and eventually our turn for any input', () => {
  const step = fc.oneof(
    fc.integer({ min: 1, max: 40 }).map((tenths) => `[ ${tenths * 100} ]`),
    fc.integer({ min: 1, max: 30 }).map((tenths) => `${tenths * 100}`),
    fc.constantFrom('beep', '!', '"hello"', '"please leave a message"', '"one two three"'),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { decisions, verdict, isOver } = told(`${steps.join(' ')} 60000`);
      expect(isOver).toBe(true);
      expect(verdict).not.toBeNull();
      expect(decisions.filter((one) => one.endsWith('leave-message')).length).toBeLessThanOrEqual(2);
      const greetings = decisions.filter((one) => one.endsWith('greet')).length;
      const takenBack = decisions.filter((one) => one.endsWith('take-back')).length;
      expect(greetings).toBeLessThanOrEqual(1 + takenBack);
      expect(takenBack).toBeLessThanOrEqual(1);
    }),
  );
});
