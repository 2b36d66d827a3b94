import { expect, test } from 'vitest';
import { mayHear } from './may-hear.ts';

const PLAIN = { transcribers: ['offline'], realtime_models: ['offline-realtime'] };
const EARS = { ...PLAIN, transcribers: ['offline', 'deepgram'] };
const MODEL = { ...PLAIN, realtime_models: ['offline-realtime', 'openai/realtime'] };

test.each([
  [undefined, 'pipeline', true],
  [PLAIN, 'pipeline', false],
  [PLAIN, 'multimodal', false],
  [PLAIN, null, false],
  [EARS, 'pipeline', true],
  [EARS, 'dualplex', false],
  [EARS, null, true],
  [MODEL, 'pipeline', false],
  [MODEL, 'multimodal', true],
  [MODEL, null, true],
] as const)('%j in mode %s: %s', (features, mode, hears) => {
  expect(mayHear(features, mode)).toBe(hears);
});
