import { expect, test } from 'vitest';
import {
  applyPrediction,
  type EndpointDecision,
  endpointByPrediction,
  endpointBySilence,
  NOT_ASKED,
  type PredictedSilence,
} from './endpointing.ts';

test.each<[number, number, EndpointDecision]>([
  [0, 0, 'wait'],
  [32, 0, 'end'],
  [499, 500, 'wait'],
  [500, 500, 'end'],
  [4999, 5000, 'wait'],
  [5000, 5000, 'end'],
])(
  'vad: %i ms of silence with a setting of %i ms results in “%s”',
  (silenceMs, endpointSilenceMs, expected) => {
    expect(endpointBySilence({ silenceMs, textRevision: 0 }, endpointSilenceMs)).toBe(expected);
  },
);

const asked: PredictedSilence = { type: 'asked', textRevision: 1, askedAtMs: 260, before: null };
const askedAgain: PredictedSilence = { ...asked, askedAtMs: 600, before: 'incomplete' };
const predicted = { type: 'predicted', textRevision: 1 } as const;
const complete: PredictedSilence = { ...predicted, askedAtMs: 260, prediction: 'complete' };
const incomplete: PredictedSilence = { ...predicted, askedAtMs: 2800, prediction: 'incomplete' };
const unknown: PredictedSilence = { ...predicted, askedAtMs: 480, prediction: 'unknown' };

test.each<[string, PredictedSilence, number, number, EndpointDecision]>([
  ['does not ask during a pause between words', NOT_ASKED, 200, 1, 'wait'],
  ['asks the turn detector after a longer pause', NOT_ASKED, 260, 1, 'ask'],
  ['waits for a prediction', asked, 400, 1, 'wait'],
  ['waits for a prediction no longer than the configured silence', asked, 600, 1, 'end'],
  ['ends when complete', complete, 300, 1, 'end'],
  ['waits beyond the configured silence when incomplete', incomplete, 2900, 1, 'wait'],
  ['ends even an incomplete turn after 3 s', incomplete, 3000, 1, 'end'],
  ['asks again after a prediction of “incomplete”', incomplete, 2960, 1, 'ask'],
  ['treats the turn as incomplete while it asks again', askedAgain, 700, 1, 'wait'],
  ['does not ask again after a prediction of “complete”', complete, 600, 1, 'end'],
  ['waits for the silence when unknown', unknown, 500, 1, 'wait'],
  ['ends by silence when unknown', unknown, 600, 1, 'end'],
  ['asks again if “complete” was predicted from fewer words', complete, 300, 2, 'ask'],
  ['asks again if “incomplete” was predicted from fewer words', incomplete, 900, 2, 'ask'],
  ['resets the prediction when speech continues', complete, 0, 1, 'wait'],
])('ai: %s', (_, state, silenceMs, textRevision, expected) => {
  expect(endpointByPrediction(state, { silenceMs, textRevision }, 600).decision).toBe(expected);
});

test.each<[string, PredictedSilence, number, number, EndpointDecision]>([
  ['5 s: waits for a quarter of it if the sentence is complete', complete, 5000, 1240, 'wait'],
  ['5 s: ends after a quarter of it if the sentence is complete', complete, 5000, 1260, 'end'],
  [
    '5 s: waits for all of it if the sentence is incomplete',
    { ...incomplete, askedAtMs: 4900 },
    5000,
    4980,
    'wait',
  ],
  ['5 s: ends after all of it even if the sentence is incomplete', incomplete, 5000, 5000, 'end'],
  ['1 s: ends as soon as it is predicted complete', complete, 1000, 260, 'end'],
  ['0.2 s: still waits after an incomplete sentence', incomplete, 200, 2900, 'wait'],
])('ai with a setting of %s', (_, state, endpointSilenceMs, silenceMs, expected) => {
  expect(endpointByPrediction(state, { silenceMs, textRevision: 1 }, endpointSilenceMs).decision).toBe(
    expected,
  );
});

test('ai: asks again when the turn continues', () => {
  const { state } = endpointByPrediction(complete, { silenceMs: 0, textRevision: 1 }, 600);
  expect(endpointByPrediction(state, { silenceMs: 260, textRevision: 1 }, 600).decision).toBe('ask');
  expect(applyPrediction(state, 'complete')).toEqual(NOT_ASKED);
});
