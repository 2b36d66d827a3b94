import type { ImportTarget } from './resolve-import.ts';

/** A resolved import. */
export interface Arrow extends ImportTarget {
  typeOnly: boolean;
}

/** The imports of every file, by its path. */
export type ImportGraph = ReadonlyMap<string, readonly Arrow[]>;
