import type { ListenMessage } from '#contract/live-call.ts';
import { type CallAudio, openCallAudio } from '../../../../sdk/web/src/audio/call-audio.ts';
import { t } from '../i18n/t.ts';
import { openCallLine } from './call-line.ts';

/**
 * Plays the audio of a running call. Call it from a user gesture, which browsers require for audio.
 * @param over called once at the end, with a message for the user if a problem caused it
 * @returns a function that stops it
 */
export function listenToCall(callId: number, over: (problem: string | null) => void): () => void {
  let audio: CallAudio | null = null;
  let isOver = false;
  const play = async (rateHz: number): Promise<void> => {
    try {
      const opened = await openCallAudio({ rateHz, captured: () => undefined, progress: () => undefined });
      if (isOver) opened.close();
      else audio = opened;
    } catch (error) {
      line.close(error instanceof Error ? error.message : t('The browser could not play audio.'));
    }
  };
  const line = openCallLine({
    callId,
    path: 'listen',
    audio: (samples) => audio?.play(monoOf(samples)),
    message: (received) => {
      const message = asListenMessage(received);
      if (message.type === 'format') void play(message.sample_rate);
    },
    over: (problem) => {
      isOver = true;
      audio?.close();
      over(problem);
    },
  });
  return () => line.close();
}

/** Mixes interleaved stereo samples. */
function monoOf(stereo: Int16Array): Int16Array {
  return Int16Array.from({ length: stereo.length / 2 }, (_, at) => {
    const mixed = (stereo[at * 2] ?? 0) + (stereo[at * 2 + 1] ?? 0);
    return Math.max(-32_768, Math.min(32_767, mixed));
  });
}

/** Not validated here: the server's tests check the messages. */
function asListenMessage(message: unknown): ListenMessage {
  return message as ListenMessage;
}
