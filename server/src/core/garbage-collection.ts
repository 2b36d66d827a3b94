import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap double before all of it is looked through, which costs 10 ms or more. By itself V8 does that every
 * second or two while documents are read (measured), as buffers that pass by count as growth.
 */
export function collectGarbageLessOften(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
