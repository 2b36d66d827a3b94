import type { Clock } from '../../core/clock.ts';
import type { SttProvider } from '../interfaces/stt-provider.ts';
import { type ListenRequest, listenUrl } from './listen-request.ts';
import { ListenSession } from './listen-session.ts';

export interface DeepgramOptions extends ListenRequest {
  apiKey: string;
  clock: Clock;
}

/** Deepgram's streaming API, version 1: one connection per call. */
export function deepgramStt({ apiKey, clock, ...request }: DeepgramOptions): SttProvider {
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
