import type { PostReply } from '../audio-thread/worker-module.ts';
import { initialState, SileroModel, type SileroState } from './silero/silero-model.ts';
import { VAD_FRAME_SAMPLES } from './vad-frames.ts';
import type { VadBatch, VadReply, VadRequest } from './vad-protocol.ts';

/**
 * Groups batch indexes so that no group has two frames of one stream: the second depends on the state left by the
 * first.
 */
function groupsOf(streams: Int32Array): number[][] {
  const groups: number[][] = [];
  const seen = new Map<number, number>();
  streams.forEach((stream, index) => {
    const group = seen.get(stream) ?? 0;
    seen.set(stream, group + 1);
    const indexes = groups[group];
    if (indexes === undefined) groups.push([index]);
    else indexes.push(index);
  });
  return groups;
}

function frameAt({ samples }: VadBatch, index: number): Int16Array {
  return samples.subarray(index * VAD_FRAME_SAMPLES, (index + 1) * VAD_FRAME_SAMPLES);
}

class States {
  readonly #states = new Map<number, SileroState>();

  of(stream: number, isFresh: boolean): SileroState {
    const known = isFresh ? undefined : this.#states.get(stream);
    const state = known ?? initialState();
    if (known === undefined) this.#states.set(stream, state);
    return state;
  }

  forget(stream: number): void {
    this.#states.delete(stream);
  }
}

function predict(model: SileroModel, states: States, batch: VadBatch): Float32Array<ArrayBuffer> {
  const probabilities = new Float32Array(batch.streams.length);
  for (const indexes of groupsOf(batch.streams)) {
    const group = indexes.map((index) => states.of(batch.streams[index] ?? 0, batch.fresh[index] === 1));
    const predicted = model.predict(
      group,
      indexes.map((index) => frameAt(batch, index)),
    );
    indexes.forEach((index, position) => {
      probabilities[index] = predicted[position] ?? 0;
    });
  }
  return probabilities;
}

/** Throws if the model cannot run. */
export async function startModule(reply: PostReply): Promise<(request: VadRequest) => void> {
  const model = await SileroModel.open();
  const states = new States();
  reply({ type: 'ready' } satisfies VadReply);
  return (request) => {
    if (request.type === 'forget') {
      states.forget(request.stream);
      return;
    }
    const probabilities = predict(model, states, request);
    reply({ type: 'predicted', probabilities } satisfies VadReply, [probabilities.buffer]);
  };
}
