import { cartesia } from './cartesia/speech-vendor.ts';
import { deepgram } from './deepgram/speech-vendor.ts';
import { elevenLabs } from './elevenlabs/speech-vendor.ts';
import type { SpeechVendor } from './kit/speech/speech-vendor.ts';

/** The vendors that only offer speech, best for conversations first. */
export const SPEECH_VENDORS: readonly SpeechVendor[] = [deepgram, elevenLabs, cartesia];
