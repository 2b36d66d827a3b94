import type { ListenMessage } from '#contract/live-call.ts';
import { type CallSound, openCallSound } from '../call-audio/call-sound.ts';

/**
 * Plays the audio of a running call. Call it from a user gesture, which browsers require for audio.
 * @param over called once, with a message for the user if it ended because of a problem
 * @returns a function that stops it
 */
export function listenToCall(callId: number, over: (problem: string | null) => void): () => void {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(`${scheme}//${location.host}/api/user/calls/${callId}/listen`);
  socket.binaryType = 'arraybuffer';
  let sound: CallSound | null = null;
  let isOpen = false;
  let isOver = false;
  const end = (problem: string | null): void => {
    if (isOver) return;
    isOver = true;
    socket.close();
    sound?.close();
    over(problem);
  };
  const open = async (rateHz: number): Promise<void> => {
    try {
      const opened = await openCallSound({ rateHz, captured: () => undefined, progress: () => undefined });
      if (isOver) opened.close();
      else sound = opened;
    } catch (error) {
      end(error instanceof Error ? error.message : 'The browser could not play audio.');
    }
  };
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    isOpen = true;
    if (data instanceof ArrayBuffer) {
      sound?.play(monoOf(new Int16Array(data)));
      return;
    }
    const message = asListenMessage(String(data));
    if (message.type === 'format') void open(message.sample_rate);
    if (message.type === 'ended') end(null);
  };
  socket.onclose = () =>
    end(isOpen ? 'The connection to the call was lost.' : 'The call could not be opened. Try again.');
  return () => end(null);
}

/** Mixes interleaved stereo samples. */
function monoOf(stereo: Int16Array): Int16Array {
  return Int16Array.from({ length: stereo.length / 2 }, (_, at) => {
    const mixed = (stereo[at * 2] ?? 0) + (stereo[at * 2 + 1] ?? 0);
    return Math.max(-32_768, Math.min(32_767, mixed));
  });
}

/** Not validated here: the server's tests check the messages. */
function asListenMessage(text: string): ListenMessage {
  return JSON.parse(text) as ListenMessage;
}
