import { describe, expect, test } from 'vitest';
import type { Voice } from '../../core/catalog.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type { SpeechChunk, SpeechOptions, TtsProvider } from '../../providers/interfaces/tts-provider.ts';
import { type CatalogDependencies, previewVoice } from './actions.ts';

const never = new AbortController().signal;

const voice = (id: number, code: string): Voice => ({
  id,
  code,
  name: code,
  language_id: null,
  gender: null,
  accent: null,
  age: null,
  modes: ['pipeline'],
  synthesizer_provider_id: null,
  is_offered: true,
});

/** Returns the scripted answers in order; the last one repeats. */
class ScriptedTts implements TtsProvider {
  readonly code = 'scripted';
  readonly spoken: string[] = [];
  readonly #answers: (SpeechChunk | Error)[];

  constructor(...answers: (SpeechChunk | Error)[]) {
    this.#answers = answers;
  }

  async *speak(_pieces: AsyncIterable<string>, { voice: name }: SpeechOptions): AsyncGenerator<SpeechChunk> {
    const answer = this.#answers[Math.min(this.spoken.length, this.#answers.length - 1)];
    this.spoken.push(name);
    if (answer instanceof Error || answer === undefined) throw answer ?? new Error('no script');
    yield answer;
  }
}

function dependencies(tts: TtsProvider): CatalogDependencies {
  const voices = [voice(1, 'scripted/ana'), voice(2, 'scripted/mute'), voice(3, 'elsewhere/bob')];
  return {
    catalog: { models: [], speechProviders: [], voices, languages: [] },
    ttsProviders: new Map([['scripted', tts]]),
    previews: new Map(),
  };
}

const audio: SpeechChunk = { samples: Int16Array.of(1, 2, 3), words: [] };

describe('the sample of a voice', () => {
  test('is a WAV file, synthesized once for all listeners', async () => {
    const tts = new ScriptedTts(audio);
    const given = dependencies(tts);
    const [first, second] = await Promise.all([previewVoice(given, 1, never), previewVoice(given, 1, never)]);
    expect(Buffer.from(first.subarray(0, 4)).toString()).toBe('RIFF');
    expect(second).toBe(first);
    expect(await previewVoice(given, 1, never)).toBe(first);
    await previewVoice(given, 2, never);
    expect(tts.spoken).toEqual(['ana', 'mute']);
  });

  test.each([3, 4])('is not found for voice %i, which no provider can speak', async (voiceId) => {
    const given = dependencies(new ScriptedTts(audio));
    await expect(previewVoice(given, voiceId, never)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('is retried after the vendor failed', async () => {
    const tts = new ScriptedTts(new ProviderError('unavailable', 'down'), audio);
    const given = dependencies(tts);
    await expect(previewVoice(given, 1, never)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await previewVoice(given, 1, never)).toHaveLength(44 + 6);
  });

  test('fails for all concurrent listeners', async () => {
    const given = dependencies(new ScriptedTts(new ProviderError('unavailable', 'down')));
    const refused = { name: 'AppError', code: 'unavailable' };
    await Promise.all([
      expect(previewVoice(given, 1, never)).rejects.toMatchObject(refused),
      expect(previewVoice(given, 1, never)).rejects.toMatchObject(refused),
    ]);
    expect(given.previews.size).toBe(0);
  });

  test('rethrows unexpected errors unchanged', async () => {
    const given = dependencies(new ScriptedTts(new TypeError('ours')));
    await expect(previewVoice(given, 1, never)).rejects.toBeInstanceOf(TypeError);
  });

  test('finishes and is cached when the listener disconnects', async () => {
    const tts = new ScriptedTts(audio);
    const given = dependencies(tts);
    const leaving = new AbortController();
    const first = previewVoice(given, 1, leaving.signal);
    leaving.abort();
    await first;
    await previewVoice(given, 1, never);
    expect(tts.spoken).toEqual(['ana']);
  });
});
