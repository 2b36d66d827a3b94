import { NO_SPEECH, type SpeechChange, trackSpeech } from '../../server/src/voice/turns/speech-segments.ts';
import type { VoiceActivityDetector } from '../../server/src/voice/vad/voice-activity.ts';

const FRAME_SAMPLES = 160;
/** Silence that ends a segment in a call. */
const STOP_AFTER_MS = 200;

export interface Judged {
  changes: SpeechChange[];
  /** Share of windows that are more likely speech than not. */
  share: number;
}

/** Feeds a sound to a detector at full speed, and derives segments from its results as calls do. */
export async function judgeSound(detector: VoiceActivityDetector, samples: Int16Array): Promise<Judged> {
  const changes: SpeechChange[] = [];
  let segments = NO_SPEECH;
  let heard = 0;
  let likely = 0;
  const stream = detector.open((probability, endMs, { trailingSilenceMs }) => {
    heard += 1;
    likely += Number(probability >= 0.5);
    const { state, change } = trackSpeech(segments, { probability, endMs, trailingSilenceMs }, STOP_AFTER_MS);
    segments = state;
    if (change !== null) changes.push(change);
  });
  for (let start = 0; start + FRAME_SAMPLES <= samples.length; start += FRAME_SAMPLES) {
    const pushed = start + FRAME_SAMPLES;
    stream.push(samples.subarray(start, pushed), pushed / 8);
    // The detector buffers at most one second.
    while (Math.floor(pushed / 256) - heard > 20) await new Promise((resolve) => setImmediate(resolve));
  }
  while (heard < Math.floor((samples.length - (samples.length % FRAME_SAMPLES)) / 256)) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  stream.close();
  return { changes, share: likely / heard };
}
