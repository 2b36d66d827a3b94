import { expect, test } from 'vitest';
import { silentLog } from '../../test/kit/silent-log.ts';
import { readConfig } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import { Disposer } from '../core/disposer.ts';
import { composeSpeech } from './providers.ts';

/** Returns the fallback models of each realtime model. */
async function fallbacks(environment: Record<string, string>): Promise<Record<string, string[]>> {
  const { secrets } = readConfig({
    OPENAI_API_KEY: 'o',
    PARLEY_OPENAI_REALTIME_MODELS: 'gpt-x,gpt-y',
    GEMINI_API_KEY: 'g',
    PARLEY_GOOGLE_REALTIME_MODELS: 'gemini-x',
    ...environment,
  });
  const disposer = new Disposer();
  try {
    const { realtimeModels } = await composeSpeech(secrets, { clock: systemClock, log: silentLog }, disposer);
    const entries = [...realtimeModels].map(([id, model]) => [
      id,
      (model.fallbacks ?? []).map((one) => one.id),
    ]);
    return Object.fromEntries(entries);
  } finally {
    await disposer.close((_, error) => {
      throw error;
    });
  }
}

test.each<[string, Record<string, string>, Record<string, string[]>]>([
  [
    'falls back to a model of the other vendor',
    {},
    {
      'openai/gpt-x': ['google/gemini-x'],
      'openai/gpt-y': ['google/gemini-x'],
      'google/gemini-x': ['openai/gpt-x'],
    },
  ],
  [
    'falls back to the configured model of any vendor',
    { PARLEY_FALLBACK_REALTIME_MODEL: 'openai/gpt-y' },
    { 'openai/gpt-x': ['openai/gpt-y'], 'openai/gpt-y': [], 'google/gemini-x': ['openai/gpt-y'] },
  ],
  [
    'has no fallback when it is switched off',
    { PARLEY_FALLBACK_REALTIME_MODEL: 'off' },
    { 'openai/gpt-x': [], 'openai/gpt-y': [], 'google/gemini-x': [] },
  ],
])('a realtime model %s', async (_, environment, expected) => {
  // The built-in model has no fallback, because it cannot fail.
  expect(await fallbacks(environment)).toEqual({ ...expected, 'offline/realtime': [] });
});

test('refuses an unknown fallback model', async () => {
  await expect(fallbacks({ PARLEY_FALLBACK_REALTIME_MODEL: 'gone/model' })).rejects.toThrow(
    /PARLEY_FALLBACK_REALTIME_MODEL must be one of openai\/gpt-x/,
  );
});
