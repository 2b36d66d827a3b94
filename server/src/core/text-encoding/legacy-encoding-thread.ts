import { Worker } from 'node:worker_threads';
import type { LegacyEncoding } from './legacy-encoding.ts';

let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs `legacyEncoding` in a worker thread that exits afterwards: the detector takes 75 MB, and half a second of CPU
 * before its first answer. One thread at a time, as pages of a website arrive in parallel.
 */
export function legacyEncodingInThread(
  lines: Uint8Array,
  expected: string | null = null,
): Promise<LegacyEncoding> {
  const found = previous.then(() => detectInThread({ lines, expected }));
  previous = found.catch(() => undefined);
  return found;
}

async function detectInThread(workerData: {
  lines: Uint8Array;
  expected: string | null;
}): Promise<LegacyEncoding> {
  const worker = new Worker(new URL('./legacy-encoding.worker.ts', import.meta.url), { workerData });
  try {
    return await new Promise<LegacyEncoding>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The encoding detection thread ended without an answer.')));
    });
  } finally {
    await worker.terminate();
  }
}
