import { microsOf } from './money.ts';

export type SpeechKind = 'transcriber' | 'synthesizer';

/** By `kind/provider`, in millionths of a dollar: for a minute of transcription or a million synthesized characters. */
export type SpeechPrices = ReadonlyMap<string, number>;

/** Providers on the installation's own machine are free. */
const OWN: ReadonlySet<string> = new Set(['offline', 'flite', 'espeak', 'pocketsphinx']);

/** Null if unknown. */
export function speechPriceOf(prices: SpeechPrices, kind: SpeechKind, provider: string): number | null {
  return OWN.has(provider) ? 0 : (prices.get(`${kind}/${provider}`) ?? null);
}

const ENTRY = /^\s*((?:transcriber|synthesizer)\/([\w.-]+))\s*=\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/;

/**
 * Parses `transcriber/deepgram=0.0077,synthesizer/elevenlabs=50`: dollars for a minute and for a million characters.
 */
export function parseSpeechPrices(text: string): { value: SpeechPrices } | { problem: string } {
  const prices = new Map<string, number>();
  for (const entry of text.split(',')) {
    const [, name = '', provider = '', amount = ''] = ENTRY.exec(entry) ?? [];
    if (name === '') {
      return {
        problem:
          'must list prices such as transcriber/deepgram=0.0077 (dollars per minute) or synthesizer/elevenlabs=50 (dollars per million characters).',
      };
    }
    if (prices.has(name)) return { problem: `lists ${name} twice.` };
    if (OWN.has(provider)) return { problem: `must not list ${name}: built-in providers are free.` };
    prices.set(name, microsOf(Number(amount)));
  }
  return { value: prices };
}
