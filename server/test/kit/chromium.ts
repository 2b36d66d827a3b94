import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasPackages, requirePackages } from '../../../scripts/testing/needs.ts';

const CHROMIUM = '/usr/bin/chromium';
/** Chromium without tabs, menus and their processes; its pages open in half the time. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
export const IS_CHROMIUM_INSTALLED = hasPackages('chromium', 'chromium-headless-shell');

/** Starts Debian's headless Chromium with a microphone that repeats a sound (mono, 16 bits). */
export function openPage(
  url: string,
  microphone: { samples: Int16Array; rateHz: number },
): { close(): Promise<void> } {
  requirePackages('chromium');
  const { folder, flags } = fakeMicrophone(microphone);
  const child = spawn(
    CHROMIUM,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      `--user-data-dir=${path.join(folder, 'profile')}`,
      ...flags,
      url,
    ],
    { stdio: 'ignore', detached: true },
  );
  return {
    async close() {
      const ended = once(child, 'exit');
      // The browser's child processes are in its process group.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Flags for a microphone that repeats a sound (mono, 16 bits); the caller removes the folder. */
export function fakeMicrophone({ samples, rateHz }: { samples: Int16Array; rateHz: number }): {
  folder: string;
  flags: string[];
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'chromium-'));
  const sound = path.join(folder, 'microphone.wav');
  writeFileSync(sound, wave(samples, rateHz));
  const flags = [
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${sound}`,
  ];
  return { folder, flags };
}

function wave(samples: Int16Array, rateHz: number): Buffer {
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples.length * 2, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rateHz, 24);
  bytes.writeUInt32LE(rateHz * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, index) => void bytes.writeInt16LE(sample, 44 + index * 2));
  return bytes;
}
