import type { Clock } from '../core/clock.ts';
import { ModelVoiceActivityDetector } from '../voice/vad/model-detector.ts';
import type { Finding } from './finding.ts';

/** Loads the model that hears speech in calls, as the server does with its first call. */
export async function checkVoiceActivity(clock: Clock): Promise<Finding> {
  let reason = '';
  const write = (fields: Record<string, unknown>): void => {
    reason = String(fields['reason'] ?? reason);
  };
  const log = { debug: write, info: write, warn: write, error: write };
  const detector = new ModelVoiceActivityDetector({ clock, log });
  try {
    if ((await detector.start()) === 'model') return { isFine: true, text: 'Voice activity: the model runs' };
    const advice = 'Run npm install again; a processor without vectors cannot run it.';
    const text = `Voice activity: judged by loudness alone, which takes noise for speech (${reason}). ${advice}`;
    return { isFine: false, text };
  } finally {
    await detector.close();
  }
}
