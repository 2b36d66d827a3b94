import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../priority.ts';
import { legacyEncoding } from './legacy-encoding.ts';

lowerThreadPriority();
const { lines, expected } = workerData;
parentPort?.postMessage(legacyEncoding(Uint8Array.from(lines), expected));
