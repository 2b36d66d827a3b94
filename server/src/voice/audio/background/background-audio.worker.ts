import { parentPort, workerData } from 'node:worker_threads';
import { type BackgroundSoundName, synthesizeBackground } from './synthesize-background.ts';

const { name, sampleRateHz }: { name: BackgroundSoundName; sampleRateHz: number } = workerData;
const samples = synthesizeBackground(name, sampleRateHz);
parentPort?.postMessage(samples, [samples.buffer]);
