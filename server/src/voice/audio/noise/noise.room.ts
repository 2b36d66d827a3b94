import loadRnnoise, { type Rnnoise } from '@echogarden/rnnoise-wasm';
import type { Reply } from '../../sound-thread/room.ts';
import { Denoiser } from './denoiser.ts';
import type { NoiseBatch, NoiseReply, NoiseRequest } from './noise-protocol.ts';

/** After so much work others in the thread have their turn: whether somebody speaks must be known soon. */
const TURN_MS = 1;

/** A call whose noise is taken away. */
interface Call {
  denoiser: Denoiser;
  frameSamples: number;
}

type Calls = ReadonlyMap<number, Call>;

/** @returns how long the work took */
async function clean(calls: Calls, { streams, samples }: NoiseBatch): Promise<number> {
  let beganMs = performance.now();
  let tookMs = 0;
  let start = 0;
  for (const stream of streams) {
    const call = calls.get(stream);
    if (call === undefined) throw new Error('A frame came of a call that was not opened.');
    const frame = samples.subarray(start, start + call.frameSamples);
    frame.set(call.denoiser.clean(frame));
    start += call.frameSamples;
    const workedMs = performance.now() - beganMs;
    if (workedMs < TURN_MS) continue;
    tookMs += workedMs;
    await othersTurn();
    beganMs = performance.now();
  }
  return tookMs + performance.now() - beganMs;
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function openCall(rnnoise: Rnnoise, sampleRateHz: number): Call {
  return { denoiser: new Denoiser(rnnoise, sampleRateHz), frameSamples: sampleRateHz / 50 };
}

export async function openRoom(reply: Reply): Promise<(request: NoiseRequest) => void | Promise<void>> {
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
