import type { RealtimeModel } from '../../interfaces/realtime-model.ts';
import { OUTPUT_RATE_HZ } from './offline-answer.ts';
import type { OfflineRealtimeDeps } from './offline-realtime-deps.ts';
import { INPUT_RATE_HZ, OfflineSession } from './offline-session.ts';

/**
 * A stand-in for a realtime model that needs no key and no network: the offline language model behind ears that find
 * turns by loudness, and a voice. What is said into it is understood only where a transcriber is given.
 */
export function offlineRealtimeModel(deps: OfflineRealtimeDeps): RealtimeModel {
  return {
    id: 'offline/realtime',
    rates: () => ({ inputRateHz: INPUT_RATE_HZ, outputRateHz: OUTPUT_RATE_HZ }),
    open: (options, listener) => new OfflineSession(deps, options, listener),
  };
}
