import type { BROWSER_SAMPLE_RATE_HZ } from '#contract/browser-call.ts';
import { type CallAudio, openCallAudio } from '../../../../sdk/web/src/audio/call-audio.ts';
import { t } from '../i18n/t.ts';
import { type CallLine, openCallLine } from './call-line.ts';

/** The contract's value, without importing its schemas. */
const RATE_HZ: typeof BROWSER_SAMPLE_RATE_HZ = 16_000;

/**
 * Connects the user's microphone and speaker to the customer of a running call. Call it from a user gesture, which
 * browsers require for audio.
 * @param over called once at the end, with a message for the user if a problem caused it
 * @returns a function that returns the call to the assistant
 */
export function takeOverCall(callId: number, over: (problem: string | null) => void): () => void {
  let line: CallLine | null = null;
  let audio: CallAudio | null = null;
  let isOver = false;
  const end = (problem: string | null): void => {
    if (isOver) return;
    isOver = true;
    audio?.close();
    line?.close();
    over(problem);
  };
  const begin = async (): Promise<void> => {
    const opened = await openCallAudio({
      rateHz: RATE_HZ,
      captured: (samples) => line?.send(samples),
      progress: () => undefined,
    });
    audio = opened;
    // The assistant keeps talking until the user has allowed the microphone.
    await opened.openMicrophone();
    if (isOver) {
      opened.close();
      return;
    }
    line = openCallLine({
      callId,
      path: 'take-over',
      audio: (samples) => audio?.play(samples),
      message: () => undefined,
      over: end,
    });
  };
  begin().catch((error: unknown) =>
    end(error instanceof Error ? error.message : t('The browser could not open the microphone.')),
  );
  return () => end(null);
}
