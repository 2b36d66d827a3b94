import { t } from '../i18n/t.ts';

/** A WebSocket with the audio of a running call. */
export interface CallLine {
  send: (samples: Int16Array) => void;
  /** @param problem message for the user if a problem ended the line */
  close: (problem?: string) => void;
}

interface LineOptions {
  callId: number;
  path: 'listen' | 'take-over';
  audio: (samples: Int16Array) => void;
  /** A text message, parsed. */
  message: (message: unknown) => void;
  /** Called once at the end, with a message for the user if a problem caused it. */
  over: (problem: string | null) => void;
}

/** Upload backlog beyond which audio is dropped instead of sent late: one second. */
const MAX_WAITING_BYTES = 32_000;

/** Opens a line; it ends with the call. */
export function openCallLine({ callId, path, audio, message, over }: LineOptions): CallLine {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(`${scheme}//${location.host}/api/user/calls/${callId}/${path}`);
  socket.binaryType = 'arraybuffer';
  let isOpen = false;
  let isOver = false;
  const end = (problem: string | null): void => {
    if (isOver) return;
    isOver = true;
    socket.close();
    over(problem);
  };
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    isOpen = true;
    if (data instanceof ArrayBuffer) {
      audio(new Int16Array(data));
      return;
    }
    const received: unknown = JSON.parse(String(data));
    const isLast =
      typeof received === 'object' && received !== null && 'type' in received && received.type === 'ended';
    if (isLast) end(null);
    else message(received);
  };
  socket.onclose = () =>
    end(
      isOpen
        ? t('The connection to the call was lost. Try again.')
        : t(
            'Could not connect to the call. It may have ended, or be in transfer or taken over by someone else.',
          ),
    );
  return {
    close: (problem) => end(problem ?? null),
    send: (samples) => {
      const isReady = socket.readyState === WebSocket.OPEN && socket.bufferedAmount < MAX_WAITING_BYTES;
      if (isReady) socket.send(samples.slice());
    },
  };
}
