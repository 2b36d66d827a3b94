import { once } from 'node:events';
import { WebSocket } from 'ws';
import { systemClock } from '../../../src/core/clock.ts';
import { pcmBytes } from '../../../src/core/pcm-bytes.ts';
import { eventually } from '../eventually.ts';

type Message = { type: string } & Record<string, unknown>;

/** A phone in a browser page: measures received audio and keeps the transcript. */
export interface BrowserPhone {
  messages: Message[];
  /** Milliseconds of audio received so far. */
  heardMs(): number;
  /** Loudest sample received so far, or after the first `sinceMs` milliseconds of audio. */
  loudest(sinceMs?: number): number;
  type(text: string): void;
  /** Speaks in real time, 20 ms frames at 16 kHz, then a second of silence. */
  say(samples: Int16Array): Promise<void>;
  press(digit: string): void;
  hangUp(): void;
  /** Sends another message to the server. */
  send(message: object): void;
  /** Closes the page. */
  leave(): void;
  /** Breaks the connection without a close message, as a change of network does. */
  cut(): void;
  /** Waits for the first message that `fits`. */
  message(fits: (message: Message) => boolean): Promise<Message>;
  /** Transcript so far, as lines of `sender: text`. */
  transcript(): string[];
  closed: Promise<number>;
}

/** Opens the media URL of a call; rejects if the server refuses. */
export async function openPhone(mediaUrl: string): Promise<BrowserPhone> {
  const socket = new WebSocket(mediaUrl);
  const messages: Message[] = [];
  let samples = 0;
  /** The loudest sample of each message with audio, and where its audio begins. */
  const peaks: { atMs: number; peak: number }[] = [];
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return void messages.push(JSON.parse(data.toString()));
    let peak = 0;
    for (let at = 0; at + 1 < data.length; at += 2) peak = Math.max(peak, Math.abs(data.readInt16LE(at)));
    peaks.push({ atMs: samples / 16, peak });
    samples += data.length / 2;
    // Reports all received audio as played, except for the last 60 ms, like a page with a playback delay.
    socket.send(JSON.stringify({ type: 'played', ms: Math.max(0, samples / 16 - 60) }));
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await once(socket, 'open');
  const send = (message: object): void => socket.send(JSON.stringify(message));
  return {
    messages,
    heardMs: () => samples / 16,
    loudest: (sinceMs = 0) =>
      peaks.reduce((most, { atMs, peak }) => (atMs < sinceMs ? most : Math.max(most, peak)), 0),
    type: (text) => send({ type: 'typed', text }),
    say: (spoken) => say(socket, spoken),
    press: (digit) => send({ type: 'digit', digit }),
    hangUp: () => send({ type: 'hang-up' }),
    send,
    leave: () => socket.close(),
    cut: () => socket.terminate(),
    message: async (fits) => {
      const found = await eventually(
        async () => messages.find(fits),
        (one) => one !== undefined,
      );
      return found ?? { type: 'none' };
    },
    transcript: () =>
      messages.filter(({ type }) => type === 'transcript').map(({ sender, text }) => `${sender}: ${text}`),
    closed,
  };
}

const FRAME_SAMPLES = 320;
const SILENT_FRAMES = 50;

async function say(socket: WebSocket, spoken: Int16Array): Promise<void> {
  const whole = new Int16Array(spoken.length + SILENT_FRAMES * FRAME_SAMPLES);
  whole.set(spoken);
  const startMs = systemClock.monotonicMs();
  for (let at = 0; at + FRAME_SAMPLES <= whole.length; at += FRAME_SAMPLES) {
    socket.send(pcmBytes(whole.subarray(at, at + FRAME_SAMPLES)));
    const dueMs = startMs + (at + FRAME_SAMPLES) / 16;
    await systemClock.sleep(Math.max(0, dueMs - systemClock.monotonicMs()));
  }
}
