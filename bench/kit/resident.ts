import { readFileSync } from 'node:fs';

/** What one process holds in memory, in MB, as the system counts it. */
export interface Resident {
  /** RSS: all of it, the program's own file included. */
  all: number;
  /** What nobody else could use: heaps, stacks, buffers. */
  own: number;
  threads: number;
}

export function residentOf(pid: number): Resident {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return { all: read('VmRSS') / 1024, own: read('RssAnon') / 1024, threads: read('Threads') };
}

/** Looks once a second until it is disposed. */
export class ResidentWatch implements Disposable {
  readonly sizes: Resident[] = [];
  readonly #watching: NodeJS.Timeout;

  constructor(pid: number) {
    this.sizes.push(residentOf(pid));
    this.#watching = setInterval(() => this.sizes.push(residentOf(pid)), 1000);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#watching);
  }
}
