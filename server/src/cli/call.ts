import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { BROWSER_SAMPLE_RATE_HZ } from '#contract/browser-call.ts';
import { webCallResponse } from '#contract/calls.ts';
import { errorSchemas } from '#contract/errors.ts';
import { systemClock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { type CallLine, type CallLineListener, openCallLine } from './call-line.ts';
import type { Command } from './command.ts';
import { chosenAssistant, withServer } from './with-server.ts';
import { type AssistantSession, post, withSession } from './with-session.ts';

/** Calls an assistant from the terminal. Typed lines are spoken to it; its speech is printed and played. */
export async function call(command: Command): Promise<number> {
  await withServer(async (server) => {
    const about = { assistantUuid: await chosenAssistant(server.database, command), name: 'parley call' };
    await withSession(server, about, async (session) => {
      const { call_id: callId, media_url: mediaUrl } = await openWebCall(session);
      await hold(mediaUrl, command.outputClosed);
      // Without a connection, the server would wait for the call to resume. A call that has ended refuses this.
      await post(session, `/user/calls/${callId}/hang-up`, {});
    });
  });
  return 0;
}

async function openWebCall(session: AssistantSession): Promise<z.output<typeof webCallResponse>['data']> {
  const body = await post(session, '/user/calls/web', { assistant_id: session.assistant.id });
  const opened = webCallResponse.safeParse(body);
  if (opened.success) return opened.data.data;
  throw new AppError(
    'unavailable',
    errorSchemas.message.safeParse(body).data?.message ?? 'The call was refused.',
  );
}

async function hold(mediaUrl: string, outputClosed: AbortSignal): Promise<void> {
  const player = await openSoundPlayer();
  if (player === null)
    process.stderr.write('Neither aplay nor ffplay is installed, so the call is shown without sound.\n');
  const listener: CallLineListener = {
    sound: (sound) => player?.play(sound),
    shown: (message) => {
      if (message.type === 'transcript' && message.sender === 'bot')
        process.stdout.write(`\n${message.text}\n\n`);
      if (message.type === 'tool') process.stdout.write(`  · ${message.name}\n`);
    },
    broke: () => process.stderr.write('Connection lost. Reconnecting…\n'),
    resumed: () => process.stderr.write('Reconnected.\n'),
  };
  const line = openCallLine(mediaUrl, listener, systemClock);
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
