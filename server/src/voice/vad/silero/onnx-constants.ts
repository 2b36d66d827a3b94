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
