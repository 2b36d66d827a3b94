import { rmsDbfs } from '../audio/level.ts';
import { EnergyJudge } from './energy-judge.ts';
import { quietEndMs } from './quiet-end.ts';
import type { VoiceActivityDetector, VoiceActivityListener, VoiceActivityStream } from './voice-activity.ts';
import { VoiceFrames } from './voice-frames.ts';

/** Hears by loudness, at once and without a model: where the platform cannot run one, and where time is simulated. */
export class EnergyVoiceActivityDetector implements VoiceActivityDetector {
  open(listener: VoiceActivityListener): VoiceActivityStream {
    const judge = new EnergyJudge();
    let isClosed = false;
    const frames = new VoiceFrames((frame, endMs, afterGap) => {
      if (afterGap) judge.reset();
      if (!isClosed)
        listener(judge.judge(frame), endMs, { quietMs: quietEndMs(frame), levelDbfs: rmsDbfs(frame) });
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
    // Nothing is held.
  }
}
