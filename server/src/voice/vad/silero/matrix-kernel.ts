/** Input rows multiplied at a time, so that each weight is read once for all of them. */
export const TILE_ROWS = 4;
/** Outputs per row at a time: two SIMD vectors of four. */
export const TILE_OUTPUTS = 8;
/** Row lengths are multiples of this. */
export const UNROLLED = 4;
const FLOAT_BYTES = 4;
const VECTOR_BYTES = 16;

/**
 * Multiplies four rows by a matrix and adds a bias. Pointers are byte offsets into the memory; `length` is the input
 * length of a row, `outputs` a multiple of eight. Weights are stored in blocks of eight outputs: for each input its
 * eight weights.
 */
export type MatrixKernel = (rows: Tile, results: Tile, layer: Matrix) => void;

export interface Matrix {
  weights: number;
  bias: number;
  length: number;
  outputs: number;
  /** Lower bound of the results: 0 for ReLU, otherwise minus infinity. */
  lowerBound: number;
}

export type Tile = readonly [number, number, number, number];

// Source: https://webassembly.github.io/spec/core/binary
const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const NOTHING = 0x40;
const END = 0x0b;
const op = {
  loop: 0x03,
  branchIf: 0x0d,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  constant: 0x41,
  add: 0x6a,
  subtract: 0x6b,
} as const;
const vector = {
  load: 0x00,
  loadSplat: 0x09,
  store: 0x0b,
  splat: 0x13,
  larger: 0xe9,
  multiplyAdd: 0x105,
} as const;

/** Parameters and locals of the function, by index. */
const ROWS = 0;
const RESULTS = 4;
const WEIGHTS = 8;
const BIAS = 9;
const LENGTH = 10;
const OUTPUTS = 11;
const LOWER_BOUND = 12;
const LEFT = 13;
const POINTERS = 14;
const SUMS = 18;
const LOADED = 26;
const INPUT = 28;
const LOWER_BOUNDS = 29;
const INTEGER_PARAMETERS = 12;
const INTEGERS = 5;
const VECTORS = 12;
const rows = [0, 1, 2, 3];
const halves = [0, 1];
const MAGIC_AND_VERSION = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** Compiles the kernel for a memory. Throws if WebAssembly SIMD is not supported. */
export function compileMatrixKernel(memory: WebAssembly.Memory): MatrixKernel {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { m: { m: memory } });
  const multiply = instance.exports['f'];
  if (typeof multiply !== 'function') throw new Error('The kernel does not export its function.');
  return ([row0, row1, row2, row3], [to0, to1, to2, to3], matrix) => {
    const { weights, bias, length, outputs, lowerBound } = matrix;
    multiply(row0, row1, row2, row3, to0, to1, to2, to3, weights, bias, length, outputs, lowerBound);
  };
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const type = [1, 0x60, ...list([...Array<number>(INTEGER_PARAMETERS).fill(I32), F32]), 0];
  const memory = [1, ...name('m'), ...name('m'), 2, 0, 1];
  const prepare = [op.get, LOWER_BOUND, ...simd(vector.splat), op.set, LOWER_BOUNDS];
  const body = [2, INTEGERS, I32, VECTORS, V128, ...prepare, ...loopOverOutputs(), END];
  return Uint8Array.of(
    ...MAGIC_AND_VERSION,
    ...section(1, type),
    ...section(2, memory),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('f'), 0, 0]),
    ...section(10, [1, ...list(body)]),
  );
}

function loopOverOutputs(): number[] {
  const stores = rows.flatMap((row) => [
    ...halves.flatMap((half) => storeSum(row, half)),
    ...advance(RESULTS + row, TILE_OUTPUTS * FLOAT_BYTES),
  ]);
  return [
    [op.loop, NOTHING],
    rows.flatMap(startRow),
    [op.get, LENGTH, op.set, LEFT],
    loopOverInputs(),
    stores,
    advance(BIAS, TILE_OUTPUTS * FLOAT_BYTES),
    countDown(OUTPUTS, TILE_OUTPUTS),
    [END],
  ].flat();
}

/** Sets the sums of a row to the bias, and its pointer to the start of the row. */
function startRow(row: number): number[] {
  return [
    halves.flatMap((half) => loadVector(BIAS, half * VECTOR_BYTES, SUMS + 2 * row + half)),
    [op.get, ROWS + row, op.set, POINTERS + row],
  ].flat();
}

function storeSum(row: number, half: number): number[] {
  return [
    [op.get, RESULTS + row, op.get, SUMS + 2 * row + half, op.get, LOWER_BOUNDS],
    simd(vector.larger),
    access(vector.store, half * VECTOR_BYTES),
  ].flat();
}

function loopOverInputs(): number[] {
  const steps = Array.from({ length: UNROLLED }, (_, step) => [
    ...halves.flatMap((half) => loadVector(WEIGHTS, (2 * step + half) * VECTOR_BYTES, LOADED + half)),
    ...rows.flatMap((row) => multiplyAdd(row, step)),
  ]).flat();
  return [
    [op.loop, NOTHING],
    steps,
    advance(WEIGHTS, UNROLLED * TILE_OUTPUTS * FLOAT_BYTES),
    rows.flatMap((row) => advance(POINTERS + row, UNROLLED * FLOAT_BYTES)),
    countDown(LEFT, UNROLLED),
    [END],
  ].flat();
}

function loadVector(pointer: number, offset: number, to: number): number[] {
  return [op.get, pointer, ...access(vector.load, offset), op.set, to];
}

/** Adds one input of a row times eight weights to the sums of the row. */
function multiplyAdd(row: number, step: number): number[] {
  const sums = halves.flatMap((half) => {
    const sum = SUMS + 2 * row + half;
    return [op.get, INPUT, op.get, LOADED + half, op.get, sum, ...simd(vector.multiplyAdd), op.set, sum];
  });
  return [op.get, POINTERS + row, ...access(vector.loadSplat, step * FLOAT_BYTES), op.set, INPUT, ...sums];
}

function advance(variable: number, bytes: number): number[] {
  return [op.get, variable, op.constant, ...signed(bytes), op.add, op.set, variable];
}

/** Loop end: decrement and branch while not zero. */
function countDown(variable: number, by: number): number[] {
  return [op.get, variable, op.constant, ...signed(by), op.subtract, op.tee, variable, op.branchIf, 0];
}

function access(instruction: number, offset: number): number[] {
  return [...simd(instruction), 2, ...unsigned(offset)];
}

function simd(instruction: number): number[] {
  return [0xfd, ...unsigned(instruction)];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...list(content)];
}

function list(content: readonly number[]): number[] {
  return [...unsigned(content.length), ...content];
}

function name(text: string): number[] {
  return list([...new TextEncoder().encode(text)]);
}

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >> 7)];
}

/** Signed LEB128 of a non-negative value: adds a zero byte if bit 6 would be read as a sign. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >> 7)];
}
