import type { SttProvider } from '../../interfaces/stt-provider.ts';
import type { SpeechEndpoint } from './openai-tts.ts';
import { TranscriptionSession } from './transcription-session.ts';

/**
 * `POST /audio/transcriptions` of OpenAI and compatible servers: one request per speech segment of our own detector, so
 * there are no interim transcripts.
 */
export function openAiStt(endpoint: SpeechEndpoint): SttProvider {
  return {
    code: endpoint.code,
    open: (options, listener) => new TranscriptionSession(endpoint, options, listener),
  };
}
