import type { Reply } from '../sound-thread/room.ts';
import { freshMemory, type SileroMemory, SileroModel } from './silero/silero-model.ts';
import type { VadBatch, VadReply, VadRequest } from './vad-protocol.ts';
import { FRAME_SAMPLES } from './voice-frames.ts';

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

function frameAt({ samples }: VadBatch, place: number): Int16Array {
  return samples.subarray(place * FRAME_SAMPLES, (place + 1) * FRAME_SAMPLES);
}

/** What the model remembers of each call. */
class Memories {
  readonly #memories = new Map<number, SileroMemory>();

  of(stream: number, isFresh: boolean): SileroMemory {
    const known = isFresh ? undefined : this.#memories.get(stream);
    const memory = known ?? freshMemory();
    if (known === undefined) this.#memories.set(stream, memory);
    return memory;
  }

  forget(stream: number): void {
    this.#memories.delete(stream);
  }
}

function judge(model: SileroModel, memories: Memories, batch: VadBatch): Float32Array<ArrayBuffer> {
  const probabilities = new Float32Array(batch.streams.length);
  for (const places of roundsOf(batch.streams)) {
    const round = places.map((place) => memories.of(batch.streams[place] ?? 0, batch.fresh[place] === 1));
    const judged = model.judge(
      round,
      places.map((place) => frameAt(batch, place)),
    );
    places.forEach((place, index) => {
      probabilities[place] = judged[index] ?? 0;
    });
  }
  return probabilities;
}

/** Throws where the model cannot run. */
export async function openRoom(reply: Reply): Promise<(request: VadRequest) => void> {
  const model = await SileroModel.open();
  const memories = new Memories();
  reply({ type: 'ready' } satisfies VadReply);
  return (request) => {
    if (request.type === 'forget') {
      memories.forget(request.stream);
      return;
    }
    const probabilities = judge(model, memories, request);
    reply({ type: 'judged', probabilities } satisfies VadReply, [probabilities.buffer]);
  };
}
