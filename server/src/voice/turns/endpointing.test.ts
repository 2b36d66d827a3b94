import { expect, test } from 'vitest';
import {
  applyPrediction,
  endpointByPrediction,
  NOT_ASKED,
  type PredictedSilence,
} from './endpoint-by-prediction.ts';
import { endpointBySilence } from './endpoint-by-silence.ts';
import type { EndpointDecision } from './endpointing.ts';

test.each<[number, number, EndpointDecision]>([
  [0, 0, 'wait'],
  [32, 0, 'end'],
  [499, 500, 'wait'],
  [500, 500, 'end'],
  [4999, 5000, 'wait'],
  [5000, 5000, 'end'],
])('vad: %i ms of silence with a setting of %i: %s', (silenceMs, endpointSilenceMs, expected) => {
  expect(endpointBySilence({ silenceMs, textRevision: 0 }, endpointSilenceMs)).toBe(expected);
});

const asked: PredictedSilence = { type: 'asked', textRevision: 1, askedAtMs: 260, before: null };
const askedAgain: PredictedSilence = { ...asked, askedAtMs: 600, before: 'incomplete' };
const predicted = { type: 'predicted', textRevision: 1 } as const;
const complete: PredictedSilence = { ...predicted, askedAtMs: 260, prediction: 'complete' };
const incomplete: PredictedSilence = { ...predicted, askedAtMs: 2800, prediction: 'incomplete' };
const unknown: PredictedSilence = { ...predicted, askedAtMs: 480, prediction: 'unknown' };

test.each<[string, PredictedSilence, number, number, EndpointDecision]>([
  ['does not ask during a pause between words', NOT_ASKED, 200, 1, 'wait'],
  ['then asks the turn detector', NOT_ASKED, 260, 1, 'ask'],
  ['waits for a prediction', asked, 400, 1, 'wait'],
  ['but not longer than the configured silence', asked, 600, 1, 'end'],
  ['ends when complete', complete, 300, 1, 'end'],
  ['waits beyond the configured silence when incomplete', incomplete, 2900, 1, 'wait'],
  ['but not forever', incomplete, 3000, 1, 'end'],
  ['asks again after incomplete', incomplete, 2960, 1, 'ask'],
  ['and stays incomplete meanwhile', askedAgain, 700, 1, 'wait'],
  ['does not ask again after complete', complete, 600, 1, 'end'],
  ['waits for the silence when unknown', unknown, 500, 1, 'wait'],
  ['ends by silence when unknown', unknown, 600, 1, 'end'],
  ['asks again after complete on fewer words', complete, 300, 2, 'ask'],
  ['asks again after incomplete on fewer words', incomplete, 900, 2, 'ask'],
  ['resets the prediction when speech continues', complete, 0, 1, 'wait'],
])('ai: %s', (_, state, silenceMs, textRevision, expected) => {
  expect(endpointByPrediction(state, { silenceMs, textRevision }, 600).decision).toBe(expected);
});

test.each<[string, PredictedSilence, number, number, EndpointDecision]>([
  ['5 s: waits a quarter after a complete sentence', complete, 5000, 1240, 'wait'],
  ['5 s: and then ends', complete, 5000, 1260, 'end'],
  ['5 s: waits all of it after an incomplete one', { ...incomplete, askedAtMs: 4900 }, 5000, 4980, 'wait'],
  ['5 s: and no longer', incomplete, 5000, 5000, 'end'],
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
