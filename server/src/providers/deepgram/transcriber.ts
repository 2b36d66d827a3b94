import type { Clock } from '../../core/clock.ts';
import type { Transcriber } from '../interfaces/transcriber.ts';
import { type ListenRequest, listenUrl } from './listen-request.ts';
import { ListenSession } from './listen-session.ts';

export interface DeepgramOptions extends ListenRequest {
  apiKey: string;
  clock: Clock;
}

/** Deepgram's streaming API, version 1: one connection a call. */
export function deepgramTranscriber({ apiKey, clock, ...request }: DeepgramOptions): Transcriber {
  return {
    code: 'deepgram',
    open: (options, listener) => {
      const socket = {
        vendor: 'Deepgram',
        url: listenUrl(request, options),
        headers: { authorization: `Token ${apiKey}` },
        clock,
      };
      return new ListenSession({ socket, sampleRateHz: options.sampleRateHz }, listener);
    },
  };
}
