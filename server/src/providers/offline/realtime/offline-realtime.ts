import type { RealtimeModel } from '../../interfaces/realtime-model.ts';
import { OUTPUT_RATE_HZ } from './offline-answer.ts';
import type { OfflineRealtimeDeps } from './offline-realtime-deps.ts';
import { INPUT_RATE_HZ, OfflineSession } from './offline-session.ts';

/**
 * The built-in realtime model, which needs no key and no network: turn detection by level, the offline language model
 * and a TTS voice. Speech is only transcribed with an STT provider.
 */
export function offlineRealtimeModel(deps: OfflineRealtimeDeps): RealtimeModel {
  return {
    id: 'offline/realtime',
    rates: () => ({ inputRateHz: INPUT_RATE_HZ, outputRateHz: OUTPUT_RATE_HZ }),
    open: (options, listener) => new OfflineSession(deps, options, listener),
  };
}
