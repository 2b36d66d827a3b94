import type { Reach } from './protocol.ts';

/** A program that receives calls, in a separate process. */
export interface Contender extends AsyncDisposable {
  name: string;
  pid: number;
  /** Address for the next calls; earlier calls have ended. */
  reach(calls: number): Promise<Reach>;
}
