import { parentPort, workerData } from 'node:worker_threads';
import { type BedName, synthesizeBed } from './synthesize-bed.ts';

const { name, sampleRateHz }: { name: BedName; sampleRateHz: number } = workerData;
const samples = synthesizeBed(name, sampleRateHz);
parentPort?.postMessage(samples, [samples.buffer]);
