import { ProviderError } from './provider-error.ts';
import type { TtsProvider } from './tts-provider.ts';

/** A TTS provider that is not configured: it fails with the reason. */
export function missingTts(code: string): TtsProvider {
  return {
    code,
    // biome-ignore lint/correctness/useYield: fails before the first chunk.
    async *speak() {
      throw new ProviderError('rejected', `The synthesizer ${code} is not configured.`);
    },
  };
}
