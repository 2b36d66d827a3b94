import { rmsDbfs } from '../audio/level.ts';
import { EnergyClassifier } from './energy-classifier.ts';
import { trailingSilenceMs } from './trailing-silence.ts';
import { VadFrames } from './vad-frames.ts';
import type { VoiceActivityDetector, VoiceActivityListener, VoiceActivityStream } from './voice-activity.ts';

/**
 * VAD by signal energy, synchronous and without a model: for platforms that cannot run the model and for simulated
 * time.
 */
export class EnergyVoiceActivityDetector implements VoiceActivityDetector {
  open(listener: VoiceActivityListener): VoiceActivityStream {
    const classifier = new EnergyClassifier();
    let isClosed = false;
    const frames = new VadFrames((frame, endMs, afterGap) => {
      if (afterGap) classifier.reset();
      if (!isClosed)
        listener(classifier.speechProbability(frame), endMs, {
          trailingSilenceMs: trailingSilenceMs(frame),
          levelDbfs: rmsDbfs(frame),
        });
    });
    return {
      push: (samples, endMs) => {
        if (!isClosed) frames.push(samples, endMs);
      },
      reset: () => frames.reset(),
      close: () => {
        isClosed = true;
      },
    };
  }

  async close(): Promise<void> {
    // Nothing to release.
  }
}
