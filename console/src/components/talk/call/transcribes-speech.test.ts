import { expect, test } from 'vitest';
import { transcribesSpeech } from './transcribes-speech.ts';

const PLAIN = { transcribers: ['offline'], realtime_models: ['offline-realtime'] };
const WITH_STT = { ...PLAIN, transcribers: ['offline', 'deepgram'] };
const MODEL = { ...PLAIN, realtime_models: ['offline-realtime', 'openai/realtime'] };

const pipeline = (transcriber?: string) => ({ mode: 'pipeline' as const, transcriber });
const live = (mode: 'multimodal' | 'dualplex') => ({ mode, transcriber: undefined });

test.each([
  [undefined, pipeline(), true],
  [PLAIN, pipeline(), false],
  [PLAIN, pipeline('offline'), false],
  [PLAIN, live('multimodal'), false],
  [PLAIN, null, false],
  [WITH_STT, pipeline(), true],
  [WITH_STT, pipeline('deepgram'), true],
  [WITH_STT, pipeline('offline'), false],
  [WITH_STT, pipeline('gone'), false],
  [WITH_STT, live('dualplex'), false],
  [WITH_STT, null, true],
  [MODEL, pipeline(), false],
  [MODEL, live('multimodal'), true],
  [MODEL, null, true],
] as const)('transcribesSpeech(%j, %j) is %s', (features, assistant, hears) => {
  expect(transcribesSpeech(features, assistant)).toBe(hears);
});
