import { type ChildProcess, spawn } from 'node:child_process';
import { BROWSER_SAMPLE_RATE_HZ } from '#contract/browser-call.ts';

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

export interface SoundPlayer {
  /** 16-bit mono PCM; dropped if no program plays it. */
  play(sound: Uint8Array): void;
  close(): void;
}

/** Plays a call through a program of the system; null if no such program is installed. */
export async function openSoundPlayer(): Promise<SoundPlayer | null> {
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
