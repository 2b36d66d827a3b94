import type { Transcriber } from '../../interfaces/transcriber.ts';
import type { SpeechEndpoint } from './synthesizer.ts';
import { TranscriptionSession } from './transcription-session.ts';

/**
 * `POST /audio/transcriptions` of OpenAI and of those who speak like it: one request for each stretch of speech that our own
 * detector finds, so there are no interim words.
 */
export function openAiTranscriber(endpoint: SpeechEndpoint): Transcriber {
  return {
    code: endpoint.code,
    open: (options, listener) => new TranscriptionSession(endpoint, options, listener),
  };
}
