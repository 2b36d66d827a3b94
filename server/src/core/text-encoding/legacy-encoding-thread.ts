import { Worker } from 'node:worker_threads';
import type { LegacyEncoding } from './legacy-encoding.ts';

/**
 * Runs `legacyEncoding` in a thread that ends with the answer: the detector takes 75 MB, and half a second of CPU
 * time before its first answer.
 */
export async function legacyEncodingInThread(lines: Uint8Array): Promise<LegacyEncoding> {
  const worker = new Worker(new URL('./legacy-encoding.worker.ts', import.meta.url), { workerData: lines });
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
