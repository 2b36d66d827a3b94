import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Lets the heap grow without looking through all of it: nearly everything that a start loads stays. `--optimize-for-size`
 * alone would collect five times before the server answers. In force until `collectGarbageLessOften`.
 */
export function growFreely(): void {
  setFlagsFromString('--heap-growing-percent=400');
}

/**
 * Lets the heap grow by a third before all of it is looked through, which costs 10 ms or more. By itself V8 does that every
 * second or two while documents are read (measured), as buffers that pass by count as growth; letting it grow by half costs
 * a process with a hundred calls some 12 MB more.
 */
export function collectGarbageLessOften(): void {
  setFlagsFromString('--heap-growing-percent=33');
}

/**
 * Throws away what the start left behind: more than a third of the heap, which nothing would look through for hours where nobody
 * calls. Takes some 50 ms.
 */
export function collectGarbageOfStart(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
