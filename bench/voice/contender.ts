import type { Reach } from './protocol.ts';

/** A program that takes calls, in a process of its own. */
export interface Contender extends AsyncDisposable {
  name: string;
  pid: number;
  /** Where the next calls reach it; what was before them is over. */
  reach(calls: number): Promise<Reach>;
}
