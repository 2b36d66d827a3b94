import type { Clock } from '../core/clock.ts';
import { ModelVoiceActivityDetector } from '../voice/vad/model-detector.ts';
import type { Finding } from './finding.ts';

/** Loads the speech detection model, as the server does with its first call. */
export async function checkVoiceActivity(clock: Clock): Promise<Finding> {
  let reason = '';
  const write = (fields: Record<string, unknown>): void => {
    reason = String(fields['reason'] ?? reason);
  };
  const log = { debug: write, info: write, warn: write, error: write };
  const detector = new ModelVoiceActivityDetector({ clock, log });
  try {
    if ((await detector.start()) === 'model') return { isFine: true, text: 'Voice activity: the model runs' };
    const advice = 'Run npm install again. The model does not run on processors without SIMD.';
    const text = `Voice activity: the model does not run (${reason}). Parley detects speech by loudness instead, which mistakes noise for speech. ${advice}`;
    return { isFine: false, text };
  } finally {
    await detector.close();
  }
}
