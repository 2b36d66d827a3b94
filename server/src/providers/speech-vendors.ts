import { cartesia } from './cartesia/speech-vendor.ts';
import { deepgram } from './deepgram/speech-vendor.ts';
import { elevenLabs } from './elevenlabs/speech-vendor.ts';
import type { SpeechVendor } from './kit/speech/speech-vendor.ts';

/** The vendors that only offer speech, best for conversations first. */
export const SPEECH_VENDORS: readonly SpeechVendor[] = [deepgram, elevenLabs, cartesia];

/** Built-in providers: fixed phrases, and typed text. */
const WITHOUT_KEYWORDS: ReadonlySet<string> = new Set(['pocketsphinx', 'offline']);

/** True if an STT provider uses hints. @param code of the offer */
export function transcriberTakesKeywords(code: string): boolean {
  return !WITHOUT_KEYWORDS.has(code);
}

/** True if a realtime model transcribes with keywords. @param code `vendor/model` */
export function modelTakesKeywords(code: string): boolean {
  return !code.startsWith('google/');
}
