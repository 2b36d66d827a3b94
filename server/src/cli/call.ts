import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket } from 'ws';
import { BROWSER_SAMPLE_RATE_HZ, MAX_TYPED_CHARACTERS, toBrowser } from '#contract/browser-call.ts';
import { type CallDisplay, callDisplay, webCallResponse } from '#contract/calls.ts';
import { errorSchemas } from '#contract/errors.ts';
import { systemClock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { Command } from './command.ts';
import { chosenAssistant, withServer } from './with-server.ts';
import { type AssistantSession, post, withSession } from './with-session.ts';

/** Calls an assistant from the terminal. Typed lines are spoken to it; its speech is printed and played. */
export async function call(command: Command): Promise<number> {
  await withServer(async (server) => {
    const about = { assistantUuid: await chosenAssistant(server.database, command), name: 'parley call' };
    await withSession(server, about, async (session) =>
      hold(await openWebCall(session), command.outputClosed),
    );
  });
  return 0;
}

async function openWebCall(session: AssistantSession): Promise<string> {
  const body = await post(session, '/user/calls/web', { assistant_id: session.assistant.id });
  const opened = webCallResponse.safeParse(body);
  if (opened.success) return opened.data.data.media_url;
  throw new AppError(
    'unavailable',
    errorSchemas.message.safeParse(body).data?.message ?? 'The call was refused.',
  );
}

async function hold(mediaUrl: string, outputClosed: AbortSignal): Promise<void> {
  const player = await openSoundPlayer();
  if (player === null)
    process.stderr.write('Neither aplay nor ffplay is installed, so the call is shown without sound.\n');
  const line = openCallLine(mediaUrl, {
    sound: (sound) => player?.play(sound),
    shown: (message) => {
      if (message.type === 'transcript' && message.sender === 'bot')
        process.stdout.write(`\n${message.text}\n\n`);
      if (message.type === 'tool') process.stdout.write(`  · ${message.name}\n`);
    },
  });
  try {
    await Promise.race([speak(line, outputClosed), line.over]);
    line.hangUp();
    process.stdout.write(`${await line.over}\n`);
  } finally {
    player?.close();
  }
}

/** Sends typed lines until the call or the input ends. Piped lines wait for the answer to the previous one. */
async function speak(line: CallLine, signal: AbortSignal): Promise<void> {
  const { isTTY } = process.stdin;
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: isTTY, signal });
  lines.on('SIGINT', () => lines.close());
  void line.over.then(() => lines.close());
  // Created before the wait below, so that no line is lost.
  const typed = lines[Symbol.asyncIterator]();
  if (!isTTY) await line.answered();
  for await (const text of typed) {
    if (['/quit', '/exit'].includes(text.trim())) break;
    if (text.trim() === '') continue;
    line.type(text);
    if (!isTTY) await line.answered();
  }
  lines.close();
}

/** Media connection of a browser call that is made from the terminal. */
interface CallLine {
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

function openCallLine(
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

/** Programs that play raw audio from standard input, in order of preference. */
const PLAYERS: readonly (readonly [string, readonly string[]])[] = [
  ['aplay', ['-q', '-t', 'raw', '-f', 'S16_LE', '-c', '1', '-r', String(BROWSER_SAMPLE_RATE_HZ), '-']],
  [
    'ffplay',
    [
      '-loglevel',
      'quiet',
      '-nodisp',
      '-f',
      's16le',
      '-ch_layout',
      'mono',
      '-ar',
      String(BROWSER_SAMPLE_RATE_HZ),
      '-i',
      '-',
    ],
  ],
];

/** A larger buffer would delay the audio. */
const MAX_WAITING_BYTES = BROWSER_SAMPLE_RATE_HZ;

interface SoundPlayer {
  /** 16-bit mono PCM; dropped if no program plays it. */
  play(sound: Uint8Array): void;
  close(): void;
}

/** Plays a call through a program of the system; null if no such program is installed. */
async function openSoundPlayer(): Promise<SoundPlayer | null> {
  for (const [program, words] of PLAYERS) {
    const child = await start(program, words);
    if (child !== null) return playerOf(child);
  }
  return null;
}

function start(program: string, words: readonly string[]): Promise<ChildProcess | null> {
  const child = spawn(program, words, { stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin?.on('error', () => undefined);
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('spawn', () => resolve(child));
  });
}

function playerOf(child: ChildProcess): SoundPlayer {
  const { stdin } = child;
  return {
    play: (sound) => {
      if (stdin?.writable === true && stdin.writableLength < MAX_WAITING_BYTES) stdin.write(sound);
    },
    close: () => {
      stdin?.end();
      child.kill();
    },
  };
}
