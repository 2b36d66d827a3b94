import loadRnnoise, { type Rnnoise } from '@echogarden/rnnoise-wasm';
import type { PostReply } from '../../audio-thread/worker-module.ts';
import { Denoiser } from './denoiser.ts';
import type { NoiseBatch, NoiseReply, NoiseRequest } from './noise-protocol.ts';

/** Yield to other modules of the thread after this much work: VAD results must not be delayed. */
const YIELD_AFTER_MS = 1;

interface Call {
  denoiser: Denoiser;
  frameSamples: number;
}

type Calls = ReadonlyMap<number, Call>;

/** @returns the time worked, without the yields, in ms */
async function clean(calls: Calls, { streams, samples }: NoiseBatch): Promise<number> {
  let beganMs = performance.now();
  let tookMs = 0;
  let start = 0;
  for (const stream of streams) {
    const call = calls.get(stream);
    if (call === undefined) throw new Error('Received a frame of a stream that was not opened.');
    const frame = samples.subarray(start, start + call.frameSamples);
    frame.set(call.denoiser.clean(frame));
    start += call.frameSamples;
    const workedMs = performance.now() - beganMs;
    if (workedMs < YIELD_AFTER_MS) continue;
    tookMs += workedMs;
    await yieldToOthers();
    beganMs = performance.now();
  }
  return tookMs + performance.now() - beganMs;
}

function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function openCall(rnnoise: Rnnoise, sampleRateHz: number): Call {
  return { denoiser: new Denoiser(rnnoise, sampleRateHz), frameSamples: sampleRateHz / 50 };
}

export async function startModule(
  reply: PostReply,
): Promise<(request: NoiseRequest) => void | Promise<void>> {
  const rnnoise = await loadRnnoise();
  const calls = new Map<number, Call>();
  reply({ type: 'ready' } satisfies NoiseReply);
  return async (request) => {
    if (request.type === 'clean') {
      const { samples } = request;
      const tookMs = await clean(calls, request);
      reply({ type: 'cleaned', samples, tookMs } satisfies NoiseReply, [samples.buffer]);
      return;
    }
    calls.get(request.stream)?.denoiser.close();
    calls.delete(request.stream);
    if (request.type === 'open') calls.set(request.stream, openCall(rnnoise, request.sampleRateHz));
  };
}
