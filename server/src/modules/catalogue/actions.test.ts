import { describe, expect, test } from 'vitest';
import type { Voice } from '../../core/catalogue.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type {
  SpeechChunk,
  SpeechOptions,
  StreamingSynthesizer,
} from '../../providers/interfaces/streaming-synthesizer.ts';
import { type CatalogueDependencies, previewVoice } from './actions.ts';

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

/** A synthesizer whose answers are given in order; the last one repeats. */
class ScriptedSynthesizer implements StreamingSynthesizer {
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

function dependencies(synthesizer: StreamingSynthesizer): CatalogueDependencies {
  const voices = [voice(1, 'scripted/ana'), voice(2, 'scripted/mute'), voice(3, 'elsewhere/bob')];
  return {
    catalogue: { models: [], speechProviders: [], voices, languages: [] },
    synthesizers: new Map([['scripted', synthesizer]]),
    previews: new Map(),
  };
}

const audio: SpeechChunk = { samples: Int16Array.of(1, 2, 3), words: [] };

describe('the sample of a voice', () => {
  test('is a WAV file, spoken once for all who listen', async () => {
    const synthesizer = new ScriptedSynthesizer(audio);
    const given = dependencies(synthesizer);
    const [first, second] = await Promise.all([previewVoice(given, 1, never), previewVoice(given, 1, never)]);
    expect(Buffer.from(first.subarray(0, 4)).toString()).toBe('RIFF');
    expect(second).toBe(first);
    expect(await previewVoice(given, 1, never)).toBe(first);
    await previewVoice(given, 2, never);
    expect(synthesizer.spoken).toEqual(['ana', 'mute']);
  });

  test.each([3, 4])('of the voice %i, which nobody here can speak, is not found', async (voiceId) => {
    const given = dependencies(new ScriptedSynthesizer(audio));
    await expect(previewVoice(given, voiceId, never)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('is tried again after the vendor failed', async () => {
    const synthesizer = new ScriptedSynthesizer(new ProviderError('unavailable', 'down'), audio);
    const given = dependencies(synthesizer);
    await expect(previewVoice(given, 1, never)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await previewVoice(given, 1, never)).toHaveLength(44 + 6);
  });

  test('that fails is refused alike to all who wait for it', async () => {
    const given = dependencies(new ScriptedSynthesizer(new ProviderError('unavailable', 'down')));
    const refused = { name: 'AppError', code: 'unavailable' };
    await Promise.all([
      expect(previewVoice(given, 1, never)).rejects.toMatchObject(refused),
      expect(previewVoice(given, 1, never)).rejects.toMatchObject(refused),
    ]);
    expect(given.previews.size).toBe(0);
  });

  test('does not hide a mistake of ours', async () => {
    const given = dependencies(new ScriptedSynthesizer(new TypeError('ours')));
    await expect(previewVoice(given, 1, never)).rejects.toBeInstanceOf(TypeError);
  });

  test('is kept for the others when one listener leaves', async () => {
    const synthesizer = new ScriptedSynthesizer(audio);
    const given = dependencies(synthesizer);
    const leaving = new AbortController();
    const first = previewVoice(given, 1, leaving.signal);
    leaving.abort();
    await first;
    await previewVoice(given, 1, never);
    expect(synthesizer.spoken).toEqual(['ana']);
  });
});
