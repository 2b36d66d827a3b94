import { type RawData, WebSocket } from 'ws';
import { BROWSER_SAMPLE_RATE_HZ, MAX_TYPED_CHARACTERS, toBrowser } from '#contract/browser-call.ts';
import { type CallDisplay, callDisplay } from '#contract/calls.ts';
import { systemClock } from '../core/clock.ts';

/** Media connection of a browser call that is made from the terminal. */
export interface CallLine {
  type(text: string): void;
  hangUp(): void;
  /** Resolves at the assistant's next transcript, at the end of the call, or after 30 seconds. */
  answered(): Promise<void>;
  /** Resolves at the end of the call, with the reason as a sentence. */
  over: Promise<string>;
}

const ANSWER_MS = 30_000;
/** Interval for reporting the playback position. */
const REPORT_MS = 250;
const BYTES_PER_MS = (BROWSER_SAMPLE_RATE_HZ / 1000) * 2;

export function openCallLine(
  mediaUrl: string,
  listener: { sound(sound: Uint8Array): void; shown(message: CallDisplay): void },
): CallLine {
  const socket = new WebSocket(mediaUrl);
  const ended = Promise.withResolvers<string>();
  let answer = Promise.withResolvers<void>();
  let heardMs = 0;
  let reportedMs = 0;
  const send = (message: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  socket.on('message', (data, isBinary) => {
    const bytes = bytesOf(data);
    if (!isBinary) {
      const message = readMessage(bytes.toString());
      if (message?.type === 'ended') ended.resolve(message.reason);
      else if (message !== null && message.type !== 'ready') listener.shown(message);
      if (message?.type === 'transcript' && message.sender === 'bot') answer.resolve();
      return;
    }
    listener.sound(bytes);
    heardMs += bytes.length / BYTES_PER_MS;
    if (heardMs - reportedMs < REPORT_MS) return;
    reportedMs = heardMs;
    send({ type: 'played', ms: Math.floor(heardMs) });
  });
  socket.on('error', (error) => ended.resolve(error.message));
  socket.on('close', () => ended.resolve('The call has ended.'));
  return {
    over: ended.promise,
    type: (text) => {
      answer = Promise.withResolvers();
      send({ type: 'typed', text: text.slice(0, MAX_TYPED_CHARACTERS) });
    },
    hangUp: () => {
      send({ type: 'hang-up' });
      // `close` sends the queued message before it closes the socket.
      socket.close(1000);
    },
    answered: async () => {
      const patience = new AbortController();
      const late = systemClock.sleep(ANSWER_MS, patience.signal).catch(() => undefined);
      await Promise.race([answer.promise, ended.promise, late]);
      patience.abort();
    },
  };
}

type Message = CallDisplay | { type: 'ready' } | { type: 'ended'; reason: string };

/** Null for message types that a terminal ignores, and for invalid messages. */
function readMessage(text: string): Message | null {
  const json: unknown = JSON.parse(text);
  const shown = callDisplay.safeParse(json);
  if (shown.success) return shown.data;
  const told = toBrowser.safeParse(json);
  return told.success && (told.data.type === 'ready' || told.data.type === 'ended') ? told.data : null;
}

function bytesOf(data: RawData): Buffer {
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
}
