import { expect, test } from 'vitest';
import { mayHear } from './may-hear.ts';

const PLAIN = { transcribers: ['offline'], realtime_models: ['offline-realtime'] };
const EARS = { ...PLAIN, transcribers: ['offline', 'deepgram'] };
const MODEL = { ...PLAIN, realtime_models: ['offline-realtime', 'openai/realtime'] };

const pipeline = (transcriber?: string) => ({ mode: 'pipeline' as const, transcriber });
const live = (mode: 'multimodal' | 'dualplex') => ({ mode, transcriber: undefined });

test.each([
  [undefined, pipeline(), true],
  [PLAIN, pipeline(), false],
  [PLAIN, pipeline('offline'), false],
  [PLAIN, live('multimodal'), false],
  [PLAIN, null, false],
  [EARS, pipeline(), true],
  [EARS, pipeline('deepgram'), true],
  // A session from before the server reported its features.
  [EARS, pipeline('offline'), false],
  [EARS, pipeline('gone'), false],
  [EARS, live('dualplex'), false],
  [EARS, null, true],
  [MODEL, pipeline(), false],
  [MODEL, live('multimodal'), true],
  [MODEL, null, true],
] as const)('%j with %j: %s', (features, assistant, hears) => {
  expect(mayHear(features, assistant)).toBe(hears);
});
