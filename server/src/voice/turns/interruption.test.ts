import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Interruption,
  type InterruptionDecision,
  type InterruptionEvent,
  type InterruptionRules,
  interrupt,
  NO_INTERRUPTION,
} from './interruption.ts';

const rules: InterruptionRules = {
  allowed: true,
  interruptAfterMs: 500,
  minWords: null,
  requiresWords: false,
  hasInterims: false,
  protection: 'off',
  isEnding: false,
};

/** Plays a story: `[` and `]` start and end speech, a number lets ms pass, and quoted text is the transcript. */
function decisions(story: string, own: Partial<InterruptionRules> = {}): InterruptionDecision[] {
  let state: Interruption = NO_INTERRUPTION;
  let nowMs = 1000;
  let sinceMs: number | null = null;
  const made: InterruptionDecision[] = [];
  const feed = (event: InterruptionEvent): void => {
    const next = interrupt(state, event, { ...rules, ...own });
    state = next.state;
    if (next.decision !== 'none') made.push(next.decision);
  };
  for (const [part] of story.matchAll(/\[|\]|\d+|"[^"]*"/g)) {
    if (part === '[') {
      sinceMs = nowMs;
      feed({ type: 'speech-started', atMs: nowMs, nowMs });
    } else if (part === ']') {
      feed({ type: 'speech-stopped', voicedMs: nowMs - (sinceMs ?? nowMs), nowMs });
      sinceMs = null;
    } else if (part.startsWith('"')) feed({ type: 'text', text: part.slice(1, -1), nowMs });
    else {
      for (let passed = 0; passed < Number(part); passed += 20) {
        nowMs += 20;
        feed({ type: 'tick', voicedUntilMs: sinceMs === null ? 0 : nowMs, nowMs });
      }
    }
  }
  return made;
}

test.each<[string, string, Partial<InterruptionRules>, InterruptionDecision[]]>([
  ['a cough', '[ 200 ] 1000', {}, ['pause', 'resume']],
  ['long speech', '[ 600 ]', {}, ['pause', 'confirm']],
  ['long speech is confirmed once', '[ 3000 ] 1000', {}, ['pause', 'confirm']],
  ['a word', '[ 300 ] 100 "Stop."', {}, ['pause', 'confirm']],
  ['a word that is too short', '[ 160 ] 100 "I" 1000', {}, ['pause', 'resume']],
  ['a word that is too late', '[ 300 ] 700 "Stop."', {}, ['pause', 'resume']],
  ['words with a long threshold', '[ "Stop it" 2600 ] 700', { interruptAfterMs: 3000 }, ['pause', 'resume']],
  ['long speech with words', '[ "Stop it" 2700 ]', { interruptAfterMs: 3000 }, ['pause', 'confirm']],
  ['uh-huh', '[ 300 ] 100 "uh-huh" 1000', {}, ['pause', 'resume']],
  ['a long mhm', '[ 300 "mhm" 900 ] 100', {}, ['pause', 'duck', 'resume']],
  [
    'a backchannel that becomes a sentence',
    '[ 300 "ok" 300 "ok but what about Sunday" 100 ]',
    {},
    ['pause', 'duck', 'confirm'],
  ],
  ['speech transcribed as backchannels', '[ 300 "yeah" 3000 ]', {}, ['pause', 'duck', 'confirm']],
  ['two coughs within the wait count as one', '[ 160 ] 300 [ 160 ] 300', {}, ['pause']],
  ['two coughs do not add up to speech', '[ 160 ] 300 [ 160 ] 700', {}, ['pause', 'resume']],
  ['any sound when interruptions are immediate', '[ 20', { interruptAfterMs: 0 }, ['confirm']],
  ['speech when interruptions are off', '[ 3000 ] "Stop at once"', { allowed: false }, []],
  ['too few words', '[ 900 ] 100 "No." 1300', { minWords: 2 }, ['pause', 'resume']],
  ['enough words', '[ 400 "No no" ]', { minWords: 2 }, ['pause', 'confirm']],
  ['long speech without words when two are required', '[ 4000 ] 1300', { minWords: 2 }, ['pause', 'resume']],
  [
    'long speech without words when words are required',
    '[ 4000 ] 1300',
    { requiresWords: true },
    ['pause', 'resume'],
  ],
  [
    'long speech and a word when words are required',
    '[ 600 ] 900 "Stop."',
    { requiresWords: true },
    ['pause', 'confirm'],
  ],
  [
    'a word in short speech when words are required',
    '[ 160 ] 100 "I" 1300',
    { requiresWords: true },
    ['pause', 'resume'],
  ],
  [
    'interims: a long backchannel',
    '[ 560 "Yeah" 240 "Yeah, sure" ] 800',
    { hasInterims: true },
    ['pause', 'duck', 'resume'],
  ],
  ['interims: a late backchannel', '[ 560 ] 300 "Okay." 800', { hasInterims: true }, ['pause', 'resume']],
  ['interims: a sentence', '[ 600 "Stop" ]', { hasInterims: true }, ['pause', 'confirm']],
  ['interims: none within a second', '[ 1000', { hasInterims: true }, ['pause', 'confirm']],
  ['interims: none, short speech', '[ 600 ] 480', { hasInterims: true }, ['pause']],
  ['interims: none, speech ended', '[ 600 ] 500', { hasInterims: true }, ['pause', 'confirm']],
  ['interims: a noise', '[ 300 ] 1000', { hasInterims: true }, ['pause', 'resume']],
  ['interims: not awaited', '[ 20', { hasInterims: true, interruptAfterMs: 0 }, ['confirm']],
  ['zero required words', '[ 600 ]', { minWords: 0 }, ['pause', 'confirm']],
  [
    'a goodbye over a goodbye',
    '[ 600 "bye" 300 ] 100',
    { interruptAfterMs: 1000, isEnding: true },
    ['pause', 'duck', 'resume'],
  ],
  [
    'hello over a greeting',
    '[ 400 "hello" 500 ] 200',
    { protection: 'greeting' },
    ['pause', 'duck', 'resume'],
  ],
  ['a hello without transcript', '[ 900 ] 700', { protection: 'greeting' }, ['pause', 'resume']],
  ['hello over something else', '[ 400 "hello"', {}, ['pause', 'confirm']],
  [
    'a hello over a greeting that becomes a question',
    '[ 400 "hello" 400 "hello do you"',
    { protection: 'greeting' },
    ['pause', 'duck', 'confirm'],
  ],
  ['stop over a greeting', '[ 300 "stop"', { protection: 'greeting' }, ['pause', 'confirm']],
  ['long speech over a greeting', '[ 1220', { protection: 'greeting' }, ['pause', 'confirm']],
  [
    'a hello over a greeting where any sound interrupts',
    '[ 900 ] 700',
    { protection: 'greeting', interruptAfterMs: 0 },
    ['pause', 'resume'],
  ],
  [
    'a backchannel that becomes a word too short to interrupt',
    '[ 100 "uh" 60 "a" 40 ] 700',
    { interruptAfterMs: 1000 },
    ['pause', 'duck', 'pause', 'resume'],
  ],
  ['stop over a protected greeting', '[ 300 "stop" ]', { protection: 'always' }, ['confirm']],
  ['hello over a protected greeting', '[ 400 "hello" 500 ] 200', { protection: 'always' }, ['resume']],
  ['words without speech', '"Stop at once" 1000', {}, []],
])('interruption: %s', (_, story, own, expected) => {
  expect(decisions(story, own)).toEqual(expected);
});

test('resumes or confirms every pause and every ducking once after enough silence', () => {
  const step = fc.oneof(
    fc.constant('['),
    fc.constant(']'),
    fc.integer({ min: 20, max: 900 }).map(String),
    fc.constantFrom('"ok"', '"stop it"', '"wait a moment please"'),
  );
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 20 }),
      fc.integer({ min: 0, max: 2000 }),
      (steps, interruptAfterMs) => {
        const made = decisions(`${steps.join(' ')} ] 3000`, { interruptAfterMs });
        made.forEach((decision, index) => {
          if (decision === 'pause') expect(['duck', 'resume', 'confirm']).toContain(made[index + 1]);
          if (decision === 'duck') expect(['pause', 'resume', 'confirm']).toContain(made[index + 1]);
          if (decision === 'resume') expect(['pause', 'duck']).toContain(made[index - 1]);
        });
      },
    ),
  );
});
