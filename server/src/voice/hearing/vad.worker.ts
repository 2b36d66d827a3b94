import { parentPort } from 'node:worker_threads';
import { freshMemory, type SileroMemory, SileroModel } from './silero/silero-model.ts';
import type { VadBatch, VadReply, VadRequest } from './vad-protocol.ts';
import { FRAME_SAMPLES } from './voice-frames.ts';

if (parentPort === null) throw new Error('vad.worker.ts runs as a worker thread only.');
const port = parentPort;
const memories = new Map<number, SileroMemory>();

/** Places in the batch, so that no round holds two frames of one call: the second needs what the first leaves behind. */
function roundsOf(streams: Int32Array): number[][] {
  const rounds: number[][] = [];
  const seen = new Map<number, number>();
  streams.forEach((stream, place) => {
    const round = seen.get(stream) ?? 0;
    seen.set(stream, round + 1);
    const places = rounds[round];
    if (places === undefined) rounds.push([place]);
    else places.push(place);
  });
  return rounds;
}

function memoryOf(stream: number, isFresh: boolean): SileroMemory {
  const known = isFresh ? undefined : memories.get(stream);
  const memory = known ?? freshMemory();
  if (known === undefined) memories.set(stream, memory);
  return memory;
}

function frameAt({ samples }: VadBatch, place: number): Int16Array {
  return samples.subarray(place * FRAME_SAMPLES, (place + 1) * FRAME_SAMPLES);
}

function judge(model: SileroModel, batch: VadBatch): void {
  const probabilities = new Float32Array(batch.streams.length);
  for (const places of roundsOf(batch.streams)) {
    const round = places.map((place) => memoryOf(batch.streams[place] ?? 0, batch.fresh[place] === 1));
    const judged = model.judge(
      round,
      places.map((place) => frameAt(batch, place)),
    );
    places.forEach((place, index) => {
      probabilities[place] = judged[index] ?? 0;
    });
  }
  port.postMessage({ type: 'judged', probabilities } satisfies VadReply, [probabilities.buffer]);
}

function answer(model: SileroModel, request: VadRequest): void {
  if (request.type === 'judge') judge(model, request);
  else if (request.type === 'forget') memories.delete(request.stream);
  else port.close();
}

function serve(model: SileroModel): void {
  port.on('message', (request: VadRequest) => answer(model, request));
  port.postMessage({ type: 'ready' } satisfies VadReply);
}

try {
  serve(await SileroModel.open());
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  port.postMessage({ type: 'unavailable', reason } satisfies VadReply);
}
