import { expect, test } from 'vitest';
import type { TurnEffect, TurnEvent, TurnFacts } from './customer-turn.ts';
import { NO_SPEECH } from './speech-segments.ts';
import {
  type AudioGate,
  audioGate,
  initialTurnState,
  isIdle,
  type TurnState,
  takeTurn,
} from './take-turn.ts';

const settings: TurnFacts['settings'] = {
  endpointType: 'vad',
  endpointSilenceMs: 500,
  interruptAfterMs: 500,
  minInterruptWords: null,
};

const facts: TurnFacts = {
  nowMs: 1000,
  settings,
  segments: NO_SPEECH,
  silenceMs: 1000,
  ignored: null,
  hasInterims: false,
  isAnswering: false,
  isNearlyPlayed: false,
  protection: 'off',
  isToolRunning: false,
  mayInterrupt: true,
  isEnding: false,
};

interface Played {
  state: TurnState;
  effects: string[];
  gate: AudioGate;
}

/**
 * Plays a story: `[` and `]` start and end speech, `{` and `}` speech that the engine reports, `A` and `a` an answer, a
 * number lets ms pass, quoted text is a final transcript, and text in backticks an interim one. `hold 100` passes on
 * hold, `taken` takes the turn, and `complete` is the turn detector's last prediction.
 */
function play(detector: 'vad' | 'engine', story: string, own: Partial<TurnFacts> = {}): Played {
  let state = initialTurnState(detector === 'engine');
  let now: TurnFacts = { ...facts, ...own };
  let asked: Extract<TurnEffect, { type: 'predict' }> | null = null;
  const effects: string[] = [];
  const feed = (event: TurnEvent): void => {
    const next = takeTurn(state, event, now);
    state = next.state;
    for (const effect of next.effects) {
      effects.push(described(effect));
      if (effect.type === 'predict') asked = effect;
      if (effect.type === 'interrupt') now = { ...now, isAnswering: false };
      if (effect.type === 'answer') now = { ...now, isAnswering: true };
    }
  };
  const pass = (ms: number, type: 'tick' | 'tick-on-hold'): void => {
    for (let passed = 0; passed < ms; passed += 20) {
      now = later(now);
      feed({ type });
    }
  };
  for (const [part] of story.matchAll(/hold \d+|\w+|[[\]{}]|"[^"]*"|`[^`]*`/g)) {
    if (part === '[') {
      now = { ...now, segments: { ...now.segments, speaking: true, isVoiced: true, sinceMs: now.nowMs } };
      feed({ type: 'speech-started', atMs: now.nowMs });
    } else if (part === ']') {
      const voicedMs = now.nowMs - (now.segments.sinceMs ?? now.nowMs);
      now = { ...now, segments: { ...now.segments, speaking: false, isVoiced: false, sinceMs: null } };
      feed({ type: 'speech-stopped', atMs: now.nowMs, voicedMs });
    } else if (part === '{') feed({ type: 'engine-speech-started' });
    else if (part === '}') feed({ type: 'engine-speech-stopped' });
    else if (part === 'A' || part === 'a') now = { ...now, isAnswering: part === 'A' };
    else if (part === 'taken') feed({ type: 'turn-taken' });
    else if (part === 'complete' && asked !== null)
      feed({ type: 'predicted', asked: predictedBy(asked), prediction: 'complete' });
    else if (part.startsWith('"')) feed({ type: 'text', text: part.slice(1, -1), isFinal: true });
    else if (part.startsWith('`')) feed({ type: 'text', text: part.slice(1, -1), isFinal: false });
    else if (part.startsWith('hold ')) pass(Number(part.slice(5)), 'tick-on-hold');
    else pass(Number(part), 'tick');
  }
  return { state, effects, gate: audioGate(state, now.isAnswering, now.mayInterrupt) };
}

const predictedBy = ({ asked }: Extract<TurnEffect, { type: 'predict' }>) => asked;

function later(before: TurnFacts): TurnFacts {
  const nowMs = before.nowMs + 20;
  const { speaking } = before.segments;
  const lastVoicedMs = speaking ? nowMs : before.segments.lastVoicedMs;
  const segments = { ...before.segments, lastVoicedMs, processedUntilMs: nowMs };
  return { ...before, nowMs, segments, silenceMs: speaking ? 0 : nowMs - lastVoicedMs };
}

/** Times are relative to the start of the story. */
function described(effect: TurnEffect): string {
  switch (effect.type) {
    case 'interrupt':
      return `interrupt ${effect.sinceMs - 1000}`;
    case 'answer':
      return `answer ${effect.endedMs - 1000} "${effect.turn.text}"`;
    case 'report-speech-start':
      return '[';
    case 'report-speech-end':
      return ']';
    default:
      return effect.type;
  }
}

test.each<[string, string, Partial<TurnFacts>, string[]]>([
  ['a turn ends by silence', '[ 300 ] 40 "Hi there." 480', {}, ['[', ']', 'answer 800 "Hi there."']],
  ['a turn without a transcript', '[ 300 ] 600', {}, ['[', ']', 'answer 800 ""']],
  ['a pause inside a turn', '[ 300 ] 400 [ 300 ] 400', {}, ['[', ']', '[', ']']],
  [
    'the segments of a turn',
    '[ 300 ] "One" [ 100 ] "two." 500',
    {},
    ['[', ']', '[', ']', 'answer 900 "One two."'],
  ],
  ['an interim transcript', '[ 300 ] `One tw` 500', {}, ['[', ']', 'answer 800 "One tw"']],
  ['a turn that is taken', '[ 300 ] "One" taken 1000', {}, ['[', ']']],
  ['silence on hold', '[ 300 ] hold 1000 460', {}, ['[', ']']],
  ['speech that VAD missed', '1000 "Hi there." 500', {}, ['answer 1500 "Hi there."']],
  ['a backchannel that VAD missed', '1000 "uh-huh" 600', {}, []],
  ['an interim transcript of speech that VAD missed', '1000 `Hi` 600', {}, []],
  ['a cough over a reply', 'A [ 200 ] 700', {}, ['[', 'pause', ']', 'resume']],
  ['long speech over a reply', 'A 100 [ 600', {}, ['[', 'pause', 'interrupt 100']],
  [
    'the turn of an interruption',
    'A 100 [ 600 ] "Stop." 500',
    {},
    ['[', 'pause', 'interrupt 100', ']', 'answer 1200 "Stop."'],
  ],
  [
    'an immediate interruption',
    'A 100 [',
    { settings: { ...settings, interruptAfterMs: 0 } },
    ['[', 'interrupt 100'],
  ],
  [
    'speech over a reply that ends',
    'A [ 200 a 100 ] 500',
    {},
    ['[', 'pause', 'resume', ']', 'answer 800 ""'],
  ],
  ['a late word', 'A [ 300 ] 700 "Stop."', {}, ['[', 'pause', ']', 'resume', 'interrupt 0']],
  ['a late word of a sound that was too short', 'A [ 100 ] 700 "Stop."', {}, ['[', 'pause', ']', 'resume']],
  [
    'yes over the end of a reply',
    'A [ 200 ] "Yes." 100 a 500',
    { isNearlyPlayed: true },
    ['[', 'pause', ']', 'resume', 'answer 700 "Yes."'],
  ],
  ['yes over the middle of a reply', 'A [ 200 ] "Yes." 100 a 500', {}, ['[', 'pause', ']', 'resume']],
  [
    'a late hello over the greeting',
    'A [ 200 ] 700 "Hello?" a 500',
    { protection: 'greeting' },
    ['[', 'pause', ']', 'resume'],
  ],
  ['a backchannel over a reply', 'A [ 300 `Uh-huh` 200 ] 20', {}, ['[', 'pause', 'duck', ']', 'resume']],
  [
    'a backchannel that becomes a sentence',
    'A [ 200 `Uh-huh` 100 `Uh-huh but` 200 ]',
    {},
    ['[', 'pause', 'duck', 'interrupt 0', ']'],
  ],
  ['a hello over a protected greeting', 'A [ 300 ] "Hello?" 700 a 500', { protection: 'always' }, ['[', ']']],
  [
    'a late hello over a protected greeting',
    'A [ 300 ] 700 "Hello?" a 500',
    { protection: 'always' },
    ['[', ']'],
  ],
  ['a noise over a protected greeting', 'A [ 100 ] 1000 a 500', { protection: 'always' }, ['[', ']']],
  [
    'a question over a protected greeting',
    'A [ 300 "When?" 300 ] 700 a 500',
    { protection: 'always' },
    ['[', ']', 'answer 1320 "When?"'],
  ],
  [
    'a late question over a protected greeting',
    'A [ 300 ] 700 "When?" 100 a 500',
    { protection: 'always' },
    ['[', ']', 'answer 1120 "When?"'],
  ],
  [
    'two questions over a protected greeting',
    'A [ 300 "When?" 300 ] 700 [ 300 "Where?" 300 ] 700 a 500',
    { protection: 'always' },
    ['[', ']', '[', ']', 'answer 2620 "When? Where?"'],
  ],
  [
    'speech beyond a protected greeting',
    'A [ 1300 a 200 ] "When do you open?" 500',
    { protection: 'always' },
    ['[', ']', 'answer 2000 "When do you open?"'],
  ],
  [
    'a word while a tool runs',
    'A [ 300 ] "Wait, please."',
    { isToolRunning: true },
    ['[', 'pause', ']', 'interrupt 0'],
  ],
  ['long speech while a tool runs', 'A [ 900 ] 1300', { isToolRunning: true }, ['[', 'pause', ']', 'resume']],
  ['speech over a locked reply', 'A [ 600 ] 100', { mayInterrupt: false }, []],
  [
    'speech beyond a locked reply',
    'A [ 600 a 100 ] 500',
    { mayInterrupt: false },
    ['[', ']', 'answer 1200 ""'],
  ],
  [
    'a bye over a goodbye',
    'A [ 300 "Bye." 100 ] 500',
    { isEnding: true },
    ['[', 'pause', 'duck', ']', 'resume'],
  ],
  ['speech reported by an engine', '{ 300 } 600', {}, []],
])('our VAD: %s', (_, story, own, expected) => {
  expect(play('vad', story, own).effects).toEqual(expected);
});

const soft = { sinceMs: 1100, lastMs: 1900, voicedMs: 800 };
test.each<[string, string, Partial<TurnFacts>, string[]]>([
  ['is confirmed by its transcript', 'A 1000 "Stop."', {}, ['interrupt 100']],
  ['is confirmed by an interim transcript', 'A 1000 `Stop`', {}, ['interrupt 100']],
  ['is not confirmed by a backchannel', 'A 1000 "uh-huh"', {}, []],
  ['is not confirmed by a bye over a goodbye', 'A 1000 "bye"', { isEnding: true }, []],
  ['is not confirmed over a locked reply', 'A 1000 "Stop."', { mayInterrupt: false }, []],
  ['is not confirmed by a late transcript', 'A 2200 "Stop."', {}, []],
  [
    'is not confirmed by the transcript of the last turn',
    '[ 200 ] 500 100 "Stop."',
    {},
    ['[', ']', 'answer 700 ""'],
  ],
])('our VAD: soft speech over a reply %s', (_, story, own, expected) => {
  expect(play('vad', story, { ignored: soft, ...own }).effects).toEqual(expected);
});

const ai = { ...settings, endpointType: 'ai' as const };
test.each<[string, string, string[]]>([
  ['ends a complete turn', '[ 300 ] "Hi." 240 complete 20', ['[', ']', 'predict', 'answer 560 "Hi."']],
  [
    'is asked again about a new transcript',
    '[ 300 ] 240 complete "Hi." 20',
    ['[', ']', 'predict', 'predict'],
  ],
  ['is late', '[ 300 ] 240 [ 100 complete ] 220', ['[', ']', 'predict', '[', ']']],
  ['does not answer', '[ 300 ] 600', ['[', ']', 'predict', 'answer 800 ""']],
])('our VAD: the turn detector %s', (_, story, expected) => {
  expect(play('vad', story, { settings: ai }).effects).toEqual(expected);
});

test.each<[string, string, Partial<TurnFacts>, string[]]>([
  ['a turn', '[ 300 ] "Hi." taken 8000', {}, ['[', ']']],
  ['a turn without an answer', '[ 300 ] 5480 20', {}, ['[', ']', 'recover-unanswered']],
  ['a turn that the engine still considers', '[ 300 ] 5480', {}, ['[', ']']],
  ['a turn that the engine has not noticed', '{ 20 taken [ 300 ] 2500', {}, ['[', ']', 'recover-unanswered']],
  ['a turn that the engine has noticed', '{ [ 300 ] 2500', {}, ['[', ']']],
  ['semantic turn detection', '[ 300 ] 8980', { settings: ai }, ['[', ']']],
  ['a cough over a reply', 'A [ 200 ] 700', {}, ['[', 'pause', ']', 'drop-held-audio', 'resume']],
  [
    'speech over the end of a reply',
    'A [ 200 ] 700',
    { isNearlyPlayed: true },
    ['[', 'pause', ']', 'resume'],
  ],
  ['long speech over a reply', 'A 100 [ 600', {}, ['[', 'pause', 'interrupt 100']],
  [
    'a transcript does not decide',
    'A [ 300 ] "Stop." 700',
    {},
    ['[', 'pause', ']', 'drop-held-audio', 'resume'],
  ],
  [
    'required words count as time',
    'A [ 860 20 20',
    { settings: { ...settings, minInterruptWords: 3 } },
    ['[', 'pause', 'interrupt 0'],
  ],
  ['speech that only the engine detects', 'A { 600', {}, ['pause', 'interrupt 0']],
  ['noise that only the engine detects', 'A { 300 } 700', {}, ['pause', 'drop-held-audio', 'resume']],
  [
    'a short question over the greeting',
    'A [ 900 ] 700',
    { protection: 'greeting' },
    ['[', 'pause', ']', 'resume'],
  ],
  [
    'a short sound over the greeting',
    'A [ 300 ] 700',
    { protection: 'greeting' },
    ['[', 'pause', ']', 'drop-held-audio', 'resume'],
  ],
  ['long speech over the greeting', 'A [ 1200', { protection: 'greeting' }, ['[', 'pause', 'interrupt 0']],
  [
    'a hello over a protected greeting',
    'A [ 900 ] 700',
    { protection: 'always' },
    ['[', ']', 'drop-held-audio'],
  ],
  ['a question over a protected greeting', 'A [ 1300 ] 700', { protection: 'always' }, ['[', ']']],
  ['engine speech over a protected greeting', 'A { 1300', { protection: 'always' }, []],
  ['engine speech over a locked reply', 'A { 600', { mayInterrupt: false }, []],
  ['a transcript without speech', '100 "Hi." 6000', {}, ['recover-unanswered']],
])('engine: %s', (_, story, own, expected) => {
  expect(play('engine', story, own).effects).toEqual(expected);
});

test.each<['vad' | 'engine', string, Partial<TurnFacts>, AudioGate]>([
  ['vad', 'A [ 100', {}, 'pass'],
  ['vad', 'A', { mayInterrupt: false }, 'drop'],
  ['vad', 'A [ a', { mayInterrupt: false }, 'drop'],
  ['engine', '', {}, 'pass'],
  ['engine', 'A', {}, 'delay'],
  ['engine', 'A [ 100', {}, 'hold'],
  ['engine', 'A { 100', {}, 'pass'],
  ['engine', 'A [ 200 ] 700', { isNearlyPlayed: true }, 'hold'],
  ['engine', 'A [ 200 ] 700 a 20', { isNearlyPlayed: true }, 'pass'],
  ['engine', 'A [ 1300 ] 700', { protection: 'always' }, 'hold'],
  ['engine', 'A [ 1300 ] 700 [ 100 ] 700', { protection: 'always' }, 'hold'],
  ['engine', 'A [ 1300 ] 700 a 20', { protection: 'always' }, 'pass'],
  ['engine', 'A', { mayInterrupt: false }, 'drop'],
])('%s: after “%s”, the next frame %o: %s', (detector, story, own, gate) => {
  expect(play(detector, story, own).gate).toBe(gate);
});

test.each(['vad', 'engine'] as const)('%s: a tick changes nothing while idle', (detector) => {
  for (const story of ['', 'A', '[ 300 ] taken', 'A [ 200 ] 700', '1000 "uh-huh"']) {
    const { state } = play(detector, story);
    expect(isIdle(state)).toBe(true);
    const ticked = takeTurn(state, { type: 'tick' }, facts);
    expect(ticked.state).toBe(state);
    expect(ticked.effects).toEqual([]);
  }
});

test('a turn keeps the duration of its speech and its last sound', () => {
  expect(play('vad', '[ 300 ] 100 [ 200 ] 60').state.turn).toEqual({
    sinceMs: 1000,
    lastVoicedMs: 1600,
    voicedMs: 500,
    text: '',
  });
  expect(play('vad', '[ 300 ] hold 200').state.turn?.lastVoicedMs).toBe(1500);
});
