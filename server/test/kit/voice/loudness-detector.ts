import { rmsDbfs } from '../../../src/voice/audio/level.ts';
import type { VoiceActivityDetector } from '../../../src/voice/vad/voice-activity.ts';

const VAD_FRAME_SAMPLES = 256;
const VAD_FRAME_MS = 32;
const LOUD = 1000;

/** VAD that classifies by loudness, synchronously. */
export function loudnessDetector(): VoiceActivityDetector & { streams(): number } {
  let open = 0;
  return {
    streams: () => open,
    open(listener) {
      open += 1;
      let kept: number[] = [];
      return {
        push(samples, endMs) {
          kept.push(...samples);
          while (kept.length >= VAD_FRAME_SAMPLES) {
            const frame = kept.slice(0, VAD_FRAME_SAMPLES);
            kept = kept.slice(VAD_FRAME_SAMPLES);
            const loud = frame.filter((sample) => Math.abs(sample) >= LOUD).length;
            const lagMs = (kept.length / VAD_FRAME_SAMPLES) * VAD_FRAME_MS;
            const sound = { trailingSilenceMs: 0, levelDbfs: rmsDbfs(Int16Array.from(frame)) };
            listener(loud > VAD_FRAME_SAMPLES / 2 ? 0.95 : 0.02, endMs - lagMs, sound);
          }
        },
        reset() {
          kept = [];
        },
        close() {
          open -= 1;
        },
      };
    },
    async close() {},
  };
}
