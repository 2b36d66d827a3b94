import { parentPort } from 'node:worker_threads';
import loadRnnoise, { type Rnnoise } from '@echogarden/rnnoise-wasm';
import { Denoiser } from './denoiser.ts';
import type { NoiseBatch, NoiseReply, NoiseRequest } from './noise-protocol.ts';

if (parentPort === null) throw new Error('noise.worker.ts runs as a worker thread only.');
const port = parentPort;

interface Call {
  denoiser: Denoiser;
  frameSamples: number;
}

const calls = new Map<number, Call>();

function clean({ streams, samples }: NoiseBatch): void {
  const beganMs = performance.now();
  let start = 0;
  for (const stream of streams) {
    const call = calls.get(stream);
    if (call === undefined) throw new Error('A frame came of a call that was not opened.');
    const frame = samples.subarray(start, start + call.frameSamples);
    frame.set(call.denoiser.clean(frame));
    start += call.frameSamples;
  }
  const tookMs = performance.now() - beganMs;
  port.postMessage({ type: 'cleaned', samples, tookMs } satisfies NoiseReply, [samples.buffer]);
}

function serve(rnnoise: Rnnoise, request: NoiseRequest): void {
  if (request.type === 'clean') {
    clean(request);
    return;
  }
  calls.get(request.stream)?.denoiser.close();
  calls.delete(request.stream);
  if (request.type === 'forget') return;
  const frameSamples = request.sampleRateHz / 50;
  calls.set(request.stream, { denoiser: new Denoiser(rnnoise, request.sampleRateHz), frameSamples });
}

const rnnoise = await loadRnnoise();
port.on('message', (request: NoiseRequest) => serve(rnnoise, request));
port.postMessage({ type: 'ready' } satisfies NoiseReply);
