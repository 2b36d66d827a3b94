import type { SttOptions } from '../interfaces/stt-provider.ts';

/**
 * Languages of `language=multi`, which supports switching inside a sentence. Source:
 * developers.deepgram.com/docs/multilingual-code-switching
 */
const SWITCHED = new Set(['en', 'es', 'fr', 'de', 'hi', 'ru', 'pt', 'ja', 'it', 'nl']);

/** Deepgram's names that differ from the ISO code. */
const NAMES: Readonly<Record<string, string>> = { no: 'no', zh: 'zh-CN' };

const MAX_HINTS = 100;

export interface ListenRequest {
  /** `wss://api.deepgram.com/v1` */
  socketUrl: string;
  model: string;
}

/**
 * The URL of a session. Our own detector finds the turns, so Deepgram's endpointing is off, and `Finalize` requests the
 * rest of the transcript. Source: developers.deepgram.com/reference/speech-to-text/listen-streaming
 */
export function listenUrl({ socketUrl, model }: ListenRequest, options: SttOptions): string {
  const url = new URL(`${socketUrl}/listen`);
  const query = {
    model,
    language: languageOf(options.languages),
    encoding: 'linear16',
    sample_rate: String(options.sampleRateHz),
    channels: '1',
    interim_results: 'true',
    endpointing: 'false',
    smart_format: 'true',
    punctuate: 'true',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const hint = model.startsWith('nova-3') ? 'keyterm' : 'keywords';
  for (const text of options.hints.slice(0, MAX_HINTS)) url.searchParams.append(hint, text);
  return url.href;
}

/** `multi` if Deepgram supports it for the main and at least one other language, else the main language. */
function languageOf(languages: readonly string[]): string {
  const [main = 'en'] = languages;
  const switched = languages.filter((language) => SWITCHED.has(language));
  if (SWITCHED.has(main) && switched.length > 1) return 'multi';
  return NAMES[main] ?? main;
}
