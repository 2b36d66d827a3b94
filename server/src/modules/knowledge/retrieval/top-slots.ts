/**
 * The `count` visible slots with the highest scores above `floor`, best first; ties in order of slot.
 * One pass with a small heap, because sorting 100,000 scores would be slower.
 */
export function topSlots(
  scores: Float32Array,
  count: number,
  options: { visible: Uint8Array; floor: number },
): number[] {
  const heap: number[] = [];
  const worse = (a: number, b: number): boolean => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0);
    return difference < 0 || (difference === 0 && a > b);
  };
  let threshold = options.floor;
  for (let slot = 0; slot < scores.length && count > 0; slot += 1) {
    const score = scores[slot] ?? Number.NEGATIVE_INFINITY;
    if (!(score > threshold) || options.visible[slot] !== 1) continue;
    if (heap.length < count) {
      heap.push(slot);
      siftUp(heap, worse);
    } else {
      heap[0] = slot;
      siftDown(heap, worse);
    }
    if (heap.length === count) threshold = scores[heap[0] ?? 0] ?? threshold;
  }
  return heap.sort((a, b) => (worse(a, b) ? 1 : -1));
}

type Worse = (a: number, b: number) => boolean;

function siftUp(heap: number[], worse: Worse): void {
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >>> 1;
    if (!worse(heap[child] ?? 0, heap[parent] ?? 0)) return;
    swap(heap, child, parent);
    child = parent;
  }
}

function siftDown(heap: number[], worse: Worse): void {
  let parent = 0;
  while (true) {
    const left = parent * 2 + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const child = right < heap.length && worse(heap[right] ?? 0, heap[left] ?? 0) ? right : left;
    if (!worse(heap[child] ?? 0, heap[parent] ?? 0)) return;
    swap(heap, child, parent);
    parent = child;
  }
}

function swap(heap: number[], a: number, b: number): void {
  const held = heap[a] ?? 0;
  heap[a] = heap[b] ?? 0;
  heap[b] = held;
}
