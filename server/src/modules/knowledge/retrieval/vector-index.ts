const BLOCK_VECTORS = 1024;

/** Vectors of a block of slots: per dimension one byte and one sign bit, per vector the quantization scale. */
interface Block {
  bytes: Int8Array;
  signs: Uint8Array;
  factors: Float32Array;
}

/**
 * Exhaustive search over unit vectors, quantized to one byte per dimension (similarity error below 0.005). Sign bits
 * allow a prefilter that reads 1/8 of the memory.
 */
export class VectorIndex {
  readonly dimensions: number;
  readonly #blocks: Block[] = [];
  #count = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  get count(): number {
    return this.#count;
  }

  set(slot: number, vector: Float32Array): void {
    const block = this.#blockOf(slot);
    const row = slot % BLOCK_VECTORS;
    let largest = 0;
    for (const value of vector) largest = Math.max(largest, Math.abs(value));
    if (!(largest > 0) || !Number.isFinite(largest)) return;
    if (block.factors[row] === 0) this.#count += 1;
    const offset = row * this.dimensions;
    const signOffset = row * this.#signBytes;
    block.signs.fill(0, signOffset, signOffset + this.#signBytes);
    for (let index = 0; index < this.dimensions; index += 1) {
      const value = vector[index] ?? 0;
      block.bytes[offset + index] = Math.round((value / largest) * 127);
      if (value > 0) {
        const byte = signOffset + (index >>> 3);
        block.signs[byte] = (block.signs[byte] ?? 0) | (1 << (index & 7));
      }
    }
    block.factors[row] = largest / 127;
  }

  remove(slot: number): void {
    const block = this.#blocks[Math.floor(slot / BLOCK_VECTORS)];
    if (block === undefined || block.factors[slot % BLOCK_VECTORS] === 0) return;
    block.factors[slot % BLOCK_VECTORS] = 0;
    this.#count -= 1;
  }

  /** Cosine similarity; null if the slot has no vector. */
  similarity(slot: number, query: Float32Array): number | null {
    const block = this.#blocks[Math.floor(slot / BLOCK_VECTORS)];
    const row = slot % BLOCK_VECTORS;
    const factor = block?.factors[row] ?? 0;
    if (block === undefined || factor === 0) return null;
    return factor * dotProduct(block.bytes, row * this.dimensions, query);
  }

  /** The dequantized vector; null if the slot has none. */
  vectorAt(slot: number): Float32Array | null {
    const block = this.#blocks[Math.floor(slot / BLOCK_VECTORS)];
    const row = slot % BLOCK_VECTORS;
    const factor = block?.factors[row] ?? 0;
    if (block === undefined || factor === 0) return null;
    const bytes = block.bytes.subarray(row * this.dimensions, (row + 1) * this.dimensions);
    return Float32Array.from(bytes, (byte) => byte * factor);
  }

  /** Dot product of the query and each vector's signs, by slot; −Infinity if the slot has no vector. */
  signScores(query: Float32Array, slots: number): Float32Array {
    const tables = signTables(query, this.#signBytes);
    const scores = new Float32Array(slots).fill(Number.NEGATIVE_INFINITY);
    const signBytes = this.#signBytes;
    for (const [number, { signs, factors }] of this.#blocks.entries()) {
      const first = number * BLOCK_VECTORS;
      const end = Math.min(BLOCK_VECTORS, slots - first);
      for (let row = 0; row < end; row += 1) {
        if (factors[row] === 0) continue;
        let sum = 0;
        const offset = row * signBytes;
        for (let byte = 0; byte < signBytes; byte += 1) {
          sum += tables[byte * 256 + (signs[offset + byte] ?? 0)] ?? 0;
        }
        scores[first + row] = sum;
      }
    }
    return scores;
  }

  compact(newSlots: Int32Array): void {
    this.#count = 0;
    let last = -1;
    for (const [slot, newSlot] of newSlots.entries()) {
      if (newSlot >= 0) {
        this.#move(slot, newSlot);
        last = newSlot;
      }
    }
    this.#blocks.length = Math.min(this.#blocks.length, Math.ceil((last + 1) / BLOCK_VECTORS));
    const end = this.#blocks.at(-1);
    end?.factors.fill(0, (last % BLOCK_VECTORS) + 1);
  }

  memoryBytes(): number {
    return this.#blocks.length * BLOCK_VECTORS * (this.dimensions + this.#signBytes + 4);
  }

  get #signBytes(): number {
    return Math.ceil(this.dimensions / 8);
  }

  #move(slot: number, newSlot: number): void {
    const from = this.#blocks[Math.floor(slot / BLOCK_VECTORS)];
    const factor = from?.factors[slot % BLOCK_VECTORS] ?? 0;
    const to = this.#blockOf(newSlot);
    const row = newSlot % BLOCK_VECTORS;
    if (from !== undefined && factor !== 0) {
      copyRow({ from: from.bytes, to: to.bytes, width: this.dimensions }, slot % BLOCK_VECTORS, row);
      copyRow({ from: from.signs, to: to.signs, width: this.#signBytes }, slot % BLOCK_VECTORS, row);
      this.#count += 1;
    }
    to.factors[row] = factor;
  }

  #blockOf(slot: number): Block {
    const number = Math.floor(slot / BLOCK_VECTORS);
    while (this.#blocks.length <= number) {
      this.#blocks.push({
        bytes: new Int8Array(BLOCK_VECTORS * this.dimensions),
        signs: new Uint8Array(BLOCK_VECTORS * this.#signBytes),
        factors: new Float32Array(BLOCK_VECTORS),
      });
    }
    const block = this.#blocks[number];
    if (block === undefined) throw new RangeError(`No block for slot ${slot}.`);
    return block;
  }
}

/** Four accumulators avoid a dependency between additions. */
function dotProduct(bytes: Int8Array, offset: number, query: Float32Array): number {
  const length = query.length;
  const whole = length - (length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let index = 0; index < whole; index += 4) {
    const start = offset + index;
    a += (bytes[start] ?? 0) * (query[index] ?? 0);
    b += (bytes[start + 1] ?? 0) * (query[index + 1] ?? 0);
    c += (bytes[start + 2] ?? 0) * (query[index + 2] ?? 0);
    d += (bytes[start + 3] ?? 0) * (query[index + 3] ?? 0);
  }
  for (let index = whole; index < length; index += 1) a += (bytes[offset + index] ?? 0) * (query[index] ?? 0);
  return a + b + c + d;
}

function copyRow(
  { from, to, width }: { from: Int8Array | Uint8Array; to: Int8Array | Uint8Array; width: number },
  row: number,
  newRow: number,
): void {
  to.set(from.subarray(row * width, (row + 1) * width), newRow * width);
}

/** Lookup table per sign byte and value: the signed sum of the query's eight dimensions. */
function signTables(query: Float32Array, signBytes: number): Float32Array {
  const tables = new Float32Array(signBytes * 256);
  for (let byte = 0; byte < signBytes; byte += 1) {
    const values = Array.from({ length: 8 }, (_, bit) => query[byte * 8 + bit] ?? 0);
    const base = byte * 256;
    tables[base] = -values.reduce((sum, value) => sum + value, 0);
    for (let pattern = 1; pattern < 256; pattern += 1) {
      const lowest = 31 - Math.clz32(pattern & -pattern);
      tables[base + pattern] = (tables[base + (pattern & (pattern - 1))] ?? 0) + 2 * (values[lowest] ?? 0);
    }
  }
  return tables;
}
