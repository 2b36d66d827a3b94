import { type Matrix, TILE_OUTPUTS, UNROLLED } from './matrix-kernel.ts';

const FLOAT_BYTES = 4;
/** The 8 kHz branch of the file. */
const PREFIX = 'If_0_else_branch__Inline_0__';

/** The layers of the 8 kHz model, as matrices in a memory. */
export interface SileroLayers {
  spectrum: Matrix;
  encoders: readonly [Matrix, Matrix, Matrix, Matrix];
  /** From the input and the hidden state, concatenated, to the gates i, f, g, o. */
  gates: Matrix;
  /** From the hidden state to the probability. */
  output: { weights: Float32Array; bias: number };
}

export const SPECTRUM_BINS = 65;
/** Bins of a time step, padded for the kernel. */
export const PADDED_BINS = 68;
export const HIDDEN = 128;
/** Encoder kernel width: the previous, current and next time step. */
const KERNEL_STEPS = 3;

/** @param allocate reserves memory for a number of floats and returns its byte offset */
export function loadLayers(
  constants: ReadonlyMap<string, Float32Array>,
  floats: Float32Array,
  allocate: (count: number) => number,
): SileroLayers {
  const constant = (name: string): Float32Array => {
    const found = constants.get(PREFIX + name);
    if (found === undefined) throw new Error(`The model file has no ${name}.`);
    return found;
  };
  /** @param weightOf weight of an output and an input */
  const matrix = (
    shape: { outputs: number; length: number; lowerBound: number },
    bias: Float32Array,
    weightOf: (output: number, input: number) => number,
  ): Matrix => {
    const outputs = Math.ceil(shape.outputs / TILE_OUTPUTS) * TILE_OUTPUTS;
    const length = Math.ceil(shape.length / UNROLLED) * UNROLLED;
    const made = {
      weights: allocate(outputs * length),
      bias: allocate(outputs),
      length,
      outputs,
      lowerBound: shape.lowerBound,
    };
    floats.set(bias, made.bias / FLOAT_BYTES);
    for (let output = 0; output < shape.outputs; output += 1) {
      const tile = made.weights / FLOAT_BYTES + (output - (output % TILE_OUTPUTS)) * length;
      for (let input = 0; input < shape.length; input += 1) {
        floats[tile + input * TILE_OUTPUTS + (output % TILE_OUTPUTS)] = weightOf(output, input);
      }
    }
    return made;
  };
  /** Inputs are time steps of `stride` floats, of which the first `channels` are used. */
  const encoder = (
    number: number,
    { channels, stride, steps }: { channels: number; stride: number; steps: readonly number[] },
  ): Matrix => {
    const weights = constant(`encoder.${number}.reparam_conv.weight`);
    const bias = constant(`encoder.${number}.reparam_conv.bias`);
    const shape = { outputs: bias.length, length: steps.length * stride, lowerBound: 0 };
    return matrix(shape, bias, (output, input) => {
      const channel = input % stride;
      const step = steps[Math.floor(input / stride)] ?? 0;
      return channel < channels ? (weights[(output * channels + channel) * KERNEL_STEPS + step] ?? 0) : 0;
    });
  };
  const basis = constant('stft.forward_basis_buffer');
  const window = basis.length / (2 * SPECTRUM_BINS);
  const input = constant('decoder.rnn.weight_ih');
  const before = constant('decoder.rnn.weight_hh');
  const biases = constant('decoder.rnn.bias_hh');
  const gateBias = constant('decoder.rnn.bias_ih').map((value, gate) => value + (biases[gate] ?? 0));
  const unchanged = Number.NEGATIVE_INFINITY;
  return {
    spectrum: matrix(
      { outputs: 2 * SPECTRUM_BINS, length: window, lowerBound: unchanged },
      new Float32Array(0),
      (output, sample) => basis[output * window + sample] ?? 0,
    ),
    encoders: [
      encoder(0, { channels: SPECTRUM_BINS, stride: PADDED_BINS, steps: [0, 1, 2] }),
      encoder(1, { channels: 128, stride: 128, steps: [0, 1, 2] }),
      encoder(2, { channels: 64, stride: 64, steps: [0, 1, 2] }),
      // Only one time step is left, without neighbors.
      encoder(3, { channels: 64, stride: 64, steps: [1] }),
    ],
    gates: matrix(
      { outputs: 4 * HIDDEN, length: 2 * HIDDEN, lowerBound: unchanged },
      gateBias,
      (gate, index) =>
        index < HIDDEN ? (input[gate * HIDDEN + index] ?? 0) : (before[gate * HIDDEN + index - HIDDEN] ?? 0),
    ),
    output: {
      weights: constant('decoder.decoder.2.weight'),
      bias: constant('decoder.decoder.2.bias')[0] ?? 0,
    },
  };
}

/** Field numbers of onnx.proto3. */
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const NODE_OUTPUT = 2;
const NODE_ATTRIBUTE = 5;
const ATTRIBUTE_TENSOR = 5;
const ATTRIBUTE_GRAPH = 6;
const TENSOR_TYPE = 2;
const TENSOR_RAW_DATA = 9;
const FLOAT = 1;

/** A number, or the bytes of a string, message or packed block. */
interface Field {
  number: number;
  value: number | Uint8Array;
}

/**
 * All float32 constants of an ONNX file, including those in branches, by output name. Throws for invalid protobuf.
 * Source: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3
 */
export function onnxConstants(file: Uint8Array): Map<string, Float32Array> {
  const constants = new Map<string, Float32Array>();
  for (const graph of messagesOf(file, MODEL_GRAPH)) collect(graph, constants);
  return constants;
}

function collect(graph: Uint8Array, constants: Map<string, Float32Array>): void {
  for (const node of messagesOf(graph, GRAPH_NODE)) {
    const [output] = messagesOf(node, NODE_OUTPUT);
    for (const attribute of messagesOf(node, NODE_ATTRIBUTE)) {
      for (const tensor of messagesOf(attribute, ATTRIBUTE_TENSOR)) {
        const floats = floatsOf(tensor);
        if (floats !== null && output !== undefined) constants.set(new TextDecoder().decode(output), floats);
      }
      for (const branch of messagesOf(attribute, ATTRIBUTE_GRAPH)) collect(branch, constants);
    }
  }
}

function floatsOf(tensor: Uint8Array): Float32Array | null {
  const fields = [...fieldsOf(tensor)];
  const type = fields.find(({ number }) => number === TENSOR_TYPE)?.value;
  const [raw] = messagesOf(tensor, TENSOR_RAW_DATA);
  // Copied, because float arrays need 4-byte alignment.
  return type === FLOAT && raw !== undefined ? new Float32Array(new Uint8Array(raw).buffer) : null;
}

function messagesOf(message: Uint8Array, number: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const field of fieldsOf(message)) {
    if (field.number === number && typeof field.value !== 'number') found.push(field.value);
  }
  return found;
}

/** Source: https://protobuf.dev/programming-guides/encoding */
function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const byte = (): number => {
    const value = message[at];
    if (value === undefined) throw new Error('The model file is truncated.');
    at += 1;
    return value;
  };
  /** Exact up to 53 bits, enough for this file. */
  const number = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const part = byte();
      value += (part & 127) * factor;
      if (part < 128) return value;
    }
  };
  const bytes = (length: number): Uint8Array => {
    at += length;
    if (at > message.length) throw new Error('The model file is truncated.');
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = number();
    const wire = key % 8;
    const read: Record<number, () => Field['value']> = {
      0: number,
      1: () => bytes(8),
      2: () => bytes(number()),
      5: () => bytes(4),
    };
    const value = read[wire]?.();
    if (value === undefined) throw new Error('The model file is not valid protobuf.');
    yield { number: Math.floor(key / 8), value };
  }
}
