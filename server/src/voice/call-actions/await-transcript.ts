import type { CallStage } from '../session/call-stage.ts';
import type { SpeechStarts } from '../session/speech-starts.ts';

/** Longer ongoing speech is left to the next assistant or person in the call. */
const ONGOING_SPEECH_MS = 300;
/** Maximum delay of a transcript after the end of speech. Later, the speech was mostly noise. */
const TRANSCRIPT_WITHIN_MS = 1000;

/**
 * Waits until the transcript of the latest words has arrived. Resolves within 1.3 s or when
 * the call ends.
 */
export function awaitTranscript(stage: CallStage, starts: SpeechStarts): Promise<void> {
  const { call } = stage;
  const sinceMs = call.nowMs();
  const isSettled = (): boolean => {
    const { latest } = starts;
    if (call.signal.aborted || latest === null) return true;
    const { untilMs } = latest;
    return untilMs === null
      ? call.nowMs() - sinceMs >= ONGOING_SPEECH_MS
      : call.nowMs() - untilMs >= TRANSCRIPT_WITHIN_MS;
  };
  if (isSettled()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = stage.everyTick(() => {
      if (!isSettled()) return;
      stop();
      resolve();
    });
    call.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
