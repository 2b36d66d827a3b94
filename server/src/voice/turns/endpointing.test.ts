import { expect, test } from 'vitest';
import { endpointByJudgement, type JudgedSilence, judge, NOT_ASKED } from './endpoint-by-judgement.ts';
import { endpointBySilence } from './endpoint-by-silence.ts';
import type { EndpointDecision } from './endpointing.ts';

test.each<[number, number, EndpointDecision]>([
  [0, 0, 'wait'],
  [32, 0, 'end'],
  [499, 500, 'wait'],
  [500, 500, 'end'],
  [4999, 5000, 'wait'],
  [5000, 5000, 'end'],
])('vad: %i ms of silence where %i are asked for: %s', (silenceMs, endpointSilenceMs, expected) => {
  expect(endpointBySilence({ silenceMs, textRevision: 0 }, endpointSilenceMs)).toBe(expected);
});

const asked: JudgedSilence = { type: 'asked', textRevision: 1, askedAtMs: 260, before: null };
const askedAgain: JudgedSilence = { ...asked, askedAtMs: 600, before: 'incomplete' };
const judged = { type: 'judged', textRevision: 1 } as const;
const complete: JudgedSilence = { ...judged, askedAtMs: 260, judgement: 'complete' };
const incomplete: JudgedSilence = { ...judged, askedAtMs: 2800, judgement: 'incomplete' };
const unknown: JudgedSilence = { ...judged, askedAtMs: 480, judgement: 'unknown' };

test.each<[string, JudgedSilence, number, number, EndpointDecision]>([
  ['a pause between words asks nobody', NOT_ASKED, 200, 1, 'wait'],
  ['then the judge is asked', NOT_ASKED, 260, 1, 'ask'],
  ['who is asked is waited for', asked, 400, 1, 'wait'],
  ['but not for longer than silence would take', asked, 600, 1, 'end'],
  ['complete ends it', complete, 300, 1, 'end'],
  ['incomplete waits beyond the silence', incomplete, 2900, 1, 'wait'],
  ['but not for ever', incomplete, 3000, 1, 'end'],
  ['incomplete is judged again after a while', incomplete, 2960, 1, 'ask'],
  ['and stays incomplete until it is', askedAgain, 700, 1, 'wait'],
  ['complete is not judged again', complete, 600, 1, 'end'],
  ['who cannot tell leaves it to the silence', unknown, 500, 1, 'wait'],
  ['who cannot tell leaves it to the silence, which ends it', unknown, 600, 1, 'end'],
  ['complete of fewer words is asked again', complete, 300, 2, 'ask'],
  ['incomplete of fewer words is asked again', incomplete, 900, 2, 'ask'],
  ['speech forgets what was judged', complete, 0, 1, 'wait'],
])('ai: %s', (_, state, silenceMs, textRevision, expected) => {
  expect(endpointByJudgement(state, { silenceMs, textRevision }, 600).decision).toBe(expected);
});

test.each<[string, JudgedSilence, number, number, EndpointDecision]>([
  ['5 s: a finished sentence is given a quarter', complete, 5000, 1240, 'wait'],
  ['5 s: and then answered', complete, 5000, 1260, 'end'],
  ['5 s: an unfinished one all of it', { ...incomplete, askedAtMs: 4900 }, 5000, 4980, 'wait'],
  ['5 s: and not more', incomplete, 5000, 5000, 'end'],
  ['1 s: a finished sentence is answered as soon as it is judged', complete, 1000, 260, 'end'],
  ['0.2 s: an unfinished one may be gone on with all the same', incomplete, 200, 2900, 'wait'],
])('ai with a sensitivity of %s', (_, state, endpointSilenceMs, silenceMs, expected) => {
  expect(endpointByJudgement(state, { silenceMs, textRevision: 1 }, endpointSilenceMs).decision).toBe(
    expected,
  );
});

test('ai: a turn that goes on is judged anew', () => {
  const { state } = endpointByJudgement(complete, { silenceMs: 0, textRevision: 1 }, 600);
  expect(endpointByJudgement(state, { silenceMs: 260, textRevision: 1 }, 600).decision).toBe('ask');
  expect(judge(state, 'complete')).toEqual(NOT_ASKED);
});
