import { rmsDbfs } from '../../../src/voice/audio/level.ts';
import type { VoiceActivityDetector } from '../../../src/voice/hearing/voice-activity.ts';

const PIECE_SAMPLES = 256;
const PIECE_MS = 32;
const LOUD = 1000;

/** Takes what is loud for speech, at once. */
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
          while (kept.length >= PIECE_SAMPLES) {
            const piece = kept.slice(0, PIECE_SAMPLES);
            kept = kept.slice(PIECE_SAMPLES);
            const loud = piece.filter((sample) => Math.abs(sample) >= LOUD).length;
            const lagMs = (kept.length / PIECE_SAMPLES) * PIECE_MS;
            const sound = { quietMs: 0, levelDbfs: rmsDbfs(Int16Array.from(piece)) };
            listener(loud > PIECE_SAMPLES / 2 ? 0.95 : 0.02, endMs - lagMs, sound);
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
