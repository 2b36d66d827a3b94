/**
 * | Code | Cause |
 * |---|---|
 * | `insecure-page` | the page is served over plain http, where browsers have no audio |
 * | `microphone-denied` | the user or the page's policy does not allow the microphone |
 * | `microphone-missing` | there is no microphone, or not the chosen one |
 * | `microphone-busy` | another program uses the microphone |
 * | `speaker-missing` | the browser cannot play audio, or not on the chosen device |
 * | `speaker-unsupported` | the browser cannot choose the speaker |
 * | `audio-failed` | the audio module of this package could not be loaded |
 * | `assistant-not-found` | the response to `url` had status 404 |
 * | `server-full` | the response to `url` had status 429 or 503 |
 * | `refused` | the request for the call failed for another reason |
 * | `connection-failed` | the call's WebSocket could not be opened |
 * | `connection-lost` | the connection could not be restored in time |
 */
export type CallErrorCode =
  | 'insecure-page'
  | 'microphone-denied'
  | 'microphone-missing'
  | 'microphone-busy'
  | 'speaker-missing'
  | 'speaker-unsupported'
  | 'audio-failed'
  | 'assistant-not-found'
  | 'server-full'
  | 'refused'
  | 'connection-failed'
  | 'connection-lost';

/** A problem of a call. The message is a sentence for the user. */
export class CallError extends Error {
  readonly code: CallErrorCode;

  constructor(code: CallErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallError';
    this.code = code;
  }
}
