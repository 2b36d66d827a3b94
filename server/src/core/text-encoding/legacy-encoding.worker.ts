import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../priority.ts';
import { legacyEncoding } from './legacy-encoding.ts';

lowerThreadPriority();
parentPort?.postMessage(legacyEncoding(Uint8Array.from(workerData)));
